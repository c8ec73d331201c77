"""One test for every section there is: each figure, at each width, by default and at the ends of its range."""

import json
import math
import re
from xml.etree import ElementTree

import pytest
from scene import to_svg
from worker.catalog import SECTIONS, find_sections
from worker.controls import check_value

LARGEST = 400_000  # bytes of JSON and buffers for one state
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
    """Values at the ends of what a control may be."""
    if control.type in ("int", "float"):
        return (check_value(control, control.min), check_value(control, control.max))
    if control.type == "bool":
        return (False, True)
    if control.type == "option":
        return tuple(value for value, _ in control.options)
    hostile = "\t\n\u202e\u200d Kantō <img src=x onerror=alert(1)> “Lily”"
    return ("", "a", "x" * control.max_length, hostile[: control.max_length])


def states(figure):
    """The default state, and for every control each of its extremes as a reader would set it."""
    yield {}
    for control in figure.controls.values():
        yield from ({**control.also, control.name: value} for value in extremes(control))


def numbers_in(value):
    if isinstance(value, dict):
        yield from (number for item in value.values() for number in numbers_in(item))
    elif isinstance(value, list | tuple):
        yield from (number for item in value for number in numbers_in(item))
    elif isinstance(value, float | int) and not isinstance(value, bool):
        yield value


def box(mark):
    """Left, top, right, bottom of what a mark is sure to cover; a text's width depends on the reader's fonts."""
    match mark["kind"]:
        case "line":
            xs, ys = (mark["x1"], mark["x2"]), (mark["y1"], mark["y2"])
        case "text":
            xs, ys = (mark["x"],), (mark["y"],)
        case "path":
            places = [float(part) for part in "".join(c if c not in "MLQCZ" else " " for c in mark["d"]).split()]
            xs, ys = places[::2] or [0], places[1::2] or [0]
        case _:
            xs, ys = (mark["x"], mark["x"] + mark["w"]), (mark["y"], mark["y"] + mark["h"])
    return min(xs), min(ys), max(xs), max(ys)


def test_every_state_of_every_figure_can_be_drawn(dispatcher, figure):
    for choice in states(figure):
        for width in figure.widths:
            request = {"rev": 1, "section": figure.section, "figure": figure.name, "choice": choice, "width": width}
            reply, buffers = dispatcher.answer(request)
            where = f"{figure.id} {str(choice)[:80]} at {width}"
            if not reply["ok"]:
                assert choice, f"{where}: the default state must be drawn, got {reply['error']['message']}"
                assert reply["error"]["kind"] == "bad_input", f"{where}: {reply['error']}"
                assert reply["error"]["message"].endswith("."), f"{where}: a refusal is a sentence"
                continue
            check_reply(reply, buffers, where)


def check_reply(reply, buffers, where):
    scene = reply["scene"]
    assert scene["alt"].strip(), f"{where}: alt is empty"
    assert reply["notice"], f"{where}: notice is empty"
    assert reply["call"].strip(), f"{where}: call is empty"
    assert all(map(math.isfinite, numbers_in(scene))), f"{where}: a number is not finite"
    size = len(json.dumps(reply, allow_nan=False)) + sum(buffer.nbytes for buffer in buffers)
    assert size <= LARGEST, f"{where}: {size} bytes"
    for mark in scene["marks"]:
        left, top, right, bottom = box(mark)
        inside = left >= -1 and top >= -1 and right <= scene["width"] + 1 and bottom <= scene["height"] + 1
        assert inside, f"{where}: {mark['key']} leaves the frame"
    for hit in scene["hits"]:
        assert hit["label"].strip(), f"{where}: the area {hit['key']} has no label"


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


@pytest.mark.parametrize("section", FOUND, ids=lambda section: section.name)
def test_the_numbers_in_the_prose_are_text(dispatcher, section):
    assert all(isinstance(value, str) and value for value in dispatcher.numbers(section.name).values())


def test_the_first_state_is_the_same_svg_each_time(dispatcher, figure):
    first, second = (to_svg(dispatcher.draw(figure, {}, figure.widths[0]).scene) for _ in range(2))
    assert first == second
