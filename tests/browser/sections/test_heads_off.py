"""Heads switched off in a real browser: by mouse, keys and fingers; measuring that stops at once."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from scene.sentences import plain
from worker.dispatch import Dispatcher

from tests.browser.conftest import Served, spot, wait_until_live

STORY, GROUPS, PAIRS = "#heads_off-story", "#heads_off-groups", "#heads_off-pairs"


def drawn(package: Dispatcher, name: str, width: int = 620, **choice):
    return package.draw(package.figure("heads_off", name), choice, width)


def middle(package: Dispatcher, name: str, key: str, width: int = 620) -> tuple[float, float]:
    hit = {hit.key: hit for hit in drawn(package, name, width).scene.hits}[key]
    return hit.x + hit.w / 2, hit.y + hit.h / 2


def expect_notice(page: Page, package: Dispatcher, name: str, **choice) -> None:
    expect(page.locator(f"#heads_off-{name} .notice")).to_have_text(plain(drawn(package, name, **choice).notice))


@pytest.fixture
def page(real: Page, package: Dispatcher) -> Page:
    choice = package.figure("heads_off", "groups").controls
    state = f"story={choice['story'].default}&head={choice['head'].default}&spot=-1&heads_off-story.mask=-1"
    real.evaluate("(hash) => { location.hash = hash; }", f"#heads_off-story?{state}&heads_off-pairs.group=rest")
    for name in ("story", "groups", "pairs"):
        expect_notice(real, package, name)
    return real


def off_at_first(package: Dispatcher) -> int:
    label = next(hit for hit in drawn(package, "story").scene.hits if "is off" in hit.label).label
    return int(label.split()[1])


def test_a_switch_turns_one_head_over_by_mouse_and_another_by_keys(page: Page, package: Dispatcher):
    first = off_at_first(package)
    other = 0 if first else 1
    page.mouse.click(*spot(page, STORY, *middle(package, "story", f"switch{other}")))
    expect_notice(page, package, "story", mask=1 << first | 1 << other)
    page.locator(f"{STORY} canvas").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    expect(page.locator(f"{STORY} .picture-label")).to_have_text(re.compile("^head 0 is"))
    page.keyboard.press("Enter")
    expect_notice(page, package, "story", mask=(1 << first | 1 << other) ^ 1)


def test_a_word_is_chosen_and_its_guesses_with_and_without_the_head_are_told(page: Page, package: Dispatcher):
    page.mouse.click(*spot(page, STORY, *middle(package, "story", "t30")))
    details = page.locator(f"{STORY} .details p")
    expect(details).to_have_text([plain(part) for part in drawn(package, "story", spot=30).details])
    page.locator(f"{STORY} canvas").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    page.keyboard.press("End")
    expect(page.locator(f"{STORY} .picture-label")).to_contain_text("off, guess")


def test_a_place_that_suffers_opens_its_story_above(page: Page, package: Dispatcher):
    hit = next(hit for hit in drawn(package, "groups").scene.hits if hit.key == "place0")
    page.mouse.click(*spot(page, GROUPS, hit.x + hit.w / 2, hit.y + hit.h / 2))
    expect_notice(page, package, "story", **hit.choice)
    told = plain(drawn(package, "story", **hit.choice).details[0])
    expect(page.locator(f"{STORY} .details p")).to_have_text(told)


def test_measuring_stops_at_once_while_other_figures_go_on(page: Page, package: Dispatcher):
    row = f"{GROUPS} .measure"
    page.locator(f"{row} button").click()
    expect(page.locator(f"{row} .measure-count")).to_have_text(re.compile(r"^\d+ of 100 stories$"), timeout=60_000)
    page.locator(f"{PAIRS} select").select_option("name")
    expect_notice(page, package, "pairs", group="name")
    stopped = page.evaluate(
        """(row) => { document.querySelector(row + " button").click();
          return document.querySelector(row + " .measure-words").textContent; }""",
        row,
    )
    assert re.match(r"Stopped after \d+ of 100 stories\.", stopped)
    page.wait_for_timeout(500)
    expect(page.locator(f"{row} .measure-words")).to_have_text(stopped)


def test_a_finger_switches_a_head_on_a_phone_where_nothing_is_cut(browser: Browser, built: Served, package: Dispatcher):
    context = browser.new_context(viewport={"width": 360, "height": 800}, has_touch=True, color_scheme="dark")
    page = context.new_page()
    page.goto(f"{built.url}#heads_off-story")
    wait_until_live(page)
    first = off_at_first(package)
    page.touchscreen.tap(*spot(page, STORY, *middle(package, "story", f"switch{first}", 328)))
    expect_notice(page, package, "story", mask=0)
    page.touchscreen.tap(*spot(page, STORY, *middle(package, "story", "t12", 328)))
    told = plain(drawn(package, "story", 328, mask=0, spot=12).details[0])
    expect(page.locator(f"{STORY} .details p")).to_have_text(told)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
