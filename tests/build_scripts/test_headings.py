"""Links of the headings in prose."""

import pytest

from build_scripts.errors import BuildError
from build_scripts.site.headings import link_headings

LINK = '<a class="anchor" href="#{0}" aria-hidden="true" tabindex="-1">#</a>'


@pytest.mark.parametrize(
    ("heading", "name", "words"),
    [
        ("<h3>Why soft?</h3>", "lookup-why-soft", "Why soft?"),
        ("<h3>Rows &amp; <i>W</i>, counted</h3>", "lookup-rows-w-counted", "Rows &amp; <i>W</i>, counted"),
        ('<h3 id="program-loss">The loss: 9</h3>', "program-loss", "The loss: 9"),
    ],
)
def test_a_heading_has_an_id_and_a_link_to_itself(heading, name, words):
    made = link_headings("lookup", f"<p>a</p>{heading}<p>b</p>")
    assert made == f'<p>a</p><h3 id="{name}">{words}{LINK.format(name)}</h3><p>b</p>'


def test_titles_of_figures_are_left_alone():
    prose = '<h3 class="figure-title" id="x">A</h3>'
    assert link_headings("lookup", prose) == prose


def test_two_headings_that_would_lead_to_one_place_are_refused():
    with pytest.raises(BuildError, match="two headings of section 'lookup' lead to #lookup-why"):
        link_headings("lookup", "<h3>Why?</h3><h3>Why</h3>")
