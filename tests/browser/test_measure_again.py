"""Measuring again in a real browser: progress, stop, other figures meanwhile, the end of Python. On the test page."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import START, Served, wait_for_python, wait_until_live

BARS = "#demo-bars"
ROW = f"{BARS} .measure"
RESULT = re.compile(r"^Measured again on this computer in .+ seconds?: \d+ numbers\. Every one is the same")


def button(page: Page):
    return page.locator(f"{ROW} button")


def words(page: Page):
    return page.locator(f"{ROW} .measure-words")


def press_and_press_again(page: Page, ms: int) -> None:
    """Start, and stop after so many ms: quicker than a driver's two clicks can be told to be."""
    page.evaluate(
        """([row, ms]) => new Promise((resolve) => {
          const button = document.querySelector(row + " button");
          button.click();
          setTimeout(() => { button.click(); resolve(); }, ms);
        })""",
        [ROW, ms],
    )


def test_a_figure_is_measured_again_and_compared_in_front_of_the_reader(live: Page):
    button(live).focus()
    live.keyboard.press("Enter")
    expect(words(live)).to_have_text(RESULT, timeout=START)
    expect(button(live)).to_be_focused()
    expect(button(live)).to_have_text("Measure once more")
    expect(live.locator(f"{ROW} progress")).to_be_hidden()


def test_progress_is_counted_in_stories(live: Page):
    seen = live.evaluate(
        """async (row) => {
          const seen = [], part = (name) => document.querySelector(row + " " + name);
          const look = () => seen.push([part(".measure-count").textContent, part("progress").value]);
          const watcher = new MutationObserver(look);
          watcher.observe(part(".measure-count"), { childList: true, characterData: true, subtree: true });
          part("button").click();
          while (part("button").textContent === "Stop measuring") await new Promise((done) => setTimeout(done, 5));
          watcher.disconnect();
          return seen;
        }""",
        ROW,
    )
    counts = [int(text.split(" of 100 ")[0]) for text, _ in seen if "of 100" in text]
    assert all(text.startswith(f"{value} of") for text, value in seen if "of 100" in text)
    assert counts == sorted(counts)
    assert 0 < counts[0] < counts[-1] <= 100
    assert seen[0][0] == "reading the stories"


def test_stop_takes_effect_at_once_and_nothing_comes_after_it(live: Page):
    press_and_press_again(live, 40)
    assert re.match(r"Stopped (before the first story|after \d+ of 100 stories)\.", words(live).text_content() or "")
    expect(button(live)).to_have_text("Measure again on this computer")
    live.wait_for_timeout(300)
    assert (words(live).text_content() or "").startswith("Stopped")
    button(live).click()
    expect(words(live)).to_have_text(RESULT, timeout=START)


def test_other_figures_answer_while_it_measures_and_it_goes_on(live: Page):
    expect(button(live)).to_be_enabled()
    answered = live.evaluate(
        """async (row) => {
          document.querySelector(row + " button").click();
          const notice = document.querySelector("#echo-dot .notice"), before = notice.textContent;
          const heads = [...document.querySelectorAll("#demo-bars .head")];
          heads.find((head) => head.getAttribute("aria-pressed") === "false").click();
          while (notice.textContent === before) await new Promise((done) => setTimeout(done, 5));
          return document.querySelector(row + " button").textContent;
        }""",
        ROW,
    )
    assert answered == "Stop measuring"
    expect(words(live)).to_have_text(RESULT, timeout=START)


def test_the_end_of_python_ends_the_measuring_with_a_sentence(live: Page):
    live.locator(f"{BARS} input[type=text]").fill("endless")
    live.wait_for_timeout(400)
    button(live).click()
    expect(words(live)).to_have_text("Python has started again, and the measuring ended with it.", timeout=START)
    wait_for_python(live)
    expect(button(live)).to_be_enabled()
    live.locator(f"{BARS} input[type=text]").fill("Lily")
    button(live).click()
    expect(words(live)).to_have_text(RESULT, timeout=START)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_finger_measures_on_a_phone_where_nothing_is_cut(browser: Browser, demo: Served, theme):
    context = browser.new_context(viewport={"width": 360, "height": 800}, has_touch=True, color_scheme=theme)
    page = context.new_page()
    page.goto(demo.url)
    wait_until_live(page)
    page.locator(f"{ROW} button").tap()
    expect(words(page)).to_have_text(RESULT, timeout=START)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = button(page).bounding_box()
    assert box
    assert box["height"] >= 40
    context.close()


def test_nothing_of_it_stands_on_paper_or_without_scripts(browser: Browser, demo: Served, live: Page):
    live.emulate_media(media="print")
    expect(live.locator(ROW)).to_be_hidden()
    live.emulate_media(media="screen")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(demo.url)
    expect(page.locator(ROW)).to_be_hidden()
    context.close()
