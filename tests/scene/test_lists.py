"""Legends and rows of guesses, the pieces that many pictures share."""

import math

import pytest
from scene import rect
from scene.guess import GuessColumns, draw_guess
from scene.legend import Entry, draw_legend
from scene.metrics import text_width


def by_key(marks):
    return {mark["key"]: mark for mark in marks}


def sample(x, y):
    return [rect("sample", x, y - 10, 12, 12, fill="weight")]


ENTRIES = (Entry("a", "first", under="key", role="name"), Entry("b", "second", sample), Entry("c", "third"))


def test_entries_stand_in_one_row_with_their_samples_and_lines():
    marks, y = draw_legend(ENTRIES, 6, 20, sample=30, gap=10)
    first, second = text_width("first", 12.5), text_width("second", 12.5)
    assert [mark["key"] for mark in marks] == ["a", "a.line", "sample", "b", "c"]
    drawn = by_key(marks)
    assert (y, {drawn[key]["y"] for key in "abc"}) == (20, {20})
    assert drawn["sample"]["x"] == pytest.approx(6 + first + 10, abs=0.01)
    assert drawn["b"]["x"] == pytest.approx(6 + first + 10 + 30, abs=0.01)
    assert drawn["c"]["x"] == pytest.approx(6 + first + 10 + 30 + second + 10, abs=0.01)
    assert (drawn["a"]["fill"], drawn["c"]["fill"], drawn["a.line"]["stroke"]) == ("name", "muted", "key")
    assert drawn["a.line"]["x2"] - drawn["a.line"]["x1"] == pytest.approx(first, abs=0.01)


def test_a_legend_goes_on_in_the_next_row_where_an_entry_does_not_fit():
    whole = 6 + sum(text_width(entry.words, 12.5) for entry in ENTRIES) + 26 + 2 * 20
    assert draw_legend(ENTRIES, 6, 20, right=whole + 0.01)[1] == 20
    marks, y = draw_legend(ENTRIES, 6, 20, right=whole - 0.01, row=24)
    assert (y, by_key(marks)["c"]["x"], by_key(marks)["c"]["y"], by_key(marks)["b"]["y"]) == (44, 6, 44, 20)
    assert draw_legend(ENTRIES, 6, 20, right=whole + 0.01, roomy=1.1)[1] == 42
    assert draw_legend(ENTRIES, 6, 20, right=1)[1] == 64  # a row each, however wide


def test_words_are_fitted_to_their_estimated_width_where_asked():
    for mark in draw_legend(ENTRIES[1:], 0, 12, fitted=True, size=13)[0][1:]:
        assert mark["width"] == pytest.approx(text_width(mark["text"], 13), abs=0.01)


COLUMNS = GuessColumns(rank=30, word=40, bar=100, after=50, gap=6, row=26)


def test_a_guess_shows_rank_word_bar_and_number():
    marks = by_key(draw_guess("g", "egg", 0.25, (10, 5, 400), 0.5, COLUMNS, rank=1234))
    assert [(marks[key]["x"], marks[key]["text"]) for key in ("g.rank", "g")] == [(40, "1,234"), (50, "egg")]
    bar = marks["g.bar"]
    assert (bar["x"], bar["w"], bar["y"], bar["h"]) == (110, 125, 11, 14)  # half of what 150 leave of 400
    assert (marks["g.p"]["x"], marks["g.p"]["text"]) == (110 + 125 + 6, "0.250")
    assert {marks[key]["y"] for key in ("g.rank", "g", "g.p")} == {5 + 18}


def test_a_guess_without_a_rank_and_one_without_hope_are_drawn_too():
    marks = by_key(draw_guess("g", "egg", 0.0, (0, 0, 400), 0.5, COLUMNS))
    assert "g.rank" not in marks
    assert marks["g.bar"]["w"] == 1.5
    assert math.isclose(by_key(draw_guess("g", "egg", 1, (0, 0, 90), 1, COLUMNS))["g.bar"]["w"], 20)


def test_stress_shows_in_word_bar_and_number():
    looks = {}
    for role in ("muted", "text", "name"):
        marks = by_key(draw_guess("g", "egg", 0.5, (0, 0, 400), 0.5, COLUMNS, role=role))
        word, bar = marks["g"], marks["g.bar"]
        looks[role] = (word.get("fill"), word.get("bold"), bar["fill"], bar.get("opacity"), marks["g.p"].get("fill"))
    assert looks == {
        "muted": (None, None, "muted", 0.45, None),
        "text": (None, True, "text", None, None),
        "name": ("name", True, "name-fill", None, "name"),
    }
