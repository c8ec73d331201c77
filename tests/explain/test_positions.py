"""Formulas of other networks' positions against values worked by hand and loops."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lookback.explain.positions import (
    alibi_scores,
    alibi_slopes,
    first_positions,
    in_groups,
    rotary_scores,
    rotary_speeds,
    rotate,
    t5_buckets,
    wave_positions,
)


def test_t5_keeps_the_first_sixteen_distances_apart_and_puts_all_from_128_on_together():
    groups = t5_buckets(300)
    assert groups[:17].tolist() == list(range(17))
    assert groups[127] == 31
    assert set(groups[128:].tolist()) == {31}


@pytest.mark.parametrize(
    ("distance", "group"),
    # 16 + 16 ln(d/16) / ln 8, rounded down. The group changes at 16 * 8^(k/16): 18.2, 20.7, 23.6, 26.9, ... 112.4
    [(18, 16), (19, 17), (20, 17), (21, 18), (23, 18), (24, 19), (26, 19), (27, 20), (32, 21), (64, 26), (112, 30)],
)
def test_t5_groups_grow_like_the_logarithm(distance, group):
    assert t5_buckets(200)[distance] == group


def test_groups_of_four_up_to_eight_can_be_counted_by_hand():
    # exact: 0, 1; then 2 + 2 ln(d/2) / ln 4: 2, 3 -> 2 (3 gives 2.58), from 4 on 3
    assert t5_buckets(10, 4, 8).tolist() == [0, 1, 2, 2, 3, 3, 3, 3, 3, 3]


@pytest.mark.parametrize(("n_buckets", "max_distance"), [(31, 128), (0, 128), (32, 16)])
def test_groups_that_make_no_sense_are_refused(n_buckets, max_distance):
    with pytest.raises(ValueError, match="give an even number, and a distance above its half"):
        t5_buckets(10, n_buckets, max_distance)


def test_a_group_shares_the_mean_of_its_scores():
    assert in_groups(np.array([1.0, 3.0, 5.0, 6.0]), np.array([0, 1, 1, 3])).tolist() == [1, 4, 4, 6]


def test_alibi_halves_the_slope_from_head_to_head_where_there_are_eight():
    assert alibi_slopes(8).tolist() == [1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64, 1 / 128, 1 / 256]
    assert alibi_slopes(4).tolist() == [1 / 4, 1 / 16, 1 / 64, 1 / 256]
    assert alibi_slopes(16)[:2] == pytest.approx([math.sqrt(1 / 2), 1 / 2])


def test_alibi_takes_off_slope_times_distance():
    scores = alibi_scores(8, 256)
    assert scores[0, :4].tolist() == [0, -0.5, -1, -1.5]
    assert scores[7, 255] == pytest.approx(-255 / 256)


def test_the_pairs_of_a_head_of_eight_turn_at_1_a_tenth_a_hundredth_and_a_thousandth():
    assert rotary_speeds(8) == pytest.approx([1, 0.1, 0.01, 0.001])
    with pytest.raises(ValueError, match="do not fall into pairs"):
        rotary_speeds(7)


def test_a_quarter_turn_takes_an_arrow_from_east_to_north():
    quarter = (2 / math.pi) ** 2  # base^(-1/2) = pi / 2 for the second of two pairs, at which the first turns by 1
    turned = rotate(np.array([1.0, 0.0, 1.0, 0.0]), 1, quarter)
    assert turned == pytest.approx([math.cos(1), math.sin(1), 0, 1])


NUMBERS = st.lists(st.floats(-5, 5), min_size=6, max_size=6).map(np.array)


@given(NUMBERS, NUMBERS, st.integers(0, 300), st.integers(0, 300))
def test_turned_by_their_places_a_query_and_a_key_know_only_how_far_apart_they_are(q, k, place, distance):
    here = rotate(q, place + distance) @ rotate(k, place)
    assert here == pytest.approx(rotary_scores(q, k, distance + 1)[distance], abs=1e-8)


def test_turning_keeps_the_length():
    vector = np.array([3.0, 4.0, 1.0, 2.0])
    assert np.linalg.norm(rotate(vector, 77)) == pytest.approx(math.sqrt(30))


def test_equal_arrows_agree_by_the_sum_of_their_cosines():
    found = rotary_scores(np.ones(4), np.ones(4), 6)
    assert found[0] == pytest.approx(4)
    assert found[5] == pytest.approx(2 * math.cos(5) + 2 * math.cos(5 / 100))  # 10000^(-1/2) = 1/100


def test_waves_are_sines_and_cosines_of_the_place():
    rows = wave_positions(50, 4)
    assert rows[0].tolist() == [0, 1, 0, 1]
    assert rows[7] == pytest.approx([math.sin(7), math.cos(7), math.sin(0.07), math.cos(0.07)])


def test_of_two_waves_rows_only_the_distance_tells():
    rows = wave_positions(100, 16)
    assert rows[20] @ rows[17] == pytest.approx(rows[93] @ rows[90])


def test_the_first_rows_of_gpt_2_are_small_and_know_no_neighbors():
    rows = first_positions(64, 4000, np.random.default_rng(3))
    assert rows.std() == pytest.approx(0.01, rel=0.02)
    products = rows @ rows.T / 4000 / 1e-4  # 1 on the diagonal, of the order of 1 / sqrt(4000) beside it
    assert np.diag(products) == pytest.approx(np.ones(64), abs=0.15)
    assert np.abs(products - np.diag(np.diag(products))).max() < 0.1
