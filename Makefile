# make serve   everything, then the page at http://localhost:8000
# make check   for every day: style, the sources' types, the tests that are quick and need no browser
# make test    everything that CI runs, browser included
# make section NAME=... [AFTER=SECTION]   a new section, copied from build_scripts/section_template
# make site, make weights, make benchmark: parts of it. Stamps in .cache/ make the second run quick.

PYTHON ?= python3
PY := .venv/bin/python
STAMPS := .cache/stamps
PORT ?= 8000

# site/ is on the path because its Python is imported as `worker` and `sections`.
export PYTHONPATH := pysrc:site
# The arrays are small: more threads would only wait for each other.
export OPENBLAS_NUM_THREADS := 1

SOURCES := $(shell find pysrc site build_scripts -type f -not -path '*/__pycache__/*') \
           $(shell find weights stories -type f) pyproject.toml Makefile README.md LICENSE
SCRIPTS := $(shell find site tests/js -name '*.js' -o -name '*.mjs' -o -name '*.d.ts') tsconfig.json tests/js/tsconfig.json biome.jsonc

.PHONY: serve check test section site weights benchmark lint
.NOTPARALLEL:

serve: site
	@$(PY) -m build_scripts.serve --port $(PORT)

site: dist/manifest.json

check: $(STAMPS)/dev $(STAMPS)/scripts
	$(PY) -m ruff check .
	$(PY) -m pyright & types=$$!; $(PY) -m pytest -q -n auto -m "not browser and not site and not slow" && wait $$types

test: $(STAMPS)/dev $(STAMPS)/browser site lint
	$(PY) -m pytest -q -n auto --dist loadfile --maxfail 10

section: $(STAMPS)/build
	@test -n "$(NAME)" || { echo "make: name the section: make section NAME=rhymes, and maybe AFTER=question"; exit 1; }
	@$(PY) -m build_scripts.new_section $(NAME) $(if $(AFTER),--after $(AFTER))

lint: $(STAMPS)/dev $(STAMPS)/scripts
	$(PY) -m ruff check .
	$(PY) -m pyright && $(PY) -m pyright -p pyright_tests.json

# Both networks read the same stories; weights/TRAINING.md says why these settings. Each training has a core, and goes on
# where it was stopped.
READ := --blocks 4500 --own-share 0:0.4,1440:0.6,1800:0.4,3600:0.47 --made-up-share 0.05 --weight-decay 0.03
TRAIN := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(PY) -m lookback train

weights: $(STAMPS)/dev
	@test -f "$(CORPUS)" || { echo "make: name the text file of TinyStories: make weights CORPUS=FILE"; exit 1; }
	$(PY) -m build_scripts.train_tokenizer "$(CORPUS)"
	$(TRAIN) window --corpus "$(CORPUS)" --learning-rate 0:0.004,1800:0.0022,3600:0.0018 $(READ) & other=$$!; \
	  $(TRAIN) attention --corpus "$(CORPUS)" --learning-rate 0:0.018,1800:0.01,3600:0.008 $(READ); own=$$?; \
	  wait $$other && exit $$own
	$(PY) -m tests.golden.make

benchmark: $(STAMPS)/dev $(STAMPS)/browser site
	$(PY) -m build_scripts.benchmark

$(STAMPS)/tools:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "make: Python 3.11 or newer is missing: install it, or name it with make PYTHON=..."; exit 1; }
	@command -v npm >/dev/null || { echo "make: npm is missing: install Node 20 or newer with npm."; exit 1; }
	@node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' || \
	  { echo "make: Node is older than 20: install Node 20 or newer."; exit 1; }
	@mkdir -p $(STAMPS) && touch $@

$(PY): | $(STAMPS)/tools
	@$(PYTHON) -m venv .venv || \
	  { rm -rf .venv; echo "make: Python's venv is missing: install the package python3-venv."; exit 1; }

$(STAMPS)/build: pyproject.toml | $(PY)
	$(PY) -m pip install -q -e '.[site]'
	@touch $@

$(STAMPS)/dev: pyproject.toml | $(PY)
	$(PY) -m pip install -q -e '.[dev]'
	@touch $@ $(STAMPS)/build

$(STAMPS)/npm: package.json package-lock.json | $(STAMPS)/tools
	npm ci --loglevel=error
	@touch $@

$(STAMPS)/scripts: $(SCRIPTS) $(STAMPS)/npm
	npx tsc && npx tsc -p tests/js
	npx biome lint --error-on-warnings site/page site/sections tests/js
	node --test tests/js/*.test.mjs
	@touch $@

$(STAMPS)/browser: $(STAMPS)/dev
	$(PY) -m build_scripts.find_browser
	@touch $@

dist/manifest.json: $(SOURCES) | $(STAMPS)/build
	$(PY) -m build_scripts.build_site
	@touch $@
