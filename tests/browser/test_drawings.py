"""What is out of sight costs little: drawings and tables come packed, far canvases have few pixels."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Served, wait_until_live

UNPACKED = """[...document.querySelectorAll(".drawing:has(svg)")].map((place) => {
  const { top, bottom } = place.getBoundingClientRect();
  return Math.max(0, top - innerHeight, -bottom);
})"""
INK = """(canvas) => {
  const { width, height } = canvas;
  const pixels = canvas.getContext("2d").getImageData(0, 0, Math.max(1, width), Math.max(1, height)).data;
  return pixels.filter((_, index) => index % 4 === 3).some((alpha) => alpha > 0);
}"""
HEIGHT = 900


@pytest.fixture
def still(page: Page, built: Served):
    """The real page, whose Python does not arrive."""
    page.set_viewport_size({"width": 1280, "height": HEIGHT})
    page.route("**/core.js", lambda route: route.abort())
    page.goto(built.url)
    return page


def test_only_drawings_near_the_reader_are_unpacked_and_they_are_packed_again(still: Page):
    for figure in ("problem-reach", "jobs-heads", "problem-reach"):
        still.locator(f"#{figure} .picture").scroll_into_view_if_needed()
        expect(still.locator(f"#{figure} .picture svg")).to_have_count(1)
        expect(still.locator(f"#{figure} .picture svg")).to_be_visible()
        still.wait_for_function(f"{UNPACKED}.every((away) => away <= 2 * {HEIGHT})")
    assert still.locator(".drawing").count() > 60


def test_a_wider_window_unpacks_the_drawing_that_now_shows(still: Page):
    still.set_viewport_size({"width": 360, "height": HEIGHT})
    picture = still.locator("#problem-reach .picture")
    picture.scroll_into_view_if_needed()
    expect(picture.locator(".at-narrow > svg")).to_be_visible()
    still.set_viewport_size({"width": 768, "height": HEIGHT})
    expect(picture.locator(".at-column > svg")).to_be_visible()
    expect(picture.locator(".at-narrow > svg")).to_have_count(0)


def test_a_closed_table_is_unpacked_when_it_is_opened_also_without_python(still: Page):
    box = still.locator("#problem-reach [data-numbers]")
    expect(box.locator("table")).to_have_count(0)
    box.locator("summary").click()
    expect(box.locator("tbody tr:visible")).to_have_count(12)
    box.get_by_role("button", name="Show all").click()
    assert box.locator("tbody tr:visible").count() > 12
    box.locator("summary").click()
    box.locator("summary").click()
    expect(box.locator("table")).to_have_count(1)


def test_drawings_show_where_no_script_of_the_page_arrives(page: Page, demo: Served):
    page.route("**/*.js", lambda route: route.abort())
    page.goto(demo.url)
    for figure in page.locator("figure[data-figure]").all():
        figure.locator(".picture").scroll_into_view_if_needed()
        expect(figure.locator(".picture svg:visible")).to_have_count(1)


def test_a_canvas_far_away_has_few_pixels_and_is_sharp_when_it_comes_near(page: Page, demo: Served):
    page.set_viewport_size({"width": 1280, "height": 300})
    page.goto(demo.url)
    wait_until_live(page)
    figures = page.locator("figure[data-figure]").all()
    for near, far in ((figures[0], figures[-1]), (figures[-1], figures[0])):
        near.locator(".picture").scroll_into_view_if_needed()
        for figure, enough in (
            (near, "canvas.width >= canvas.clientWidth"),
            (far, "canvas.width < canvas.clientWidth * 0.6"),
        ):
            page.wait_for_function(f"(canvas) => {enough}", arg=figure.locator("canvas").element_handle())
            assert figure.locator("canvas").evaluate(INK)


def test_the_first_drawing_does_not_wait_for_the_end_of_the_page(page: Page, built: Served):
    html = (built.folder / "index.html").read_text(encoding="utf-8")
    begun = html[: html.index('<section class="section"', html.index("</section>"))]
    page.route(f"{built.url}", lambda route: route.fulfill(body=begun, content_type="text/html"))
    page.goto(built.url, wait_until="domcontentloaded")
    expect(page.locator(".picture").first.locator("svg:visible")).to_have_count(1)
    assert page.locator("script[type=module]").count() == 0


def test_a_live_picture_is_painted_anew_when_zoom_leaves_it_its_size(page: Page, demo: Served):
    screen = page.context.new_cdp_session(page)
    zoom = {"height": HEIGHT, "mobile": False}
    screen.send("Emulation.setDeviceMetricsOverride", zoom | {"width": 3600, "deviceScaleFactor": 1})
    page.goto(demo.url)
    wait_until_live(page)
    canvas = page.locator("figure[data-figure] canvas").first.element_handle()
    size = canvas.evaluate("(canvas) => canvas.clientWidth")
    for pixels in (2, 1):
        screen.send("Emulation.setDeviceMetricsOverride", zoom | {"width": 3600 // pixels, "deviceScaleFactor": pixels})
        page.wait_for_function("([canvas, width]) => canvas.width === width", arg=[canvas, pixels * size])
    assert canvas.evaluate("(canvas) => canvas.clientWidth") == size


def test_in_an_embed_the_figures_that_do_not_show_have_few_pixels(page: Page, demo: Served):
    page.goto(f"{demo.url}?embed=demo-bars#demo-bars")
    wait_until_live(page)
    pixels = "(canvases) => canvases.map((canvas) => canvas.width / canvas.style.aspectRatio.split('/')[0])"
    shown = page.locator("#demo-bars .picture > canvas")
    hidden = page.locator("figure:not(#demo-bars) > .picture > canvas:not([hidden])")
    assert hidden.count() > 1
    assert min(shown.evaluate_all(pixels)) > 0.9
    assert max(hidden.evaluate_all(pixels)) < 0.6
