"""The film in a real browser: every moment says what the package says, for any word and head."""

import re

import pytest
from playwright.sync_api import expect

LAST = 17


@pytest.fixture
def film(on_screen):
    """The film at its end, where a story is chosen from."""
    figure = on_screen("film-look")
    figure.set(step=LAST)
    figure.expect_words(step=LAST)
    return figure


def test_it_plays_every_moment_with_the_packages_words(film):
    film.set(step=11)
    film.expect_notice(step=11)
    film.at(".notice").evaluate("""(notice) => {
      window.said = [];
      new MutationObserver(() => window.said.push(notice.textContent)).observe(notice, { childList: true });
    }""")
    film.at(".film-speed").select_option("2")
    film.at("[data-play=toggle]").click()
    expect(film.at("[data-play=toggle]")).to_have_text("Pause")
    expect(film.at("[data-play=toggle]")).to_have_text("Play", timeout=60_000)
    assert film.page.evaluate("said") == [film.notice(step=step) for step in range(12, LAST + 1)]
    film.at(".film-speed").select_option("1")


def test_another_word_and_another_head_are_the_film_of_those(film):
    hits = [hit for hit in film.drawn(step=LAST).scene.hits if "token" in hit.choice]
    hit = hits[len(hits) // 2]
    film.click(hit)
    film.expect_words(**hit.choice)
    film.at(".head").nth(1).click()
    film.expect_words(head=1, **hit.choice)
    expect(film.page.locator("#lookup-weights .head[aria-pressed=true]")).to_have_text("1")
    film.page.wait_for_function("(token) => location.hash.includes(`token=${token}`)", arg=hit.choice["token"])
    film.at(".film input").press("Home")
    film.expect_words(step=1, head=1, **hit.choice)
    film.at(".film input").press("ArrowRight")
    film.expect_words(step=2, head=1, **hit.choice)
    expect(film.page).to_have_url(re.compile(r"film-look\.step=2"))


def test_on_a_phone_a_finger_steps_through_it(on_phone):
    film = on_phone("film-look")
    film.at().evaluate("(figure) => figure.scrollIntoView()")  # it is taller than the screen
    fold = next(hit for hit in film.drawn().scene.hits if hit.key.startswith("fold"))
    film.tap(fold)
    film.expect_words(**fold.choice)
    hit = film.drawn(**fold.choice).scene.hits[1]
    film.tap(hit)
    film.expect_words(**hit.choice)
    film.at("[data-play=back]").tap()
    film.expect_words(step=LAST - 1, **hit.choice)
