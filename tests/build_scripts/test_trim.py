"""What the site ships of Python: everything that stays can be imported, everything that the page imports is there."""

import ast
import json
import subprocess
import zipfile
from itertools import chain
from pathlib import Path

import pytest
from sections.program.parts import parts

from build_scripts.errors import BuildError
from build_scripts.runtime.archives import unzipped
from build_scripts.runtime.fetch import npm_files, wheel_file
from build_scripts.runtime.pins import read_pins
from build_scripts.runtime.trim import shown_sources, trimmed_numpy, without

ROOT = Path(__file__).parents[2]
DIST = ROOT / "dist"
ARCHIVES = ("runtime-*/python_stdlib.zip", "runtime-*/numpy-*.whl", "app-*/lookback-*.whl", "app-*/site.zip")
# What readers may try where they can edit a program, and what shows them where it failed.
FOR_READERS = {
    *("array", "ast", "bisect", "cmath", "collections", "copy", "ctypes", "datetime", "decimal", "difflib"),
    *("fractions", "functools", "hashlib", "heapq", "inspect", "io", "itertools", "json", "linecache", "math"),
    *("numpy.linalg", "numpy.ma", "numpy.random", "operator", "pprint", "random", "re", "statistics", "string"),
    *("textwrap", "time", "timeit", "traceback", "types", "typing"),
}


@pytest.fixture(scope="module")
def shipped() -> set[str]:
    """Every module of the built site's archives."""
    if not (DIST / "index.html").exists():
        pytest.fail("there is no dist/: run make test, which builds it first")
    archives = [next(DIST.glob(pattern)) for pattern in ARCHIVES]
    names = list(chain.from_iterable(zipfile.ZipFile(archive).namelist() for archive in archives))
    assert len(names) > 400
    return {module(name) for name in names if name.endswith((".py", ".pyc", ".so")) and "__pycache__" not in name}


def module(path: str) -> str:
    return path.split(".")[0].replace("/", ".").removesuffix(".__init__")


def imported_by_the_page() -> set[str]:
    """What our own sources import anywhere, also within functions; the browser's own modules left out."""
    paths = [*(ROOT / "pysrc").rglob("*.py"), *(ROOT / "site").rglob("*.py")]
    left_out = ("test_", "__main__", "preview")
    sources = [path for path in paths if not path.name.startswith(left_out) and "cli" not in path.parts]
    nodes = chain.from_iterable(ast.walk(ast.parse(path.read_text(encoding="utf-8"))) for path in sources)
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return {name for name in found if name.split(".")[0] not in ("js", "tqdm")}


@pytest.mark.site
def test_all_that_is_shipped_and_all_that_the_page_imports_can_be_imported_without_compiling(shipped: set[str]):
    wanted = sorted(shipped | imported_by_the_page() | FOR_READERS)
    assert {"numpy.random", "lookback.attention", "worker.dispatch", "pyodide.ffi", "traceback"} <= set(wanted)
    command = ["node", str(ROOT / "tests" / "build_scripts" / "import_in_pyodide.mjs"), str(DIST)]
    done = subprocess.run(command, input=json.dumps(wanted), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert told == {"failed": {}, "compiled_anew": []}


def test_the_sources_that_are_shipped_are_those_of_the_program_that_the_page_shows():
    homes = {home for part in parts().values() for home in part.homes.values()}
    assert sorted(shown_sources()) == sorted(f"{home.replace('.', '/')}.py" for home in homes)


def test_a_folder_takes_what_is_in_it_along_and_a_name_of_nothing_stops_the_build():
    files = {"a.py": b"", "http/client.py": b"", "http/deep/x.py": b"", "https.py": b""}
    assert without(files, ["http", "a.py"]).keys() == {"https.py"}
    with pytest.raises(BuildError, match=r"site/trim\.toml leaves out b\.py, gone, which is not there"):
        without(files, ["http", "gone", "b.py"])


def test_what_stays_of_numpy_asks_for_nothing_that_is_left_out_not_even_within_a_function():
    pins = read_pins()
    lock = json.loads(npm_files(pins.pyodide)["pyodide-lock.json"])
    wheel = unzipped(wheel_file(pins.wheels[0], lock)[1])
    kept = trimmed_numpy(wheel)
    assert kept["numpy/_core/_add_newdocs.py"] == b""
    assert any("/licenses/" in name for name in wheel)  # which the page gives in licenses.txt
    assert not any("/licenses/" in name for name in kept)
    gone = {module(name) for name in wheel.keys() - kept.keys() if name.endswith((".py", ".so"))}
    assert {"numpy.fft", "numpy.testing"} <= gone
    asked = {(module(path), name) for path in kept if path.endswith(".py") for name in asked_for(path, kept[path])}
    # `np.fft` and its like are imported when a program says them; the second is what runs NumPy's own tests.
    assert {path for path, name in asked if name in gone} == {"numpy", "numpy._pytesttester"}


def asked_for(path: str, source: bytes) -> set[str]:
    """Names of modules that a source imports anywhere or reads as attributes of NumPy, and names that may be some."""
    folder = path.removesuffix(".py").split("/")
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = [*(folder[: -node.level] if node.level else []), *(node.module or "").split(".")]
            base = ".".join(part for part in parts if part)
            found.update((base, *(f"{base}.{alias.name}" for alias in node.names)))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("np", "numpy"):
            found.add(f"numpy.{node.attr}")
    return found
