"""What training is watched by, worked out by hand."""

import numpy as np
import pytest
from lookback import attention, ops
from lookback.networks import NETWORKS
from lookback.params import init
from lookback.training.corpus import Template
from lookback.training.kept_out import own_and_other, tell, tellings

B = 1  # the boundary
STORY = Template((-1, 5, -2, 6, -1, -2, 7, -1), ("she", "he"))
A, Z = (20, 21), (30, 31, 32)


def test_a_telling_asks_for_second_pieces_once_both_names_have_been_met():
    told = tell(STORY, (A, Z))
    assert told.ids.tolist() == [[B, 20, 21, 5, 30, 31, 32, 6, 20, 21, 30, 31, 32, 7, 20, 21]]
    own, other = np.full((2, 1, 16), -1)
    own[0, [8, 10, 14]], other[0, [8, 10, 14]] = [21, 31, 21], [31, 21, 31]
    assert np.array_equal(told.own, own)
    assert np.array_equal(told.other, other)


def test_a_telling_is_cut_to_what_is_read():
    told = tell(STORY, (A, Z), n_ctx=10)
    assert told.ids.shape == told.own.shape == told.other.shape == (1, 10)
    assert told.own[0, 8:].tolist() == [21, -1]


def test_stories_of_two_people_are_told_both_ways_about_names_that_differ_in_both_pieces():
    alone = Template((-1, 5, -1), ("she",))
    names = [(20, 21), (20, 31), (40, 41), (50, 41), A, Z, (60, 61), (70, 71)]
    told = list(tellings([alone, STORY, alone, STORY], names))
    starts = [[one.ids[0, 1:3].tolist(), one.ids[0, 4:7].tolist()] for one in told]
    assert starts == [
        [[20, 21], [30, 31, 32]],
        [[20, 31], [5, 30, 21]],
        [[60, 61], [70, 71, 6]],
        [[60, 71], [70, 61, 6]],
    ]
    assert told[1].ids[0, :7].tolist() == [B, 20, 31, 32, 5, 30, 21]


@pytest.mark.parametrize("name", ["attention", "two_layers"])
def test_own_and_other_are_the_probabilities_of_either_piece_at_each_place(name):
    params = init(NETWORKS[name].shapes, np.random.default_rng(0))
    told = list(tellings([STORY], [A, Z]))
    found = own_and_other(NETWORKS[name], params, told)
    expected = []
    for one in told:
        p = ops.softmax(attention.forward(params, one.ids).logits)
        expected += [(p[i, one.own[0, i]], p[i, one.other[0, i]]) for i in np.flatnonzero(one.own[0] >= 0)]
    assert found == pytest.approx(np.array(expected).T, rel=1e-5)
    assert found.shape == (2, 6)
