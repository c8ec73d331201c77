"""How long the built page takes to answer in a real browser, and how much it fetches for that."""

import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from playwright.sync_api import BrowserContext, Playwright, sync_playwright

from build_scripts.benchmark.served import served
from build_scripts.benchmark.timing import Row, summary
from build_scripts.find_browser import ARGUMENTS, find_browser
from build_scripts.serve import SiteHandler

FIGURES = "document.querySelectorAll('figure[data-figure]')"
LIVE = f"{FIGURES}.length > 0 && [...{FIGURES}].every((figure) => figure.dataset.live === 'yes')"
PATIENCE = 300_000  # ms
WATCH = """window.longest = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
}).observe({ type: "longtask", buffered: true });
window.marks = {};
new MutationObserver(() => {
  const figures = [...document.querySelectorAll("figure[data-figure]")];
  const live = figures.filter((figure) => figure.dataset.live === "yes").length;
  if (document.documentElement?.dataset.python === "ready") marks.ready ??= performance.now() / 1000;
  if (live) marks.first ??= performance.now() / 1000;
  if (live && live === figures.length) marks.all ??= performance.now() / 1000;
}).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-live", "data-python"] });"""
MARKS = {"ready": "Python ready", "first": "first figure live", "all": "all figures live"}


class CountingHandler(SiteHandler):
    """The site's server, which also counts the bytes of all bodies it sends, by the part of the site."""

    sent: ClassVar[Counter[str]] = Counter()

    def copyfile(self, source, outputfile) -> None:
        """Send a body and count it."""
        data = source.read()
        part, _, rest = self.path.lstrip("/").partition("/")
        CountingHandler.sent[part.partition("-")[0] if rest else "page"] += len(data)
        outputfile.write(data)


def page_rows(folder: Path, n: int = 7) -> Iterator[Row]:
    """Measure n cold starts (empty profile) and n warm ones (third visit of a profile), over localhost with brotli."""
    browser = find_browser()  # asks Playwright too: not inside it
    with served(folder, CountingHandler) as url, sync_playwright() as playwright:
        visits = [_cold_and_warm(playwright, browser, url) for _ in range(n)]
    for kind, of_kind in zip(("cold", "warm"), zip(*visits, strict=True), strict=True):
        for mark, name in MARKS.items():
            yield summary(f"{name}, {kind} start", [visit.marks[mark] for visit in of_kind], "s")
        yield summary(f"longest task, {kind} start", [visit.longest for visit in of_kind])
        for part, size in sorted(of_kind[0].sent.items(), key=lambda item: -item[1]):
            yield summary(f"fetched, {kind} start: {part}", [size / 1e6], "MB")
        yield summary(f"fetched, {kind} start", [sum(visit.sent.values()) / 1e6 for visit in of_kind], "MB")


@dataclass(frozen=True)
class _Visit:
    """One start: s from the navigation to each of MARKS, ms of the longest task, bytes of each part of the site."""

    marks: Mapping[str, float]
    longest: float
    sent: Mapping[str, int]


def _cold_and_warm(playwright: Playwright, browser: str | None, url: str) -> tuple[_Visit, _Visit]:
    with tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=browser, args=ARGUMENTS, headless=True
        )
        context.add_init_script(WATCH)
        cold = _visit(context, url)
        _visit(context, url)
        warm = _visit(context, url)
        context.close()
    return cold, warm


def _visit(context: BrowserContext, url: str) -> _Visit:
    page, before = context.new_page(), CountingHandler.sent.copy()
    page.goto(url, wait_until="commit")
    page.wait_for_function("window.marks?.all", timeout=PATIENCE, polling=50)
    marks, longest = page.evaluate("[marks, longest]")
    page.close()
    return _Visit(marks, longest, CountingHandler.sent - before)
