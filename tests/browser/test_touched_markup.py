"""The page where somebody else has touched its markup before it starts, as extensions do."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import START, Served, wait_for_python, wait_until_live, watch

# Before the page's own script runs, which waits for the whole document.
EARLY = """document.addEventListener("readystatechange", () => {
  if (document.readyState === "interactive") (%s)();
});"""
WRAP = """() => { for (const element of document.querySelectorAll(%r)) {
  const around = document.createElement("span");
  element.replaceWith(around);
  around.append(element);
} }"""
REMOVE = "() => { for (const element of document.querySelectorAll(%r)) element.remove(); }"
IN_FIGURES = "figure :is(input, select, textarea, button, output, canvas, label, p, table, svg)"


@pytest.mark.parametrize("wrapped", ["#demo-bars input[type=text]", f"{IN_FIGURES}, section > p"])
def test_what_is_wrapped_works_all_the_same(page: Page, demo: Served, wrapped: str):
    watched = watch(page.context)
    page.add_init_script(EARLY % (WRAP % wrapped))
    page.goto(demo.url)
    wait_until_live(page)
    page.locator("#demo-bars input[type=text]").fill("Zed sang.")
    expect(page.locator("#demo-bars .notice .role-name")).to_have_text("Zed sang.", timeout=START)
    page.locator("#demo-bars input[type=text]").fill("x" * 300)
    expect(page.locator("#demo-bars .control-error:visible")).to_contain_text("at most 200")
    assert not watched.complaints


@pytest.mark.parametrize("removed", [".notice", "canvas", ".controls"])
def test_a_figure_that_lost_a_part_says_so_and_the_others_live(page: Page, demo: Served, removed: str):
    page.add_init_script(EARLY % (REMOVE % f"#demo-bars {removed}"))
    page.goto(demo.url)
    wait_for_python(page)
    page.wait_for_function(
        """[...document.querySelectorAll("figure[data-figure]")].every(({ id, dataset }) => dataset.live === "yes" ||
          (id === "demo-bars" && dataset.broken === "yes"))""",
        timeout=START,
    )
    expect(page.locator("#demo-bars")).to_have_attribute("data-broken", "yes")
    expect(page.locator("#demo-bars .picture-message")).to_contain_text("This figure met a fault of the page")
    expect(page.locator("figure[data-live=yes]:not(#demo-bars)")).to_have_count(page.locator("figure[id]").count() - 1)


def test_every_figure_of_the_real_page_lives_though_all_its_controls_are_wrapped(page: Page, built: Served):
    page.add_init_script(EARLY % (WRAP % IN_FIGURES))
    page.goto(built.url)
    wait_until_live(page)
