"""A film in a real browser: played, stepped, scrubbed, by mouse, keys and finger; stills for who prefers no motion."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Served, wait_until_live

REEL = "#reel-box"
# Where the box's left edge is painted, in px of the scene, once a frame until it has been at `end` for five frames.
TRACE = """(end) => new Promise((done) => {
  const canvas = document.querySelector('#reel-box canvas');
  const places = [];
  const look = () => {
    const scale = canvas.width / 620;
    const row = canvas.getContext('2d').getImageData(0, Math.round(25 * scale), canvas.width, 1).data;
    const at = row.findIndex((value, index) => index % 4 === 3 && value > 200);
    places.push(at < 0 ? null : (at - 3) / 4 / scale);
    const there = places.slice(-5).every((place) => place !== null && Math.abs(place - end) < 1.5);
    if (there || places.length > 600) done(places);
    else requestAnimationFrame(look);
  };
  look();
})"""


def button(page: Page, name: str):
    return page.locator(f"{REEL} [data-play={name}]")


def expect_step(page: Page, step: int, row: int = 0):
    expect(page.locator(f"{REEL} .notice")).to_have_text(f"The box stands at {step}, in row {row}.")
    expect(page.locator(f"{REEL} .film input")).to_have_value(str(step))
    expect(page.locator(f"{REEL} .film output")).to_have_text(f"{step} of 5")


@pytest.fixture
def page(live: Page) -> Page:
    live.evaluate("location.hash = '#reel-box?reel-box.step=1&reel-box.row=0'")
    expect_step(live, 1)
    return live


def test_play_goes_through_every_state_and_says_each(page: Page):
    page.evaluate("""() => {
      const notice = document.querySelector('#reel-box .notice');
      window.said = [];
      const hear = () => window.said.push([notice.textContent.match(/\\d/)[0], notice.ariaLive]);
      new MutationObserver(hear).observe(notice, { childList: true });
    }""")
    button(page, "toggle").click()
    expect(button(page, "toggle")).to_have_text("Pause")
    expect_step(page, 5)
    expect(button(page, "toggle")).to_have_text("Play")
    # held for 500 ms, which is too short to be read aloud
    assert page.evaluate("said") == [[step, "off"] for step in "2345"]
    button(page, "back").click()
    expect_step(page, 4)
    assert page.evaluate("said.at(-1)") == ["4", "polite"]
    expect(page).to_have_url(re.compile("reel-box.step=4"))


def test_a_step_moves_what_has_the_same_name(page: Page):
    trace = page.evaluate_handle(f"() => ({{ way: ({TRACE})(100) }})")
    button(page, "forward").click()
    places = [place for place in trace.evaluate("(trace) => trace.way") if place is not None]
    assert places[0] == pytest.approx(50, abs=1.5)
    assert places[-1] == pytest.approx(100, abs=1.5)
    assert places == sorted(places)
    assert any(55 < place < 95 for place in places), "it jumped"


def test_the_bar_is_used_by_keys_and_by_mouse(page: Page):
    bar = page.locator(f"{REEL} .film input")
    bar.focus()
    page.keyboard.press("ArrowRight")
    expect_step(page, 2)
    page.keyboard.press("End")
    expect_step(page, 5)
    page.keyboard.press("ArrowLeft")
    expect_step(page, 4)
    page.keyboard.press("Home")
    expect_step(page, 1)
    page.keyboard.press(" ")
    expect(button(page, "toggle")).to_have_text("Pause")
    expect_step(page, 3)
    page.keyboard.press(" ")
    expect(button(page, "toggle")).to_have_text("Play")
    box = bar.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
    expect_step(page, 5)


def test_what_else_is_set_while_it_plays_is_shown_and_it_plays_on(page: Page):
    page.locator(f"{REEL} select").select_option("0.5")
    button(page, "toggle").click()
    page.locator(REEL).get_by_role("button", name="Another row").click()
    expect(page.locator(f"{REEL} .notice")).to_contain_text("in row 1")
    expect_step(page, 5, row=1)
    page.locator(f"{REEL} select").select_option("1")


def test_for_readers_who_prefer_no_motion_it_is_stepped_through(browser: Browser, demo: Served):
    context = browser.new_context(viewport={"width": 360, "height": 800}, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{demo.url}#reel-box")
    wait_until_live(page)
    expect(button(page, "toggle")).to_be_hidden()
    page.evaluate("""() => {
      const { requestAnimationFrame: frame } = window;
      window.frames_asked = 0;
      window.requestAnimationFrame = (draw) => ((window.frames_asked += 1), frame(draw));
    }""")
    button(page, "forward").tap()
    expect_step(page, 2)
    page.locator(f"{REEL} .film input").press(" ")
    expect_step(page, 3)
    page.wait_for_timeout(700)  # longer than a state is held
    expect_step(page, 3)
    assert page.evaluate("frames_asked") == 0
    stills = page.locator(f"{REEL} .still")
    expect(stills.locator("p")).to_have_text([f"The box stands at {step}, in row 0." for step in (1, 4)])
    page.locator(REEL).get_by_role("button", name="Another row").tap()
    expect(stills.locator("p")).to_have_text([f"The box stands at {step}, in row 1." for step in (1, 4)])
    expect(stills.locator("canvas")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


def test_in_print_the_stills_stand_below_the_picture_of_the_same_story(page: Page):
    stills = page.locator(f"{REEL} .stills")
    expect(stills).to_be_hidden()
    page.emulate_media(media="print")
    expect(stills).to_be_visible()
    expect(stills.locator("svg")).to_have_count(2)
    page.emulate_media(media="screen")
    page.locator(REEL).get_by_role("button", name="Another row").click()
    expect_step(page, 1, row=1)
    page.emulate_media(media="print")
    expect(stills).to_be_hidden()
    page.emulate_media(media="screen")


def test_stills_are_those_of_the_present_story_where_no_motion_is_wished_only_later(page: Page):
    page.locator(REEL).get_by_role("button", name="Another row").click()
    expect_step(page, 1, row=1)
    page.emulate_media(reduced_motion="reduce")
    stills = page.locator(f"{REEL} .still")
    expect(stills.locator("p")).to_have_text([f"The box stands at {step}, in row 1." for step in (1, 4)])
    expect(stills.locator("canvas")).to_have_count(2)
    page.emulate_media(reduced_motion="no-preference")
