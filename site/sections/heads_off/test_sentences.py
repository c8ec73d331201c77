"""No sentence contradicts its picture, with the shipped weights or with untrained ones."""

import itertools
from typing import Any

import numpy as np
import pytest
from lookback.measures import measured
from scene import Frame
from scene.sentences import plain
from sections.heads_off.compute import read_groups, read_pairs, read_story
from sections.heads_off.picture import draw_story
from sections.heads_off.prose import numbers
from sections.heads_off.words import say_groups, say_pairs, say_story, token_name
from sections.heads_off.words_pairs import MEASURED_ON


def story(models, mask, number):
    return read_story(models, {"story": number, "mask": mask, "spot": -1})


def test_what_is_said_of_a_head_are_its_cells(trained_or_not):
    names = ("out-of-reach tokens", "the hero’s name where it comes back", "tokens within reach or new")
    parts = {name: column for column, name in enumerate(names, start=2)}
    for head in range(8):
        words = say_groups(read_groups(trained_or_not, {"head": head}))
        told, row = plain(words.notice), words.table.rows[head]
        cells: dict[str, Any] = {part: row[column] for part, column in parts.items()}
        most = max(cells, key=cells.__getitem__)
        assert ("worth little by itself" in told) == (cells[most] < 0.02)
        assert (f"the loss on {most} rises most" in told) == (cells[most] >= 0.02)
        spared = told.partition("Better off without it: ")[2]
        assert all((part in spared) == (change <= -0.02) for part, change in cells.items())


@pytest.mark.parametrize("mask", [0b1, 0b10100, 0b11111111])
def test_the_counts_of_a_story_are_those_of_its_arrows(trained_or_not, mask):
    data = story(trained_or_not, mask, 2)
    told = plain(say_story(data).notice)
    shaded = {"worse": 0, "better": 0}
    for mark in draw_story(data, Frame(620.0)).marks:
        if mark["key"].startswith("change") and mark["key"].endswith(".arrow"):
            shaded[mark["fill"]] += 1
    end = data.change[-1] if len(data.pieces) < len(data.change) else 0.0  # the story's end is not drawn
    assert f". {shaded['worse'] + (end >= 0.4)} of {len(data.change)} tokens are harder" in told
    assert f"or more, {shaded['better'] + (end <= -0.4)} easier" in told
    if "Hardest hit" in told:
        hit = told.partition("Hardest hit is ")[2].partition(", at one place")[0]
        assert hit.removeprefix("the ").strip("“”") == token_name(data, int(data.change.argmax())).removeprefix("the ")


def test_heads_that_are_said_to_stand_in_for_each_other_cost_far_more_together(trained_or_not):
    standing = 0
    covering = numbers(trained_or_not)["covering"].split("In this network")[1]
    for group in ("rest", "out_of_reach", "name"):
        data = read_pairs(trained_or_not, {"group": group})
        told, (a, b) = plain(say_pairs(data).notice), data.told
        if "no two heads stand in" not in told:
            assert data.beyond[a, b] >= 0.5 * min(data.alone[a], data.alone[b]) > 0
        if "No pair costs more" in told:
            assert np.nanmax(data.beyond) <= 0
        part = covering.partition(f"on {MEASURED_ON[group]}, heads ")[2].split(";")[0].split(". ")[0]
        for first, second in itertools.combinations(range(len(data.alone)), 2):
            lesser, beyond = min(data.alone[first], data.alone[second]), data.beyond[first, second]
            stands_in = lesser >= 0.05 and beyond >= 0.5 * lesser
            assert (f"{first} with {second}" in part) == stands_in
            standing += stands_in
    assert ("no two heads" in covering) == (not standing)


def test_the_prose_calls_a_head_telling_only_if_names_need_it(trained_or_not):
    found, told = measured(trained_or_not, "switched_off"), numbers(trained_or_not)["telling"]
    head = max(found.heads, key=lambda head: head.change["name"])
    assert f"head {head.head}" in told
    assert ("No head by itself" in told) == (head.change["name"] < 0.02)
