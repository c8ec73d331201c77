"""One browser, one built site of the test sections, one plain server for all browser tests."""

import functools
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from build_scripts import find_browser
from build_scripts.site.build import build
from build_scripts.site.files import write_site
from tests.browser.fixtures.random_weights import write_random_weights

ROOT = Path(__file__).parent.parent.parent
SECTIONS = Path(__file__).parent / "fixtures" / "sections"
START = 60_000  # ms for Python to start on a busy machine


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


class PlainHandler(SimpleHTTPRequestHandler):
    """What `python -m http.server` does, without its log."""

    def log_message(self, format, *args):
        """Keep quiet."""


@dataclass(frozen=True)
class Served:
    """A built site and where it is served: the same files at two addresses that browsers take for two origins."""

    folder: Path
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def other_origin(self) -> str:
        return f"http://localhost:{self.port}/"


def serve(folder: Path):
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(PlainHandler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@pytest.fixture(scope="session")
def demo(tmp_path_factory):
    """The page with the test sections and small random networks."""
    folder = tmp_path_factory.mktemp("demo")
    weights = write_random_weights(folder / "weights")
    sys.path.insert(0, str(SECTIONS.parent))
    files = build(SECTIONS, weights, ROOT / "stories", measures=("reach",))
    sys.path.remove(str(SECTIONS.parent))
    write_site(files, folder / "site")
    server = serve(folder / "site")
    yield Served(folder / "site", server.server_address[1])
    server.shutdown()


@pytest.fixture(scope="session")
def built():
    """The real page, as `make site` built it."""
    folder = ROOT / "dist"
    if not (folder / "index.html").exists():
        pytest.fail("there is no dist/: run make test, which builds it first")
    server = serve(folder)
    yield Served(folder, server.server_address[1])
    server.shutdown()


@pytest.fixture(scope="session")
def package(dispatcher):
    """What the real page should say: the same sections, run in CPython."""
    return dispatcher


@pytest.fixture(scope="session")
def browser():
    path = find_browser.find_browser()
    if path is None:
        pytest.fail("no Chromium: run make test, which installs one where it can")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=find_browser.ARGUMENTS)
        yield launched
        launched.close()


@dataclass
class Watched:
    """What a page did that it should not: console errors, exceptions, requests to other origins."""

    complaints: list[str]
    requests: list[str]

    def foreign(self, *own: str) -> list[str]:
        return [url for url in self.requests if not url.startswith((*own, "data:", "blob:"))]


def watch(context: BrowserContext) -> Watched:
    watched = Watched([], [])
    context.on("request", lambda request: watched.requests.append(request.url))
    context.on("weberror", lambda error: watched.complaints.append(str(error.error)))

    def heard(message):
        if message.type in ("error", "warning"):
            watched.complaints.append(f"{message.type}: {message.text}")

    context.on("console", heard)
    return watched


def wait_for_python(page: Page, state: str = "ready") -> None:
    page.wait_for_function("document.documentElement.dataset.python !== 'loading'", timeout=START)
    said = page.locator(".banner").text_content()
    assert page.evaluate("document.documentElement.dataset.python") == state, said


def wait_until_live(page: Page) -> None:
    wait_for_python(page)
    page.wait_for_function(
        "[...document.querySelectorAll('figure[data-figure]')].every((figure) => figure.dataset.live === 'yes')",
        timeout=START,
    )


def table_cells(page: Page, figure: str) -> list[list[str]]:
    """Every row of the figure's table as it is written, its box opened if it lies in one."""
    page.locator(f"{figure} [data-numbers]").evaluate_all("(boxes) => boxes.forEach((box) => { box.open = true; })")
    rows = page.locator(f"{figure} table.numbers tbody tr")
    expect(rows.first).to_be_visible()
    return rows.evaluate_all("(rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent))")


def spot(page: Page, figure: str, x: float, y: float) -> tuple[float, float]:
    """Where the point (x, y) of a scene lies on the screen, to which it is brought if it is out of sight."""
    left, top = page.locator(f"{figure} canvas").evaluate(
        """async (canvas, [x, y]) => {
          const scale = canvas.getBoundingClientRect().width / Number(canvas.style.aspectRatio.split("/")[0]);
          const box = () => canvas.getBoundingClientRect();
          const at = () => [box().left + x * scale, box().top + y * scale];
          const top = at()[1];
          if (top < 80 || top > innerHeight - 40) scrollBy({ top: top - innerHeight / 2, behavior: "instant" });
          // What comes into sight may grow and push the rest down.
          for (let still = 0, before = at()[1]; still < 6; before = at()[1]) {
            await new Promise(requestAnimationFrame);
            still = at()[1] === before ? still + 1 : 0;
          }
          return at();
        }""",
        [x, y],
    )
    return left, top


@pytest.fixture
def context(browser: Browser):
    made = browser.new_context(viewport={"width": 1440, "height": 900})
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext):
    return context.new_page()


@contextmanager
def opened(browser: Browser, url: str, **how):
    """A page of its own where Python runs and every figure is live."""
    context = browser.new_context(**how)
    page = context.new_page()
    page.goto(url)
    wait_until_live(page)
    yield page
    context.close()


@pytest.fixture(scope="session")
def real(browser: Browser, built: Served):
    """The real page with Python running, shared by all tests; each sets what it needs."""
    with opened(browser, built.url, viewport={"width": 1440, "height": 900}, accept_downloads=True) as page:
        yield page


@pytest.fixture(scope="module")
def live(browser: Browser, demo: Served):
    """The demo page with Python running, shared by a module's tests; each sets what it needs."""
    with opened(browser, demo.url, viewport={"width": 1440, "height": 900}, accept_downloads=True) as page:
        yield page
