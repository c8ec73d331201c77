"""What holds for every figure of every section: each at each width, in all states that a reader soon comes to."""

import itertools
import re
from xml.etree import ElementTree

import pytest
from lookback.reader import UnreadableText
from scene import to_svg
from scene.sentences import plain
from worker.catalog import SECTIONS, find_sections
from worker.controls import check_value

from tests.scene.problems import problems

# It ends in what must be escaped: some figures draw only the last token.
HOSTILE = "<img src=x onerror=alert(1)> ]]><script>alert(2)</script> <"
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = ("svg", "title", "desc", "g", "rect", "line", "path", "text", "image", "mask")
FOUND = find_sections(SECTIONS)
FIGURES = [figure for section in FOUND for figure in section.figures.values()]


@pytest.fixture(params=FIGURES, ids=lambda figure: figure.id)
def figure(request, dispatcher):
    """Each figure, with its defaults put in that depend on the weights."""
    return dispatcher.figure(request.param.section, request.param.name)


def extremes(control):
    """Values at the ends of what a control may be: of what is played, every one."""
    if control.widget == "play":
        return range(control.min, control.max + 1)
    if control.type in ("int", "float"):
        return (check_value(control, control.min), check_value(control, control.max))
    if control.type == "bool":
        return (False, True)
    if control.type == "option":
        return [value for value, _ in control.options]
    hostile = "\t\n\u202e\u200d Kantō <img src=x onerror=alert(1)> “Lily”"
    return ("", "a", "x" * control.max_length, hostile[: control.max_length])


def states(figure):
    """The default state; each control's extremes as a reader would set them; what can be chosen, in every mixture."""
    yield {}
    chosen = {c.name: extremes(c) for c in figure.controls.values() if c.type in ("option", "bool")}
    yield from (dict(zip(chosen, values, strict=True)) for values in itertools.product(*chosen.values()))
    for control in figure.controls.values():
        yield from ({**control.also, control.name: value} for value in extremes(control))


def test_every_state_of_every_figure_is_drawn_or_refused_with_a_sentence(dispatcher, figure):
    refused = []
    for choice, width in itertools.product(states(figure), figure.widths):
        where = f"{figure.id} {str(choice)[:80]} at {width}"
        try:
            drawn = dispatcher.draw(figure, choice, width)
        except UnreadableText as error:
            refused.append((choice, str(error)))
            continue
        assert problems(drawn.scene) == [], where
        assert drawn.scene.alt.strip(), f"{where}: alt is empty"
        assert drawn.notice, f"{where}: notice is empty"
        assert drawn.call.strip(), f"{where}: call is empty"
    assert all(choice and sentence.endswith(".") for choice, sentence in refused)


def test_what_an_area_sets_can_be_asked(dispatcher, figure):
    drawn = dispatcher.draw(figure, {}, figure.widths[0])
    settable = [hit.choice for hit in drawn.scene.hits if hit.choice]
    for choice in settable[:: max(1, len(settable) // 4)]:
        assert dispatcher.draw(figure, dict(choice), figure.widths[0]).scene.marks


def typed_everywhere(figure, text):
    """The choice once a reader has typed `text` wherever the figure takes text; empty where it takes none."""
    texts = [control for control in figure.controls.values() if control.type == "text"]
    return {name: value for control in texts for name, value in {**control.also, control.name: text}.items()}


@pytest.mark.parametrize(
    "figure", [f for f in FIGURES if typed_everywhere(f, HOSTILE)], ids=lambda figure: figure.id, indirect=True
)
def test_hostile_text_is_drawn_and_stays_text(dispatcher, figure):
    choice = typed_everywhere(figure, HOSTILE)
    request = {"section": figure.section, "figure": figure.name, "choice": choice, "width": 620, "as": "svg"}
    reply, _ = dispatcher.answer(request)
    assert reply["ok"], reply["error"]
    root = ElementTree.fromstring(reply["svg"])  # fails on a < that was not escaped
    words = ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]
    assert any(re.search(r"<(?!\d)", word) for word in words), f"{figure.id} does not draw the text"
    assert {element.tag for element in root.iter()} <= {SVG + name for name in DRAWN}


@pytest.mark.parametrize("text", ["猫 saw 犬", "猫犬", "犬 🙂 猫"])
@pytest.mark.parametrize(
    "figure", [f for f in FIGURES if typed_everywhere(f, HOSTILE)], ids=lambda figure: figure.id, indirect=True
)
def test_every_figure_says_which_signs_of_a_text_are_not_known(dispatcher, figure, text):
    drawn = dispatcher.draw(figure, typed_everywhere(figure, text), 620)
    told = [plain(sentence) for sentence in drawn.details if "unknown sign" in plain(sentence)]
    assert len(told) == 1
    assert all(f"“{sign}”" in told[0] for sign in "猫犬")
    known = dispatcher.draw(figure, typed_everywhere(figure, "Zimve and Zim"), 620)
    assert not any("unknown sign" in plain(sentence) for sentence in known.details)


@pytest.mark.parametrize("section", FOUND, ids=lambda section: section.name)
def test_the_numbers_in_the_prose_are_text(dispatcher, section):
    assert all(isinstance(value, str) and value for value in dispatcher.numbers(section.name).values())


def test_the_first_state_is_the_same_svg_each_time(dispatcher, figure):
    first, second = (to_svg(dispatcher.draw(figure, {}, figure.widths[0]).scene) for _ in range(2))
    assert first == second
