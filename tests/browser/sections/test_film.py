"""The film in a real browser: every moment says what the package says, for any word and head."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect
from scene.sentences import plain
from worker.dispatch import Dispatcher

from tests.browser.conftest import Served, spot, wait_until_live

FILM = "#film-look"
LAST = 17


def drawn(package: Dispatcher, width: int = 1000, **choice):
    return package.draw(package.figure("film", "look"), choice, width)


def expect_moment(page: Page, package: Dispatcher, width: int = 1000, **choice) -> None:
    expect(page.locator(f"{FILM} .notice")).to_have_text(plain(drawn(package, width, **choice).notice))


def start_at(page: Page, package: Dispatcher, step: int) -> None:
    """The film's first story at one step, whatever the last test left."""
    choice = package.figure("film", "look").controls
    shared = {name: control.default for name, control in choice.items() if control.shared}
    query = urlencode({**shared, "film-look.step": step})
    page.evaluate("(hash) => { location.hash = hash; }", f"#film-look?{query}")
    expect_moment(page, package, step=step)


@pytest.fixture
def page(real: Page, package: Dispatcher) -> Page:
    start_at(real, package, LAST)
    return real


def test_it_plays_every_moment_with_the_packages_words(page: Page, package: Dispatcher):
    start_at(page, package, 11)
    page.evaluate(f"""() => {{
      const notice = document.querySelector('{FILM} .notice');
      window.said = [];
      new MutationObserver(() => window.said.push(notice.textContent)).observe(notice, {{ childList: true }});
    }}""")
    page.locator(f"{FILM} .film-speed").select_option("2")
    page.locator(f"{FILM} [data-play=toggle]").click()
    expect(page.locator(f"{FILM} [data-play=toggle]")).to_have_text("Pause")
    expect(page.locator(f"{FILM} [data-play=toggle]")).to_have_text("Play", timeout=60_000)
    assert page.evaluate("said") == [plain(drawn(package, step=step).notice) for step in range(12, LAST + 1)]
    page.locator(f"{FILM} .film-speed").select_option("1")


def test_another_word_and_another_head_are_the_film_of_those(page: Page, package: Dispatcher):
    hits = [hit for hit in drawn(package).scene.hits if "token" in hit.choice]
    hit = hits[len(hits) // 2]
    page.mouse.click(*spot(page, FILM, hit.x + hit.w / 2, hit.y + hit.h / 2))
    expect_moment(page, package, **hit.choice)
    page.locator(f"{FILM} .head").nth(1).click()
    expect_moment(page, package, head=1, **hit.choice)
    expect(page.locator("#lookup-weights .head[aria-pressed=true]")).to_have_text("1")
    page.wait_for_function("(token) => location.hash.includes(`token=${token}`)", arg=hit.choice["token"])
    page.locator(f"{FILM} .film input").press("Home")
    expect_moment(page, package, step=1, head=1, **hit.choice)
    page.locator(f"{FILM} .film input").press("ArrowRight")
    expect_moment(page, package, step=2, head=1, **hit.choice)
    expect(page).to_have_url(re.compile(r"film-look\.step=2"))


def test_on_a_phone_a_finger_steps_through_it(browser: Browser, built: Served, package: Dispatcher):
    context = browser.new_context(viewport={"width": 360, "height": 800}, has_touch=True)
    page = context.new_page()
    page.goto(f"{built.url}#film-look")
    wait_until_live(page)
    page.locator(FILM).evaluate("(figure) => figure.scrollIntoView()")  # it is taller than the screen
    fold = next(hit for hit in drawn(package, 328).scene.hits if hit.key.startswith("fold"))
    page.touchscreen.tap(*spot(page, FILM, fold.x + fold.w / 2, fold.y + fold.h / 2))
    expect_moment(page, package, 328, **fold.choice)
    hit = drawn(package, 328, **fold.choice).scene.hits[1]
    page.touchscreen.tap(*spot(page, FILM, hit.x + hit.w / 2, hit.y + hit.h / 2))
    expect_moment(page, package, 328, **hit.choice)
    page.locator(f"{FILM} [data-play=back]").tap()
    expect_moment(page, package, 328, step=LAST - 1, **hit.choice)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
