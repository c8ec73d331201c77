"""What a screen reader is told: the start in quarters, labels for keys alone, nothing for a pointer on its way."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Served, spot, wait_until_live

# Every text that comes into a live region, in order; what is in there already is not spoken.
LISTEN = """window.heard = [];
new MutationObserver((changes) => {
  const regions = new Set(changes.map(({ target }) => (target.nodeType === 1 ? target : target.parentElement))
    .map((element) => element?.closest("[aria-live], [role=status], [role=alert]"))
    .filter((region) => region && region.getAttribute("aria-live") !== "off" && region.checkVisibility()));
  for (const region of regions) heard.push(region.textContent.trim());
}).observe(document, { subtree: true, childList: true, characterData: true });"""


def heard(page: Page) -> list[str]:
    return page.evaluate("heard.splice(0).filter(Boolean)")


def test_a_slow_start_is_told_at_its_beginning_in_quarters_and_at_its_end(browser: Browser, demo: Served):
    context = browser.new_context()
    once_parsed = "addEventListener('readystatechange', () => { %s }, { capture: true, once: true })"
    context.add_init_script(once_parsed % LISTEN)
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    limits = {"offline": False, "latency": 20, "downloadThroughput": 6_000_000, "uploadThroughput": 6_000_000}
    network.send("Network.emulateNetworkConditions", limits)
    page.goto(demo.url)
    wait_until_live(page)
    told = heard(page)
    quarters = [f"Starting Python: {percent}%" for percent in (25, 50, 75)]
    assert told[0] == "Starting Python"
    assert told[-1] == "Python has started"
    assert [words for words in quarters if words in told] == told[1:-1]
    assert told[1:-1]
    context.close()


@pytest.fixture
def listening(live: Page) -> Page:
    live.evaluate(LISTEN)
    return live


def test_a_pointer_over_a_picture_says_nothing_and_keys_say_each_label(listening: Page):
    for at in range(24):
        listening.mouse.move(*spot(listening, "#demo-bars", 40 + 40 * at, 60))
    assert heard(listening) == []
    listening.locator("#demo-bars canvas").focus()
    for key in ("Home", "ArrowRight", "ArrowRight"):
        listening.keyboard.press(key)
    assert [words.split(",")[0] for words in heard(listening)] == ["token 0", "token 1", "token 2"]
    listening.mouse.move(*spot(listening, "#demo-bars", 500, 60))
    assert heard(listening) == []


def test_typing_says_nothing_of_what_the_reader_types(listening: Page):
    listening.locator("#demo-bars input[type=text]").press_sequentially("abcdefghijkl", delay=60)
    listening.wait_for_timeout(500)
    assert heard(listening) == []
