"""Why is it hard? Its story in a real browser: every number is the package's; mouse, keys and fingers find a word."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def figure(on_screen):
    return on_screen("problem-reach")


def test_every_number_of_each_story_is_the_packages(figure):
    story = figure.controls["story"].default
    for number in (story, (story + 1) % 100, (story + 2) % 100):
        figure.expect_all(story=number)
        figure.button("Another story").click()


def test_pointing_at_a_word_says_and_shows_how_far_back_it_was(figure):
    hits = figure.drawn().scene.hits
    canvas, picture = figure.at("canvas"), "(canvas) => canvas.toDataURL()"
    at_rest, seen = canvas.evaluate(picture), set()
    for hit in (hits[0], hits[len(hits) // 2], hits[-1]):
        figure.point(hit)
        figure.expect_label(hit.label)
        seen.add(canvas.evaluate(picture))
    assert len(seen | {at_rest}) == 4
    figure.page.mouse.move(2, 2)
    expect(figure.label).to_be_empty()
    assert canvas.evaluate(picture) == at_rest


def test_arrow_keys_walk_the_marked_words_and_enter_keeps_one(figure):
    hits = figure.drawn().scene.hits
    for key, hit in (("Home", hits[0]), ("ArrowRight", hits[1]), ("End", hits[-1]), ("ArrowLeft", hits[-2])):
        figure.press(key)
        figure.expect_label(hit.label)
    figure.press("Enter")
    figure.expect_all(**hits[-2].choice)
    figure.button("Another story").click()
    figure.expect_all(story=(figure.controls["story"].default + 1) % 100)


def test_a_finger_chooses_a_word_on_a_phone(on_phone):
    figure = on_phone("problem-reach")
    hit = figure.drawn().scene.hits[2]
    figure.tap(hit)
    figure.expect_all(**hit.choice)
    figure.expect_label(hit.label)
