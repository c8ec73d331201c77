import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scene.scales import Linear, Log, Sqrt, nice_ticks

finite = st.floats(-1e6, 1e6, allow_nan=False)


def test_linear_maps_the_ends_and_the_middle():
    scale = Linear((10, 20), (0, 300))
    assert [scale(v) for v in (10, 15, 20)] == [0, 150, 300]
    assert scale.invert(30) == pytest.approx(11)


def test_a_range_that_descends_puts_large_values_on_top():
    assert Linear((0, 4), (200, 0))(1) == 150


@given(finite, finite, finite)
def test_linear_inverts_itself(low, high, value):
    if abs(high - low) < 1e-3:
        return
    scale = Linear((low, high), (17, 413))
    assert scale.invert(scale(value)) == pytest.approx(value, abs=1e-4 * max(1.0, abs(low), abs(high), abs(value)))


def test_a_domain_without_extent_is_refused():
    for ends in ((3, 3), (0, math.nan), (0, math.inf)):
        with pytest.raises(ValueError, match="two different finite ends"):
            Linear(ends, (0, 1))


@pytest.mark.parametrize(
    ("low", "high", "count", "expected"),
    [
        (0, 1, 5, (0, 0.2, 0.4, 0.6, 0.8, 1.0)),
        (0, 255, 5, (0, 50, 100, 150, 200, 250)),
        (-1, 1, 4, (-1, -0.5, 0, 0.5, 1)),
        (2.6, 4.6, 4, (3.0, 3.5, 4.0, 4.5)),
        (7, 3, 4, (3, 4, 5, 6, 7)),
    ],
)
def test_ticks_are_round_numbers_inside_the_domain(low, high, count, expected):
    assert nice_ticks(low, high, count) == expected


def test_zero_among_ticks_has_no_minus_sign():
    assert all(math.copysign(1, tick) > 0 for tick in nice_ticks(-0.3, 0.3, 5) if tick == 0)


def test_nice_widens_to_round_numbers_and_keeps_the_direction():
    assert Linear((0.13, 0.92), (0, 1)).nice(4).domain == pytest.approx((0, 1))
    assert Linear((0.92, 0.13), (0, 1)).nice(4).domain == pytest.approx((1, 0))


def test_log_gives_each_power_of_ten_the_same_room():
    scale = Log((1, 1000), (0, 300))
    assert [round(scale(v), 6) for v in (1, 10, 100, 1000)] == [0, 100, 200, 300]
    assert scale.invert(100) == pytest.approx(10)
    assert scale.ticks() == (1, 10, 100, 1000)


def test_log_with_few_powers_ticks_twos_and_fives():
    assert Log((1, 20), (0, 1)).ticks() == (1, 2, 5, 10, 20)


def test_log_refuses_zero():
    with pytest.raises(ValueError, match="above zero"):
        Log((0, 1), (0, 1))
    with pytest.raises(ValueError, match="no place for 0"):
        Log((1, 2), (0, 1))(0)


def test_sqrt_spreads_small_values():
    scale = Sqrt((0, 1), (0, 100))
    assert [scale(v) for v in (0, 0.01, 0.25, 1)] == pytest.approx([0, 10, 50, 100])
    assert scale.invert(50) == pytest.approx(0.25)
