"""The page on paper: every section and figure, in order, drawn with lines and not with pixels, on white."""

import re
from collections.abc import Iterable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Served

TITLE = re.compile(rb"/Title ?(?:\(((?:[^()\\]|\\.)*)\)|<([0-9A-Fa-f]+)>)")


def titles(pdf: bytes) -> list[str]:
    """The titles in a PDF's outline, in the order of their headings within each level."""
    found = []
    for plain, code in TITLE.findall(pdf):
        text = bytes.fromhex(code.decode()).decode("utf-16") if code else re.sub(rb"\\(.)", rb"\1", plain).decode()
        found.append(letters(text))
    return found


def letters(text: str) -> str:
    """Without white space: the outline drops it where a heading breaks over lines."""
    return re.sub(r"\s|#$", "", text)


def in_order(wanted: Iterable[str], found: list[str]) -> bool:
    rest = iter(found)
    return all(title in rest for title in wanted)


@pytest.fixture
def paper(browser: Browser, built: Served):
    """The real page without Python, by a reader who has chosen the dark theme."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script("localStorage.setItem('theme', 'dark')")
    page = context.new_page()
    page.route("**/core.js", lambda route: route.abort())
    page.goto(built.url)
    yield page
    context.close()


def test_a_printed_page_has_every_section_and_figure_in_order(paper: Page):
    texts = "(elements) => elements.map((element) => element.textContent)"
    sections = list(map(letters, paper.locator("main > .section > h2").evaluate_all(texts)))
    figures = list(map(letters, paper.locator(".figure-title").evaluate_all(texts)))
    assert len(sections) >= 4
    assert len(figures) >= len(sections)
    pdf = paper.pdf(format="A4", outline=True, tagged=True)
    found = titles(pdf)
    assert in_order(sections, found), [title for title in sections if title not in found]
    assert in_order(figures, found), [title for title in figures if title not in found]


def test_on_paper_every_figure_shows_one_drawing_that_fits_and_nothing_to_touch(paper: Page):
    paper.emulate_media(media="print")
    paper.set_viewport_size({"width": 665, "height": 940})  # A4 between its margins
    shown = paper.locator("figure.figure > .picture").evaluate_all(
        """(pictures) => pictures.map((picture) => {
            const drawn = [...picture.querySelectorAll("svg, canvas")].filter((part) => part.checkVisibility());
            const { width, height } = drawn[0].getBoundingClientRect();
            return [drawn.map(({ tagName }) => tagName), width > 200 && width <= 665 && height > 20];
        })"""
    )
    assert all(drawing == [["svg"], True] for drawing in shown)
    assert paper.locator("#lookup-scores tbody tr:visible").count() > 12  # nobody can ask paper for the rest
    assert paper.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    to_touch = "main :not(th) > button:visible, main select:visible, .guide:visible, .contents:visible"
    expect(paper.locator(to_touch)).to_have_count(0)
    assert paper.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_every_drawing_is_there_before_the_paper_is_laid_out(paper: Page):
    packed = paper.locator(".drawing:not(:has(svg))")
    assert packed.count() > 30
    paper.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(packed).to_have_count(0)


def test_a_figure_that_the_reader_has_changed_is_printed_as_it_stands_and_sharp(live: Page):
    live.evaluate("() => { location.hash = '#demo-bars?demo-bars.token=5'; }")
    expect(live.locator("#demo-bars .details")).to_have_text(re.compile("^5 x"))
    live.emulate_media(media="print")
    canvas = live.locator("#demo-bars canvas")
    expect(canvas).to_be_visible()
    assert canvas.evaluate("(c) => c.width / Number(c.style.aspectRatio.split('/')[0])") >= 3
    expect(live.locator("#demo-bars .picture svg:visible")).to_have_count(0)
    expect(live.locator("#echo-dot .picture svg:visible")).to_have_count(1)
    expect(live.locator("#echo-dot canvas")).to_be_hidden()
    live.emulate_media(media="screen")
    expect(live.locator("#echo-dot canvas")).to_be_visible()
