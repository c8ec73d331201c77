"""No sentence contradicts its picture, with the shipped weights or with untrained ones."""

import statistics
from typing import Any

import pytest
from scene import Frame
from scene.formats import probability
from scene.sentences import plain
from sections.names import compute
from sections.names.known import known_of
from sections.names.picture import draw_known
from sections.names.words import say_swap
from sections.names.words_known import beginnings, frequency, on_known


def read(models, story, kind):
    return compute.read_swap(models, {"story": story, "kind": kind, "name": "", "place": -1})


def texts(picture):
    return {mark["key"]: mark["text"] for mark in picture.marks if mark["kind"] == "text"}


def test_what_is_said_of_common_and_rare_names_follows_from_their_rows(trained_or_not):
    found = known_of(trained_or_not)
    shown = texts(draw_known(found, Frame(1000)))
    common, rare = (found.kinds[kind].probability for kind in ("common", "rare"))
    sentence = on_known(found)
    for value in (common.swapped["attention"], rare.swapped["attention"], common.swapped["window"]):
        assert probability(value) in shown.values()
        assert probability(value).replace("<", "less than ") in sentence
    ahead, behind = common.swapped["attention"], rare.swapped["attention"]
    if "less surely" in sentence:
        assert behind < ahead
    if "more surely" in sentence:
        assert behind > ahead
    if "hardly matters" in sentence:
        assert 0.8 <= behind / ahead <= 1.25
    if "it copies neither" in sentence:
        for kind in ("common", "rare"):
            assert sum(copied(name) for name in found.names if name.kind == kind) <= len(found.kinds[kind].names) / 2


def copied(name):
    now, before = name.probability.swapped["attention"], name.probability.unswapped["attention"]
    return now >= 0.01 and now >= 10 * before


def test_of_each_kind_it_is_said_how_many_names_are_copied_and_what_the_middle_one_gets(trained_or_not):
    found = known_of(trained_or_not)
    sentences = beginnings(found).split(". ")
    for kind, sentence in zip(("pieces", "invented", "strange"), sentences[1:], strict=True):
        names = [name for name in found.names if name.kind == kind]
        many = sum(map(copied, names))
        assert f"Of {len(names)} names" in sentence
        assert (f"{many} {'is' if many == 1 else 'are'} copied" if many else "none is copied") in sentence
        middle = statistics.median(name.probability.swapped["attention"] for name in names)
        assert f"the median name gets {probability(middle).replace('<', 'less than ')} " in sentence


@pytest.mark.parametrize("kind", ["common", "rare", "pieces", "invented", "strange"])
def test_what_is_said_of_a_swap_are_the_means_of_its_rows(trained_or_not, kind):
    for number in range(4):
        swap = read(trained_or_not, number, kind)
        if not swap.swapped:
            continue
        words = say_swap(swap)
        told, rows = plain(words.notice), words.table.rows
        for network in ("Attention network", "Window network"):
            of: list[Any] = [row for row in rows if row[2] == network]
            now, before, _ = (sum(row[column] for row in of) / len(of) for column in (3, 4, 5))
            assert probability(now).replace("<", "less than ") in told
            if network == "Window network" and "before and after" in told:
                assert now == pytest.approx(before, rel=1e-4)


def test_an_untrained_network_is_said_to_copy_nothing(untrained):
    found = known_of(untrained)
    assert frequency(found) == "it copies neither"
    assert beginnings(found).count("none is copied") == 3
