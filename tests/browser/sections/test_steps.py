"""The toy in a real browser: arrows move by mouse, keys and finger, and every number follows."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from scene.sentences import plain
from worker.dispatch import Dispatcher

from tests.browser.conftest import START, Served, spot, wait_until_live

FIGURE = "#steps-toy"


def drawn(package: Dispatcher, width: int = 1000, **choice):
    return package.draw(package.figure("steps", "toy"), choice, width)


def place(package: Dispatcher, key: str, x: int, y: int, width: int = 1000) -> tuple[float, float]:
    """Where the tip of an arrow stands in the scene's px when its controls are x and y."""
    drag = next(hit.drag for hit in drawn(package, width).scene.hits if hit.key == key)
    ends = ((drag[axis]["px"], drag[axis]["value"]) for axis in "xy")
    return tuple(a + (b - a) * (to - u) / (v - u) for ((a, b), (u, v)), to in zip(ends, (x, y), strict=True))


def expect_state(page: Page, package: Dispatcher, width: int = 1000, **choice) -> None:
    """Everything that is said: what to notice, the rounding, and the words for who does not see the picture."""
    found = drawn(package, width, **choice)
    expect(page.locator(f"{FIGURE} .notice")).to_have_text(plain(found.notice), timeout=START)
    expect(page.locator(f"{FIGURE} .details p")).to_have_text([plain(part) for part in found.details])
    expect(page.locator(f"{FIGURE} canvas")).to_have_attribute(
        "aria-label", re.compile(f"^{re.escape(found.scene.alt)}")
    )


def start_again(page: Page, package: Dispatcher) -> None:
    page.locator(FIGURE).get_by_role("button", name="Equal keys").click()
    page.locator(FIGURE).get_by_role("button", name="As it was").click()
    page.mouse.move(2, 2)
    expect_state(page, package)


@pytest.fixture
def page(real: Page, package: Dispatcher) -> Page:
    start_again(real, package)
    return real


def test_a_key_is_dragged_with_the_mouse_and_lands_on_tenths(page: Page, package: Dispatcher):
    x, y = place(package, "k3", -2, -12)
    page.mouse.move(*spot(page, FIGURE, x + 4, y - 3))  # what is held keeps its distance from the pointer
    page.mouse.down()
    x, y = place(package, "k3", 14, 6)
    page.mouse.move(*spot(page, FIGURE, x + 5, y - 2), steps=6)
    page.mouse.up()
    expect_state(page, package, k3x=14, k3y=6)
    expect(page.locator(f"{FIGURE} .picture-label")).to_have_text("key of hat: 1.4, 0.6")
    expect(page.locator(f"{FIGURE} .controls [aria-pressed=true]")).to_have_count(0)
    page.wait_for_function("location.hash.includes('setting=own') && location.hash.includes('k3x=14')")
    page.locator(FIGURE).get_by_role("button", name="As it was").click()
    expect_state(page, package)


def test_the_query_is_moved_with_arrow_keys_step_by_step(page: Page, package: Dispatcher):
    handle = page.locator(f"{FIGURE} .drag-handle[data-key=q4]")
    handle.focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowDown")
    expect_state(page, package, q4x=7, q4y=2)
    expect(handle).to_be_focused()
    expect(handle).to_have_attribute("aria-label", "query of so")
    expect(handle).to_have_attribute("aria-valuetext", "0.7, 0.2")
    label = page.locator(f"{FIGURE} .picture-label")
    expect(label).to_have_text("query of so: 0.7, 0.2")
    page.mouse.move(*spot(page, FIGURE, 700, 125))  # a pointer that passes takes nothing away from the keyboard
    expect(label).to_contain_text("score of")
    page.mouse.move(2, 2)
    expect(label).to_have_text("query of so: 0.7, 0.2")


def test_the_tab_key_leads_from_the_picture_to_each_arrow_and_on(page: Page):
    page.locator(f"{FIGURE} canvas").focus()
    reached = []
    for _ in range(6):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.dataset.key"))
    assert reached == ["k0", "k1", "k2", "k3", "k4", "q4"]
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.controls') !== null")


@pytest.mark.parametrize(
    ("name", "setting"),
    [("Equal keys", "equal"), ("One long key", "long"), ("Opposite arrows", "opposite"), ("A long query", "sharp")],
)
def test_a_prepared_setting_shows_what_it_is_there_for(page: Page, package: Dispatcher, name, setting):
    button = page.locator(FIGURE).get_by_role("button", name=name)
    button.click()
    expect_state(page, package, setting=setting)
    expect(button).to_have_attribute("aria-pressed", "true")


def test_a_clicked_word_reads_itself_and_earlier_ones(page: Page, package: Dispatcher):
    word = next(hit for hit in drawn(package).scene.hits if hit.key == "word2")
    page.mouse.click(*spot(page, FIGURE, word.x + word.w / 2, word.y + word.h / 2))
    expect_state(page, package, reader=2)
    expect(page.locator(f"{FIGURE} .drag-handle")).to_have_count(4)


def test_an_arrow_that_is_no_longer_read_takes_its_focus_with_it(page: Page, package: Dispatcher):
    page.locator(f"{FIGURE} .drag-handle[data-key=q4]").focus()
    page.evaluate("location.hash = '#steps-toy?steps-toy.reader=1'")
    expect_state(page, package, reader=1)
    expect(page.locator(f"{FIGURE} .picture-label")).to_be_empty()


def test_pointing_at_a_sum_says_it_in_words(page: Page, package: Dispatcher):
    for hit in (hit for hit in drawn(package).scene.hits if hit.key in ("compare0", "weigh1", "blend4")):
        page.mouse.move(*spot(page, FIGURE, hit.x + hit.w / 2, hit.y + hit.h / 2))
        expect(page.locator(f"{FIGURE} .picture-label")).to_have_text(hit.label)


def test_on_a_phone_a_finger_drags_an_arrow_and_chooses_a_word(browser: Browser, built: Served, package: Dispatcher):
    context = browser.new_context(viewport={"width": 360, "height": 800}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{built.url}#steps-toy")
    wait_until_live(page)
    start, end = (spot(page, FIGURE, *place(package, "k1", *to, 328)) for to in ((-6, 10), (9, -8)))
    scrolled, session = page.evaluate("scrollY"), context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": start[0], "y": start[1]}]})
    for step in range(1, 9):
        x, y = (a + (b - a) * step / 8 for a, b in zip(start, end, strict=True))
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(200)  # a finger that rests before it lifts: else it flings, and the next tap only stops that
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect_state(page, package, 328, k1x=9, k1y=-8)
    assert page.evaluate("scrollY") == scrolled
    word = next(hit for hit in drawn(package, 328).scene.hits if hit.key == "word1")
    page.touchscreen.tap(*spot(page, FIGURE, word.x + word.w / 2, word.y + word.h / 2))
    expect_state(page, package, 328, k1x=9, k1y=-8, reader=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
