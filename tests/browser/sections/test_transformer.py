"""The way to the transformer in a real browser: stages by keys, kinds of attention by mouse, sizes sorted."""

from playwright.sync_api import Browser, Page, expect
from scene.sentences import plain
from worker.dispatch import Dispatcher

from tests.browser.conftest import Served, spot, wait_until_live

STAGES, TRANSLATOR, SIZES = "#transformer-stages", "#transformer-translator", "#transformer-sizes"


def expect_words(page: Page, package: Dispatcher, name: str, width: int = 620, **choice) -> None:
    words = plain(package.draw(package.figure("transformer", name), choice, width).notice)
    expect(page.locator(f"#transformer-{name} .notice")).to_have_text(words)


def test_the_stages_are_stepped_through_by_keys(real: Page, package: Dispatcher):
    bar = real.locator(f"{STAGES} .film input")
    bar.press("Home")
    expect_words(real, package, "stages", stage=1)
    for stage in (2, 3):
        bar.press("ArrowRight")
        expect_words(real, package, "stages", stage=stage)
    real.locator(f"{STAGES} [data-play=forward]").press("Enter")
    expect_words(real, package, "stages", stage=4)


def test_a_click_on_a_part_shows_who_may_look_where(real: Page, package: Dispatcher):
    expect_words(real, package, "translator", kind="cross")
    figure = package.figure("transformer", "translator")
    for hit in package.draw(figure, {}, 620).scene.hits:
        real.mouse.click(*spot(real, TRANSLATOR, hit.x + hit.w / 2, hit.y + hit.h / 2))
        expect_words(real, package, "translator", **hit.choice)


def test_the_sizes_sort_by_their_numbers_and_hold_our_own_networks(real: Page, package: Dispatcher):
    table = real.locator(f"{SIZES} table.numbers")
    real.locator(f"{SIZES} .table-more").click()
    header = table.locator("thead button", has_text="Weights, published")
    header.click()
    texts = table.locator("tbody td:nth-child(7)").all_text_contents()
    values = [int(text.replace(",", "")) for text in texts]
    assert values == sorted(values, reverse=True)
    assert len(values) == 17
    assert table.locator("tbody tr").last.locator("td").first.text_content() == "Attention network"
    header.click()
    header.click()


def test_on_a_phone_a_finger_uses_all_three(browser: Browser, built: Served, package: Dispatcher):
    context = browser.new_context(viewport={"width": 360, "height": 800}, has_touch=True)
    page = context.new_page()
    page.goto(f"{built.url}#transformer")
    wait_until_live(page)
    page.locator(f"{STAGES} [data-play=back]").tap()
    expect_words(page, package, "stages", 328, stage=7)
    page.locator(TRANSLATOR).get_by_role("button", name="In the decoder").tap()
    expect_words(page, package, "translator", 328, kind="decoder")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
