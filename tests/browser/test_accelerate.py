"""The kernel in the Python that the page runs: Pyodide, its NumPy, and the wheel of the built site."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import START, Served
from tests.kernel.checks import CHECKS

START_PYTHON = """async ([runtime, lock]) => {
    const { loadPyodide } = await import(runtime);
    globalThis.python = await loadPyodide({ lockFileURL: lock });
    await globalThis.python.loadPackage("lookback");
}"""


def start_python(browser: Browser, demo: Served) -> Page:
    """A page of the site's own origin with nothing but Python in it."""
    page = browser.new_page()
    page.set_default_timeout(START)
    page.goto(f"{demo.url}licenses.txt")
    runtime, lock = (
        demo.url + next(demo.folder.glob(pattern)).relative_to(demo.folder).as_posix()
        for pattern in ("runtime-*/pyodide.mjs", "app-*/lock.json")
    )
    page.evaluate(START_PYTHON, [runtime, lock])
    return page


@pytest.fixture(scope="module")
def python(browser: Browser, demo: Served) -> Iterator[Page]:
    """Python with the kernel switched on and the checks loaded."""
    page = start_python(browser, demo)
    checks = (Path(__file__).parent.parent / "kernel" / "checks.py").read_text(encoding="utf-8")
    run(page, f"from lookback import accelerate\naccelerate.switch_on()\n{checks}")
    yield page
    page.close()


def run(page: Page, code: str) -> str:
    return page.evaluate("(code) => String(globalThis.python.runPython(code))", code)


def test_this_browser_runs_the_fastest_kernel(python: Page) -> None:
    assert run(python, "accelerate.running().kind") == "relaxed"


@pytest.mark.parametrize("check", CHECKS)
def test_numpy_with_the_kernel_in_it(python: Page, check: str) -> None:
    run(python, f"CHECKS['{check}']()")


TRAIN = """
from lookback import attention, params
from lookback.config import AttentionConfig
rng = np.random.default_rng(3)
weights = params.init(
    params.attention_shapes(AttentionConfig(n_vocab=50, d_model=12, n_head=3, n_ctx=40, d_hidden=20)), rng
)
tokens = rng.integers(0, 50, (4, 34)).astype(np.int32)

def step():
    loss, gradients = attention.loss_and_grads(weights, tokens[:, :-1], tokens[:, 1:])
    return np.concatenate([[loss], *(gradients[name].ravel() for name in sorted(gradients))])

on = step()
accelerate.switch_off()
off, kind = step(), accelerate.running().kind
accelerate.switch_on()
import json
json.dumps([float(np.abs(on - off).max()), float(np.abs(off).max()), kind, accelerate.running().kind])
"""


def test_loss_and_gradients_are_the_same_switched_on_and_off(python: Page) -> None:
    difference, largest, off, on = json.loads(run(python, TRAIN))
    assert (off, on) == ("numpy", "relaxed")
    assert 0 < difference < 2e-6 * largest


UNKNOWN_INSTRUCTION = """
from lookback.kernel import library
file = library.FOLDER / "relaxed.wasm"
code = file.read_bytes()
assert code.count(MADD := bytes([0xFD, 0x85, 0x02])) > 50
file.write_bytes(code.replace(MADD, bytes([0xFD, 0xFF, 0x03])))

from lookback import accelerate
first = accelerate.switch_on()
accelerate.switch_off()
second = accelerate.switch_on()
import json
json.dumps([first.kind, second.kind, first.reason])
"""


def test_a_browser_without_relaxed_simd_gets_plain_simd_each_time(browser: Browser, demo: Served) -> None:
    page = start_python(browser, demo)
    first, second, reason = json.loads(run(page, UNKNOWN_INSTRUCTION))
    page.close()
    assert (first, second) == ("simd", "simd")
    assert "relaxed.wasm" in reason
