"""The kernel's matmul loop, called as NumPy calls it, against exact products worked out in float64."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.kernel.host import KernelHost

ROUNDING = 2.0**-23  # float32's step at 1; k rounded sums stray by about sqrt(k) of them, as OpenBLAS's do
Matrix = NDArray[np.float32]


@pytest.fixture(scope="module", params=["relaxed", "simd"])
def kernel(request: pytest.FixtureRequest) -> KernelHost:
    return KernelHost(request.param)


@pytest.fixture(autouse=True)
def empty_memory(kernel: KernelHost) -> None:
    kernel.forget_arrays()


def run(kernel: KernelHost, a: Matrix, b: Matrix, out: Matrix) -> None:
    """Batches (n, m, k) @ (n, k, j) -> out (n, m, j), all in the kernel's memory."""
    batch_steps = [x.strides[0] for x in (a, b, out)]
    steps = batch_steps + [step for x in (a, b, out) for step in x.strides[1:]]
    kernel.loop("matmul_loop", [kernel.at(x) for x in (a, b, out)], [*a.shape, b.shape[2]], steps)


def exact(a: Matrix, b: Matrix) -> NDArray[np.float64]:
    return np.einsum("nmk,nkj->nmj", a.astype(np.float64), b.astype(np.float64))


def normal(kernel: KernelHost, *shape: int, seed: int = 0) -> Matrix:
    return kernel.array(np.random.default_rng(seed).standard_normal(shape))


def unwritten(kernel: KernelHost, *shape: int) -> Matrix:
    return kernel.array(np.full(shape, 777))


def assert_product(kernel: KernelHost, a: Matrix, b: Matrix) -> None:
    out = unwritten(kernel, a.shape[0], a.shape[1], b.shape[2])
    run(kernel, a, b, out)
    scale = exact(np.abs(a), np.abs(b))
    assert np.all(np.abs(out - exact(a, b)) <= ROUNDING * math.sqrt(a.shape[2]) * scale)


def test_product_of_two_small_matrices(kernel: KernelHost) -> None:
    out = unwritten(kernel, 1, 2, 2)
    run(kernel, kernel.array([[[1, 2, 3], [4, 5, 6]]]), kernel.array([[[1, 10], [2, 20], [3, 30]]]), out)
    assert out.tolist() == [[[14, 140], [32, 320]]]


@pytest.mark.parametrize(
    ("m", "k", "n"),
    [
        (1, 1, 1), (1, 128, 2000), (2000, 3, 1), (7, 5, 9), (6, 8, 8), (4, 257, 16), (97, 256, 33), (5, 2, 1025),
        (243, 8, 243), (243, 243, 16), (100, 600, 40), (48, 160, 128),
    ],
)  # fmt: skip
def test_shapes_within_at_and_over_the_edges_of_tiles_and_blocks(kernel: KernelHost, m: int, k: int, n: int) -> None:
    assert_product(kernel, normal(kernel, 1, m, k), normal(kernel, 1, k, n, seed=1))


@pytest.mark.parametrize(("m", "k", "n"), [(128, 243, 200), (11, 300, 7), (243, 31, 8), (1, 9, 50), (130, 270, 1040)])
def test_transposed_operands(kernel: KernelHost, m: int, k: int, n: int) -> None:
    a, b = normal(kernel, 1, k, m), normal(kernel, 1, n, k, seed=1)
    assert_product(kernel, a.swapaxes(1, 2), b.swapaxes(1, 2))


def test_batches_with_an_operand_that_repeats(kernel: KernelHost) -> None:
    a, b = normal(kernel, 6, 9, 4), normal(kernel, 4, 11, seed=1)
    assert_product(kernel, a, np.broadcast_to(b, (6, 4, 11)))
    assert_product(kernel, a[:, ::-1, ::-1], np.broadcast_to(b[:, :3], (6, 4, 3)))


def test_batches_in_another_order_in_memory(kernel: KernelHost) -> None:
    heads_last = normal(kernel, 13, 5, 8)  # token, head, number
    a = heads_last.swapaxes(0, 1)
    assert_product(kernel, a, a.swapaxes(1, 2))


def test_an_empty_sum_is_zero_and_empty_results_are_left_alone(kernel: KernelHost) -> None:
    out = unwritten(kernel, 2, 3, 4)
    run(kernel, kernel.array(np.ones((2, 3, 0))), kernel.array(np.ones((2, 0, 4))), out)
    assert not out.any()
    for m, k, n, batch in ((0, 3, 4, 2), (3, 4, 0, 2), (3, 4, 5, 0)):
        run(kernel, normal(kernel, batch, m, k), normal(kernel, batch, k, n), unwritten(kernel, batch, m, n))


def test_nothing_is_written_outside_of_the_result(kernel: KernelHost) -> None:
    frame = unwritten(kernel, 1, 15, 27)
    run(kernel, normal(kernel, 1, 13, 9), normal(kernel, 1, 9, 21), frame[:, 1:14, 3:24])
    expected = np.full((15, 27), True)
    expected[1:14, 3:24] = False
    assert np.array_equal(frame[0] == 777, expected)


def test_nan_and_infinity_reach_exactly_the_numbers_that_they_enter(kernel: KernelHost) -> None:
    a, b = np.ones((1, 13, 5)), np.ones((1, 5, 19))
    a[0, 3, 2], a[0, 7, 1], a[0, 12, 4] = np.nan, np.inf, -np.inf
    b[0, 4, 18] = 0
    out = unwritten(kernel, 1, 13, 19)
    run(kernel, kernel.array(a), kernel.array(b), out)
    expected = np.full((13, 19), 5.0)
    expected[:, 18] = 4
    expected[3], expected[7], expected[12] = np.nan, np.inf, -np.inf
    expected[12, 18] = np.nan  # -inf times 0
    assert np.array_equal(out[0], expected, equal_nan=True)


@pytest.mark.parametrize("layout", ["columns", "upside down", "between other numbers"])
def test_results_that_are_not_in_rows_go_to_the_old_loop(kernel: KernelHost, layout: str) -> None:
    called: list[tuple[int, ...]] = []
    kernel.set_old_matmul_loop(lambda *arguments: called.append(arguments))
    store = unwritten(kernel, 1, 20, 30)
    views: dict[str, Any] = {
        "columns": store[:, :5, :3].swapaxes(1, 2),
        "upside down": store[:, 2::-1, :5],
        "between other numbers": store[:, :3, 0:10:2],
    }
    run(kernel, normal(kernel, 1, 3, 4), normal(kernel, 1, 4, 5), views[layout])
    assert len(called) == 1
    assert np.all(store == 777)


def test_steps_that_are_no_whole_floats_go_to_the_old_loop(kernel: KernelHost) -> None:
    called: list[tuple[int, ...]] = []
    kernel.set_old_matmul_loop(lambda *arguments: called.append(arguments))
    a, b, out = normal(kernel, 2, 2), normal(kernel, 2, 2), unwritten(kernel, 2, 2)
    for position in range(3, 8):
        steps = [0, 0, 0, 8, 4, 8, 4, 8, 4]
        steps[position] += 2
        kernel.loop("matmul_loop", [kernel.at(x) for x in (a, b, out)], [1, 2, 2, 2], steps)
    assert len(called) == 5
    assert np.all(out == 777)


def test_the_old_loop_is_called_with_numpys_own_arguments(kernel: KernelHost) -> None:
    called: list[tuple[int, ...]] = []
    kernel.set_old_matmul_loop(lambda *arguments: called.append(arguments))
    addresses, sizes, steps = (
        kernel.array(numbers, np.int32) for numbers in ([1, 2, 3], [1, 2, 2, 2], [0, 0, 0, 8, 4, 8, 4, 4, 8])
    )
    kernel.call("matmul_loop", addresses, sizes, steps, 99)
    assert called == [(kernel.at(addresses), kernel.at(sizes), kernel.at(steps), 99)]


@st.composite
def views(draw: st.DrawFn, rows: int, columns: int) -> Any:
    """A matrix (rows, columns) of whole numbers cut out of a larger array: steps, reversed, transposed."""
    steps = [draw(st.sampled_from([1, 2, 3, -1, -2])) for _ in range(2)]
    transposed = draw(st.booleans())
    spans = [max(1, size) * abs(step) for size, step in zip((rows, columns), steps, strict=True)]
    seed = draw(st.integers(0, 1000))

    def cut(kernel: KernelHost) -> Matrix:
        numbers = np.random.default_rng(seed).integers(-9, 10, spans)
        whole = kernel.array(numbers.T).T if transposed else kernel.array(numbers)
        return whole[:: steps[0], :: steps[1]][:rows, :columns][None]

    return cut


@given(data=st.data(), m=st.integers(0, 20), k=st.integers(0, 12), n=st.integers(0, 40))
@settings(max_examples=60, deadline=None)
def test_whole_numbers_in_any_layout_multiply_exactly(
    kernel: KernelHost, data: st.DataObject, m: int, k: int, n: int
) -> None:
    kernel.forget_arrays()
    a, b = data.draw(views(m, k))(kernel), data.draw(views(k, n))(kernel)
    out = unwritten(kernel, 1, m, n)
    run(kernel, a, b, out)
    assert np.array_equal(out, np.einsum("nmk,nkj->nmj", a.astype(np.int64), b.astype(np.int64)))
