"""Two heads off at a time, against passes that leave both heads out from the start."""

import numpy as np
import pytest
from lookback import attention, ops
from lookback.measures import pair_changes, pairs, story_changes, switched_off

from tests.reference.small_world import networks, readings

PARAMS = networks()["attention"]


def losses_of(reading, off):
    """Losses (T,) of a whole pass with these heads off."""
    trace = attention.forward(PARAMS, reading.ids[None], off=[(0, head) for head in off])
    return ops.token_losses(trace.logits, reading.targets)


@pytest.mark.parametrize("group", ["out_of_reach", "name", "rest"])
def test_the_change_of_each_pair_is_that_of_whole_passes_without_the_two(group):
    found = pairs(PARAMS, readings())
    for a in range(3):
        for b in range(3):
            changes = [
                losses_of(reading, {a, b})[i] - losses_of(reading, ())[i]
                for reading in readings()
                for i in np.flatnonzero(reading.groups[group])
                if group != "rest" or i % 8 == 0
            ]
            assert found.positions[group] == len(changes) > 3
            assert found.change[group][a, b] == pytest.approx(np.mean(changes), abs=1e-6)


def test_one_head_off_twice_is_that_head_off_once():
    reading = readings()[0]
    every = np.arange(len(reading.ids))
    changes = pair_changes(PARAMS, reading, every)
    assert changes[[0, 1, 2], [0, 1, 2]] == pytest.approx(story_changes(PARAMS, reading), abs=1e-6)
    alone = [head.change["out_of_reach"] for head in switched_off(PARAMS, readings()).heads]
    assert np.diagonal(pairs(PARAMS, readings()).change["out_of_reach"]) == pytest.approx(alone, abs=1e-6)


def test_what_a_pair_costs_beyond_its_two_heads_is_worked_out_by_hand():
    found = pairs(PARAMS, readings())
    change = np.array([[0.1, 0.5, 0.0], [0.5, 0.2, 0.05], [0.0, 0.05, -0.05]])
    found.change["name"][:] = change
    beyond = found.beyond("name")
    assert [beyond[0, 1], beyond[1, 0]] == pytest.approx([0.2, 0.2])
    assert beyond[0, 2] == pytest.approx(-0.05)
    assert beyond[1, 2] == pytest.approx(-0.1)
    assert np.isnan(np.diagonal(beyond)).all()


def test_a_group_without_positions_has_no_number():
    found = pairs(PARAMS, readings()[3:4])  # 10 positions, none out of reach
    assert found.positions == {"out_of_reach": 0, "name": 0, "rest": 2}
    assert np.isfinite(found.change["rest"]).all()
    assert np.isnan(found.change["name"]).all()
