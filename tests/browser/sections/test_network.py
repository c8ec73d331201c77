"""The network around attention in a real browser: a typed phrase, and neurons by mouse, keys and finger."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from scene.sentences import plain
from worker.dispatch import Dispatcher

from tests.browser.conftest import START, Served, spot, wait_until_live

FIGURE = "#network-flow"


def drawn(package: Dispatcher, name: str = "flow", width: int = 1000, **choice):
    return package.draw(package.figure("network", name), choice, width)


def digits_apart(text: str) -> str:
    """A sentence without its numbers, which may differ in the last digit between CPython and the browser."""
    return re.sub(r"\d+(\.\d+)?", "#", text)


def expect_flow(page: Page, package: Dispatcher, width: int = 1000, **choice) -> None:
    expected = digits_apart(plain(drawn(package, width=width, **choice).notice))
    page.wait_for_function(
        "([figure, wanted]) => document.querySelector(figure + ' .notice').textContent"
        ".replace(/\\d+(\\.\\d+)?/g, '#') === wanted",
        arg=[FIGURE, expected],
        timeout=START,
    )


def neuron(package: Dispatcher, index: int, width: int = 1000, **choice):
    return next(hit for hit in drawn(package, width=width, **choice).scene.hits if hit.choice == {"neuron": index})


@pytest.fixture
def page(real: Page) -> Page:
    real.evaluate("location.hash = '#network-flow?network-flow.neuron=-1'")
    real.locator(f"{FIGURE} input[type=text]").fill("A girl named Lily lost her hat, so")
    return real


def test_the_prose_names_the_packages_numbers(page: Page, package: Dispatcher):
    text = page.locator("#network").text_content() or ""
    for name, value in package.numbers("network").items():
        assert value in text, name


def test_a_typed_phrase_is_followed_to_its_guesses(page: Page, package: Dispatcher):
    page.locator(f"{FIGURE} input[type=text]").fill("Ben had a dog. He")
    expect_flow(page, package, phrase="Ben had a dog. He")
    page.locator(f"{FIGURE} input[type=text]").fill("   ")
    expect(page.locator(f"{FIGURE} .picture-message")).to_contain_text("write a few words")


def test_a_neuron_is_pointed_at_and_chosen_with_the_mouse(page: Page, package: Dispatcher):
    expect_flow(page, package)
    hit = neuron(package, 70)
    at = spot(page, FIGURE, hit.x + hit.w / 2, hit.y + hit.h / 2)
    page.mouse.move(*at)
    expect(page.locator(f"{FIGURE} .picture-label")).to_contain_text("neuron 70:")
    page.mouse.click(*at)
    expect_flow(page, package, neuron=70)
    page.wait_for_function("location.hash.includes('neuron=70')")


def test_neurons_are_walked_through_with_keys(page: Page, package: Dispatcher):
    label = page.locator(f"{FIGURE} .picture-label")
    hits = drawn(package).scene.hits
    page.locator(f"{FIGURE} canvas").focus()
    page.keyboard.press("Home")
    for _ in range(next(i for i, hit in enumerate(hits) if "neuron" in hit.choice)):
        page.keyboard.press("ArrowRight")
    expect(label).to_contain_text("neuron 0:")
    for key, index in (("ArrowDown", 64), ("ArrowRight", 65), ("ArrowUp", 1), ("End", 63)):
        page.keyboard.press(key)
        expect(label).to_contain_text(f"neuron {index}:")
    page.keyboard.press("Enter")
    expect_flow(page, package, neuron=63)


def test_the_weights_add_up_on_the_page(page: Page):
    rows = page.locator("#network-weights tbody tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    for column in (2, 4):
        counts = [int(row[column].replace(",", "")) for row in rows if row[column]]
        assert sum(counts[:-1]) == counts[-1]


def test_on_a_phone_a_finger_chooses_a_neuron(browser: Browser, built: Served, package: Dispatcher):
    context = browser.new_context(viewport={"width": 360, "height": 800}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{built.url}#network-flow")
    wait_until_live(page)
    hit = neuron(package, 41, 328)
    page.touchscreen.tap(*spot(page, FIGURE, hit.x + hit.w / 2, hit.y + hit.h / 2))
    expect_flow(page, package, 328, neuron=41)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
