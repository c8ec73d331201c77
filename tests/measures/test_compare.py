"""Two results of one measure compared: every expected number here is worked out by hand."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from lookback.measures.compare import Difference, difference


@dataclass(frozen=True)
class Place:
    story: str
    position: int
    change: float


@dataclass(frozen=True)
class Found:
    positions: int
    loss: dict[str, dict[str, float]]
    places: tuple[Place, ...] = ()
    profile: np.ndarray = field(default_factory=lambda: np.zeros(0))


@dataclass(frozen=True)
class Other:
    positions: int


def found(positions=10, loss=2.0, places=(), profile=()):
    return Found(positions, {"attention": {"all": loss}}, tuple(places), np.array(profile, np.float32))


def test_a_result_equals_itself_in_every_number():
    one = found(places=[Place("a", 3, 0.5)], profile=[0.25, 0.75])
    assert difference(one, one) == Difference(5, 0.0, 0.0, 0)


def test_the_largest_difference_is_found_wherever_it_stands():
    assert difference(found(loss=2.0), found(loss=2.5)) == Difference(2, 0.5, 0.2, 0)
    assert difference(found(positions=10), found(positions=8)) == Difference(2, 2.0, 0.2, 0)
    one, two = found(places=[Place("a", 3, -4.0)]), found(places=[Place("a", 3, 1.0)])
    assert difference(one, two) == Difference(3, 5.0, 1.25, 0)


def test_within_an_array_a_difference_is_set_against_its_largest_number():
    one, two = found(profile=[0.0, 8.0, 1e-9]), found(profile=[1.0, 8.0, 2e-9])
    assert difference(one, two).absolute == 1.0
    assert difference(one, two).relative == 0.125


def test_it_is_the_same_both_ways():
    one, two = found(loss=3.0, profile=[1, 2]), found(loss=2.0, profile=[1, 6])
    assert difference(one, two) == difference(two, one) == Difference(4, 4.0, 4 / 6, 0)


def test_entries_of_a_list_are_matched_by_what_they_are_about_and_not_by_their_place():
    first, second = Place("a", 3, 0.5), Place("b", 3, 0.5000001)
    assert difference(found(places=[first, second]), found(places=[second, first])).absolute == 0


def test_numbers_in_a_list_are_matched_by_their_place():
    one, two = found(places=[3, 5]), found(places=[3, 9])
    assert difference(one, two) == Difference(4, 4.0, 4 / 9, 0)


def test_entries_that_only_one_has_are_counted_and_not_compared():
    both, only_here, only_there = Place("a", 3, 0.5), Place("a", 4, 9.0), Place("b", 3, 7.0)
    apart = difference(found(places=[both, only_here]), found(places=[both, only_there]))
    assert apart == Difference(3, 0.0, 0.0, 2)


def test_an_array_that_only_one_has_counts_with_all_its_numbers():
    with_array = Found(1, {"attention": {"profile": np.array([1.0, 2.0, 3.0])}})
    assert difference(with_array, Found(1, {})).unmatched == 3


def test_nan_equals_nan_and_nothing_else():
    nan = float("nan")
    assert difference(found(loss=nan), found(loss=nan)).absolute == 0
    for other in (0.0, 3.0):
        apart = difference(found(loss=nan), found(loss=other))
        assert apart.absolute == float("inf")
        assert apart.relative == float("inf")


def test_results_of_different_measures_and_sizes_are_refused():
    with pytest.raises(TypeError, match="Found cannot be compared with a Other"):
        difference(found(), Other(3))
    with pytest.raises(TypeError, match="dict"):
        difference({"a": 1}, {"a": 1})
    with pytest.raises(ValueError, match=r"profile is \(2,\) in one result and \(3,\)"):
        difference(found(profile=[1, 2]), found(profile=[1, 2, 3]))
