"""No sentence contradicts its picture, with the shipped weights or with untrained ones."""

from typing import Any

from scene import Frame
from scene.formats import probability
from scene.sentences import plain
from sections.one_layer.compute import read_heads, read_pieces
from sections.one_layer.picture import draw_pieces
from sections.one_layer.words import say_heads, say_pieces
from sections.one_layer.words_pieces import verdict


def heads(models, number, name):
    return read_heads(models, {"story": number, "name": name, "place": -1, "row": -1})


def test_what_is_said_of_the_heads_are_their_rows(trained_or_not):
    for number, name in ((0, 0), (0, 15), (1, 3), (2, 8)):
        data = heads(trained_or_not, number, name)
        if data.looking is None:
            continue
        words = say_heads(data)
        told = plain(words.notice)
        rows: Any = words.table.rows
        most = max(rows, key=lambda row: row[1])
        same = max(rows, key=lambda row: row[3])
        assert ("No head puts much" in told) == (most[1] < 0.05)
        assert (f"Head {most[0]} puts" in told) == (most[1] >= 0.05)
        assert ("no key tells it" in told) == (most[1] >= 0.05 and most[2] >= 0.05)
        right, wrong = (found["attention"] for found in (data.looking.probability, data.looking.too_soon))
        assert ("more than the right one" in told) == (wrong > right and probability(wrong) != probability(right))
        assert f"in head {same[0]}; all it could" in told


def test_what_is_said_of_the_pieces_are_their_bars(trained_or_not):
    data = read_pieces(trained_or_not, {})
    told, double, own, other = (data.value(row) for row in ("told", "double", "own", "other"))
    said, so = plain(say_pieces(data).notice), verdict(data)
    shown = [mark["text"] for mark in draw_pieces(data, Frame(620)).marks if "text" in mark]
    for value in (told, double, own, other):
        assert probability(value) in shown
        assert probability(value).replace("<", "less than ") in said
    assert so.startswith("So most of") == ("most of it is read" in said) == (told >= 0.01 and told >= 5 * double)
    assert so.startswith("So hardly any of") == (told < 0.01 or told < 1.25 * double)
    share = data.second.prefers_own["attention"]
    if "does better than a coin" in so:
        assert share > 0.5
    if "more often than not" in so:
        assert share < 0.5


def test_an_untrained_network_is_said_to_read_little_of_a_second_piece(untrained):
    assert verdict(read_pieces(untrained, {})).startswith("So hardly any of what it gives a second piece is read")
