"""NumPy's own functions and `ops` with the kernel in them, in CPython: the built module runs in wasmtime."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from lookback import accelerate, ops

from tests.kernel_in_numpy import LibraryInNumPy

pytestmark = pytest.mark.filterwarnings("ignore:.*encountered in.*:RuntimeWarning")  # flags that wasmtime leaves set


@pytest.fixture(scope="module", params=["relaxed", "simd"])
def switched_on(request: pytest.FixtureRequest) -> Iterator[LibraryInNumPy]:
    library = LibraryInNumPy(request.param)
    assert accelerate.switch_on(lambda kind: library).kind == "relaxed"  # the first that is tried
    yield library
    accelerate.switch_off()


@pytest.fixture
def kernel(switched_on: LibraryInNumPy) -> LibraryInNumPy:
    """With an empty list of calls."""
    switched_on.calls.clear()
    return switched_on


def normal(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


CUTS = {
    "plain": (lambda: normal(7, 5), lambda: normal(5, 9)),
    "one row": (lambda: normal(1, 5), lambda: normal(5, 9)),
    "one column": (lambda: normal(7, 5), lambda: normal(5, 1)),
    "vectors": (lambda: normal(5), lambda: normal(5)),
    "row by matrix": (lambda: normal(5), lambda: normal(5, 9)),
    "matrix by column": (lambda: normal(7, 5), lambda: normal(5)),
    "empty sum": (lambda: normal(7, 0), lambda: normal(0, 9)),
    "empty result": (lambda: normal(0, 5), lambda: normal(5, 9)),
    "transposed": (lambda: normal(5, 7).T, lambda: normal(9, 5).T),
    "sliced": (lambda: normal(14, 10)[::2, 1::2], lambda: normal(15, 27)[::3, ::3]),
    "reversed": (lambda: normal(7, 5)[::-1, ::-1], lambda: normal(5, 9)[::-1]),
    "batches": (lambda: normal(4, 7, 5), lambda: normal(4, 5, 9)),
    "broadcast batches": (lambda: normal(3, 1, 7, 5), lambda: normal(4, 5, 9)),
    "batches out of order": (lambda: normal(7, 4, 5).swapaxes(0, 1), lambda: normal(9, 4, 5).transpose(1, 2, 0)),
    "same array twice": (lambda: normal(7, 7), lambda: normal(7, 7)),
    "no float32 steps": (lambda: _misaligned(7, 5), lambda: normal(5, 9)),
}


def _misaligned(rows: int, columns: int) -> Any:
    """A float32 field beside a 2-byte one: steps of 6 bytes."""
    table = np.zeros((rows, columns), np.dtype([("number", np.float32), ("other", np.int16)]))
    table["number"] = normal(rows, columns)
    return table["number"]


@pytest.mark.parametrize("cut", CUTS)
def test_matmul_agrees_with_einsum(kernel: LibraryInNumPy, cut: str) -> None:
    a, b = CUTS[cut][0](), CUTS[cut][1]()
    left, right = ("k" if a.ndim == 1 else "...mk"), ("k" if b.ndim == 1 else "...kn")
    axes = "..." * (a.ndim > 1 or b.ndim > 1) + "m" * (a.ndim > 1) + "n" * (b.ndim > 1)
    got = a @ b
    assert got.dtype == np.float32
    assert np.allclose(got, np.einsum(f"{left},{right}->{axes}", a, b, dtype=np.float64), rtol=0, atol=3e-6)
    assert got.size == 0 or "matmul_loop" in kernel.calls


def test_matmul_writes_into_out_of_any_layout(kernel: LibraryInNumPy) -> None:
    a, b = normal(7, 5), normal(5, 9)
    expected = np.einsum("mk,kn->mn", a, b)
    for out in (
        np.empty((7, 9), np.float32),
        np.empty((9, 7), np.float32).T,
        np.empty((7, 9), np.float32)[::-1],
        np.empty((14, 18), np.float32)[::2, ::2],
        np.empty((7, 20), np.float32)[:, 3:12],
        np.empty((7, 9), np.float64),
    ):
        assert np.matmul(a, b, out=out) is out
        assert np.allclose(out, expected, atol=3e-6)
    assert "old matmul loop" in kernel.calls


def test_matmul_into_one_of_its_own_operands(kernel: LibraryInNumPy) -> None:
    a, b = normal(6, 6), normal(6, 6, seed=1)
    expected = np.einsum("mk,kn->mn", a, b)
    np.matmul(a, b, out=b)
    assert np.allclose(b, expected, atol=3e-6)
    np.matmul(a, a.T, out=a)
    assert np.allclose(a, np.einsum("mk,nk->mn", normal(6, 6), normal(6, 6)), atol=3e-6)


def test_other_dtypes_never_meet_the_kernel(kernel: LibraryInNumPy) -> None:
    whole = np.arange(12).reshape(3, 4)
    assert np.array_equal(whole @ whole.T, np.einsum("mk,nk->mn", whole, whole))
    double = whole / 7
    assert np.allclose(double @ double.T, np.einsum("mk,nk->mn", double, double), rtol=1e-15)
    assert np.array_equal(np.maximum(whole, 5), np.where(whole > 5, whole, 5))
    for dtype in (np.float64, np.complex128):
        assert np.exp(double.astype(dtype)).dtype == np.tanh(double.astype(dtype)).dtype == dtype
    assert double.max() == 11 / 7
    assert kernel.calls == []


@pytest.mark.parametrize("ufunc", [np.exp, np.tanh])
def test_functions_of_one_array_obey_where_and_out(kernel: LibraryInNumPy, ufunc: np.ufunc) -> None:
    x = normal(5, 13)
    expected = ufunc(x.astype(np.float64))
    chosen = x > 0
    out = np.full((5, 13), 777, np.float32)
    assert ufunc(x, out=out, where=chosen) is out
    assert np.all(out[~chosen] == 777)
    assert np.allclose(out[chosen], expected[chosen], rtol=4e-7)
    assert np.allclose(ufunc(x.T[::-1, ::2]), expected.T[::-1, ::2], rtol=4e-7)
    shifted = np.concatenate([x.ravel(), [0]]).astype(np.float32)
    ufunc(shifted[:-1], out=shifted[1:])  # NumPy copies, so that nothing is read after it was overwritten
    assert np.allclose(shifted[1:], expected.ravel(), rtol=4e-7)
    assert ufunc(x, out=x) is x
    assert np.allclose(x, expected, rtol=4e-7)
    assert f"{ufunc.__name__}_loop" in kernel.calls


def test_maximum_in_all_the_ways_numpy_calls_it(kernel: LibraryInNumPy) -> None:
    x, y = normal(6, 21), normal(21, seed=1)
    assert np.array_equal(np.maximum(x, y), np.where(x > y, x, y))
    for axis in (0, 1, None):
        assert np.array_equal(x.max(axis=axis), np.sort(x, axis=axis).take(-1, axis=axis))
    running = np.maximum.accumulate(x, axis=1)
    assert all(running[row, i] == sorted(x[row, : i + 1])[-1] for row, i in np.ndindex(x.shape))
    pairs = np.maximum.reduceat(y, [0, 5, 6])
    assert pairs.tolist() == [sorted(part)[-1] for part in (y[:5], y[5:6], y[6:])]
    assert np.array_equal(np.maximum.outer(y, y[:3]), np.where(y[:, None] > y[:3], y[:, None], y[:3]))
    assert x.max(where=x < 0, initial=-9) == sorted(x[x < 0])[-1]
    np.maximum(x, 0, out=x)
    assert np.all(x >= 0)
    with pytest.raises(ValueError, match="zero-size"):
        normal(0).max()
    assert set(kernel.calls) == {"maximum_loop"}


def fused_inputs() -> dict[str, tuple[Any, ...]]:
    qk, b_distance = normal(2, 3, 11, 11), normal(3, 16)
    weights = ops.causal_softmax(qk, b_distance)
    return {
        "causal_softmax": (qk, b_distance),
        "causal_softmax_backward": (normal(2, 3, 11, 11, seed=1), weights, 16),
        "cross_entropy": (normal(7, 23), np.array([0, 22, 3, 3, 9, 1, 5])),
    }


@pytest.mark.parametrize("name", ["causal_softmax", "causal_softmax_backward", "cross_entropy"])
def test_fused_operations_give_what_ops_gives_and_are_used(kernel: LibraryInNumPy, name: str) -> None:
    inputs = fused_inputs()[name]
    kernel.calls.clear()
    fused, plain = getattr(ops, name), getattr(ops, name).__wrapped__
    got, expected = fused(*inputs), plain(*inputs)
    assert kernel.calls[0] == name
    for a, b in zip(*((x if isinstance(x, tuple) else (x,)) for x in (got, expected)), strict=True):
        assert type(a) is type(b)
        assert np.asarray(a).dtype == np.asarray(b).dtype
        assert np.allclose(a, b, rtol=2e-6, atol=1e-6)


@pytest.mark.parametrize("name", ["causal_softmax", "causal_softmax_backward", "cross_entropy"])
def test_fused_operations_leave_float64_and_views_to_numpy(kernel: LibraryInNumPy, name: str) -> None:
    for change in (lambda a: a.astype(np.float64), lambda a: np.repeat(a, 2, axis=-1)[..., ::2]):
        inputs = [change(a) if isinstance(a, np.ndarray) and a.dtype == np.float32 else a for a in fused_inputs()[name]]
        kernel.calls.clear()
        getattr(ops, name)(*inputs)
        assert name not in kernel.calls


def test_mistakes_get_numpys_errors_and_never_reach_the_kernel(kernel: LibraryInNumPy) -> None:
    with pytest.raises(IndexError):
        ops.cross_entropy(normal(3, 5), np.array([0, 5, 1]))
    with pytest.raises(ValueError, match="broadcast"):
        ops.causal_softmax(normal(1, 2, 9, 9), normal(2, 5))
    assert not {"cross_entropy", "causal_softmax"} & set(kernel.calls)
