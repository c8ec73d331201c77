"""Words in a real browser: a card wherever a word is used, an entry that leads back, a map that leads both ways."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Served

CARD = ".term-card"


@pytest.fixture
def still(browser: Browser, built: Served):
    """The page at a phone's width, touched by fingers, without Python: cards need none."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.route("**/core.js", lambda route: route.abort())
    page.goto(built.url)
    yield page
    context.close()


def use(page: Page, term: str) -> Locator:
    """The first place of the text that uses a term."""
    return page.locator(f"a.term[href='#words-{term}']").first


def apart(page: Page, link: Locator) -> bool:
    """Whether the card neither covers the word nor leaves the window."""
    word, card = link.bounding_box(), page.locator(CARD).bounding_box()
    below, above = card["y"] >= word["y"] + word["height"], card["y"] + card["height"] <= word["y"]
    inside = card["x"] >= 0 and card["x"] + card["width"] <= page.evaluate("innerWidth")
    return inside and (below or above)


def entry(page: Page, term: str) -> str:
    return page.locator(f"#words-{term} + dd .term-text").inner_text()


def test_a_word_that_is_pointed_at_shows_its_entry_beside_it(real: Page):
    link = use(real, "query")
    link.scroll_into_view_if_needed()
    link.hover()
    expect(real.locator(CARD)).to_be_visible()
    expect(real.locator("#term-card-text")).to_have_text(entry(real, "query"), use_inner_text=True)
    assert apart(real, link)
    real.locator(CARD).hover()  # the way to the card does not close it
    real.wait_for_timeout(400)
    expect(real.locator(CARD)).to_be_visible()
    real.mouse.move(2, 2)
    expect(real.locator(CARD)).to_be_hidden()


def test_the_keyboard_shows_a_card_says_it_and_closes_it(real: Page):
    link = use(real, "softmax")
    real.keyboard.press("Tab")  # from here on focus shows
    link.focus()
    expect(real.locator(CARD)).to_be_visible()
    expect(link).to_have_attribute("aria-describedby", "term-card-text")
    real.keyboard.press("Escape")
    expect(real.locator(CARD)).to_be_hidden()
    expect(link).to_be_focused()
    real.keyboard.press("Enter")
    expect(real).to_have_url(re.compile("#words-softmax"))
    assert real.locator("#words-softmax").bounding_box()["y"] < 200


def test_an_entry_leads_back_to_every_use(real: Page):
    for term in ("token", "head"):
        uses = real.locator(f"a.term[id][href='#words-{term}']").evaluate_all(
            "(links) => links.map(({ id }) => '#' + id)"
        )
        back = real.locator(f"#words-{term} + dd .term-uses a[href^='#use-']")
        assert back.evaluate_all("(links) => links.map((link) => link.hash)") == uses
    real.locator("#words-head + dd .term-uses a").first.click()
    expect(use(real, "head")).to_be_in_viewport()


def test_a_tap_shows_the_card_and_a_second_tap_goes_to_the_entry(still: Page):
    link = use(still, "key")
    link.scroll_into_view_if_needed()
    link.tap()
    expect(still.locator(CARD)).to_be_visible()
    assert apart(still, link)
    assert "#words-key" not in still.url
    still.locator("#lookup h2").tap()
    expect(still.locator(CARD)).to_be_hidden()
    link.tap()
    still.locator(f"{CARD} a").tap()
    expect(still).to_have_url(re.compile("#words-key"))
    expect(still.locator(CARD)).to_be_hidden()
    assert still.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_box_of_the_map_lights_its_relations_and_links_to_the_entries(on_screen):
    figure = on_screen("words-map")
    gpt = figure.hit("gpt")
    figure.click(gpt)
    notice = figure.at(".notice")
    expect(notice).to_have_text("GPT. A kind of transformer. Made of causal attention.")
    figure.expect_label(gpt.label)
    expect(figure.at("select")).to_have_value("gpt")
    notice.get_by_role("link", name="transformer").click()
    expect(figure.page).to_have_url(re.compile("#words-transformer"))


def test_an_entry_shows_its_word_on_the_map_and_the_keyboard_goes_on_from_there(on_screen):
    figure = on_screen("words-map")
    figure.page.locator("#words-head + dd").get_by_role("link", name="See it on the map").click()
    notice = figure.at(".notice")
    made = "Made of query, key and value. Its kinds: induction head."
    expect(notice).to_have_text(f"Head. Part of attention and layer. {made}")
    expect(figure.at()).to_be_in_viewport()
    figure.press("ArrowRight", "ArrowRight", "Enter")
    expect(notice).to_have_text(re.compile("^Embedding"))


def test_a_finger_chooses_a_word_on_a_phone(on_phone):
    figure = on_phone("words-map")
    figure.tap(figure.hit("score"))
    expect(figure.at(".notice")).to_have_text(re.compile("^Score"))
