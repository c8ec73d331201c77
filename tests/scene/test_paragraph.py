"""Sentences inside a picture, broken into lines."""

import itertools

import pytest
from scene.metrics import text_width
from scene.paragraph import break_lines, draw_lines

SENTENCE = "Looks far back: more than half of its weight goes beyond 32 tokens."


@pytest.mark.parametrize("width", [60, 140, 300])
def test_lines_fit_and_hold_every_word_in_order(width):
    lines = break_lines(SENTENCE, 13, width)
    assert " ".join(lines) == SENTENCE
    assert all(text_width(line, 13) <= width for line in lines if " " in line)
    full = itertools.pairwise(lines)
    assert all(text_width(f"{line} {after.split()[0]}", 13) > width for line, after in full)  # no line ends early


def test_a_word_wider_than_a_line_stands_alone_and_nothing_gives_no_line():
    assert break_lines("a incomprehensibilities b", 13, 40) == ("a", "incomprehensibilities", "b")
    assert break_lines("", 13, 40) == ()


def test_lines_stand_below_each_other_as_wide_as_estimated():
    first, second = draw_lines("note", ["One", "Two"], 5, 20, size=10, row=1.5, fill="muted")
    assert (first["key"], first["x"], first["y"], second["y"]) == ("note.0", 5, 20, 35)
    assert first["width"] == pytest.approx(text_width("One", 10), abs=0.01)
    assert second["fill"] == "muted"
