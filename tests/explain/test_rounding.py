"""Rounding together, against sums on paper and the rule for sharing out seats."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st
from lookback.explain.rounding import rounded_together


def decimals(*words):
    return tuple(map(Decimal, words))


def test_rounding_together_on_paper():
    # 0.334 + 0.333 - 1.005 = -0.338, so -0.34: down to 0.33, 0.33, -1.01 (-0.35), and one hundredth to the -1.005
    assert rounded_together([0.334, 0.333, -1.005], 2) == decimals("0.33", "0.33", "-1.00")


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=10))
def test_values_rounded_together_add_up_and_none_moves_by_a_digit(values):
    found = rounded_together(values, 2)
    assert abs(sum(found) - sum(map(Decimal, values))) <= Decimal("0.005")
    assert all(abs(float(rounded) - value) < 0.01 + 1e-9 for rounded, value in zip(found, values, strict=True))


def shares(amounts):
    return [amount / sum(amounts) for amount in amounts]


def test_missing_seats_go_to_the_largest_remainders():
    # Hamilton's method by hand: 10 seats for 47, 16, 37 of 100 votes: 4.7, 1.6, 3.7 -> 4 + 1, 1, 3 + 1
    assert rounded_together(shares(decimals("47", "16", "37")), 1) == decimals("0.5", "0.1", "0.4")
    assert rounded_together(shares(decimals("1", "1", "1")), 2) == decimals("0.34", "0.33", "0.33")


@given(st.lists(st.decimals(0, 100, places=3), min_size=1, max_size=9).filter(any), st.integers(1, 4))
def test_shares_sum_to_one_and_none_is_off_by_a_last_digit(amounts, decimals):
    exact = shares(amounts)
    found = rounded_together(exact, decimals)
    assert sum(found) == 1
    assert all(abs(share - of) < Decimal(1).scaleb(-decimals) for share, of in zip(found, exact, strict=True))
