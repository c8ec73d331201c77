import numpy as np
import pytest
from lookback.guesses import (
    Ranked,
    context,
    is_attention,
    likeliest,
    logits_at,
    next_logits,
    probabilities_at,
    top_guesses,
)
from lookback.tokenizer import BOUNDARY_ID

from tests.reference.plain_loops import attention_probabilities, window_probabilities
from tests.reference.small_world import N_WINDOW, VOCABULARY, networks

IDS = np.array([1, 60, 7, 33, 60, 70], np.int32)


def loops(name, off=()):
    params = networks()[name]
    if name == "attention":
        return attention_probabilities(params, IDS.tolist(), off)
    return window_probabilities(params, IDS.tolist(), N_WINDOW, BOUNDARY_ID)


@pytest.mark.parametrize("name", ["attention", "window"])
def test_both_networks_guess_at_chosen_positions_as_versions_in_loops(name):
    found = probabilities_at(networks()[name], IDS, np.array([4, 0]))
    expected = loops(name)
    assert found.shape == (2, len(VOCABULARY))
    assert found[0] == pytest.approx(expected[4], rel=1e-4)
    assert found[1] == pytest.approx(expected[0], rel=1e-4)


@pytest.mark.parametrize("name", ["attention", "window"])
def test_the_next_token_is_guessed_after_the_last_one(name):
    logits = next_logits(networks()[name], IDS)
    assert np.exp(logits) / np.exp(logits).sum() == pytest.approx(loops(name)[-1], rel=1e-4)


def test_heads_can_be_off():
    found = probabilities_at(networks()["attention"], IDS, np.array([5]), off=[(0, 0), (0, 2)])
    assert found[0] == pytest.approx(loops("attention", (0, 2))[5], rel=1e-4)


def test_the_window_network_has_no_heads_to_switch_off():
    with pytest.raises(ValueError, match="no heads"):
        logits_at(networks()["window"], IDS, np.array([1]), off=[(0, 0)])


def test_the_two_networks_are_told_apart():
    assert [is_attention(params) for params in networks().values()] == [True, False]


def test_a_short_text_is_read_whole_behind_the_boundary():
    found = context([5, 6, 7], 4)
    assert found.tolist() == [BOUNDARY_ID, 5, 6, 7]
    assert found.dtype == np.int32


def test_of_a_long_text_the_last_tokens_are_read_behind_the_boundary():
    assert context([5, 6, 7, 8], 4).tolist() == [BOUNDARY_ID, 6, 7, 8]


def test_guesses_come_the_likeliest_first_and_equal_ones_by_id():
    logits = np.log(np.array([1, 4, 1, 2], np.float32))
    found = top_guesses(logits, 3)
    assert [token for token, _ in found] == [1, 3, 0]
    assert [p for _, p in found] == pytest.approx([0.5, 0.25, 0.125])


def test_a_wanted_token_takes_the_last_place_with_its_own_rank():
    p = np.array([0.125, 0.25, 0.0625, 0.5, 0.0625])
    first, second, third, last = Ranked(3, 0.5, 1), Ranked(1, 0.25, 2), Ranked(0, 0.125, 3), Ranked(4, 0.0625, 5)
    assert likeliest(p, 3) == [first, second, third]
    assert likeliest(p, 3, 1) == [first, second, third]  # it is among them
    assert likeliest(p, 3, 4) == [first, second, last]
    assert likeliest(p, 4)[3].token == 2  # of two as likely the first
