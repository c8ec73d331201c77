"""The kernel's loops for exp, tanh and maximum, called as NumPy calls them."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.kernel.host import KernelHost

Floats = NDArray[np.float32]
NAN, INF = math.nan, math.inf


@pytest.fixture(scope="module", params=["relaxed", "simd"])
def kernel(request: pytest.FixtureRequest) -> KernelHost:
    return KernelHost(request.param)


@pytest.fixture(autouse=True)
def empty_memory(kernel: KernelHost) -> None:
    kernel.forget_arrays()


def loop(kernel: KernelHost, name: str, *operands: Floats, count: int | None = None) -> None:
    """Operands (n,), the last of them written, in the kernel's memory."""
    count = operands[-1].size if count is None else count
    kernel.loop(f"{name}_loop", [kernel.at(x) for x in operands], [count], [x.strides[0] for x in operands])


def result(kernel: KernelHost, name: str, *inputs: Floats | list[float]) -> Floats:
    operands = [kernel.array(x) for x in inputs]
    out = kernel.array(np.full(operands[0].shape, 777))
    loop(kernel, name, *operands, out)
    return out


def units_off(got: Floats, exact: NDArray[np.float64]) -> float:
    """Largest distance in units of the last place of the exact result."""
    unit = np.spacing(np.abs(exact).astype(np.float32)).astype(np.float64)
    return float((np.abs(got - exact) / unit).max())


def test_exp_is_within_one_and_a_half_units_of_the_last_place(kernel: KernelHost) -> None:
    x = np.linspace(-87, 88.7, 200_001).astype(np.float32)
    assert units_off(result(kernel, "exp", x), np.exp(x.astype(np.float64))) < 1.5


def test_exp_of_very_negative_numbers_fades_out_through_the_smallest_floats(kernel: KernelHost) -> None:
    x = np.linspace(-104, -87, 10_001).astype(np.float32)
    assert np.abs(result(kernel, "exp", x) - np.exp(x.astype(np.float64))).max() < 1.5 * 2.0**-149


def test_exp_of_special_numbers(kernel: KernelHost) -> None:
    x = [0.0, -0.0, INF, -INF, NAN, 88.8, 1e30, -104, -1e30, 1e-40]
    assert np.array_equal(result(kernel, "exp", x), [1, 1, INF, 0, NAN, INF, INF, 0, 0, 1], equal_nan=True)


def test_tanh_is_within_one_and_a_half_units_of_the_last_place(kernel: KernelHost) -> None:
    x = np.concatenate([np.linspace(-10, 10, 100_001), np.linspace(-0.7, 0.7, 100_001), np.geomspace(1e-30, 1, 999)])
    x = x.astype(np.float32)
    assert units_off(result(kernel, "tanh", x), np.tanh(x.astype(np.float64))) < 1.5


def test_tanh_is_odd_and_never_beyond_one(kernel: KernelHost) -> None:
    x = np.linspace(0, 30, 10_001).astype(np.float32)
    positive = result(kernel, "tanh", x)
    assert np.array_equal(result(kernel, "tanh", -x), -positive)
    assert positive.max() == 1


def test_tanh_of_special_numbers(kernel: KernelHost) -> None:
    got = result(kernel, "tanh", [0.0, -0.0, INF, -INF, NAN, 1e30, 1e-40])
    assert np.array_equal(got, np.array([0, 0, 1, -1, NAN, 1, 1e-40], np.float32), equal_nan=True)
    assert np.signbit(got).tolist()[:4] == [False, True, False, True]


@pytest.mark.parametrize("name", ["exp", "tanh"])
@pytest.mark.parametrize("count", [0, 1, 3, 4, 5, 8, 11])
def test_nothing_is_written_beyond_the_last_number(kernel: KernelHost, name: str, count: int) -> None:
    out = kernel.array(np.full(16, 777))
    loop(kernel, name, kernel.array(np.linspace(-1, 1, 16)), out, count=count)
    assert np.all(out[count:] == 777)
    assert np.all(out[:count] < 3)


@pytest.mark.parametrize("name", ["exp", "tanh"])
@pytest.mark.parametrize(("step_in", "step_out"), [(2, 1), (1, 3), (-1, 1), (1, -1), (-2, -3)])
def test_steps_give_the_numbers_of_contiguous_arrays(
    kernel: KernelHost, name: str, step_in: int, step_out: int
) -> None:
    expected = result(kernel, name, np.linspace(-2, 2, 13))
    x, out = (kernel.array(np.zeros(39))[::step][:13] for step in (step_in, step_out))
    x[...] = np.linspace(-2, 2, 13)
    loop(kernel, name, x, out)
    assert np.array_equal(out, expected)


def test_one_number_may_stand_for_all(kernel: KernelHost) -> None:
    out = kernel.array(np.zeros(7))
    loop(kernel, "exp", np.broadcast_to(kernel.array([0.0]), 7), out)
    assert out.tolist() == [1] * 7


@pytest.mark.parametrize("name", ["exp", "tanh"])
def test_the_result_may_take_the_place_of_the_input(kernel: KernelHost, name: str) -> None:
    x = kernel.array(np.linspace(-3, 3, 11))
    expected = result(kernel, name, x)
    loop(kernel, name, x, x)
    assert np.array_equal(x, expected)


PAIRS = [
    (1, 2),
    (2, 1),
    (-1, -2),
    (NAN, 1),
    (1, NAN),
    (NAN, NAN),
    (INF, 1),
    (-INF, 1),
    (-INF, -INF),
    (NAN, INF),
    (3, 3),
]
LARGER = [2, 2, -1, NAN, NAN, NAN, INF, 1, -INF, NAN, 3]


def test_maximum_is_the_larger_number_or_nan(kernel: KernelHost) -> None:
    x, y = np.array(PAIRS, np.float32).T
    assert np.array_equal(result(kernel, "maximum", x, y), LARGER, equal_nan=True)


def test_maximum_with_steps_and_in_place(kernel: KernelHost) -> None:
    x, y = np.array(PAIRS, np.float32).T
    wide = kernel.array(np.zeros((11, 3)))
    wide[:, 0], wide[:, 2] = x, y[::-1]
    loop(kernel, "maximum", wide[:, 0], wide[::-1, 2], wide[:, 1])
    assert np.array_equal(wide[:, 1], LARGER, equal_nan=True)
    left = kernel.array(x)
    loop(kernel, "maximum", left, kernel.array(y), left)
    assert np.array_equal(left, LARGER, equal_nan=True)


@pytest.mark.parametrize("count", [0, 1, 3, 4, 7, 8, 31, 100])
def test_maximum_along_a_row(kernel: KernelHost, count: int) -> None:
    row = np.random.default_rng(count).permutation(count).astype(np.float32) - 50
    best = kernel.array([-60])
    kernel.loop("maximum_loop", [kernel.at(best), kernel.at(kernel.array(row)), kernel.at(best)], [count], [0, 4, 0])
    assert best[0] == (count - 51 if count else -60)


@pytest.mark.parametrize("place", range(9))
def test_one_nan_anywhere_in_a_row_wins(kernel: KernelHost, place: int) -> None:
    row, best = kernel.array(np.arange(9)), kernel.array([100])
    row[place] = np.nan
    kernel.loop("maximum_loop", [kernel.at(best), kernel.at(row), kernel.at(best)], [9], [0, 4, 0])
    assert np.isnan(best[0])


@pytest.mark.parametrize("ahead", [1, 2, 3, 4, 5])
def test_a_running_maximum_reads_what_it_wrote_just_before(kernel: KernelHost, ahead: int) -> None:
    # np.maximum.accumulate writes one number ahead of the operand that it reads
    y = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9]
    store = kernel.array(np.zeros(len(y) + ahead))
    expected = [0.0] * ahead
    for i, value in enumerate(y):
        expected.append(max(expected[i], value))
    loop(kernel, "maximum", store[:-ahead], kernel.array(y), store[ahead:])
    assert store.tolist() == expected
