"""A lookup by content in a real browser: every number is the package's; mouse, keys and fingers choose tokens."""

import csv
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import START, opened

NAMES = ("lookup-weights", "lookup-scores", "lookup-vectors")
GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "story.json").read_text(encoding="utf-8"))
EXACT = 1e-5  # how far float32 may differ between CPython and the browser


@pytest.fixture
def weights(on_screen):
    return on_screen("lookup-weights")


@pytest.fixture
def scores(on_screen):
    return on_screen("lookup-scores")


@pytest.fixture
def vectors(on_screen):
    return on_screen("lookup-vectors")


@pytest.fixture
def expect_notices(on_screen):
    """Makes sure that all three figures show one choice."""
    figures = [on_screen(name) for name in NAMES]
    return lambda **choice: [figure.expect_notice(**choice) for figure in figures]


def downloaded(figure, folder: Path) -> list[list[str]]:
    """The figure's numbers, with all their digits."""
    figure.at("details.small-print").last.evaluate("(details) => { details.open = true; }")
    with figure.page.expect_download() as waiting:
        figure.at("[data-share=csv]").click()
    path = folder / "numbers.csv"
    waiting.value.save_as(path)
    return list(csv.reader(path.read_text(encoding="utf-8").splitlines()))[1:]


def number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", "") or "nan")


@pytest.mark.parametrize("name", NAMES)
def test_every_number_of_a_figure_equals_the_packages_to_five_decimals(on_screen, name, tmp_path):
    figure = on_screen(name)
    expected, found = figure.drawn().scene.table.rows, downloaded(figure, tmp_path)
    assert len(found) == len(expected)
    by_place = 1 if name != "lookup-vectors" else 0  # rows of nearly equal weight may change places
    found.sort(key=lambda row: int(row[by_place]))
    for row, wanted in zip(found, sorted(expected, key=lambda row: row[by_place]), strict=True):
        for text, value in zip(row, wanted, strict=True):
            if isinstance(value, float):
                assert float(text) == pytest.approx(value, abs=EXACT)
            else:
                assert text == ("" if value is None else str(value))


@pytest.mark.parametrize("head", range(8))
def test_the_browser_works_out_what_pytorch_does_in_float64(scores, vectors, expect_notices, head, tmp_path):
    state = {"story": GOLDEN["story"], "token": GOLDEN["position"], "head": head}
    scores.set(**state)
    expect_notices(**state)
    rows = downloaded(scores, tmp_path)
    nearest_first = sorted(rows, key=lambda row: int(row[1]))
    shares = [float(row[2]) for row in reversed(nearest_first)]
    assert shares == pytest.approx(GOLDEN["weights"][head], abs=EXACT)
    itself = rows.index(nearest_first[0])
    vectors.set(**state, rank=itself)
    expect_notices(**state, rank=itself)
    columns = list(zip(*downloaded(vectors, tmp_path), strict=True))[1:]
    for name, column in zip(("q", "k", "v", "z"), columns, strict=True):
        found = [float(text) for text in column if text]
        assert found == pytest.approx(GOLDEN[name][head], rel=EXACT, abs=EXACT), name


def test_the_shown_table_writes_these_numbers_rounded(weights, scores, tmp_path):
    exact, shown = downloaded(scores, tmp_path), scores.cells()
    assert len(shown) == len(exact) == reader_at_first(weights) + 1
    for row, numbers in zip(shown, exact, strict=True):
        assert row[:2] == numbers[:2]
        for place, (text, value) in enumerate(zip(row[2:], numbers[2:], strict=True)):
            assert number(text) == pytest.approx(float(value), abs=0.000501 if place == 0 else 0.00501)
    assert sum(float(row[2]) for row in exact) == pytest.approx(1, abs=EXACT)


def reader_at_first(weights) -> int:
    found = re.search(r"position=(\d+)", weights.drawn().call)
    assert found
    return int(found[1])


def test_the_arithmetic_on_the_canvas_is_said_in_words_with_the_packages_numbers(scores):
    said = scores.at("canvas").get_attribute("aria-label") or ""
    expected = scores.drawn().scene.alt
    assert said.startswith(re.split(r"\d", expected)[0])
    for text, wanted in zip(re.findall(r"−?\d+\.\d+", said), re.findall(r"−?\d+\.\d+", expected), strict=True):
        assert number(text) == pytest.approx(number(wanted), abs=0.0015)


def test_a_clicked_token_becomes_the_reader_in_every_figure(weights, expect_notices):
    hits = weights.drawn().scene.hits
    hit = hits[len(hits) // 3]
    weights.click(hit)
    expect_notices(**hit.choice)
    weights.page.wait_for_function("(token) => location.hash.includes(`token=${token}`)", arg=hit.choice["token"])
    expect(weights.at(".package-call code")).to_have_text(weights.drawn(**hit.choice).call)


def test_pointing_at_a_token_says_how_much_it_gets(weights):
    hits, reader = weights.drawn().scene.hits, reader_at_first(weights)
    for hit in (hits[0], hits[reader - 1], hits[reader], hits[reader + 1]):
        weights.point(hit)
        weights.expect_label(hit.label)
    assert "weight" in hits[reader].label
    assert "can’t be read" in hits[reader + 1].label


def test_a_head_is_picked_in_any_figure_and_keeps_the_reader(weights, vectors, expect_notices):
    weights.at(".head").nth(1).click()
    expect_notices(head=1)
    vectors.at(".head").nth(6).click()
    expect_notices(head=6)
    expect(weights.at(".head[aria-pressed=true]")).to_have_text("6")


def test_a_row_of_the_table_is_worked_out_by_click_and_by_key(scores):
    rows = scores.at("tbody tr")
    rows.nth(4).click()
    label = re.compile(f"^{re.escape(scores.drawn(rank=4).scene.alt.split('.')[0])}")
    expect(scores.at("canvas")).to_have_attribute("aria-label", label)
    expect(rows.nth(4)).to_have_attribute("aria-selected", "true")
    assert scores.at("tbody tr[tabindex='0']").count() == 1
    rows.nth(4).press("ArrowDown")
    expect(rows.nth(5)).to_be_focused()
    scores.page.keyboard.press("Enter")
    expect(rows.nth(5)).to_have_attribute("aria-selected", "true")
    expect(scores.page).to_have_url(re.compile("rank=5"))


def test_the_table_sorts_and_shows_its_other_rows_when_wanted(scores):
    rows = scores.at("tbody tr")
    assert rows.nth(11).is_visible()
    assert not rows.nth(12).is_visible()
    scores.button(f"Show all {rows.count()} rows").click()
    assert rows.nth(12).is_visible()
    back = scores.at("thead button").filter(has_text="Back")
    back.click()
    expect(scores.at("th[aria-sort=descending]")).to_have_text(re.compile("Back"))
    backs = [int(row[1]) for row in scores.cells()]
    assert backs == sorted(backs, reverse=True)
    back.click()
    assert [int(row[1]) for row in scores.cells()] == sorted(backs)
    back.click()
    expect(scores.at("th[aria-sort]")).to_have_count(0)
    scores.button("Show the first 12 rows").click()
    assert not rows.nth(12).is_visible()


def test_the_canvas_is_one_tab_stop_with_arrow_keys_and_enter(weights, expect_notices):
    hits = weights.drawn().scene.hits
    for key, hit in (("Home", hits[0]), ("ArrowRight", hits[1]), ("End", hits[-1]), ("ArrowLeft", hits[-2])):
        weights.press(key)
        weights.expect_label(hit.label)
    weights.press("Enter")
    expect_notices(**hits[-2].choice)
    weights.page.keyboard.press("Tab")
    assert weights.page.evaluate("document.activeElement.closest('.controls') !== null")


def test_another_story_starts_at_its_own_reader(weights, expect_notices):
    hit = weights.drawn().scene.hits[3]
    weights.click(hit)
    expect_notices(**hit.choice)
    weights.button("Another story").click()
    expect_notices(story=(weights.controls["story"].default + 1) % 100)


@pytest.mark.parametrize(
    "text",
    ["", "   ", "Lily", "?!", "Don’t! “Stop,” said", "Kanto\u0304 café", "שלום עולם", "\u202eabc\u200d 7",
     "<img src=x onerror=alert(1)>", "x" * 20_000, "Lily fed a cat. " * 1_250],
    ids=["empty", "spaces", "one", "punctuation", "quotes", "accents", "rtl", "marks", "markup", "word", "long"],
)  # fmt: skip
def test_any_text_of_the_readers_own_is_read(weights, expect_notices, text):
    weights.button("Your own text").click()
    field = weights.at("textarea[data-control=own_text]")
    field.fill(text)
    if text.strip():
        expect_notices(source="own", own_text=text)
        weights.expect_words(source="own", own_text=text)
        is_told = len(text) >= 20_000 or any(sign in text for sign in "ש<")  # cut, or with signs that are not known
        assert bool(weights.drawn(source="own", own_text=text).details) == is_told
    else:
        message = weights.at(".picture-message")
        expect(message).to_be_visible()  # its text may be left from the test before
        expect(message).to_contain_text("write a few words, or take one of the stories")
    expect(field).to_have_value(text)
    assert weights.page.locator("main img").count() == 0
    assert weights.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_text_of_ones_own_is_kept_while_a_story_is_looked_at(weights, expect_notices):
    own, text = weights.button("Your own text"), "Tom sat. So did Sue. Then Tom"
    own.click()
    weights.at("textarea[data-control=own_text]").fill(text)
    expect_notices(source="own", own_text=text)
    weights.button("A test story").click()
    expect_notices()
    expect(weights.at("textarea[data-control=own_text]")).to_be_hidden()
    own.click()
    expect_notices(source="own", own_text=text)


def test_a_row_of_what_each_head_follows_chooses_the_head_everywhere(on_screen, weights, expect_notices):
    likeness = on_screen("lookup-likeness")
    likeness.click(likeness.drawn().scene.hits[6])
    likeness.expect_words(head=6)
    expect_notices(head=6)
    likeness.press("ArrowUp", "Enter")
    expect_notices(head=5)
    weights.at(".head").nth(2).click()
    likeness.expect_words(head=2)


def test_a_finger_chooses_the_reader_on_a_phone(on_phone):
    weights, scores = on_phone("lookup-weights"), on_phone("lookup-scores")
    hits = weights.drawn().scene.hits
    hit = hits[len(hits) // 2]
    weights.tap(hit)
    weights.expect_words(**hit.choice)
    scores.at("tbody tr").nth(2).tap()
    expect(scores.at("tbody tr").nth(2)).to_have_attribute("aria-selected", "true")


def test_the_second_network_is_fetched_when_it_is_chosen_and_its_heads_are_looked_at(browser, built):
    with opened(browser, built.url, viewport={"width": 1440, "height": 900}) as page:
        fetched: list[str] = []
        page.on("request", lambda request: fetched.append(request.url))
        figure = page.locator("#lookup-weights")
        expect(figure.locator("select[data-control=of_two]")).to_be_hidden()
        figure.locator("select[data-control=network]").select_option("two_layers")
        expect(figure.locator(".notice")).to_contain_text("head 3 of layer 2", ignore_case=True, timeout=START)
        expect(figure.locator("select[data-control=of_two]")).to_be_visible()
        expect(figure.locator(".head-picker")).to_be_hidden()
        assert [url for url in fetched if url.endswith("two_layers.safetensors")] != []
        assert not any("snapshots" in url for url in fetched)
        expect(page.locator("#lookup-vectors .details")).to_contain_text("A row is longer in this layer: 96 numbers")
        figure.locator("select[data-control=of_two]").select_option("0.1")
        expect(figure.locator(".notice")).to_contain_text("head 1 of layer 1", ignore_case=True)
        page.wait_for_function("location.hash.includes('network=two_layers')")
