"""The page under a browser's translation, which replaces every text node outside what is marked, again and again."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import START, Served, wait_until_live, watch

# As Chrome does it: <font><font>other words</font></font>, now and whenever something changes.
TRANSLATE = """() => {
  const skip = "[translate=no], script, style, noscript, title, option, font";
  const replace = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest(skip)) continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.data.toUpperCase();
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  new MutationObserver(() => replace(document.body)).observe(document.body, { subtree: true, childList: true });
  replace(document.body);
  document.documentElement.lang = "de";
}"""
EARLY = f'addEventListener("DOMContentLoaded", {TRANSLATE})'
QUOTED = re.compile(r"“([^”]+)”")
TEXTS = """() => [...document.querySelectorAll("main p, main .notice, .guide-says")]
  .filter((element) => element.checkVisibility() && /[a-z]{3}/i.test(element.textContent))
  .filter((element) => !element.closest("[translate=no]")).map((element) => element.textContent)"""
CELLS = """() => [...document.querySelectorAll("tbody td, code")].map((cell) => cell.textContent)"""


def test_the_page_comes_alive_and_works_and_the_networks_words_stay(page: Page, demo: Served):
    watched = watch(page.context)
    page.add_init_script(EARLY)
    page.goto(demo.url)
    wait_until_live(page)
    expect(page.locator("h2").first).to_have_text(re.compile("A DEMONSTRATION"))
    page.locator("#demo-bars .head").nth(5).click()
    expect(page.locator("#demo-bars .notice")).to_contain_text("HEAD 5 READS LILY HAD A CAT.", ignore_case=True)
    expect(page.locator("#demo-bars .notice .role-name")).to_have_text("Lily had a cat.")
    page.locator("#demo-bars th button").nth(1).click()
    expect(page.locator("#demo-bars th[aria-sort]")).to_have_count(1)
    page.locator("[data-guide=start]").click()
    expect(page.locator(".guide-says")).to_have_text(re.compile("There are 12", re.IGNORECASE))
    page.locator("[data-guide=on]").click()
    page.locator("[data-guide=leave]").click()
    assert not watched.complaints


def test_on_the_real_page_words_of_stories_and_numbers_in_tables_and_code_are_never_translated(
    page: Page, built: Served
):
    page.goto(built.url)
    wait_until_live(page)
    cells, texts = page.evaluate(CELLS), page.evaluate(TEXTS)
    page.evaluate(TRANSLATE)
    page.wait_for_timeout(500)
    assert page.evaluate(CELLS) == cells
    after = page.evaluate(TEXTS)
    changed = [text for text, before in zip(after, texts, strict=True) if text != before]
    assert len(changed) > 0.97 * len(texts)
    found = [(QUOTED.findall(text), QUOTED.findall(before)) for text, before in zip(after, texts, strict=True)]
    assert sum(len(before) for _, before in found) > 50
    assert all(now == before for now, before in found)
    page.locator("#question-guesses input[type=text]").first.fill("Zorba")
    expect(page.locator("#question-guesses .notice")).to_contain_text("Zorba", timeout=START)
