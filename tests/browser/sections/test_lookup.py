"""A lookup by content in a real browser: every number is the package's; mouse, keys and fingers choose tokens."""

import csv
import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect
from scene.sentences import plain
from worker.dispatch import Dispatcher

from tests.browser.conftest import Served, spot, table_cells, wait_until_live

WEIGHTS, SCORES, VECTORS = "#lookup-weights", "#lookup-scores", "#lookup-vectors"
WIDTHS = {"weights": 620, "scores": 1000, "vectors": 620}  # at 1440 px
GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "story.json").read_text(encoding="utf-8"))
EXACT = 1e-5  # how far float32 may differ between CPython and the browser


def drawn(package: Dispatcher, name: str, width: int | None = None, **choice):
    return package.draw(package.figure("lookup", name), choice, width or WIDTHS[name])


def default(package: Dispatcher, name: str) -> int:
    return int(package.figure("lookup", "weights").controls[name].default)


def start_again(page: Page, package: Dispatcher, **choice) -> None:
    """The first state with `choice`, whatever the last test left: an address that says all of it."""
    defaults = {name: control.default for name, control in package.figure("lookup", "weights").controls.items()}
    query = urlencode({**defaults, **choice})
    page.evaluate("(hash) => { location.hash = hash; }", f"#lookup-weights?{query}")
    page.mouse.move(2, 2)
    expect_notices(page, package, **choice)
    expect(page.locator(f"{SCORES} tbody tr[aria-selected=true]")).to_have_attribute(
        "data-index", str(choice.get("rank", 0))
    )


def expect_notices(page: Page, package: Dispatcher, **choice) -> None:
    for name in WIDTHS:
        expect(page.locator(f"#lookup-{name} .notice")).to_have_text(plain(drawn(package, name, **choice).notice))


def downloaded(page: Page, figure: str, folder: Path) -> list[list[str]]:
    """The figure's numbers, with all their digits."""
    page.locator(f"{figure} details.small-print").last.evaluate("(details) => { details.open = true; }")
    with page.expect_download() as waiting:
        page.locator(f"{figure} [data-share=csv]").click()
    path = folder / "numbers.csv"
    waiting.value.save_as(path)
    return list(csv.reader(path.read_text(encoding="utf-8").splitlines()))[1:]


def number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", "") or "nan")


@pytest.fixture
def page(real: Page, package: Dispatcher) -> Page:
    start_again(real, package)
    return real


def test_the_prose_names_the_packages_numbers(page: Page, package: Dispatcher):
    text = page.locator("#lookup").text_content() or ""
    for name, value in package.numbers("lookup").items():
        assert value in text, name


@pytest.mark.parametrize("name", ["weights", "scores", "vectors"])
def test_every_number_of_a_figure_equals_the_packages_to_five_decimals(page: Page, package: Dispatcher, name, tmp_path):
    expected = drawn(package, name).scene.table.rows
    found = downloaded(page, f"#lookup-{name}", tmp_path)
    assert len(found) == len(expected)
    by_place = 1 if name != "vectors" else 0  # rows of nearly equal weight may change places
    found.sort(key=lambda row: int(row[by_place]))
    for row, wanted in zip(found, sorted(expected, key=lambda row: row[by_place]), strict=True):
        for text, value in zip(row, wanted, strict=True):
            if isinstance(value, float):
                assert float(text) == pytest.approx(value, abs=EXACT)
            else:
                assert text == ("" if value is None else str(value))


@pytest.mark.parametrize("head", range(8))
def test_the_browser_works_out_what_pytorch_does_in_float64(real: Page, package: Dispatcher, head, tmp_path):
    state = {"story": GOLDEN["story"], "token": GOLDEN["position"], "head": head}
    start_again(real, package, **state)
    rows = downloaded(real, SCORES, tmp_path)
    nearest_first = sorted(rows, key=lambda row: int(row[1]))
    weights = [float(row[2]) for row in reversed(nearest_first)]
    assert weights == pytest.approx(GOLDEN["weights"][head], abs=EXACT)
    itself = rows.index(nearest_first[0])
    start_again(real, package, **state, rank=itself)
    columns = list(zip(*downloaded(real, VECTORS, tmp_path), strict=True))[1:]
    for name, column in zip(("q", "k", "v", "z"), columns, strict=True):
        found = [float(text) for text in column if text]
        assert found == pytest.approx(GOLDEN[name][head], rel=EXACT, abs=EXACT), name


def test_the_shown_table_writes_these_numbers_rounded(page: Page, package: Dispatcher, tmp_path):
    exact = downloaded(page, SCORES, tmp_path)
    shown = table_cells(page, SCORES)
    assert len(shown) == len(exact) == default_reader(package) + 1
    for row, numbers in zip(shown, exact, strict=True):
        assert row[:2] == numbers[:2]
        for place, (text, value) in enumerate(zip(row[2:], numbers[2:], strict=True)):
            assert number(text) == pytest.approx(float(value), abs=0.000501 if place == 0 else 0.00501)
    assert sum(float(row[2]) for row in exact) == pytest.approx(1, abs=EXACT)


def default_reader(package: Dispatcher) -> int:
    call = drawn(package, "weights").call
    found = re.search(r"position=(\d+)", call)
    assert found
    return int(found[1])


def test_the_arithmetic_on_the_canvas_is_said_in_words_with_the_packages_numbers(page: Page, package: Dispatcher):
    said = page.locator(f"{SCORES} canvas").get_attribute("aria-label") or ""
    expected = drawn(package, "scores").scene.alt
    assert said.startswith(re.split(r"\d", expected)[0])
    for text, wanted in zip(re.findall(r"−?\d+\.\d+", said), re.findall(r"−?\d+\.\d+", expected), strict=True):
        assert number(text) == pytest.approx(number(wanted), abs=0.0015)


def test_a_clicked_token_becomes_the_reader_in_every_figure(page: Page, package: Dispatcher):
    hits = drawn(package, "weights").scene.hits
    hit = hits[len(hits) // 3]
    page.mouse.click(*spot(page, WEIGHTS, hit.x + hit.w / 2, hit.y + hit.h / 2))
    expect_notices(page, package, **hit.choice)
    page.wait_for_function("(token) => location.hash.includes(`token=${token}`)", arg=hit.choice["token"])
    expect(page.locator(f"{WEIGHTS} .package-call code")).to_have_text(drawn(package, "weights", **hit.choice).call)


def test_pointing_at_a_token_says_how_much_it_gets(page: Page, package: Dispatcher):
    hits = drawn(package, "weights").scene.hits
    reader = default_reader(package)
    for hit in (hits[0], hits[reader - 1], hits[reader], hits[reader + 1]):
        page.mouse.move(*spot(page, WEIGHTS, hit.x + hit.w / 2, hit.y + hit.h / 2))
        expect(page.locator(f"{WEIGHTS} .picture-label")).to_have_text(hit.label)
    assert "weight" in hits[reader].label
    assert "can’t be read" in hits[reader + 1].label


def test_a_head_is_picked_in_any_figure_and_keeps_the_reader(page: Page, package: Dispatcher):
    page.locator(f"{WEIGHTS} .head").nth(1).click()
    expect_notices(page, package, head=1)
    page.locator(f"{VECTORS} .head").nth(6).click()
    expect_notices(page, package, head=6)
    expect(page.locator(f"{WEIGHTS} .head[aria-pressed=true]")).to_have_text("6")


def test_a_row_of_the_table_is_worked_out_by_click_and_by_key(page: Page, package: Dispatcher):
    rows = page.locator(f"{SCORES} tbody tr")
    rows.nth(4).click()
    label = re.compile(f"^{re.escape(drawn(package, 'scores', rank=4).scene.alt.split('.')[0])}")
    expect(page.locator(f"{SCORES} canvas")).to_have_attribute("aria-label", label)
    expect(rows.nth(4)).to_have_attribute("aria-selected", "true")
    assert page.locator(f"{SCORES} tbody tr[tabindex='0']").count() == 1
    rows.nth(4).focus()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(5)).to_be_focused()
    page.keyboard.press("Enter")
    expect(rows.nth(5)).to_have_attribute("aria-selected", "true")
    expect(page).to_have_url(re.compile("rank=5"))


def test_the_table_sorts_and_shows_its_other_rows_when_wanted(page: Page, package: Dispatcher):
    rows = page.locator(f"{SCORES} tbody tr")
    assert rows.nth(11).is_visible()
    assert not rows.nth(12).is_visible()
    page.locator(SCORES).get_by_role("button", name=f"Show all {rows.count()} rows").click()
    assert rows.nth(12).is_visible()
    back = page.locator(f"{SCORES} thead button", has_text="Back")
    back.click()
    expect(page.locator(f"{SCORES} th[aria-sort=descending]")).to_have_text(re.compile("Back"))
    backs = [int(row[1]) for row in table_cells(page, SCORES)]
    assert backs == sorted(backs, reverse=True)
    back.click()
    assert [int(row[1]) for row in table_cells(page, SCORES)] == sorted(backs)
    back.click()
    expect(page.locator(f"{SCORES} th[aria-sort]")).to_have_count(0)
    page.locator(SCORES).get_by_role("button", name="Show the first 12 rows").click()
    assert not rows.nth(12).is_visible()


def test_the_canvas_is_one_tab_stop_with_arrow_keys_and_enter(page: Page, package: Dispatcher):
    hits = drawn(package, "weights").scene.hits
    label = page.locator(f"{WEIGHTS} .picture-label")
    page.locator(f"{WEIGHTS} canvas").focus()
    for key, hit in (("Home", hits[0]), ("ArrowRight", hits[1]), ("End", hits[-1]), ("ArrowLeft", hits[-2])):
        page.keyboard.press(key)
        expect(label).to_have_text(hit.label)
    page.keyboard.press("Enter")
    expect_notices(page, package, **hits[-2].choice)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.controls') !== null")


def test_another_story_starts_at_its_own_reader(page: Page, package: Dispatcher):
    hit = drawn(package, "weights").scene.hits[3]
    page.mouse.click(*spot(page, WEIGHTS, hit.x + hit.w / 2, hit.y + hit.h / 2))
    expect_notices(page, package, **hit.choice)
    page.locator(WEIGHTS).get_by_role("button", name="Another story").click()
    expect_notices(page, package, story=(default(package, "story") + 1) % 100)


@pytest.mark.parametrize(
    "text",
    ["", "   ", "Lily", "?!", "Don’t! “Stop,” said", "Kanto\u0304 café", "שלום עולם", "\u202eabc\u200d 7",
     "<img src=x onerror=alert(1)>", "x" * 20_000, "Lily fed a cat. " * 1_250],
    ids=["empty", "spaces", "one", "punctuation", "quotes", "accents", "rtl", "marks", "markup", "word", "long"],
)  # fmt: skip
def test_any_text_of_the_readers_own_is_read(page: Page, package: Dispatcher, text):
    page.locator(WEIGHTS).get_by_role("button", name="Your own text").click()
    field = page.locator(f"{WEIGHTS} textarea[data-control=own_text]")
    field.fill(text)
    if text.strip():
        expect_notices(page, package, source="own", own_text=text)
        details = [plain(part) for part in drawn(package, "weights", source="own", own_text=text).details]
        expect(page.locator(f"{WEIGHTS} .details p")).to_have_text(details)
        assert bool(details) == (len(text) >= 20_000)
    else:
        message = page.locator(f"{WEIGHTS} .picture-message")
        expect(message).to_be_visible()  # its text may be left from the test before
        expect(message).to_contain_text("write a few words, or take one of the stories")
    expect(field).to_have_value(text)
    assert page.locator("main img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_text_of_ones_own_is_kept_while_a_story_is_looked_at(page: Page, package: Dispatcher):
    own = page.locator(WEIGHTS).get_by_role("button", name="Your own text")
    own.click()
    page.locator(f"{WEIGHTS} textarea[data-control=own_text]").fill("Tom sat. So did Sue. Then Tom")
    expect_notices(page, package, source="own", own_text="Tom sat. So did Sue. Then Tom")
    page.locator(WEIGHTS).get_by_role("button", name="A test story").click()
    expect_notices(page, package)
    expect(page.locator(f"{WEIGHTS} textarea[data-control=own_text]")).to_be_hidden()
    own.click()
    expect_notices(page, package, source="own", own_text="Tom sat. So did Sue. Then Tom")


def test_a_row_of_what_each_head_follows_chooses_the_head_everywhere(page: Page, package: Dispatcher):
    figure = "#lookup-likeness"
    hit = drawn(package, "likeness", 620).scene.hits[6]
    page.mouse.click(*spot(page, figure, hit.x + hit.w / 2, hit.y + hit.h / 2))
    expect(page.locator(f"{figure} .notice")).to_have_text(plain(drawn(package, "likeness", 620, head=6).notice))
    expect_notices(page, package, head=6)
    page.locator(f"{figure} canvas").press("ArrowUp")
    page.keyboard.press("Enter")
    expect_notices(page, package, head=5)
    page.locator(f"{WEIGHTS} .head").nth(2).click()
    expect(page.locator(f"{figure} .notice")).to_have_text(plain(drawn(package, "likeness", 620, head=2).notice))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_finger_chooses_the_reader_on_a_phone_where_nothing_is_cut(
    browser: Browser, built: Served, package: Dispatcher, theme
):
    context = browser.new_context(viewport={"width": 360, "height": 800}, has_touch=True, color_scheme=theme)
    page = context.new_page()
    page.goto(f"{built.url}#lookup-weights")
    wait_until_live(page)
    hits = drawn(package, "weights", 328).scene.hits
    hit = hits[len(hits) // 2]
    page.touchscreen.tap(*spot(page, WEIGHTS, hit.x + hit.w / 2, hit.y + hit.h / 2))
    expect(page.locator(f"{WEIGHTS} .notice")).to_have_text(plain(drawn(package, "weights", 328, **hit.choice).notice))
    page.locator(f"{SCORES} tbody tr").nth(2).tap()
    expect(page.locator(f"{SCORES} tbody tr").nth(2)).to_have_attribute("aria-selected", "true")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
