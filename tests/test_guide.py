"""The guide's stops: read from section.toml, filled with the section's numbers, refused by name."""

import shutil
from pathlib import Path

import jinja2
import pytest
from glue.catalog import find_sections

from build_scripts.site_guide import guide_stops
from build_scripts.site_python import BuildError

FIXTURES = Path(__file__).parent / "browser" / "fixtures" / "sections"
ENV = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
NUMBERS = {"demo": {"count": "3"}, "echo": {"count": "5"}, "reel": {}}


@pytest.fixture
def sections(tmp_path):
    """The test sections, and a way to change what a stop of the first says."""
    folder = tmp_path / "sections"
    shutil.copytree(FIXTURES, folder, ignore=shutil.ignore_patterns("__pycache__"))

    def change(old, new):
        path = folder / "s01_demo" / "section.toml"
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        return folder

    return change


def test_stops_stand_in_the_order_of_the_page_with_their_numbers_filled_in(sections):
    folder = sections("params = { token = 7,", 'params = { token = "{{ numbers.count }}",')
    stops = guide_stops(ENV, find_sections(folder), NUMBERS)
    assert stops == [
        {
            "figure": "demo-bars",
            "params": {"token": 3, "text": "3 bars"},
            "says": "There are 3 of them, <b>really</b>.",  # the page writes it as text
        },
        {"figure": "demo-bars", "params": {"token": 9}, "says": "The last but two."},
        {"figure": "echo-dot", "params": {"head": 6}, "says": "Both figures have this head."},
    ]


@pytest.mark.parametrize(
    ("new", "complaint"),
    [
        ("params = { tokens = 9 }", "a stop of the guide sets 'tokens', which its figure does not have"),
        ("params = { token = 99 }", "Token must be a whole number from 0 to 11"),
        ('caption = "no"', "a stop of the guide has no 'caption'"),
    ],
)
def test_a_stop_that_its_figure_cannot_take_is_refused_with_the_file(sections, new, complaint):
    folder = sections("params = { token = 9 }", new)
    with pytest.raises(ValueError, match=complaint) as refused:
        find_sections(folder)
    assert "s01_demo" in str(refused.value)


def test_a_stop_says_something(sections):
    folder = sections('says = "The last but two."', 'says = " "')
    with pytest.raises(ValueError, match="needs says: what to notice there"):
        find_sections(folder)


@pytest.mark.parametrize(
    ("value", "complaint"),
    [("{{ numbers.nothing }}", "has no attribute 'nothing'"), ("{{ numbers.count }}0", "0 to 11")],
)
def test_what_a_template_makes_is_checked_too(sections, value, complaint):
    folder = sections("params = { token = 9 }", f'params = {{ token = "{value}" }}')
    with pytest.raises(BuildError, match=complaint) as refused:
        guide_stops(ENV, find_sections(folder), NUMBERS)
    assert "'demo', guide of figure 'bars'" in str(refused.value)
