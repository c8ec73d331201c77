"""The text of the built page: every number stands in its sentence, and none is worked out that no sentence says."""

import html
import re
from pathlib import Path

import pytest
from worker.catalog import SECTIONS, find_sections

PAGE = Path(__file__).parents[2] / "dist" / "index.html"
NUMBER = re.compile(r"\{\{ numbers\.(\w+) \}\}")
PIECE = re.compile(rf"[^<>{{}}]*(?:{NUMBER.pattern}[^<>{{}}]*)+")  # text between marks of HTML and of the template
FOUND = find_sections(SECTIONS)
pytestmark = pytest.mark.site


def words(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", markup)).split())


@pytest.mark.parametrize("section", FOUND, ids=lambda section: section.name)
def test_each_number_stands_in_its_sentence_on_the_page(section, dispatcher):
    numbers = dispatcher.numbers(section.name)
    prose = (section.folder / "prose.html").read_text(encoding="utf-8")
    page = words(PAGE.read_text(encoding="utf-8").split(f' id="{section.name}"')[1].split("</section>")[0])
    for piece in PIECE.finditer(prose):
        said = words(NUMBER.sub(lambda found: numbers[found[1]], piece[0]))
        assert said in page, f"{said!r} is not in {page[:100]!r}"


@pytest.mark.parametrize("section", FOUND, ids=lambda section: section.name)
def test_no_number_is_worked_out_that_no_text_says(section, dispatcher):
    sources = [section.folder / "prose.html", *section.folder.glob("*.toml")]
    said = {name for path in sources for name in re.findall(r"numbers\.(\w+)", path.read_text(encoding="utf-8"))}
    assert set(dispatcher.numbers(section.name)) == said
