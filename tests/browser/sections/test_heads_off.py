"""Heads switched off in a real browser: by mouse, keys and fingers; measuring that stops at once."""

import re

import pytest
from playwright.sync_api import expect


@pytest.fixture
def story(on_screen):
    return on_screen("heads_off-story")


def off_at_first(story) -> int:
    label = next(hit for hit in story.drawn().scene.hits if "is off" in hit.label).label
    return int(label.split()[1])


def test_a_switch_turns_one_head_over_by_mouse_and_another_by_keys(story):
    first = off_at_first(story)
    other = 0 if first else 1
    story.click(story.hit(f"switch{other}"))
    story.expect_words(mask=1 << first | 1 << other)
    story.press("Escape", "Home")
    expect(story.label).to_have_text(re.compile("^head 0 is"))
    story.press("Enter")
    story.expect_words(mask=(1 << first | 1 << other) ^ 1)


def test_a_word_is_chosen_and_its_guesses_with_and_without_the_head_are_told(story):
    story.click(story.hit("t30"))
    story.expect_words(spot=30)
    story.press("Escape", "Home", "End")
    expect(story.label).to_contain_text("off, guess")


def test_a_place_that_suffers_opens_its_story_above(on_screen, story):
    groups = on_screen("heads_off-groups")
    hit = groups.hit("place0")
    groups.click(hit)
    story.expect_words(**hit.choice)


def test_measuring_stops_at_once_while_other_figures_go_on(on_screen):
    groups, pairs = on_screen("heads_off-groups"), on_screen("heads_off-pairs")
    groups.at(".measure button").click()
    expect(groups.at(".measure-count")).to_have_text(re.compile(r"^\d+ of 100 stories$"), timeout=60_000)
    pairs.at("select").select_option("name")
    pairs.expect_words(group="name")
    stopped = groups.at(".measure").evaluate(
        """(row) => { row.querySelector("button").click(); return row.querySelector(".measure-words").textContent; }"""
    )
    assert re.match(r"Stopped after \d+ of 100 stories\.", stopped)
    groups.page.wait_for_timeout(500)
    expect(groups.at(".measure-words")).to_have_text(stopped)


def test_a_finger_switches_a_head_on_a_phone(on_phone):
    story = on_phone("heads_off-story")
    story.tap(story.hit(f"switch{off_at_first(story)}"))
    story.expect_words(mask=0)
    story.tap(story.hit("t12"))
    story.expect_words(mask=0, spot=12)
