"""Remembering, what attention does differently, and where: used in a real browser by mouse, keys and fingers."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from scene.sentences import plain
from worker.dispatch import Dispatcher

from tests.browser.conftest import Served, spot, wait_until_live

POINTING, LOSSES, CURVES, TURNS = "#remembering-pointing", "#different-losses", "#where-curves", "#where-turns"
HEADS = ("curves", "groups", "slopes")


def drawn(package: Dispatcher, section: str, name: str, width: int = 620, **choice):
    return package.draw(package.figure(section, name), choice, width)


def expect_notice(page: Page, package: Dispatcher, section: str, name: str, **choice) -> None:
    expect(page.locator(f"#{section}-{name} .notice")).to_have_text(
        plain(drawn(package, section, name, **choice).notice)
    )


def click(page: Page, figure: str, hit) -> None:
    page.mouse.click(*spot(page, figure, hit.x + hit.w / 2, hit.y + hit.h / 2))


@pytest.mark.parametrize("section", ["remembering", "different", "where"])
def test_the_prose_names_the_packages_numbers(real: Page, package: Dispatcher, section):
    text = real.locator(f"#{section}").text_content() or ""
    for name, value in package.numbers(section).items():
        assert value in text, name


def test_each_text_says_what_comes_next_and_its_words_say_what_they_mean(real: Page, package: Dispatcher):
    for button, kind in (("A chat", "chat"), ("A translation", "translation"), ("A story", "story")):
        real.locator(POINTING).get_by_role("button", name=button).click()
        expect_notice(real, package, "remembering", "pointing", example=kind)
    hits = drawn(package, "remembering", "pointing").scene.hits
    label = real.locator(f"{POINTING} .picture-label")
    real.mouse.move(*spot(real, POINTING, hits[0].x + 4, hits[0].y + hits[0].h / 2))
    expect(label).to_have_text(hits[0].label)
    real.locator(f"{POINTING} canvas").focus()
    real.keyboard.press("End")
    expect(label).to_have_text(hits[-1].label)
    assert hits[-1].label.startswith("the word to come")


def test_a_group_of_tokens_is_chosen_by_click_and_key_and_shown_in_other_units(real: Page, package: Dispatcher):
    rows = drawn(package, "different", "losses").scene.hits
    click(real, LOSSES, rows[1])
    expect_notice(real, package, "different", "losses", **rows[1].choice)
    real.locator(f"{LOSSES} canvas").focus()
    real.keyboard.press("Home")
    real.keyboard.press("Enter")
    expect_notice(real, package, "different", "losses", **rows[0].choice)
    real.locator(f"{LOSSES} select").select_option("choices")
    alt = drawn(package, "different", "losses", unit="choices", **rows[0].choice).scene.alt
    expect(real.locator(f"{LOSSES} canvas")).to_have_attribute("aria-label", re.compile("^" + re.escape(alt)))


def test_a_head_is_picked_on_its_small_chart_and_is_the_current_one_everywhere(real: Page, package: Dispatcher):
    charts = drawn(package, "where", "curves", 1000).scene.hits
    click(real, CURVES, charts[6])
    for name in HEADS:
        expect_notice(real, package, "where", name, head=6)
    real.locator(CURVES).get_by_role("button", name="All in one").click()
    state = {"head": 6, "view": "together"}
    columns = drawn(package, "where", "curves", 1000, **state).scene.hits
    real.mouse.move(*spot(real, CURVES, columns[20].x + columns[20].w / 2, columns[20].y + 30))
    expect(real.locator(f"{CURVES} .picture-label")).to_have_text(columns[20].label)
    real.locator(f"{CURVES} .head").nth(1).click()
    for name in HEADS:
        expect_notice(real, package, "where", name, head=1)
    real.locator(CURVES).get_by_role("button", name="Side by side").click()


def test_places_by_rows_or_by_waves(real: Page, package: Dispatcher):
    head = int((real.locator(f"{CURVES} .head[aria-pressed=true]").text_content() or "").strip())
    real.locator("#where-places").get_by_role("button", name="Waves").click()
    expect_notice(real, package, "where", "places", head=head, rows="waves")


def test_the_query_is_turned_by_dragging_and_by_keys(real: Page, package: Dispatcher):
    handle = real.locator(f"{TURNS} .drag-handle")
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box
    drag = drawn(package, "where", "turns").scene.hits[0].drag
    assert drag
    left, right = drag["x"]["px"]
    real.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    real.mouse.down()
    real.mouse.move(*spot(real, TURNS, left + (right - left) * 100 / 255, 300), steps=5)
    real.mouse.up()
    expect_notice(real, package, "where", "turns", distance=100)
    slider = real.locator(f"{TURNS} input[type=range]")
    slider.focus()
    real.keyboard.press("ArrowRight")
    expect_notice(real, package, "where", "turns", distance=101)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_finger_uses_them_on_a_phone_where_nothing_is_cut(
    browser: Browser, built: Served, package: Dispatcher, theme
):
    context = browser.new_context(viewport={"width": 360, "height": 800}, has_touch=True, color_scheme=theme)
    page = context.new_page()
    page.goto(f"{built.url}#where-curves")
    wait_until_live(page)
    chart = drawn(package, "where", "curves", 328).scene.hits[5]
    page.touchscreen.tap(*spot(page, CURVES, chart.x + chart.w / 2, chart.y + chart.h / 2))
    expect(page.locator(f"{CURVES} .notice")).to_have_text(plain(drawn(package, "where", "curves", 328, head=5).notice))
    row = drawn(package, "different", "losses", 328).scene.hits[3]
    page.touchscreen.tap(*spot(page, LOSSES, row.x + row.w / 2, row.y + row.h / 2))
    expect(page.locator(f"{LOSSES} .notice")).to_have_text(
        plain(drawn(package, "different", "losses", 328, **row.choice).notice)
    )
    page.locator(POINTING).get_by_role("button", name="A question").tap()
    expect(page.locator(f"{POINTING} .notice")).to_contain_text("six")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
