import math
from dataclasses import replace

import pytest
from lookback.measures.loss import Losses
from scene import Frame
from scene.sentences import plain
from sections.different.compute import compared, read_losses
from sections.different.picture import draw_losses
from sections.different.prose import numbers
from sections.different.units import UNITS
from sections.different.words import say_losses

from tests.scene.problems import problems

POSITIONS = {"all": 1000, "out_of_reach": 100, "name": 20, "rest": 900}
# In halvings, so that chances can be worked out by head: a loss of 3 ln 2 is a chance of 1 in 8.
HALVINGS = {
    "attention": {"all": 3, "out_of_reach": 4, "name": 2, "rest": 3},
    "window": {"all": 5, "out_of_reach": 6, "name": 7, "rest": 3},
}
LOSSES = Losses(10, POSITIONS, {n: {g: k * math.log(2) for g, k in by.items()} for n, by in HALVINGS.items()})


def read(group="name", unit="nats", losses=LOSSES):
    return compared(losses, group, unit, 8, 2048)


def notice(data):
    return plain(say_losses(data).notice)


def marks_of(data, width=620):
    return {mark["key"]: mark for mark in draw_losses(data, Frame(width)).marks}


def test_a_chance_and_a_number_of_choices_are_what_halvings_say():
    eighth = 3 * math.log(2)
    assert UNITS["chance"].written(UNITS["chance"].of(eighth)) == "12.5%"
    assert UNITS["choices"].written(UNITS["choices"].of(eighth)) == "8.0"
    assert UNITS["choices"].written(UNITS["choices"].of(2 * eighth)) == "64"
    assert UNITS["nats"].written(eighth) == "2.08"


def test_the_networks_are_compared_by_difference_or_by_ratio():
    three, seven = 3 * math.log(2), 7 * math.log(2)
    assert UNITS["nats"].compare(three, seven) == "−2.77"  # 4 ln 2
    assert UNITS["chance"].compare(three, seven) == "× 16"
    assert UNITS["chance"].compare(seven, three) == "÷ 16"
    assert UNITS["choices"].compare(three, seven) == "÷ 16"
    assert UNITS["choices"].compare(seven, three) == "× 16"
    assert UNITS["chance"].compare(three, three + math.log(1.5)) == "× 1.5"


def test_the_notice_tells_the_gap_as_a_ratio_of_chances():
    # 2^5 = 32 times; 1/4 against 1/128
    assert notice(read()) == (
        "Where the hero’s name comes back out of the window’s reach, the network that looks back finds the right one "
        "32 times as likely as the other: 25.0% against 0.8%. Nowhere is looking back worth more."
    )
    assert notice(read("all")) == (
        "Over all tokens, the network that looks back finds the right one 4.0 times as likely as the other: "
        "12.5% against 3.1%. Looking back is worth most on the hero’s name."
    )


def test_where_both_do_equally_well_or_the_window_does_better_it_says_so():
    assert "both networks do equally well: the right one typically gets 12.5%." in notice(read("rest"))
    worse = replace(LOSSES, loss={"attention": LOSSES.loss["window"], "window": LOSSES.loss["attention"]})
    assert notice(read(losses=worse)).endswith(
        "looking back does not help: the window network finds the right one 32 times as likely, 25.0% against 0.8%."
    )
    assert marks_of(read(losses=worse))["name.compared"]["fill"] == "worse"


def test_a_group_without_tokens_is_left_out_and_said_to_be_empty():
    none = Losses(1, {**POSITIONS, "name": 0}, {n: {**by, "name": math.nan} for n, by in LOSSES.loss.items()})
    data = read(losses=none)
    assert notice(data) == "These stories have no such token, so there is nothing to compare."
    scene = draw_losses(data, Frame(328))
    assert problems(scene) == []
    assert [hit.key for hit in scene.hits] == ["all", "out_of_reach", "rest"]


def test_marks_stand_at_their_losses_on_an_even_axis():
    marks = marks_of(read())
    middle = {name: marks[name]["x"] + marks[name]["w"] / 2 for name in ("all.attention", "all.window", "name.window")}
    nothing = marks["nothing"]["x1"]  # 11 halvings: one in 2,048
    step = middle["all.window"] - middle["all.attention"]
    assert middle["name.window"] - middle["all.window"] == pytest.approx(step, abs=0.05)
    assert nothing - middle["name.window"] == pytest.approx(2 * step, abs=0.05)


def test_more_chance_stands_further_right_and_fewer_choices_further_left():
    for unit, sign in (("chance", 1), ("choices", -1), ("nats", -1)):
        marks = marks_of(read(unit=unit))
        assert sign * (marks["name.attention"]["x"] - marks["name.window"]["x"]) > 0
        assert marks["name.compared"]["fill"] == "better"


def test_each_row_can_be_chosen_and_says_both_numbers():
    hits = {hit.key: hit for hit in draw_losses(read(unit="choices"), Frame(620)).hits}
    assert hits["name"].choice == {"group": "name"}
    assert hits["name"].label == (
        "the hero’s name, as good as choosing among so many tokens: attention network 4.0, window network 128"
    )


def test_the_table_has_the_losses_and_the_ratio():
    rows = say_losses(read()).table.rows
    assert rows[2][:2] == ("the hero’s name", 20)
    assert rows[2][2:] == pytest.approx((2 * math.log(2), 7 * math.log(2), -5 * math.log(2), 32))


@pytest.mark.parametrize("group", POSITIONS)
def test_the_details_count_the_tokens_of_the_group_once(models, group):
    data = read_losses(models, {"group": group, "unit": "nats"})
    assert plain(say_losses(data).details[0]).count(f"{data.chosen.positions:,} ") == 1


def test_the_prose_counts_the_weights_that_look_back(models):
    found = numbers(models)
    assert found["tables"] == "8,192"  # 8 heads x 32 x (8 + 8 + 16)
    assert (found["attention"], found["window"]) == ("352,848", "354,896")
    groups = {group.name: group for group in read_losses(models, {"group": "all", "unit": "nats"}).groups}
    assert groups["all"].positions == groups["out_of_reach"].positions + groups["rest"].positions
    everything = math.log(2000) - groups["all"].attention
    assert found["most_of_it"] == f"{100 * (math.log(2000) - groups['all'].window) / everything:.0f}%"
