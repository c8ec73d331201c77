"""What using the page costs: a key press until the guesses are painted, and memory over many clicks."""

import json
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from build_scripts.benchmark.bare_page import BarePage
from build_scripts.benchmark.page_start import LIVE, PATIENCE
from build_scripts.benchmark.served import served
from build_scripts.benchmark.timing import Row, summary
from build_scripts.find_browser import ARGUMENTS, find_browser

PRESSES, CLICKS = 50, 10_000
TYPED, CLICKED = "question-guesses", "lookup-weights"
TEXT = " she ran to the old tree and then she saw her friend"
# Painting a canvas begins with setTransform: its time is when the answer is seen, up to a frame.
WATCH_PAINTING = """window.painted = new Map();
const { setTransform } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.setTransform = function (...args) {
  window.painted.set(this.canvas.closest("figure")?.id, performance.now());
  return setTransform.apply(this, args);
};"""
PAINTED = """window.paintedAfter = async (id, start, patience) => {
  while ((window.painted.get(id) ?? 0) <= start && performance.now() - start < patience) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return (window.painted.get(id) ?? NaN) - start;
};"""
LISTEN = "(field) => field.addEventListener('keydown', ({ timeStamp }) => { window.pressed = timeStamp; }, true)"
# Points spread over the upper part of the picture, where the story stands.
CLICK = """async (id, n) => {
  const canvas = document.getElementById(id).querySelector("canvas");
  canvas.scrollIntoView();
  const { left, top, width, height } = canvas.getBoundingClientRect();
  for (let i = 0; i < n; i++) {
    const clientX = left + (((i * 37) % 97) / 97) * width;
    const clientY = top + (((i * 53) % 89) / 89) * Math.min(height, 300);
    const before = performance.now();
    canvas.dispatchEvent(new PointerEvent("click", { clientX, clientY, bubbles: true }));
    await window.paintedAfter(id, before, 100);
  }
}"""


def use_rows(folder: Path) -> Iterator[Row]:
    """50 key presses into the story of The question, and 10,000 clicks on words of Tool 1."""
    path = find_browser()  # asks Playwright too: not inside it
    with served(folder) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        page.add_init_script(WATCH_PAINTING + PAINTED)
        page.goto(url)
        page.wait_for_function(LIVE)
        yield summary("key press to painted guesses", _press_keys(page))
        page.close()
        yield from _memory_rows(browser, url)
        browser.close()


def _memory_rows(browser: Browser, url: str) -> Iterator[Row]:
    page = BarePage(browser, url)
    page.wait_for(LIVE)
    yield from _memory(page, "after start")
    page.evaluate(WATCH_PAINTING + PAINTED)
    for n, total in ((CLICKS // 10, CLICKS // 10), (CLICKS - CLICKS // 10, CLICKS)):
        page.evaluate(f"({CLICK})({json.dumps(CLICKED)}, {n})")
        yield from _memory(page, f"after {total:,} clicks")


def _memory(page: BarePage, when: str) -> Iterator[Row]:
    resident, share = page.memory()
    yield summary(f"renderer memory {when}", [resident], "MB")
    yield summary(f"renderer memory {when}, its share of what is shared", [share], "MB")


def _press_keys(page: Page) -> list[float]:
    """Milliseconds from each key press to the next painting of the guesses."""
    field = page.locator(f"#{TYPED} textarea[data-control=text]")
    field.evaluate(LISTEN)
    field.focus()
    field.press("End")
    times = []
    for number in range(PRESSES):
        letter = TEXT[number % len(TEXT)]
        page.keyboard.press("Space" if letter == " " else letter)
        times.append(page.evaluate("(id) => window.paintedAfter(id, window.pressed, 5000)", TYPED))
        page.wait_for_timeout(100)
    return times
