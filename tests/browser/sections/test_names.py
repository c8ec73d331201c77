"""Swapped and invented names in a real browser: every number is the package's; typed, clicked, by key and by finger."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from scene.sentences import plain
from worker.dispatch import Dispatcher

from tests.browser.conftest import Served, spot, table_cells, wait_until_live

SWAP, KNOWN, HEADS = "#names-swap", "#names-known", "#one_layer-heads"


def drawn(package: Dispatcher, figure: str, width: int = 620, **choice):
    return package.draw(package.figure(*figure.removeprefix("#").split("-")), choice, width)


def expect_state(page: Page, package: Dispatcher, figure: str, width: int = 620, **choice):
    found = drawn(package, figure, width, **choice)
    expect(page.locator(f"{figure} .notice")).to_have_text(plain(found.notice))
    expect(page.locator(f"{figure} .details p")).to_have_text([plain(part) for part in found.details])
    assert table_cells(page, figure) == found.cells
    return found


def start_again(page: Page, figure: str) -> None:
    page.evaluate("(hash) => { location.hash = hash; }", figure)
    page.mouse.move(2, 2)


@pytest.mark.parametrize("section", ["names", "one_layer"])
def test_the_prose_names_the_packages_numbers(real: Page, package: Dispatcher, section):
    text = real.locator(f"#{section}").text_content() or ""
    for name, value in package.numbers(section).items():
        assert value in text, name


def test_a_kind_and_a_typed_name_are_swapped_in(real: Page, package: Dispatcher):
    figure, field = real.locator(SWAP), real.locator(f"{SWAP} input[data-control=name]")
    figure.get_by_role("button", name="An invented one").click()
    expect_state(real, package, SWAP, kind="invented")
    for name in ("Mary Ann", "José", "🙂", "<img src=x onerror=alert(1)>", ""):
        field.fill(name)
        expect_state(real, package, SWAP, kind="own", name=name)
        expect(figure.locator("button[data-sets=kind][aria-pressed=true]")).to_have_count(0)
    assert real.locator("main img").count() == 0
    figure.get_by_role("button", name="A common name").click()
    expect(field).to_have_value("")
    expect_state(real, package, SWAP, kind="common")
    figure.get_by_role("button", name="A rare one").click()


def test_pointing_at_a_row_outlines_its_window_and_a_key_keeps_it(real: Page, package: Dispatcher):
    start_again(real, SWAP)
    hits = expect_state(real, package, SWAP).scene.hits
    rows = [hit for hit in hits if hit.key.startswith("row")]
    real.mouse.move(*spot(real, SWAP, rows[0].x + 40, rows[0].y + rows[0].h / 2))
    expect(real.locator(f"{SWAP} .picture-label")).to_have_text(rows[0].label)
    real.locator(f"{SWAP} canvas").focus()
    real.keyboard.press("End")
    expect(real.locator(f"{SWAP} .picture-label")).to_have_text(rows[-1].label)
    real.keyboard.press("Enter")
    expect(real).to_have_url(re.compile(f"names-swap.place={rows[-1].choice['place']}"))


def test_pointing_at_a_name_says_what_both_networks_give_it(real: Page, package: Dispatcher):
    hits = expect_state(real, package, KNOWN, 1000).scene.hits
    hit = hits[-1]
    real.mouse.move(*spot(real, KNOWN, hit.x + hit.w / 2, hit.y + hit.h / 2))
    expect(real.locator(f"{KNOWN} .picture-label")).to_contain_text("attention network")


def test_a_head_is_chosen_by_its_row_and_another_name_brings_its_own(real: Page, package: Dispatcher):
    start_again(real, HEADS)
    hits = expect_state(real, package, HEADS).scene.hits
    row = next(hit for hit in hits if hit.choice == {"row": 7})
    real.mouse.click(*spot(real, HEADS, row.x + 30, row.y + row.h / 2))
    expect(real).to_have_url(re.compile("one_layer-heads.row=7"))
    real.locator(f"{HEADS} canvas").focus()
    real.keyboard.press("End")
    real.keyboard.press("ArrowUp")
    expect(real.locator(f"{HEADS} .picture-label")).to_have_text(next(h.label for h in hits if h.choice == {"row": 6}))
    real.keyboard.press("Enter")
    expect_state(real, package, HEADS, row=6)
    real.locator(HEADS).get_by_role("button", name="Another name").click()
    default = package.figure("one_layer", "heads").controls["name"].default
    expect_state(real, package, HEADS, name=default + 1)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_finger_chooses_places_and_layers_on_a_phone_where_nothing_is_cut(
    browser: Browser, built: Served, package: Dispatcher, theme
):
    context = browser.new_context(viewport={"width": 360, "height": 800}, has_touch=True, color_scheme=theme)
    page = context.new_page()
    page.goto(f"{built.url}{HEADS}")
    wait_until_live(page)
    hit = next(hit for hit in drawn(package, HEADS, 328).scene.hits if hit.choice == {"place": 0})
    page.touchscreen.tap(*spot(page, HEADS, hit.x + hit.w / 2, hit.y + hit.h / 2))
    expect_state(page, package, HEADS, 328, place=0)
    page.locator("#one_layer-circuit").get_by_role("button", name="One layer").tap()
    expect_state(page, package, "#one_layer-circuit", 328, layers="one")
    row = next(hit for hit in drawn(package, SWAP, 328).scene.hits if hit.key == "row0")
    page.touchscreen.tap(*spot(page, SWAP, row.x + 60, row.y + row.h / 2))
    expect(page).to_have_url(re.compile("names-swap.place=0"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
