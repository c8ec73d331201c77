"""The page where browsers allow little: frames of other origins, blocked storage, no scripts, a file."""

import functools
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page, expect
from worker.catalog import SECTIONS, find_sections

from tests.browser.conftest import START, Served

FRAME = """<!doctype html><title>Somebody else's page</title><link rel="icon" href="data:,">
<iframe src="{src}" width="900" height="700" sandbox="{sandbox}"></iframe>"""
OPEN_FRAME = FRAME.replace(' sandbox="{sandbox}"', "")


class Outer(BaseHTTPRequestHandler):
    """A page of another origin that frames ours."""

    def __init__(self, body: bytes, *args):
        self.body = body
        super().__init__(*args)

    def do_GET(self):
        """Send the page."""
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, format, *args):
        """Keep quiet."""


@pytest.fixture
def framed(page: Page, demo: Served):
    """Open our page in a frame of another origin; returns the frame."""
    servers = []

    def open_frame(html: str, query: str = ""):
        body = html.replace("{src}", demo.other_origin + query).encode()
        server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Outer, body))
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
        return page.frames[1]

    yield open_frame
    for server in servers:
        server.shutdown()


def storage_is_blocked(frame) -> bool:
    return frame.evaluate("(() => { try { localStorage.getItem('x'); return false } catch { return true } })()")


@pytest.mark.parametrize("html", [OPEN_FRAME, FRAME.replace("{sandbox}", "allow-scripts allow-same-origin")])
def test_in_a_frame_with_storage_blocked_everything_works(framed, html: str):
    frame = framed(html)
    frame.wait_for_function("document.querySelector('#demo-bars')?.dataset.live === 'yes'", timeout=START)
    assert storage_is_blocked(frame)
    frame.locator("#demo-bars .head").nth(2).click()
    expect(frame.locator("#demo-bars .notice")).to_contain_text("Head 2 reads")
    frame.locator(".theme-switch").click()
    assert frame.evaluate("document.documentElement.dataset.theme") == "dark"


def test_in_a_frame_that_forbids_workers_the_pictures_stay_and_it_is_said(framed):
    frame = framed(FRAME.replace("{sandbox}", "allow-scripts"))
    frame.wait_for_function("document.documentElement.dataset.python === 'failed'", timeout=START)
    expect(frame.locator(".banner")).to_contain_text("this frame is sandboxed without allow-same-origin, and there")
    expect(frame.locator(".banner")).to_contain_text("The text and the pictures stay")
    expect(frame.locator("#demo-bars svg:visible").first).to_be_visible()


def test_an_embedded_figure_stands_alone(page: Page, demo: Served):
    page.goto(f"{demo.url}?embed=demo-bars#demo-bars?head=2")
    expect(page.locator("#demo-bars")).to_be_visible()
    for hidden in (page.locator("#echo-dot"), page.locator("h1"), page.locator(".contents"), page.locator("h2").first):
        expect(hidden).to_be_hidden()
    page.wait_for_function("document.querySelector('#demo-bars').dataset.live === 'yes'", timeout=START)
    expect(page.locator("#demo-bars .notice")).to_contain_text("Head 2 reads")


def test_an_embed_of_nothing_shows_the_whole_page(page: Page, demo: Served):
    page.goto(f"{demo.url}?embed=<img>")
    expect(page.locator("h1")).to_be_visible()


def test_without_scripts_text_and_pictures_are_there(browser: Browser, demo: Served):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(demo.url)
    expect(page.get_by_text("After the figure.")).to_be_visible()
    for figure in page.locator("figure[data-figure]").all():
        assert figure.locator(".picture svg:visible").count() == 1
    expect(page.get_by_text("With JavaScript switched on")).to_be_visible()
    expect(page.locator(".theme-switch")).to_be_hidden()
    assert page.locator("input:enabled, .controls button:enabled").count() == 0
    context.close()


def test_without_scripts_the_real_page_has_its_prose_and_a_titled_picture_in_every_figure(
    browser: Browser, built: Served
):
    sections = find_sections(SECTIONS)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(built.url)
    expected = [figure.id for section in sections for figure in section.figures.values()]
    found = page.locator("figure[data-figure]").all()
    assert [figure.get_attribute("id") for figure in found] == expected
    for figure in found:
        assert figure.locator(".picture svg:visible").count() == 1
        assert (figure.locator(".picture svg:visible > title").text_content() or "").strip()
        assert figure.locator(".picture svg:visible").bounding_box()["height"] > 100
        expect(figure.locator(".notice")).not_to_be_empty()
    for section in sections:
        prose = (section.folder / "prose.html").read_text(encoding="utf-8")
        paragraphs = page.locator(f"#{section.name} > p:not([data-no-script-only]):visible")
        assert paragraphs.count() == prose.count("<p>") > 1
        assert "{{" not in (page.locator(f"#{section.name}").text_content() or "")
    context.close()


def test_opened_as_a_file_it_says_how_to_open_it(page: Page, demo: Served):
    page.goto((demo.folder / "index.html").as_uri())
    expect(page.locator("#opened-as-file")).to_contain_text("python3 -m http.server")
    expect(page.get_by_text("After the figure.")).to_be_visible()
    assert page.locator("#demo-bars .picture svg:visible").count() == 1
    assert page.locator("#opened-as-file:visible, .banner:visible").count() == 1
