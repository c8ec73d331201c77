"""The heads found jobs, in a real browser: moments by play, keys and mouse; a head chosen here is chosen everywhere."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from scene.sentences import plain
from worker.dispatch import Dispatcher

from tests.browser.conftest import START, Served, spot, wait_until_live

HEADS = "#jobs-heads"


def notice(package: Dispatcher, **choice) -> str:
    return plain(package.draw(package.figure("jobs", "heads"), choice, 620).notice)


def hit(package: Dispatcher, key: str, width: int = 1000):
    found = {hit.key: hit for hit in package.draw(package.figure("jobs", "heads"), {}, width).scene.hits}[key]
    return found.x + found.w / 2, found.y + found.h / 2


@pytest.fixture
def page(real: Page, package: Dispatcher) -> Page:
    last, head = (package.figure("jobs", "heads").controls[name].default for name in ("moment", "head"))
    real.evaluate("(hash) => { location.hash = hash; }", f"#jobs-heads?jobs-heads.moment={last}&head={head}")
    expect(real.locator(f"{HEADS} .notice")).to_have_text(notice(package))
    return real


def test_a_click_on_the_curve_shows_that_moment_and_the_arrow_keys_go_on(page: Page, package: Dispatcher):
    page.mouse.click(*spot(page, HEADS, *hit(package, "moment0")))
    expect(page.locator(f"{HEADS} .notice")).to_have_text(notice(package, moment=1))
    page.locator(f"{HEADS} input[type=range]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(f"{HEADS} .notice")).to_have_text(notice(package, moment=2))


def test_play_goes_through_training_to_the_last_moment(page: Page, package: Dispatcher):
    page.locator(f"{HEADS} .film-speed").select_option("2")
    page.locator(f"{HEADS} [data-play=toggle]").click()
    page.wait_for_function(
        "(figure) => Number(document.querySelector(figure + ' input[type=range]').value) < 9", arg=HEADS
    )
    expect(page.locator(f"{HEADS} input[type=range]")).to_have_value("9", timeout=60_000)
    expect(page.locator(f"{HEADS} .notice")).to_have_text(notice(package))


def test_a_head_chosen_here_is_chosen_in_the_lookup_too(page: Page, package: Dispatcher):
    page.mouse.click(*spot(page, HEADS, *hit(package, "head6")))
    expect(page.locator(f"{HEADS} .details p").first).to_have_text(re.compile("^Head 6 reads most"))
    expect(page.locator("#lookup-weights .head[aria-pressed=true]")).to_have_text("6")


def test_what_only_measuring_needs_is_fetched_by_it_and_may_fail_and_be_tried_again(page: Page):
    row = page.locator(f"{HEADS} .measure")
    page.context.route(re.compile("snapshots"), lambda route: route.abort())
    row.locator("button").click()
    expect(row.locator(".measure-words")).to_have_text(
        "The file snapshots.safetensors could not be fetched, so nothing was measured. Press the button to try again."
    )
    expect(page.locator(HEADS)).to_have_attribute("data-live", "yes")
    page.context.unroute(re.compile("snapshots"))
    row.locator("button").click()
    expect(row.locator(".measure-count")).to_contain_text("of 100 stories", timeout=START)
    row.locator("button").click()
    expect(row.locator(".measure-words")).to_contain_text("Stopped")


def test_a_finger_chooses_a_head_on_a_phone_where_nothing_is_cut(browser: Browser, built: Served, package: Dispatcher):
    context = browser.new_context(viewport={"width": 360, "height": 800}, has_touch=True, color_scheme="dark")
    page = context.new_page()
    page.goto(f"{built.url}#jobs-heads")
    wait_until_live(page)
    page.touchscreen.tap(*spot(page, HEADS, *hit(package, "head1", 328)))
    expect(page.locator(f"{HEADS} .details p").first).to_have_text(re.compile("^Head 1 reads most"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
