"""The same work in Chromium: Pyodide, its NumPy and the wheel of the built site, with the kernel and without."""

import functools
import json
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from build_scripts.benchmark.timing import Row
from build_scripts.find_browser import ARGUMENTS, find_browser
from build_scripts.serve import SiteHandler

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


def in_page_rows(folder: Path) -> Iterator[Row]:
    """Matmul shapes, the training step, measures and growth with the kernel; the step without it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(SiteHandler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    path = find_browser()  # asks Playwright too: not inside it
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=path, args=ARGUMENTS).new_page()
        page.set_default_timeout(PATIENCE)
        _start(page, f"http://127.0.0.1:{server.server_address[1]}/", folder)
        kind = page.evaluate("python.runPython('accelerate.switch_on().kind')")
        where = f"page, kernel {kind}"
        yield from _rows(page, f"work.matmul_rows({where!r})")
        yield from _rows(page, f"[work.step_row({where!r}, 30)]")
        yield from _rows(page, f"work.measure_rows({where!r}, models)")
        yield from _rows(page, f"work.growth_rows({where!r})")
        page.evaluate("python.runPython('accelerate.switch_off()')")
        yield from _rows(page, "[work.step_row('page, NumPy alone', 3)]")
        page.context.browser.close()
    server.shutdown()


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
