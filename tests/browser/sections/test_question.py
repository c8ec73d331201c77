"""The question in a real browser: names and texts are typed, and every number is the package's."""

import unicodedata

import pytest
from playwright.sync_api import Browser, Page, expect
from scene.sentences import plain
from worker.dispatch import Dispatcher

from tests.browser.conftest import Served, spot, table_cells, wait_until_live

FIGURE = "#question-guesses"
HOSTILE = "<img src=x onerror=alert(1)> said Lily"


def default(package: Dispatcher, name: str) -> str:
    return package.figure("question", "guesses").controls[name].default


def drawn(package: Dispatcher, width: int = 620, **choice):
    return package.draw(package.figure("question", "guesses"), choice, width)


def field(page: Page):
    return page.locator(f"{FIGURE} input[data-control=name]")


def story(page: Page):
    return page.locator(f"{FIGURE} textarea[data-control=text]")


def expect_guesses(page: Page, package: Dispatcher, **choice):
    found = drawn(package, **choice)
    expect(page.locator(f"{FIGURE} .notice")).to_have_text(plain(found.notice))
    expect(page.locator(f"{FIGURE} .details p")).to_have_text([plain(part) for part in found.details])
    assert table_cells(page, FIGURE) == found.cells
    return found


def start_again(page: Page, package: Dispatcher) -> None:
    page.locator(FIGURE).get_by_role("button", name="The first story again").click()
    expect(story(page)).to_have_value(default(package, "text"))
    page.locator(FIGURE).get_by_role("button", name="A common name").click()
    expect_guesses(page, package)


def test_the_first_question_has_the_packages_numbers(real: Page, package: Dispatcher):
    expect_guesses(real, package)
    for value in package.numbers("question").values():
        expect(real.locator("#question > p").nth(1)).to_contain_text(value)


def test_a_name_goes_everywhere_in_the_story_and_the_window_network_cannot_tell(real: Page, package: Dispatcher):
    start_again(real, package)
    before = table_cells(real, FIGURE)
    real.locator(FIGURE).get_by_role("button", name="A rare one").click()
    zoe = default(package, "text").replace("Lily", "Zoe")
    expect(story(real)).to_have_value(zoe)
    expect(field(real)).to_have_value("Zoe")
    expect_guesses(real, package, text=zoe, name="Zoe", hero="Zoe")
    assert [row for row in table_cells(real, FIGURE) if row[0] == "Window network"][:6] == before[7:13]
    assert table_cells(real, FIGURE)[:6] != before[:6]


def test_a_name_typed_letter_by_letter_renames_the_hero_and_never_loses_the_story(real: Page, package: Dispatcher):
    start_again(real, package)
    field(real).click()
    real.keyboard.press("End")
    for key in ["Backspace"] * 4 + list("Zelda"):
        real.keyboard.press(key)
        real.wait_for_timeout(400)  # longer than an answer takes, so that every step is seen
    zelda = default(package, "text").replace("Lily", "Zelda")
    expect(story(real)).to_have_value(zelda)
    expect(field(real)).to_have_value("Zelda")
    expect_guesses(real, package, text=zelda, name="Zelda", hero="Zelda")


def test_a_new_text_brings_its_own_name_and_the_address_keeps_both(real: Page, built: Served, package: Dispatcher):
    start_again(real, package)
    text = "“Mom, look,” said Tim. A bird had lost its way and sat on the roof of the shed. “Come down,” said"
    story(real).fill(text)
    expect(field(real)).to_have_value("Tim")
    expect_guesses(real, package, text=text, name="Tim", hero="Tim")
    real.wait_for_function("location.hash.includes('Tim')")
    address = real.url
    real.goto("about:blank")
    real.goto(address)
    wait_until_live(real)
    expect(story(real)).to_have_value(text)
    expect_guesses(real, package, text=text, name="Tim", hero="Tim")


@pytest.mark.parametrize(
    "text",
    ["", "   ", ".", "Lily", "Lily didn’t “stop”", unicodedata.normalize("NFD", "Lily saw Kantō, café"), HOSTILE,
     "שלום ילד קטן Lily", "Lily e\u0301\u200d \U0001f469\u200d\U0001f467 李 3 ½\u202e"],
    ids=["empty", "spaces", "period", "one", "quotes", "accents", "markup", "right-to-left", "joined"],
)  # fmt: skip
def test_any_text_is_answered_and_nothing_in_it_becomes_markup(real: Page, package: Dispatcher, text):
    start_again(real, package)
    story(real).fill(text)
    expect_guesses(real, package, text=text)
    expect(story(real)).to_have_value(text)
    assert real.locator("main img").count() == 0
    assert real.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("text", ["x" * 20_000, "Lily fed a cat. " * 1_250])
def test_twenty_thousand_characters_are_answered_and_what_was_read_is_named(real: Page, package: Dispatcher, text):
    start_again(real, package)
    story(real).fill(text)
    expect(real.locator(f"{FIGURE} .details")).to_contain_text("the networks read the last 255", timeout=20_000)
    expect_guesses(real, package, text=text)


def test_a_guess_is_written_into_the_story_by_click_and_by_key(real: Page, package: Dispatcher):
    start_again(real, package)
    hits = [hit for hit in drawn(package).scene.hits if hit.choice]
    real.mouse.click(*spot(real, FIGURE, hits[0].x + 40, hits[0].y + hits[0].h / 2))
    expect(story(real)).to_have_value(hits[0].choice["text"])
    expect_guesses(real, package, **hits[0].choice)
    after = drawn(package, **hits[0].choice).scene.hits
    real.locator(f"{FIGURE} canvas").focus()
    real.keyboard.press("Home")
    expect(real.locator(f"{FIGURE} .picture-label")).to_have_text(after[0].label)
    real.keyboard.press("ArrowDown")
    expect(real.locator(f"{FIGURE} .picture-label")).to_have_text(after[1].label)
    if after[1].choice:
        real.keyboard.press("Enter")
        expect(story(real)).to_have_value(after[1].choice["text"])


def test_on_a_phone_the_lists_stand_below_each_other_and_a_finger_writes_a_guess(
    browser: Browser, built: Served, package: Dispatcher
):
    context = browser.new_context(viewport={"width": 360, "height": 800}, has_touch=True)
    page = context.new_page()
    page.goto(f"{built.url}#question")
    wait_until_live(page)
    hit = next(hit for hit in drawn(package, 328).scene.hits if hit.choice)
    page.touchscreen.tap(*spot(page, FIGURE, hit.x + 40, hit.y + hit.h / 2))
    expect(story(page)).to_have_value(hit.choice["text"])
    expect_guesses(page, package, **hit.choice)
    context.close()
