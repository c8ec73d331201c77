"""Whatever is dragged where, the words on the plane stand clear of each other, and of the rings that are dragged."""

import itertools
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scene import Frame
from scene.marks import DEFAULTS
from scene.metrics import text_width
from sections.steps.compute import read_toy
from sections.steps.picture import draw_toy
from sections.steps.settings import ARROWS
from worker.catalog import find_sections

pytestmark = pytest.mark.slow

CONTROLS = next(section for section in find_sections() if section.name == "steps").figures["toy"].controls
DEFAULT = {name: control.default for name, control in CONTROLS.items()}
MOVABLE = [name for name in DEFAULT if name not in ("setting", "reader")]
WIDTHS = (328, 620, 1000)
NAME, NUMBER = re.compile(r"(k\d|q)\.name"), re.compile(r"label\.[xy]-?1|equal-?\d+\.score")
arrows = st.fixed_dictionaries({name: st.integers(-15, 15) for name in MOVABLE})
crowds = st.fixed_dictionaries({name: st.integers(8, 12) for name in MOVABLE})


def area(mark):
    """Left, top, right and bottom of a word: from the top of an l to below the line, or of a ring."""
    if mark["kind"] == "rect":
        return mark["x"], mark["y"], mark["x"] + mark["w"], mark["y"] + mark["h"]
    mark = {**DEFAULTS["text"], **mark}
    wide = text_width(mark["text"], mark["size"], bold=mark["bold"])
    left = mark["x"] - {"start": 0, "middle": wide / 2, "end": wide}[mark["anchor"]]
    return left, mark["y"] - 0.74 * mark["size"], left + wide, mark["y"] + 0.2 * mark["size"]


def area_of_line(mark):
    """The area of a level or upright line, half a px to each side."""
    (left, right), (top, bottom) = sorted((mark["x1"], mark["x2"])), sorted((mark["y1"], mark["y2"]))
    return left - 0.5, top - 0.5, right + 0.5, bottom + 0.5


def overlap(one, other):
    return min(one[2], other[2]) - max(one[0], other[0]) > 0 and min(one[3], other[3]) - max(one[1], other[1]) > 0


def check(choice, width):
    scene = draw_toy(read_toy(None, {**DEFAULT, **choice}), Frame(width))
    marks = {mark["key"]: mark for mark in scene.marks}
    names = {key: area(mark) for key, mark in marks.items() if NAME.fullmatch(key)}
    numbers = {key: area(mark) for key, mark in marks.items() if NUMBER.fullmatch(key)}
    rings = {key: area(mark) for key, mark in marks.items() if key.endswith(".ring")}
    assert "q.name" in names
    written = ", ".join(marks[key]["text"] for key in names if key != "q.name").split(", ")
    assert sorted(written) == sorted(["Lily", "lost", "her", "hat", "so"][: len(rings) - 1])
    words = {**names, **numbers}
    for (one, here), (other, there) in itertools.combinations(words.items(), 2):
        assert not overlap(here, there), (one, other)
    for (one, here), (other, there) in itertools.product(words.items(), rings.items()):
        assert not overlap(here, there), (one, other)
    for key in numbers.keys() & {f"{line}.score" for line in marks}:
        (x1, y1), (x2, y2) = ((marks[key.removesuffix(".score")][f"{axis}{end}"] for axis in "xy") for end in "12")
        left, top, right, bottom = numbers[key]
        for share in range(201):
            x, y = x1 + (x2 - x1) * share / 200, y1 + (y2 - y1) * share / 200
            assert not (left < x < right and top < y < bottom), key
        for axis in ("axis.x", "axis.y"):
            assert not overlap(numbers[key], area_of_line(marks[axis])), (key, axis)
    left, top, right, bottom = area(marks["plane"])
    for key, (x0, y0, x1, y1) in words.items():
        assert left <= x0 < x1 <= right, key
        assert top <= y0 < y1 <= bottom, key


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("reader", range(5))
@pytest.mark.parametrize("setting", ARROWS)
def test_words_stand_clear_of_each_other_in_every_setting(setting, reader, width):
    check({"setting": setting, "reader": reader}, width)


@settings(max_examples=150)
@given(arrows, st.integers(0, 4), st.sampled_from(WIDTHS))
def test_words_stand_clear_of_each_other_wherever_the_arrows_are_dragged(places, reader, width):
    check({**places, "reader": reader}, width)


@settings(max_examples=80)
@given(crowds, st.sampled_from(WIDTHS))
def test_words_stand_clear_of_each_other_where_all_arrows_crowd_together(places, width):
    check({**places, "reader": 4}, width)
