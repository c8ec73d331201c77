"""The heads found jobs, in a real browser: moments by play, keys and mouse; a head chosen here is chosen everywhere."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import START, Served


@pytest.fixture
def heads(on_screen):
    return on_screen("jobs-heads")


def test_a_click_on_the_curve_shows_that_moment_and_the_arrow_keys_go_on(heads):
    heads.click(heads.hit("moment0"))
    heads.expect_words(moment=1)
    heads.at("input[type=range]").press("ArrowRight")
    heads.expect_words(moment=2)


def test_play_goes_through_training_to_the_last_moment(heads):
    heads.at(".film-speed").select_option("2")
    heads.at("[data-play=toggle]").click()
    expect(heads.at("input[type=range]")).not_to_have_value("9")
    expect(heads.at("input[type=range]")).to_have_value("9", timeout=60_000)
    heads.expect_words()


def test_a_head_chosen_here_is_chosen_in_the_lookup_too(heads):
    heads.click(heads.hit("head6"))
    heads.expect_words(head=6)
    expect(heads.page.locator("#lookup-weights .head[aria-pressed=true]")).to_have_text("6")


def test_what_only_measuring_needs_is_fetched_by_it_and_may_fail_and_be_tried_again(page: Page, built: Served):
    page.route(re.compile("snapshots"), lambda route: route.abort())  # a page of its own, which has not got them yet
    page.goto(f"{built.url}#jobs-heads")
    figure = page.locator("#jobs-heads")
    expect(figure).to_have_attribute("data-live", "yes", timeout=START)
    row = figure.locator(".measure")
    row.locator("button").click()
    expect(row.locator(".measure-words")).to_have_text(
        "The file snapshots.safetensors could not be fetched. Nothing was measured. Press the button to try again."
    )
    expect(figure).to_have_attribute("data-live", "yes")
    page.unroute(re.compile("snapshots"))
    row.locator("button").click()
    expect(row.locator(".measure-count")).to_contain_text("of 100 stories", timeout=START)
    row.locator("button").click()
    expect(row.locator(".measure-words")).to_contain_text("Stopped")


def test_a_finger_chooses_a_head_on_a_phone(on_phone):
    heads = on_phone("jobs-heads")
    heads.tap(heads.hit("head1"))
    heads.expect_words(head=1)
