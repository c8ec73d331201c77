"""The page on servers that serve it badly: policies, wrong types, replies cut short, other pages in files' places."""

import functools
import threading
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import START, PlainHandler, Served, wait_for_python, wait_until_live

SECONDS = 20_000  # ms: far from the minute after which silence is given up, on a busy machine too
OWN = "default-src 'self'"
Headers = dict[str, str]
Instead = dict[str, tuple[bytes, str]]
STAY = "The text and the pictures stay as they are."


class OddHandler(PlainHandler):
    """Sends `headers` with every reply; a path that ends in a key of `instead` gets that body, with that type."""

    headers_sent: ClassVar[Headers] = {}
    instead: ClassVar[Instead] = {}

    def end_headers(self):
        """Add the headers."""
        for name, value in self.headers_sent.items():
            self.send_header(name, value)
        super().end_headers()

    def do_GET(self):
        """Send the file, or what comes in its place: without a length, as a connection that was lost."""
        found = next((sent for end, sent in self.instead.items() if self.path.split("?")[0].endswith(end)), None)
        if found is None:
            return super().do_GET()
        self.send_response(200)
        self.send_header("content-type", found[1])
        self.send_header("connection", "close")
        self.end_headers()
        self.wfile.write(found[0])
        self.close_connection = True


@contextmanager
def odd_server(folder: Path, headers: Headers | None = None, instead: Instead | None = None):
    """Serve the folder oddly; gives its address."""
    handler = type("Odd", (OddHandler,), {"headers_sent": headers or {}, "instead": instead or {}})
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()


def python_is(page: Page, state: str, timeout: int = START) -> None:
    """Wait without compiling a text, which the policies forbid."""
    expect(page.locator(f"html[data-python={state}]")).to_have_count(1, timeout=timeout)


def assert_pictures_show(page: Page) -> None:
    for figure in page.locator("figure[data-figure]").all():
        figure.locator(".picture").scroll_into_view_if_needed()
        expect(figure.locator(".picture svg:visible")).to_have_count(1)
        assert figure.locator(".picture").bounding_box()["height"] > 100


@pytest.mark.parametrize(
    ("policy", "wanted"),
    [
        (OWN, "not allow worker-src blob:"),
        (f"{OWN}; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'", "not allow worker-src blob:"),
        (f"{OWN}; worker-src 'self' blob:", "not allow script-src 'wasm-unsafe-eval'"),
        (
            f"{OWN}; worker-src 'self' blob:; script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'",
            "not allow connect-src 'self'",
        ),
    ],
)
def test_a_policy_that_stops_python_is_named_within_seconds_and_the_pictures_show(
    page: Page, demo: Served, policy: str, wanted: str
):
    with odd_server(demo.folder, {"content-security-policy": policy}) as url:
        page.goto(url)
        python_is(page, "failed", SECONDS)
        expect(page.locator(".banner p")).to_have_text(
            f"Python could not start: the policy that this site’s server sends does {wanted}. {STAY}", timeout=SECONDS
        )
        assert_pictures_show(page)
        expect(page.get_by_text("With JavaScript switched on")).to_be_hidden()
        page.emulate_media(media="print")
        expect(page.locator("#echo-dot .picture svg:visible")).to_have_count(1)


def test_the_least_policy_that_python_needs_is_enough(page: Page, demo: Served):
    policy = f"{OWN}; worker-src 'self' blob:; script-src 'self' 'wasm-unsafe-eval'"
    with odd_server(demo.folder, {"content-security-policy": policy}) as url:
        page.goto(url)
        python_is(page, "ready")
        expect(page.locator("#demo-bars[data-live=yes]")).to_have_count(1, timeout=START)
        page.locator("#demo-bars .head").nth(2).click()
        expect(page.locator("#demo-bars .notice")).to_contain_text("Head 2 reads")
        page.locator(".theme-switch").click()
        page.reload()
        expect(page.locator("html[data-theme=dark]")).to_have_count(1)


HOME = b"<!DOCTYPE html><title>Home</title><p>Welcome." + b" " * 3_000_000


@pytest.mark.parametrize(
    ("end", "cut", "said"),
    [
        ("pyodide.asm.wasm", 3_000_000, "pyodide.asm.wasm was cut short: 3,000,000 of its "),
        ("numpy-", 1_000_000, "was cut short: 1,000,000 of its "),
        ("python_stdlib.zip", None, "python_stdlib.zip is not there: a web page came in its place."),
        ("start/start.js", None, "start/start.js is not there: a web page came in its place."),
        ("state.js", None, "state.js is not there: a web page came in its place."),
    ],
)
def test_a_reply_that_looks_whole_and_is_not_is_named_within_seconds(
    page: Page, demo: Served, end: str, cut: int | None, said: str
):
    file = next(path for path in demo.folder.rglob("*") if end in path.as_posix() and path.suffix not in (".br", ".gz"))
    body = HOME if cut is None else file.read_bytes()[:cut]
    kind = "text/html" if cut is None else "application/wasm"
    with odd_server(demo.folder, instead={file.name: (body, kind)}) as url:
        page.goto(url)
        wait_for_python(page, "failed")
        expect(page.locator(".banner p")).to_contain_text(said, timeout=SECONDS)
        text = page.locator(".banner p").text_content() or ""
        assert ".." not in text
        assert text.endswith(STAY)


@pytest.mark.parametrize("file", ["pyodide.asm.mjs", "core.js"])
def test_a_script_of_the_wrong_type_is_named_with_its_type(page: Page, demo: Served, file: str):
    whole = next(demo.folder.rglob(file)).read_bytes()
    with odd_server(demo.folder, {"x-content-type-options": "nosniff"}, {file: (whole, "text/plain")}) as url:
        page.goto(url)
        wait_for_python(page, "failed")
        expect(page.locator(".banner p")).to_contain_text(f"{file} comes as text/plain, and browsers", timeout=SECONDS)


def test_a_sandboxed_frame_says_so_whether_or_not_its_scripts_may_be_fetched(page: Page, demo: Served):
    with odd_server(demo.folder, {"access-control-allow-origin": "*"}) as url:
        page.set_content(f'<iframe sandbox="allow-scripts" src="{url}" width="800" height="600"></iframe>')
        banner = page.frame_locator("iframe").locator(".banner p")
        expect(banner).to_contain_text("this frame is sandboxed without allow-same-origin", timeout=SECONDS)
        expect(banner).to_contain_text(STAY)


def test_the_address_of_the_folder_without_its_slash_leads_to_the_page(page: Page, demo: Served):
    index = (demo.folder / "index.html").read_bytes()
    with odd_server(demo.folder.parent, instead={f"/{demo.folder.name}": (index, "text/html")}) as url:
        page.goto(f"{url}{demo.folder.name}#demo-bars?head=2")
        page.wait_for_url(f"{url}{demo.folder.name}/#demo-bars?head=2", timeout=START)
        wait_until_live(page)
        expect(page.locator("#demo-bars .notice")).to_contain_text("Head 2 reads")


def test_a_long_sleep_while_files_arrive_is_no_failure(context: BrowserContext, demo: Served):
    held = []
    context.route("**/numpy-*.whl", lambda route: held.append(route))
    page = context.new_page()
    page.clock.install()
    page.goto(demo.url)
    while not held:
        page.wait_for_timeout(100)
    page.clock.fast_forward(170_000)
    page.wait_for_timeout(2_000)
    assert page.locator("html").get_attribute("data-python") == "loading", page.locator(".banner").text_content()
    held[0].continue_()
    wait_until_live(page)


def test_a_newer_build_over_an_open_page_is_told_as_such(page: Page, built: Served):
    page.goto(f"{built.url}#jobs-heads")
    expect(page.locator("#jobs-heads[data-live=yes]")).to_have_count(1, timeout=START)
    newer = (built.folder / "index.html").read_text(encoding="utf-8").replace("/snapshots.safetensors", "/other")
    page.route("**/snapshots.safetensors", lambda route: route.fulfill(status=404))
    page.route(built.url, lambda route: route.fulfill(body=newer, content_type="text/html"))
    page.locator("#jobs-heads .measure button").click()
    expect(page.locator("#jobs-heads .measure-words")).to_have_text(
        "A newer version of this page has taken the place of this one: load the page again. "
        "What you have set stays in its address.",
        timeout=START,
    )
