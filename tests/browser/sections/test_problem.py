"""Why is it hard? Its story in a real browser: every number is the package's; mouse, keys and fingers find a word."""

import pytest
from playwright.sync_api import Browser, Page, expect
from scene.sentences import plain
from worker.dispatch import Dispatcher

from tests.browser.conftest import Served, spot, table_cells, wait_until_live

FIGURE = "#problem-reach"


def drawn(package: Dispatcher, width: int = 620, **choice):
    return package.draw(package.figure("problem", "reach"), choice, width)


def first_story(package: Dispatcher) -> int:
    return int(package.figure("problem", "reach").controls["story"].default)


def open_story(page: Page, built: Served, story: int) -> None:
    page.goto(f"{built.url}#problem-reach?story={story}")


def expect_story(page: Page, package: Dispatcher, **choice) -> None:
    found = drawn(package, **choice)
    expect(page.locator(f"{FIGURE} .notice")).to_have_text(plain(found.notice))
    expect(page.locator(f"{FIGURE} .details p")).to_have_text([plain(part) for part in found.details])
    assert table_cells(page, FIGURE) == found.cells


def test_every_number_of_each_story_is_the_packages(real: Page, built: Served, package: Dispatcher):
    story = first_story(package)
    open_story(real, built, story)
    for number in (story, (story + 1) % 100, (story + 2) % 100):
        expect_story(real, package, story=number)
        real.locator(FIGURE).get_by_role("button", name="Another story").click()


def test_the_prose_names_the_packages_numbers(real: Page, package: Dispatcher):
    text = real.locator("#problem").text_content() or ""
    for name, value in package.numbers("problem").items():
        assert value in text, name


def test_pointing_at_a_word_says_and_shows_how_far_back_it_was(real: Page, built: Served, package: Dispatcher):
    story = first_story(package)
    open_story(real, built, story)
    expect_story(real, package, story=story)
    picture = "document.querySelector('#problem-reach canvas').toDataURL()"
    hits = drawn(package, story=story).scene.hits
    real.mouse.move(2, 2)
    at_rest, seen = real.evaluate(picture), set()
    for hit in (hits[0], hits[len(hits) // 2], hits[-1]):
        real.mouse.move(*spot(real, FIGURE, hit.x + hit.w / 2, hit.y + hit.h / 2))
        expect(real.locator(f"{FIGURE} .picture-label")).to_have_text(hit.label)
        seen.add(real.evaluate(picture))
    assert len(seen | {at_rest}) == 4
    real.mouse.move(2, 2)
    expect(real.locator(f"{FIGURE} .picture-label")).to_be_empty()
    assert real.evaluate(picture) == at_rest


def test_arrow_keys_walk_the_marked_words_and_enter_keeps_one(real: Page, built: Served, package: Dispatcher):
    story = first_story(package)
    open_story(real, built, story)
    expect_story(real, package, story=story)
    hits = drawn(package, story=story).scene.hits
    real.locator(f"{FIGURE} canvas").focus()
    for key, hit in (("Home", hits[0]), ("ArrowRight", hits[1]), ("End", hits[-1]), ("ArrowLeft", hits[-2])):
        real.keyboard.press(key)
        expect(real.locator(f"{FIGURE} .picture-label")).to_have_text(hit.label)
    real.keyboard.press("Enter")
    expect_story(real, package, story=story, **hits[-2].choice)
    real.locator(FIGURE).get_by_role("button", name="Another story").click()
    expect_story(real, package, story=(story + 1) % 100)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_finger_chooses_a_word_on_a_phone(browser: Browser, built: Served, package: Dispatcher, theme):
    context = browser.new_context(viewport={"width": 360, "height": 800}, has_touch=True, color_scheme=theme)
    page = context.new_page()
    story = first_story(package)
    page.goto(f"{built.url}#problem-reach?story={story}")
    wait_until_live(page)
    hit = drawn(package, 328, story=story).scene.hits[2]
    page.touchscreen.tap(*spot(page, FIGURE, hit.x + hit.w / 2, hit.y + hit.h / 2))
    expect_story(page, package, story=story, **hit.choice)
    expect(page.locator(f"{FIGURE} .picture-label")).to_have_text(hit.label)
    context.close()
