"""Two heads off at a time, against passes that leave both heads out from the start."""

import numpy as np
import pytest
from lookback import attention, ops
from lookback.measures import measure
from lookback.measures.pairs import pair_changes
from lookback.measures.switched_off import story_changes

from tests.reference.small_world import models, networks, prepared_stories

PARAMS = networks()["attention"]


def losses_of(prepared, off):
    """Losses (T,) of a whole pass with these heads off."""
    trace = attention.forward(PARAMS, prepared.ids[None], off=[(0, head) for head in off])
    return ops.token_losses(trace.logits, prepared.targets)


@pytest.mark.parametrize("group", ["out_of_reach", "name", "rest"])
def test_the_change_of_each_pair_is_that_of_whole_passes_without_the_two(group):
    found = measure(models(), "pairs", prepared_stories())
    for a in range(3):
        for b in range(3):
            changes = [
                losses_of(prepared, {a, b})[i] - losses_of(prepared, ())[i]
                for prepared in prepared_stories()
                for i in np.flatnonzero(prepared.groups[group])
                if group != "rest" or i % 8 == 0
            ]
            assert found.positions[group] == len(changes) > 3
            assert found.change[group][a, b] == pytest.approx(np.mean(changes), abs=1e-6)


def test_one_head_off_twice_is_that_head_off_once():
    prepared = prepared_stories()[0]
    every = np.arange(len(prepared.ids))
    changes = pair_changes(PARAMS, prepared, every)
    assert changes[[0, 1, 2], [0, 1, 2]] == pytest.approx(story_changes(PARAMS, prepared), abs=1e-6)
    alone = [head.change["out_of_reach"] for head in measure(models(), "switched_off", prepared_stories()).heads]
    assert np.diagonal(measure(models(), "pairs", prepared_stories()).change["out_of_reach"]) == pytest.approx(
        alone, abs=1e-6
    )


def test_what_a_pair_costs_beyond_its_two_heads_is_worked_out_by_hand():
    found = measure(models(), "pairs", prepared_stories())
    change = np.array([[0.1, 0.5, 0.0], [0.5, 0.2, 0.05], [0.0, 0.05, -0.05]])
    found.change["name"][:] = change
    beyond = found.beyond["name"]
    assert [beyond[0, 1], beyond[1, 0]] == pytest.approx([0.2, 0.2])
    assert beyond[0, 2] == pytest.approx(-0.05)
    assert beyond[1, 2] == pytest.approx(-0.1)
    assert np.isnan(np.diagonal(beyond)).all()


def test_a_group_without_positions_has_no_number():
    found = measure(models(), "pairs", prepared_stories()[3:4])  # 10 positions, none out of reach
    assert found.positions == {"out_of_reach": 0, "name": 0, "rest": 2}
    assert np.isfinite(found.change["rest"]).all()
    assert np.isnan(found.change["name"]).all()
