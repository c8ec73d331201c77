"""The guide in a real browser: it sets figures, says what to notice, and gives the reader's own state back."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Served, wait_until_live

BAR, BARS, DOT = ".guide", "#demo-bars", "#echo-dot"


def button(page: Page, name: str):
    return page.locator(f"[data-guide='{name}']")


def notice(page: Page, figure: str):
    return page.locator(f"{figure} .notice")


def start_again(page: Page, **choice) -> None:
    """The guide off and at its first stop, the figures at their defaults but for `choice` (names as in addresses)."""
    page.evaluate(
        """() => {
            const button = (name) => document.querySelector(`[data-guide=${name}]`);
            button("start").click();
            while (!button("back").disabled) button("back").click();
            button("leave").click();
            scrollTo(0, 0);
        }"""
    )
    defaults = {"head": 3, "demo-bars.token": 2, "demo-bars.text": "Lily had a cat.", "demo-bars.order": "up"}
    query = "&".join(f"{name}={value}" for name, value in {**defaults, **choice}.items())
    page.evaluate("(hash) => { location.hash = hash; }", f"#demo?{query}")
    expect(notice(page, BARS)).to_have_text(re.compile(f"^Head {choice.get('head', 3)} reads Lily"))


@pytest.fixture
def page(live: Page) -> Page:
    start_again(live)
    return live


def test_a_stop_scrolls_to_its_figure_sets_it_and_says_what_to_notice(page: Page):
    button(page, "start").click()
    expect(page.locator(".guide-count")).to_have_text("1 of 4")
    expect(page.locator(".guide-figure")).to_have_text("Eight bars, one of them chosen")
    expect(page.locator(".guide-says")).to_have_text("There are 12 of them, <b>really</b>.")
    expect(notice(page, BARS)).to_have_text(re.compile("^Head 3 reads 12 bars"))
    expect(page.locator(BARS)).to_have_class(re.compile("is-guided"))
    expect(button(page, "back")).to_be_disabled()
    button(page, "on").click()
    button(page, "on").click()
    expect(notice(page, DOT)).to_have_text(re.compile("^Head 6"))
    expect(notice(page, BARS)).to_have_text(re.compile("^Head 6 reads Lily"))  # the first stop's text has gone again
    page.wait_for_function("document.querySelector('#echo-dot').getBoundingClientRect().top < innerHeight / 2")
    button(page, "back").click()
    expect(page.locator(".guide-count")).to_have_text("2 of 4")


def test_a_stop_may_stand_at_a_heading_where_no_figure_is(page: Page):
    button(page, "start").click()
    for _ in range(3):
        button(page, "on").click()
    expect(button(page, "on")).to_have_text("Finish")
    expect(page.locator(".guide-figure")).to_have_text("After the dot")
    expect(page.locator(".guide-says")).to_have_text(re.compile("^A stop where there is no figure"))
    expect(page.locator(".guide-wait")).to_be_hidden()
    expect(page.locator(".is-guided")).to_have_count(0)
    expect(notice(page, DOT)).to_have_text(re.compile("^Head 3"))  # the stop before has given it back
    page.locator(".guide-figure").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#echo-after")).to_be_focused()
    page.wait_for_function("location.hash.startsWith('#echo-after')")
    button(page, "on").click()
    expect(page.locator(BAR)).to_be_hidden()
    expect(page.locator("#echo-after")).to_be_focused()


def test_leaving_gives_back_what_the_reader_had_set(page: Page):
    start_again(page, **{"head": 1, "demo-bars.token": 4, "demo-bars.order": "down"})
    before, address = notice(page, BARS).text_content(), page.url
    button(page, "start").click()
    button(page, "on").click()
    button(page, "on").click()
    expect(notice(page, BARS)).to_have_text(re.compile("^Head 6"))
    button(page, "leave").click()
    expect(page.locator(BAR)).to_be_hidden()
    expect(notice(page, BARS)).to_have_text(before)
    expect(page.locator(f"{BARS} select")).to_have_value("down")
    query = address.split("?")[1]
    page.wait_for_function("(query) => location.hash.split('?')[1] === query", arg=query)


def test_what_the_reader_sets_on_the_way_stays(page: Page):
    button(page, "start").click()
    expect(notice(page, BARS)).to_have_text(re.compile("12 bars"))
    page.locator(f"{BARS} .head").nth(5).click()
    expect(notice(page, BARS)).to_have_text(re.compile("^Head 5"))
    button(page, "leave").click()
    expect(notice(page, BARS)).to_have_text(re.compile("^Head 5 reads 12 bars"))
    expect(page.locator(f"{BARS} .details")).to_have_text("7 x 5 + 0")


def test_the_keyboard_goes_on_and_back_leaves_and_reaches_the_figure(page: Page):
    button(page, "start").focus()
    page.keyboard.press("Enter")
    expect(button(page, "on")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".guide-count")).to_have_text("2 of 4")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".guide-count")).to_have_text("1 of 4")
    page.locator(".guide-figure").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"{BARS} canvas")).to_be_focused()
    button(page, "on").focus()
    page.keyboard.press("Escape")
    expect(page.locator(BAR)).to_be_hidden()
    expect(page.locator(f"{BARS} canvas")).to_be_focused()


def test_a_reload_keeps_the_stop_and_what_the_reader_had_set(page: Page, demo: Served):
    other = page.context.new_page()
    other.route("**/core.js", lambda route: route.abort())
    other.goto(f"{demo.url}#demo-bars?demo-bars.token=5")
    button(other, "start").click()
    button(other, "on").click()
    other.wait_for_function("location.hash.includes('guide=2')")
    other.reload()
    expect(other.locator(".guide-count")).to_have_text("2 of 4")
    expect(other.locator(f"{BARS} [data-control=token]")).to_have_value("9")
    button(other, "leave").click()
    expect(other.locator(f"{BARS} [data-control=token]")).to_have_value("5")
    other.wait_for_function("location.hash === '#demo-bars?demo-bars.token=5'")
    other.close()


def test_before_python_runs_the_guide_says_so_and_waits(browser: Browser, demo: Served):
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    held = []
    page.route("**/core.js", lambda route: held.append(route))
    page.goto(demo.url)
    button(page, "start").tap()
    expect(page.locator(".guide-wait")).to_be_visible()
    expect(page.locator(".guide-says")).to_be_visible()
    bar, figure = page.locator(BAR).bounding_box(), page.locator(BARS).bounding_box()
    assert bar["y"] + bar["height"] <= 740.5
    assert abs(figure["y"]) < 40  # at once, since motion is not wanted
    for tapped in page.locator(f"{BAR} button").all():
        assert tapped.bounding_box()["height"] >= 24
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.wait_for_timeout(100)
    held[0].continue_()
    wait_until_live(page)
    expect(page.locator(".guide-wait")).to_be_hidden()
    expect(notice(page, BARS)).to_have_text(re.compile("12 bars"))
    button(page, "leave").tap()
    expect(notice(page, BARS)).to_have_text(re.compile("Lily had a cat"))
    context.close()


COVERED = """() => {
  const over = ".guide, .film, .banner, .changed, .loading, .contents";
  const at = [...Array(innerHeight - 1).keys()].map((y) => document.elementsFromPoint(innerWidth / 2, y + 0.5)[0]);
  return at.filter((element) => element?.closest(over)).length / at.length;
}"""


def test_what_stays_in_sight_leaves_half_of_a_low_window_to_the_picture(browser: Browser, built: Served):
    width, height = 320, 256  # 1280 x 1024 at a zoom of 400 %
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto(f"{built.url}#film")
    wait_until_live(page)
    button(page, "start").evaluate("(button) => button.click()")
    films = 0
    while page.locator(BAR).is_visible():
        page.evaluate("document.querySelector('.is-guided .picture')?.scrollIntoView({ behavior: 'instant' })")
        page.wait_for_timeout(120)
        films += page.locator(".figure.is-guided:has(.film)").count()
        if page.locator(".figure.is-guided").count():
            assert page.evaluate(COVERED) <= 0.5, page.locator(".guide-place").text_content()
        for name in ("back", "on", "leave"):
            box = button(page, name).bounding_box()
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height
            assert box["height"] >= 24
        button(page, "on").click()
    assert films > 0
    context.close()
