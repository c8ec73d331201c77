"""The question in a real browser: names and texts are typed, and every number is the package's."""

import unicodedata

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import wait_until_live

HOSTILE = "<img src=x onerror=alert(1)> said Lily"
NAME, TEXT = "input[data-control=name]", "textarea[data-control=text]"


@pytest.fixture
def figure(on_screen):
    return on_screen("question-guesses")


def renamed(figure, name: str) -> dict[str, str]:
    """The choice once the first story's hero is called `name`."""
    return {"text": figure.controls["text"].default.replace("Lily", name), "name": name, "hero": name}


def test_the_first_question_has_the_packages_numbers(figure):
    figure.expect_all()


def test_the_two_ways_back_to_the_first_question(figure):
    figure.set(text="Ben had a dog. He", name="Ben", hero="Ben")
    figure.expect_all(text="Ben had a dog. He", name="Ben", hero="Ben")
    figure.button("The first story again").click()
    expect(figure.at(TEXT)).to_have_value(figure.controls["text"].default)
    figure.button("A common name").click()
    figure.expect_all()


def test_a_name_goes_everywhere_in_the_story_and_the_window_network_cannot_tell(figure):
    before = figure.cells()
    figure.button("A rare one").click()
    zoe = renamed(figure, "Zoe")
    expect(figure.at(TEXT)).to_have_value(zoe["text"])
    expect(figure.at(NAME)).to_have_value("Zoe")
    figure.expect_all(**zoe)
    after = figure.cells()
    assert [row for row in after if row[0] == "Window network"][:6] == before[7:13]
    assert after[:6] != before[:6]


def test_a_name_typed_letter_by_letter_renames_the_hero_and_never_loses_the_story(figure):
    figure.at(NAME).click()
    figure.page.keyboard.press("End")
    for key in ["Backspace"] * 4 + list("Zelda"):
        figure.page.keyboard.press(key)
        figure.page.wait_for_timeout(400)  # longer than an answer takes, so that every step is seen
    zelda = renamed(figure, "Zelda")
    expect(figure.at(TEXT)).to_have_value(zelda["text"])
    expect(figure.at(NAME)).to_have_value("Zelda")
    figure.expect_all(**zelda)


def test_a_new_text_brings_its_own_name_and_the_address_keeps_both(figure):
    text = "“Mom, look,” said Tim. A bird had lost its way and sat on the roof of the shed. “Come down,” said"
    figure.at(TEXT).fill(text)
    expect(figure.at(NAME)).to_have_value("Tim")
    figure.expect_all(text=text, name="Tim", hero="Tim")
    page = figure.page
    page.wait_for_function("location.hash.includes('Tim')")
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    wait_until_live(page)
    expect(figure.at(TEXT)).to_have_value(text)
    figure.expect_all(text=text, name="Tim", hero="Tim")


@pytest.mark.parametrize(
    "text",
    ["", "   ", ".", "Lily", "Lily didn’t “stop”", unicodedata.normalize("NFD", "Lily saw Kantō, café"), HOSTILE,
     "שלום ילד קטן Lily", "Lily e\u0301\u200d \U0001f469\u200d\U0001f467 李 3 ½\u202e"],
    ids=["empty", "spaces", "period", "one", "quotes", "accents", "markup", "right-to-left", "joined"],
)  # fmt: skip
def test_any_text_is_answered_and_nothing_in_it_becomes_markup(figure, text):
    figure.at(TEXT).fill(text)
    figure.expect_all(text=text)
    expect(figure.at(TEXT)).to_have_value(text)
    assert figure.page.locator("main img").count() == 0
    assert figure.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("text", ["x" * 20_000, "Lily fed a cat. " * 1_250], ids=["word", "sentences"])
def test_twenty_thousand_characters_are_answered_and_what_was_read_is_named(figure, text):
    figure.at(TEXT).fill(text)
    expect(figure.at(".details")).to_contain_text("the networks read the last 255", timeout=20_000)
    figure.expect_all(text=text)


def test_a_guess_is_written_into_the_story_by_click_and_by_key(figure):
    hit = next(hit for hit in figure.drawn().scene.hits if hit.choice)
    figure.click(hit)
    expect(figure.at(TEXT)).to_have_value(hit.choice["text"])
    figure.expect_all(**hit.choice)
    after = figure.drawn(**hit.choice).scene.hits
    figure.press("Home")
    figure.expect_label(after[0].label)
    figure.press("ArrowDown")
    figure.expect_label(after[1].label)
    if after[1].choice:
        figure.press("Enter")
        expect(figure.at(TEXT)).to_have_value(after[1].choice["text"])


def test_on_a_phone_the_lists_stand_below_each_other_and_a_finger_writes_a_guess(on_phone):
    figure = on_phone("question-guesses")
    hit = next(hit for hit in figure.drawn().scene.hits if hit.choice)
    figure.tap(hit)
    expect(figure.at(TEXT)).to_have_value(hit.choice["text"])
    figure.expect_all(**hit.choice)
