"""What q.k follows, against a network of two heads worked out by hand, and against made-up results."""

import math

import numpy as np
import pytest
from lookback.measures.directions import Directions
from scene import Frame
from scene.sentences import plain
from sections.lookup import compute, prose
from sections.lookup.likeness import HeadLikeness, LikenessData
from sections.lookup.picture import draw_likeness
from sections.lookup.test_section import models
from sections.lookup.words import say_likeness

from tests.scene.problems import problems

__all__ = ["models"]  # the fixture: in "Lily sat, said Lily." only "said" asks, and only for "lily"

HEADS = (
    HeadLikeness(0, -0.5, 0.25, (1.0, 2.0, 4.0), 3, 0.5),
    HeadLikeness(1, 0.9, 0.004, (0.5, 0.6, 1.0), 2, 0.1),
)


def data(head=0):
    return LikenessData(HEADS, head, 12345, 7)


def marks_of(width, head=0):
    return {mark["key"]: mark for mark in draw_likeness(data(head), Frame(width)).marks}


def test_every_number_of_the_hand_made_heads(models):
    first, second = compute.read_likeness(models, {"head": 0}).heads
    # 7 positions, 28 pairs. q.k is 6 in one of them; the cosine of the rows is 1 in four others (a token with itself,
    # where it has a row at all) and 0 in the rest.
    covariance = 0 - 6 * 4 / 28**2
    expected = covariance / math.sqrt((36 / 28 - (6 / 28) ** 2) * (4 / 28 - (4 / 28) ** 2))
    assert first.correlation == pytest.approx(expected, rel=0, abs=0.5e-6)  # six decimals are kept
    assert first.not_closest == 0
    # Keys: five of length 0, two of length 3; 0.9 lies 0.4 of the way from the sixth to the seventh.
    assert first.lengths == (0, 0, 3)
    assert (first.rank, first.one_way) == (1, 0.5)
    assert (second.correlation, second.lengths, second.rank, second.one_way) == (0, (0, 0, 0), 0, 0)


def test_the_notice_names_the_chosen_head_and_its_numbers():
    assert plain(say_likeness(data(0)).notice) == (
        "Head 0: over 12,345 pairs, its q·k loosely runs against the cosine of the rows (correlation −0.50). In 25% of "
        "all positions the key closest in direction to the query is not the one with the largest q·k: a tenth of the "
        "keys are shorter than 1.0, and a tenth longer than 4.0."
    )
    assert "its q·k closely follows the cosine" in plain(say_likeness(data(1)).notice)
    assert plain(say_likeness(data(1)).details[0]).startswith(
        "The last column: 10% of its table changes its sign when reader and read change places; the table’s rank is 2."
    )


def test_a_bar_is_as_long_as_its_number_says():
    marks = marks_of(620)
    track, bar = marks["head0.track0"], marks["head0.bar0"]
    wide = track["x2"] - track["x1"]
    middle = (track["x1"] + track["x2"]) / 2
    assert bar["x"] == pytest.approx(middle - wide / 4, abs=0.02)  # -0.5 reaches half of the way to -1
    assert bar["w"] == pytest.approx(wide / 4, abs=0.02)
    assert marks["head0.bar1"]["w"] == pytest.approx(wide / 4, abs=0.02)  # 25%
    keys = marks["head0.bar2"]
    assert (keys["x"] - marks["head0.track2"]["x1"], keys["w"]) == pytest.approx((wide / 4, wide * 3 / 4), abs=0.02)
    assert marks["head0.middle"]["x1"] == pytest.approx(marks["head0.track2"]["x1"] + wide / 2, abs=0.02)
    assert marks["head0.bar3"]["w"] == pytest.approx(wide / 2, abs=0.02)
    assert marks["head0.rule3"]["x1"] == pytest.approx(marks["head0.bar3"]["x"] + wide / 2, abs=0.02)


@pytest.mark.parametrize("width", [328, 620])
def test_choosing_a_row_chooses_its_head(width):
    drawn = draw_likeness(data(1), Frame(width))
    assert problems(drawn) == []
    assert [hit.choice for hit in drawn.hits] == [{"head": 0}, {"head": 1}]
    top = marks_of(width, head=1)["chosen"]["y"]
    assert top == drawn.hits[1].y
    assert say_likeness(data(1)).table.rows[1] == (1, 0.9, 0.004, 0.5, 0.6, 1.0, 2, 0.1)


def test_the_sentences_of_the_text_follow_the_numbers(models, monkeypatch):
    found = Directions(7, 1000, 100, np.array([0.1, -0.2]), np.array([0.25, 0.31]))
    monkeypatch.setattr(prose, "measured", lambda *_: found)
    monkeypatch.setattr(prose, "likeness", lambda _: HEADS)
    said = prose.likeness_numbers(models)
    assert (said["pairs"], said["positions"], said["n_stories"]) == ("1,000", "100", "7")
    assert said["correlations"] == "−0.50 to 0.90"
    assert said["so_likeness"].startswith("So likeness accounts for at most 81% ")  # 0.9 squared
    assert said["not_closest"] == "0.4% to 25%"
    assert (said["uneven"], said["short_key"], said["long_key"]) == ("0", "1.0", "4.0")  # 4 times against 2
    weak = (HeadLikeness(0, -0.29, 0.25, (1.0, 2.0, 4.0), 3, 0.5),)
    monkeypatch.setattr(prose, "likeness", lambda _: weak)
    said = prose.likeness_numbers(models)
    assert said["so_likeness"] == "So whether two tokens are alike tells next to nothing about q·k, in any head"
    assert said["not_closest"] == "25%"
