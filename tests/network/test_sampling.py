import math
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lookback.sampling import at_temperature, sample, write

LOGITS = np.array([0.5, -1.0, 2.0, 2.0, 0.0], np.float32)


def softmax(scores):
    powers = [math.exp(score) for score in scores]
    return [power / sum(powers) for power in powers]


@pytest.mark.parametrize("temperature", [0.25, 1.0, 3.0])
def test_scores_are_divided_by_the_temperature(temperature):
    expected = softmax([float(score) / temperature for score in LOGITS])
    assert at_temperature(LOGITS, temperature) == pytest.approx(expected, rel=1e-6)


def test_at_temperature_zero_the_largest_scores_share_all():
    assert at_temperature(LOGITS, 0).tolist() == [0, 0, 0.5, 0.5, 0]


@pytest.mark.parametrize("temperature", [-0.1, math.nan, math.inf, -math.inf])
def test_an_impossible_temperature_is_refused(temperature):
    with pytest.raises(ValueError, match=r"temperature .*: give a number from 0 up"):
        at_temperature(LOGITS, temperature)


finite = st.floats(-1e4, 1e4, width=32)


@settings(derandomize=True)
@given(st.lists(finite, min_size=1, max_size=8), st.floats(0, 1e30) | st.just(5e-324))
def test_any_scores_at_any_temperature_give_probabilities(scores, temperature):
    found = at_temperature(np.array(scores, np.float32), temperature)
    assert np.isfinite(found).all()
    assert found.sum() == pytest.approx(1)
    assert (found >= 0).all()


def test_draws_come_as_often_as_their_probability_says():
    rng = np.random.default_rng(3)
    drawn = np.bincount([sample(LOGITS, 0.7, rng) for _ in range(20_000)], minlength=5) / 20_000
    assert drawn == pytest.approx(softmax([float(score) / 0.7 for score in LOGITS]), abs=0.015)


def test_tokens_that_are_never_to_be_drawn_are_not():
    rng = np.random.default_rng(0)
    drawn = {sample(LOGITS, 5.0, rng, never=(2, 4)) for _ in range(500)}
    assert drawn == {0, 1, 3}
    assert sample(LOGITS, 0, rng, never=(2,)) == 3


def test_drawing_leaves_the_scores_as_they_were():
    logits = LOGITS.copy()
    sample(logits, 1.0, np.random.default_rng(0), never=(0,))
    assert (logits == LOGITS).all()


def test_the_same_seed_draws_the_same():
    first, second = ([sample(LOGITS, 1.0, np.random.default_rng(7)) for _ in range(5)] for _ in range(2))
    assert first == second


def counting(tokens):
    """A network that is sure of the token after the last one, of 5."""
    return np.where(np.arange(5) == (tokens[-1] + 1) % 5, 100.0, 0.0)


def test_each_token_is_guessed_from_all_before_it():
    read = []

    def logits(tokens):
        read.append(list(tokens))
        return counting(tokens)

    written = list(islice(write(logits, [2, 3], 1.0, np.random.default_rng(0)), 4))
    assert written == [4, 0, 1, 2]
    assert read == [[2, 3], [2, 3, 4], [2, 3, 4, 0], [2, 3, 4, 0, 1]]


def test_writing_stops_before_the_end_token():
    assert list(write(counting, [0], 1.0, np.random.default_rng(0), end=4)) == [1, 2, 3]


def test_a_token_is_made_only_when_it_is_asked_for():
    asked = []

    def logits(tokens):
        asked.append(len(tokens))
        return counting(tokens)

    tokens = write(logits, [0], 0, np.random.default_rng(0))
    assert asked == []
    next(tokens)
    assert asked == [1]
