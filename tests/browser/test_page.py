"""The whole page: nothing moves when Python takes over, nothing overflows, themes, touch, sizes."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import START, Served, wait_until_live, watch

PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll("main :is(h2, p, .picture, .controls, .notice, table)")]
  .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height > 0)
  .map((element, index) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [`${index} ${element.tagName}.${element.className.replace(" is-live", "")}`,
      [left, top + scrollY, width, height].map(Math.round)];
  }))"""


@pytest.fixture(params=["demo", "built"])
def any_site(request) -> Served:
    return request.getfixturevalue(request.param)


def overflow(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_figures_become_live_without_anything_moving_or_overflowing(browser: Browser, any_site: Served, width: int):
    context = browser.new_context(viewport={"width": width, "height": 900})
    watched = watch(context)
    page = context.new_page()
    page.goto(any_site.url, wait_until="domcontentloaded")
    page.wait_for_function("document.documentElement.dataset.script && document.fonts.status === 'loaded'")
    before = page.evaluate(PLACES)
    assert overflow(page) <= 0
    wait_until_live(page)
    after = page.evaluate(PLACES)
    moved = {name: (place, after.get(name)) for name, place in before.items() if after.get(name) != place}
    assert not moved
    assert overflow(page) <= 0
    assert not watched.complaints
    assert not watched.foreign(any_site.url)
    context.close()


@pytest.mark.parametrize("width", [344, 360, 519, 560, 600, 768, 1024, 1280, 1440, 1920])
def test_the_drawing_that_shows_is_the_one_that_will_be_live(page: Page, demo: Served, width: int):
    page.route("**/core.js", lambda route: route.abort())
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(demo.url)
    agreed = page.evaluate(
        """async () => {
            const script = document.querySelector("script[type=module]").src;
            const { drawnWidth } = await import(script.replace("page.js", "figure/picture.js"));
            const { figures } = JSON.parse(document.getElementById("site").textContent);
            return [...document.querySelectorAll("figure[data-figure]")].map((figure) => {
                const shown = [...figure.querySelectorAll(".drawing")].filter((place) => place.checkVisibility());
                const room = figure.querySelector(".picture").clientWidth;
                const widths = shown.map(({ style }) => Number(style.getPropertyValue("--ratio").split("/")[0]));
                return [widths, [drawnWidth(room, figures[figure.id].widths)]];
            });
        }"""
    )
    for shown, live in agreed:
        assert shown == live


def test_the_theme_switch_recolors_page_and_pictures_and_is_remembered(page: Page, demo: Served):
    page.goto(demo.url)
    wait_until_live(page)
    look = """() => {
        const canvas = document.querySelector("#demo-bars canvas");
        const ratio = canvas.width / 1000;
        const pixel = canvas.getContext("2d").getImageData(40 * ratio, 40 * ratio, 1, 1).data;
        return [getComputedStyle(document.body).backgroundColor, [...pixel].slice(0, 3)];
    }"""
    assert page.evaluate(look) == ["rgb(255, 254, 251)", [0, 0x72, 0xB2]]
    page.locator(".theme-switch").click()
    assert page.evaluate(look) == ["rgb(21, 23, 27)", [0x56, 0xB4, 0xE9]]
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 23, 27)"
    expect(page.locator(".theme-switch")).to_have_attribute("aria-pressed", "true")


def test_the_systems_dark_theme_is_followed_until_the_reader_chooses(page: Page, demo: Served):
    page.emulate_media(color_scheme="dark")
    page.goto(demo.url)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 23, 27)"
    page.locator(".theme-switch").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 254, 251)"


@pytest.mark.parametrize("ratio", [1, 1.5, 3])
def test_canvases_have_a_pixel_for_each_pixel_of_the_screen(browser: Browser, demo: Served, ratio: float):
    context = browser.new_context(viewport={"width": 1440, "height": 900}, device_scale_factor=ratio)
    page = context.new_page()
    page.goto(demo.url)
    wait_until_live(page)
    for canvas in page.locator("canvas").all():
        canvas.scroll_into_view_if_needed()
        page.wait_for_function(
            "([canvas, ratio]) => Math.abs(canvas.width - canvas.clientWidth * ratio) <= 1",
            arg=[canvas.element_handle(), ratio],
        )
    page.set_viewport_size({"width": 400, "height": 800})
    page.wait_for_function(
        "document.querySelector('#demo-bars canvas').style.aspectRatio.startsWith('328')", timeout=START
    )
    assert overflow(page) <= 0
    page.locator("#demo-bars canvas").scroll_into_view_if_needed()
    page.wait_for_function(
        "([canvas, ratio]) => Math.abs(canvas.width / canvas.clientWidth - ratio) < 0.02",
        arg=[page.locator("#demo-bars canvas").element_handle(), ratio],
    )
    context.close()


def test_the_contents_follow_what_is_read(page: Page, demo: Served):
    page.set_viewport_size({"width": 1440, "height": 500})
    page.goto(demo.url)
    current = page.locator(".contents a[aria-current]")
    page.locator("#demo h2").scroll_into_view_if_needed()
    page.locator("#echo h2").evaluate("(heading) => heading.scrollIntoView()")
    expect(current).to_have_text("The same head again")
    page.locator("#demo h2").evaluate("(heading) => heading.scrollIntoView()")
    expect(current).to_have_text("A demonstration")


def test_a_word_that_another_page_keeps_as_its_theme_is_none_of_ours(browser: Browser, demo: Served):
    context = browser.new_context(color_scheme="dark")
    context.add_init_script("localStorage.setItem('theme', 'auto')")
    page = context.new_page()
    page.goto(demo.url)
    switch = page.locator(".theme-switch")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    context.close()


@pytest.fixture
def quiet(page: Page) -> Page:
    """A page whose Python never starts: for what needs none."""
    page.route("**/core.js", lambda route: route.abort())
    page.set_viewport_size({"width": 1440, "height": 500})
    return page


def test_nothing_runs_out_of_a_very_narrow_window(quiet: Page, built: Served):
    quiet.set_viewport_size({"width": 240, "height": 400})
    quiet.goto(built.url)
    assert overflow(quiet) <= 0


def test_the_way_back_leads_to_where_the_reader_was(quiet: Page, demo: Served):
    quiet.goto(f"{demo.url}#demo-bars?head=5")
    quiet.wait_for_function("history.state !== null")
    quiet.locator("#reel h2").evaluate("(heading) => heading.scrollIntoView()")
    left = quiet.evaluate("scrollY")
    quiet.evaluate("() => { location.hash = '#demo'; }")
    quiet.wait_for_function("(left) => scrollY < left - 200", arg=left)
    quiet.go_back()
    quiet.wait_for_function("(left) => Math.abs(scrollY - left) < 2", arg=left)
    assert "demo-bars" in quiet.url


def test_a_link_leads_to_its_figure_each_time_that_it_is_followed(quiet: Page, demo: Served):
    quiet.goto(demo.url)
    for head in (5, 6):
        quiet.evaluate("scrollTo(0, 0)")
        quiet.evaluate("(head) => { location.hash = `#echo-dot?head=${head}`; }", head)
        quiet.wait_for_function("Math.abs(document.querySelector('#echo-dot').getBoundingClientRect().top) < 60")


def test_a_text_too_long_for_a_link_outlives_a_reload_and_it_is_said(quiet: Page, built: Served):
    quiet.goto(built.url)
    text = "Lily " * 3000
    quiet.evaluate(
        "(text) => history.replaceState({ left: [['own_text', text]] }, '', '#lookup-weights?source=own')", text
    )
    quiet.reload()
    field = quiet.locator("#lookup-weights [data-control=own_text]")
    expect(field).to_have_value(text)
    assert quiet.url.endswith("#lookup-weights?source=own")
    said = quiet.locator("#lookup-weights .link-left")
    quiet.locator("#lookup-weights details:has(.figure-link) summary").click()
    expect(said).to_be_visible()
    quiet.evaluate("() => { location.hash = '#lookup-weights?own_text=Lily'; }")
    expect(field).to_have_value("Lily")
    quiet.locator("#lookup-weights .figure-link").hover()
    expect(said).to_be_hidden()


def test_a_finger_scrolls_the_page_over_a_picture_and_drags_only_a_handle(browser: Browser, demo: Served):
    context = browser.new_context(viewport={"width": 390, "height": 700}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(demo.url)
    wait_until_live(page)
    dot = page.locator("#echo-dot")
    dot.scroll_into_view_if_needed()
    notice = dot.locator(".notice").text_content()

    def swipe(box, distance):
        start, session = page.evaluate("scrollY"), context.new_cdp_session(page)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for step in range(1, 13):
            points = [{"x": x, "y": y + distance * step / 12}]
            session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
            page.wait_for_timeout(16)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(300)  # the compositor scrolls first and tells the page after
        return page.evaluate("scrollY") - start

    assert swipe(page.locator("#echo-dot canvas").bounding_box(), 120) < -60
    expect(dot.locator(".notice")).to_have_text(notice)
    dot.scroll_into_view_if_needed()
    assert swipe(dot.locator(".drag-handle").bounding_box(), 60) == 0
    expect(dot.locator(".notice")).not_to_have_text(notice)
    context.close()


DARKENED = """:root, :root[data-theme] { --paper: rgb(1, 2, 3) !important; --text: rgb(250, 251, 252) !important;
  --muted: rgb(250, 251, 252) !important; --query: rgb(9, 200, 9) !important; color-scheme: dark }"""
PIXEL = """() => {
    const canvas = document.querySelector("#demo-bars canvas");
    const ratio = canvas.width / 1000;
    return [...canvas.getContext("2d").getImageData(40 * ratio, 40 * ratio, 1, 1).data].slice(0, 3);
}"""


@pytest.mark.parametrize("way", ["style", "adopted", "attribute"])
def test_pictures_follow_colors_that_somebody_else_changes_after_the_start(page: Page, demo: Served, way: str):
    page.goto(demo.url)
    wait_until_live(page)
    assert page.evaluate(PIXEL) == [0, 0x72, 0xB2]
    page.evaluate(
        """([way, css]) => {
            if (way === "style") {
                document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
            }
            if (way === "adopted") {
                const sheet = new CSSStyleSheet();
                sheet.replaceSync(css);
                document.adoptedStyleSheets.push(sheet);
            }
            if (way === "attribute") {
                for (const [name, value] of [["--query", "rgb(9, 200, 9)"], ["--paper", "rgb(1, 2, 3)"]]) {
                    document.documentElement.style.setProperty(name, value, "important");
                }
            }
        }""",
        [way, DARKENED],
    )
    page.wait_for_function(f"JSON.stringify(({PIXEL})()) === '[9,200,9]'", timeout=5_000)
