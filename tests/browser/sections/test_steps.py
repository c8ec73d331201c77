"""The toy in a real browser: arrows move by mouse, keys and finger, and every number follows."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def toy(on_screen):
    return on_screen("steps-toy")


def place(toy, key: str, x: int, y: int) -> tuple[float, float]:
    """Where the tip of an arrow stands in the scene's px when its controls are x and y."""
    drag = toy.hit(key).drag
    ends = ((drag[axis]["px"], drag[axis]["value"]) for axis in "xy")
    return tuple(a + (b - a) * (to - u) / (v - u) for ((a, b), (u, v)), to in zip(ends, (x, y), strict=True))


def test_a_key_is_dragged_with_the_mouse_and_lands_on_tenths(toy):
    x, y = place(toy, "k3", -2, -12)
    toy.page.mouse.move(*toy.spot(x + 4, y - 3))  # what is held keeps its distance from the pointer
    toy.page.mouse.down()
    x, y = place(toy, "k3", 14, 6)
    toy.page.mouse.move(*toy.spot(x + 5, y - 2), steps=6)
    toy.page.mouse.up()
    toy.expect_words(k3x=14, k3y=6)
    toy.expect_label("key of hat: 1.4, 0.6")
    expect(toy.at(".controls [aria-pressed=true]")).to_have_count(0)
    toy.page.wait_for_function("location.hash.includes('setting=own') && location.hash.includes('k3x=14')")
    toy.button("As it was").click()
    toy.expect_words()


def test_the_query_is_moved_with_arrow_keys_step_by_step(toy):
    handle = toy.at(".drag-handle[data-key=q4]")
    handle.focus()
    for _ in range(3):
        toy.page.keyboard.press("ArrowLeft")
    toy.page.keyboard.press("ArrowUp")
    toy.page.keyboard.press("Shift+ArrowDown")
    toy.expect_words(q4x=7, q4y=2)
    expect(handle).to_be_focused()
    expect(handle).to_have_attribute("aria-label", "query of so")
    expect(handle).to_have_attribute("aria-valuetext", "0.7, 0.2")
    toy.expect_label("query of so: 0.7, 0.2")
    toy.page.mouse.move(*toy.spot(700, 125))  # a pointer that passes takes nothing away from the keyboard
    expect(toy.label).to_contain_text("score of")
    toy.page.mouse.move(2, 2)
    toy.expect_label("query of so: 0.7, 0.2")


def test_the_tab_key_leads_from_the_picture_to_each_arrow_and_on(toy):
    toy.at("canvas").focus()
    reached = []
    for _ in range(6):
        toy.page.keyboard.press("Tab")
        reached.append(toy.page.evaluate("document.activeElement.dataset.key"))
    assert reached == ["k0", "k1", "k2", "k3", "k4", "q4"]
    toy.page.keyboard.press("Tab")
    assert toy.page.evaluate("document.activeElement.closest('.controls') !== null")


@pytest.mark.parametrize(
    ("name", "setting"),
    [("Equal keys", "equal"), ("One long key", "long"), ("Opposite arrows", "opposite"), ("A long query", "sharp")],
)
def test_a_prepared_setting_shows_what_it_is_there_for(toy, name, setting):
    button = toy.button(name)
    button.click()
    toy.expect_words(setting=setting)
    expect(button).to_have_attribute("aria-pressed", "true")


def test_a_clicked_word_reads_itself_and_earlier_ones(toy):
    toy.click(toy.hit("word2"))
    toy.expect_words(reader=2)
    expect(toy.at(".drag-handle")).to_have_count(4)


def test_an_arrow_that_is_no_longer_read_takes_its_focus_with_it(toy):
    toy.at(".drag-handle[data-key=q4]").focus()
    toy.set(reader=1)
    toy.expect_words(reader=1)
    expect(toy.at(".picture-label")).to_be_empty()


def test_pointing_at_a_sum_says_it_in_words(toy):
    for key in ("compare0", "weigh1", "blend4"):
        toy.point(toy.hit(key))
        toy.expect_label(toy.hit(key).label)


def test_on_a_phone_a_finger_drags_an_arrow_and_chooses_a_word(on_phone):
    toy = on_phone("steps-toy")
    page = toy.page
    toy.at("canvas").evaluate("(canvas) => canvas.scrollIntoView({ block: 'center', behavior: 'instant' })")
    start, end = (toy.spot(*place(toy, "k1", *to)) for to in ((-6, 10), (9, -8)))
    scrolled, session = page.evaluate("scrollY"), page.context.new_cdp_session(page)

    def touch(kind: str, *at: float) -> None:
        points = [dict(zip("xy", at, strict=True))] if at else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", *start)
    for step in range(1, 9):
        touch("touchMove", *(a + (b - a) * step / 8 for a, b in zip(start, end, strict=True)))
    page.wait_for_timeout(200)  # a finger that rests before it lifts: else it flings, and the next tap only stops that
    touch("touchEnd")
    toy.expect_words(k1x=9, k1y=-8)
    assert page.evaluate("scrollY") == scrolled
    toy.tap(toy.hit("word1"))
    toy.expect_words(k1x=9, k1y=-8, reader=1)
