"""How long the built page takes to answer in a real browser, and how much it fetches for that."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import BrowserContext, Playwright, sync_playwright

from build_scripts.benchmark.served import served
from build_scripts.benchmark.timing import Row, summary
from build_scripts.find_browser import ARGUMENTS, find_browser
from build_scripts.serve import SiteHandler

LIVE = "[...document.querySelectorAll('figure[data-figure]')].every((figure) => figure.dataset.live === 'yes')"
PATIENCE = 300_000  # ms
LONG_TASKS = """window.longest = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
}).observe({ type: "longtask", buffered: true });"""


class CountingHandler(SiteHandler):
    """The site's server, which also counts the bytes of all bodies it sends."""

    sent = 0

    def copyfile(self, source, outputfile) -> None:
        """Send a body and count it."""
        data = source.read()
        CountingHandler.sent += len(data)
        outputfile.write(data)


def page_rows(folder: Path, n: int = 7) -> Iterator[Row]:
    """Measure n cold starts (empty profile) and n warm ones (third visit of a profile), over localhost with brotli."""
    browser = find_browser()  # asks Playwright too: not inside it
    with served(folder, CountingHandler) as url, sync_playwright() as playwright:
        visits = [_cold_and_warm(playwright, browser, url) for _ in range(n)]
    columns = zip(*visits, strict=True)
    names = ("page live, cold start", "page live, warm start", "fetched, cold", "fetched, warm", "longest task, cold")
    units = ("s", "s", "MB", "MB", "ms")
    for name, unit, values in zip(names, units, columns, strict=True):
        yield summary(name, list(values), unit)


def _cold_and_warm(playwright: Playwright, browser: str | None, url: str) -> tuple[float, float, float, float, float]:
    with tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=browser, args=ARGUMENTS, headless=True
        )
        context.add_init_script(LONG_TASKS)
        cold, cold_bytes, longest = _visit(context, url)
        _visit(context, url)
        warm, warm_bytes, _ = _visit(context, url)
        context.close()
    return cold, warm, cold_bytes, warm_bytes, longest


def _visit(context: BrowserContext, url: str) -> tuple[float, float, float]:
    """Seconds until all figures are live, MB sent until then, ms of the longest task."""
    page, before, started = context.new_page(), CountingHandler.sent, time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_function(LIVE, timeout=PATIENCE, polling=20)
    seconds, longest = time.perf_counter() - started, page.evaluate("window.longest")
    page.close()
    return seconds, (CountingHandler.sent - before) / 1e6, longest
