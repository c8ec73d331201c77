"""The guide's stops: read from section.toml, filled with the section's numbers, refused by name."""

import jinja2
import pytest
from worker.catalog import find_sections

from build_scripts.errors import BuildError
from build_scripts.site.guide import guide_stops

DEMO = "demo"
ENV = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
NUMBERS = {"demo": {"count": "3"}, "echo": {"count": "5"}, "reel": {}}
BODIES = {"demo": "", "echo": '<h3 id="echo-after">After the dot</h3>', "reel": ""}


def test_stops_stand_in_the_order_of_the_page_with_their_numbers_filled_in(sections):
    folder = sections(DEMO, "set = { token = 7,", 'set = { token = "{{ numbers.count }}",')
    stops = guide_stops(ENV, find_sections(folder), NUMBERS, BODIES)
    assert stops == [
        {
            "figure": "demo-bars",
            "choice": {"token": 3, "text": "3 bars"},
            "says": "There are 3 of them, <b>really</b>.",  # the page writes it as text
        },
        {"figure": "demo-bars", "choice": {"token": 9}, "says": "The last but two."},
        {"figure": "echo-dot", "choice": {"head": 6}, "says": "Both figures have this head."},
        {"place": "echo-after", "says": "A stop where there is no figure."},
    ]


@pytest.mark.parametrize(
    ("new", "complaint"),
    [
        ("set = { tokens = 9 }", "a stop of the guide sets 'tokens', which its figure does not have"),
        ("set = { token = 99 }", "Token must be a whole number from 0 to 11"),
        ('caption = "no"', "a stop of the guide has no 'caption'"),
    ],
)
def test_a_stop_that_its_figure_cannot_take_is_refused_with_the_file(sections, new, complaint):
    folder = sections(DEMO, "set = { token = 9 }", new)
    with pytest.raises(ValueError, match=complaint) as refused:
        find_sections(folder)
    assert "demo" in str(refused.value)


def test_a_stop_says_something(sections):
    folder = sections(DEMO, 'says = "The last but two."', 'says = " "')
    with pytest.raises(ValueError, match="needs says: what to notice there"):
        find_sections(folder)


@pytest.mark.parametrize(
    ("value", "complaint"),
    [("{{ numbers.nothing }}", "has no attribute 'nothing'"), ("{{ numbers.count }}0", "0 to 11")],
)
def test_what_a_template_makes_is_checked_too(sections, value, complaint):
    folder = sections(DEMO, "set = { token = 9 }", f'set = {{ token = "{value}" }}')
    with pytest.raises(BuildError, match=complaint) as refused:
        guide_stops(ENV, find_sections(folder), NUMBERS, BODIES)
    assert "'demo', guide of figure 'bars'" in str(refused.value)


def test_a_stop_at_a_place_that_the_prose_does_not_have_is_refused(sections):
    folder = sections(DEMO, "set = { token = 9 }", "set = { token = 8 }")
    with pytest.raises(BuildError, match="'echo', guide: nothing in the prose has the id 'echo-after'"):
        guide_stops(ENV, find_sections(folder), NUMBERS, {**BODIES, "echo": "<p>echo-after</p>"})


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ('says = "x"', "needs at: the id of a heading"),
        ('at = "x"', "needs says"),
        ('at = "x"\nset = {}', "has no 'set'"),
    ],
)
def test_a_stop_at_no_figure_names_its_place_and_says_something(sections, table, complaint):
    folder = sections(DEMO, 'part = "Opening"', f'part = "Opening"\n\n[[guide]]\n{table}\n')
    with pytest.raises(ValueError, match=complaint):
        find_sections(folder)


def test_what_a_stop_at_a_place_says_may_use_the_numbers_of_its_section(sections):
    folder = sections(
        DEMO, 'part = "Opening"', 'part = "Opening"\n\n[[guide]]\nat = "x"\nsays = "{{ numbers.count }}!"\n'
    )
    stops = guide_stops(ENV, find_sections(folder), NUMBERS, {**BODIES, "demo": '<h3 id="x">'})
    assert stops[2] == {"place": "x", "says": "3!"}
    folder = sections(DEMO, "numbers.count }}!", "numbers.nothing }}!")
    with pytest.raises(BuildError, match=r"'demo', guide: .*has no attribute 'nothing'"):
        guide_stops(ENV, find_sections(folder), NUMBERS, {**BODIES, "demo": '<h3 id="x">'})
