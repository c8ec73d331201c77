"""What a head compares, against tables worked by hand and versions in plain loops."""

import math

import numpy as np
import pytest
from lookback.explain import comparison

from tests.reference.plain_loops import dot, lists
from tests.reference.small import ATTENTION, random_params

PARAMS = random_params(ATTENTION, 3)


def test_a_head_compares_rows_through_its_table():
    p = lists(PARAMS)
    found = comparison.tables(PARAMS)
    assert found.shape == (3, 5, 5)
    for head in range(3):
        queries, keys = (np.array(p["W_E"]) @ np.array(p[name][head]) for name in ("W_Q", "W_K"))
        for reader, read in ((0, 12), (12, 0), (4, 4)):
            through = sum(
                p["W_E"][reader][a] * found[head, a, b] * p["W_E"][read][b] for a in range(5) for b in range(5)
            )
            assert through == pytest.approx(dot(queries[reader], keys[read]), rel=1e-5)


def test_ranks_are_at_most_the_length_of_a_query_and_less_where_numbers_repeat():
    assert comparison.ranks(PARAMS).tolist() == [2, 2, 2]  # d_head is 2, d_model 5
    poor = {**PARAMS, "W_K": PARAMS["W_K"].copy()}
    poor["W_K"][1, :, 1] = 2 * poor["W_K"][1, :, 0]
    poor["W_K"][2] = 0
    assert comparison.ranks(poor).tolist() == [2, 1, 0]


def test_a_table_that_turns_is_all_one_way_and_one_that_stretches_not_at_all():
    q = np.array([[[0, 2], [-2, 0]], [[3, 0], [0, 1]], [[1, 2], [0, 1]], [[0, 0], [0, 0]]], np.float32)
    k = np.stack([np.eye(2, dtype=np.float32)] * 4)
    # The third is [[1, 2], [0, 1]]: its one-way part is [[0, 1], [-1, 0]], squares 2 of 6.
    assert comparison.one_way_shares({"W_Q": q, "W_K": k}).tolist() == pytest.approx([1, 0, 1 / 3, 0])


def test_keys_are_as_long_as_their_numbers_say():
    p = lists(PARAMS)
    found = comparison.key_lengths(PARAMS)
    for head in range(3):
        for token in (0, 5, 12):
            key = [sum(p["W_E"][token][a] * p["W_K"][head][a][b] for a in range(5)) for b in range(2)]
            assert found[head, token] == pytest.approx(math.sqrt(dot(key, key)), rel=1e-6)


def test_quantiles_are_over_tokens_as_often_as_they_come():
    rows = np.array([[3.0, 4.0], [0.0, 1.0], [0.0, 2.0]], np.float32)
    params = {"W_E": rows, "W_K": np.stack([np.eye(2, dtype=np.float32), 10 * np.eye(2, dtype=np.float32)])}
    # Lengths 5, 1, 2, read as 1, 1, 1, 2, 5: in order, a share of 0, 1/4, ... 1 lies below each.
    found = comparison.key_length_quantiles(params, np.array([1, 2, 1, 0, 1]), (0.5, 0.75, 0.875, 1))
    assert found.tolist() == [pytest.approx([1, 2, 3.5, 5]), pytest.approx([10, 20, 35, 50])]
