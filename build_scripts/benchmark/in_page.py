"""The same work in Chromium: Pyodide, its NumPy and the wheel of the built site, with the kernel and without."""

import json
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from build_scripts.benchmark import work
from build_scripts.benchmark.served import served
from build_scripts.benchmark.timing import Row, summary
from build_scripts.find_browser import ARGUMENTS, find_browser

HERE = Path(__file__).parent
PATIENCE = 900_000  # ms
START = """async ([runtime, lock, files]) => {
    const { loadPyodide } = await import(runtime);
    globalThis.python = await loadPyodide({ lockFileURL: lock });
    await globalThis.python.loadPackage("lookback");
    for (const [path, address] of Object.entries(files)) {
        const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
        globalThis.python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        globalThis.python.FS.writeFile(path, bytes);
    }
}"""
PREPARE = """
import json, sys
from dataclasses import asdict
sys.path.insert(0, "/bench")
from lookback import accelerate
from lookback.models import load_models
from build_scripts.benchmark import work
models = load_models("/data/weights", "/data/stories/test.jsonl")
"""
JAVASCRIPT = """async ([source, nStories, nTokens, n]) => {
    const program = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    const { SIZES } = program, p = program.init(SIZES), state = program.adamInit(SIZES);
    const tokens = () => Array.from({ length: nTokens }, () => Math.floor(Math.random() * SIZES.nVocab));
    const stories = Array.from({ length: nStories }, tokens), targets = Array.from({ length: nStories }, tokens);
    const times = [];
    for (let i = 0; i <= n; i++) {
        const started = performance.now();
        program.trainingStep(p, SIZES, state, stories, targets, 1e-3);
        times.push(performance.now() - started);
    }
    return times.slice(1);
}"""
PROGRAM = Path(__file__).parents[2] / "site" / "sections" / "program" / "plain" / "attention.js"


def in_page_rows(folder: Path) -> Iterator[Row]:
    """Matmul shapes, the training step, measures and growth with the kernel; the step without it and in JavaScript."""
    path = find_browser()  # asks Playwright too: not inside it
    with served(folder) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        _start(page, url, folder)
        kind = page.evaluate("python.runPython('accelerate.switch_on().kind')")
        where = f"page, kernel {kind}"
        yield from _rows(page, f"work.matmul_rows({where!r})")
        yield from _rows(page, f"[work.step_row({where!r}, 30)]")
        yield from _rows(page, f"work.measure_rows({where!r}, models)")
        yield from _rows(page, f"work.growth_rows({where!r})")
        page.evaluate("python.runPython('accelerate.switch_off()')")
        yield from _rows(page, "[work.step_row('page, NumPy alone', 3)]")
        program = PROGRAM.read_text(encoding="utf-8")
        times = page.evaluate(JAVASCRIPT, [program, work.N_STORIES, work.N_TOKENS, 5])
        yield summary(f"{work.STEP}, plain JavaScript with typed arrays", times)
        browser.close()


def _start(page: Page, url: str, folder: Path) -> None:
    """Python with the package, the data, and these timings in a page of the site's own origin."""
    page.goto(f"{url}licenses.txt")
    inside = {path.name.split("-")[0]: f"{url}{path.name}/" for path in folder.iterdir() if path.is_dir()}
    weights = next(folder.glob("weights-*"))
    data = {
        f"/data/weights/{path.name}": f"{url}{weights.name}/{path.name}"
        for path in weights.iterdir()
        if path.suffix in (".json", ".safetensors")
    }
    data["/data/stories/test.jsonl"] = f"{url}stories/test.jsonl"
    page.evaluate(START, [f"{inside['runtime']}pyodide.mjs", f"{inside['app']}lock.json", data])
    for module in ("timing", "work"):
        source = (HERE / f"{module}.py").read_text(encoding="utf-8")
        page.evaluate(
            "([path, source]) => { python.FS.mkdirTree('/bench/build_scripts/benchmark');"
            " python.FS.writeFile(path, source); }",
            [f"/bench/build_scripts/benchmark/{module}.py", source],
        )
    page.evaluate("(code) => python.runPython(code)", PREPARE)


def _rows(page: Page, made_by: str) -> list[Row]:
    """Run what yields rows in the page, and read them."""
    code = f"json.dumps([asdict(row) for row in {made_by}])"
    return [Row(**row) for row in json.loads(page.evaluate("(code) => python.runPython(code)", code))]
