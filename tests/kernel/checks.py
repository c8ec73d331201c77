"""What NumPy and `ops` must do with the kernel in them. No pytest here: the same checks run in a browser.

Each check returns the names of the loops and fused operations that it must have used, no more and no fewer.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from lookback import ops

FUSED = ("causal_softmax", "causal_softmax_backward", "cross_entropy")


def normal(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


def misaligned(rows: int, columns: int) -> Any:
    """A float32 field beside a 2-byte one: steps of 6 bytes."""
    table = np.zeros((rows, columns), np.dtype([("number", np.float32), ("other", np.int16)]))
    table["number"] = normal(rows, columns)
    return table["number"]


OPERANDS: dict[str, tuple[Any, Any]] = {
    "plain": (normal(7, 5), normal(5, 9)),
    "one row": (normal(1, 5), normal(5, 9)),
    "one column": (normal(7, 5), normal(5, 1)),
    "vectors": (normal(5), normal(5)),
    "row by matrix": (normal(5), normal(5, 9)),
    "matrix by column": (normal(7, 5), normal(5)),
    "empty sum": (normal(7, 0), normal(0, 9)),
    "transposed": (normal(5, 7).T, normal(9, 5).T),
    "sliced": (normal(14, 10)[::2, 1::2], normal(15, 27)[::3, ::3]),
    "reversed": (normal(7, 5)[::-1, ::-1], normal(5, 9)[::-1]),
    "batches": (normal(4, 7, 5), normal(4, 5, 9)),
    "broadcast batches": (normal(3, 1, 7, 5), normal(4, 5, 9)),
    "batches out of order": (normal(7, 4, 5).swapaxes(0, 1), normal(9, 4, 5).transpose(1, 2, 0)),
    "same array twice": (SQUARE := normal(7, 7), SQUARE),
    "no whole floats": (misaligned(7, 5), normal(5, 9)),
}


def matmul_agrees_with_einsum() -> set[str]:
    for name, (a, b) in OPERANDS.items():
        left, right = ("k" if a.ndim == 1 else "...mk"), ("k" if b.ndim == 1 else "...kn")
        axes = "..." * (a.ndim > 1 or b.ndim > 1) + "m" * (a.ndim > 1) + "n" * (b.ndim > 1)
        got = a @ b
        assert got.dtype == np.float32, name
        exact = np.einsum(f"{left},{right}->{axes}", a.astype(np.float64), b.astype(np.float64))
        assert np.allclose(got, exact, rtol=0, atol=3e-6), name
    return {"matmul_loop"}


def matmul_writes_into_out_of_any_layout() -> set[str]:
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
    return {"matmul_loop", "old matmul loop"}


def an_empty_product_stays_empty() -> set[str]:
    assert (normal(0, 5) @ normal(5, 9)).shape == (0, 9)
    assert (normal(2, 7, 5) @ normal(5, 0)).shape == (2, 7, 0)
    return {"matmul_loop", "old matmul loop"}  # an empty array has no rows to speak of


def matmul_into_one_of_its_own_operands() -> set[str]:
    a, b = normal(6, 6), normal(6, 6, seed=1)
    expected = np.einsum("mk,kn->mn", a, b)
    np.matmul(a, b, out=b)
    assert np.allclose(b, expected, atol=3e-6)
    np.matmul(a, a.T, out=a)
    assert np.allclose(a, np.einsum("mk,nk->mn", normal(6, 6), normal(6, 6)), atol=3e-6)
    return {"matmul_loop"}


def other_dtypes_never_meet_the_kernel() -> set[str]:
    whole = np.arange(12).reshape(3, 4)
    assert np.array_equal(whole @ whole.T, np.einsum("mk,nk->mn", whole, whole))
    double = whole / 7
    assert np.allclose(double @ double.T, np.einsum("mk,nk->mn", double, double), rtol=1e-15)
    assert np.array_equal(np.maximum(whole, 5), np.where(whole > 5, whole, 5))
    for dtype in (np.float64, np.complex128):
        assert np.exp(double.astype(dtype)).dtype == np.tanh(double.astype(dtype)).dtype == dtype
    assert abs(np.exp(np.float64(1)) - 2.718281828459045) < 1e-15
    assert double.max() == 11 / 7
    return set()


def _obeys_where_and_out(ufunc: np.ufunc) -> set[str]:
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
    return {f"{ufunc.__name__}_loop"}


def exp_obeys_where_and_out() -> set[str]:
    return _obeys_where_and_out(np.exp)


def tanh_obeys_where_and_out() -> set[str]:
    return _obeys_where_and_out(np.tanh)


def maximum_in_all_the_ways_numpy_calls_it() -> set[str]:
    x, y = normal(6, 21), normal(21, seed=1)
    assert np.array_equal(np.maximum(x, y), np.where(x > y, x, y))
    for axis in (0, 1, None):
        assert np.array_equal(x.max(axis=axis), np.sort(x, axis=axis).take(-1, axis=axis))
    running = np.maximum.accumulate(x, axis=1)
    assert all(running[row, i] == sorted(x[row, : i + 1])[-1] for row, i in np.ndindex(x.shape))
    parts = np.maximum.reduceat(y, [0, 5, 6])
    assert parts.tolist() == [sorted(part)[-1] for part in (y[:5], y[5:6], y[6:])]
    assert np.array_equal(np.maximum.outer(y, y[:3]), np.where(y[:, None] > y[:3], y[:, None], y[:3]))
    assert x.max(where=x < 0, initial=-9) == sorted(x[x < 0])[-1]
    np.maximum(x, 0, out=x)
    assert np.all(x >= 0)
    return {"maximum_loop"}


def nan_and_infinity_are_kept() -> set[str]:
    x = np.array([np.nan, np.inf, -np.inf, 0, 200], np.float32)
    assert np.array_equal(np.exp(x), [np.nan, np.inf, 0, 1, np.inf], equal_nan=True)
    assert np.array_equal(np.tanh(x), [np.nan, 1, -1, 0, 1], equal_nan=True)
    assert np.array_equal(np.maximum(x, 1), [np.nan, np.inf, 1, 1, 200], equal_nan=True)
    assert np.isnan(x.max())
    a = np.ones((5, 5), np.float32)
    a[:, 2] = x
    assert np.array_equal((a @ np.ones((5, 9), np.float32))[:, 8], x + 4, equal_nan=True)
    return {"exp_loop", "tanh_loop", "maximum_loop", "matmul_loop"}


def inputs_of(name: str) -> tuple[Any, ...]:
    e = np.tril(normal(2, 3, 11, 11) ** 2 + np.float32(0.1))
    return {
        "causal_softmax": (normal(2, 3, 11, 11), normal(3, 16)),
        "causal_softmax_backward": (normal(2, 3, 11, 11, seed=1), e / e.sum(axis=-1, keepdims=True), 16),
        "cross_entropy": (normal(7, 23), np.array([0, 22, 3, 3, 9, 1, 5])),
    }[name]


def fused_operations_give_what_ops_gives() -> set[str]:
    for name in FUSED:
        inputs = inputs_of(name)
        fused, plain = getattr(ops, name), getattr(ops, name).__wrapped__
        got, expected = (f(*inputs) for f in (fused, plain))
        for a, b in zip(*(x if isinstance(x, tuple) else (x,) for x in (got, expected)), strict=True):
            assert type(a) is type(b), name
            assert np.asarray(a).dtype == np.asarray(b).dtype, name
            assert np.allclose(a, b, rtol=2e-6, atol=1e-6), name
    return {*FUSED, "maximum_loop", "exp_loop"}  # the latter two by the NumPy versions


def fused_operations_leave_float64_to_numpy() -> set[str]:
    for name in FUSED:
        getattr(ops, name)(*(x.astype(np.float64) if getattr(x, "ndim", 0) > 1 else x for x in inputs_of(name)))
    return set()


def fused_operations_leave_gaps_in_memory_to_numpy() -> set[str]:
    for name in FUSED:
        inputs = inputs_of(name)
        spread = [np.repeat(x, 2, axis=-1)[..., ::2] if getattr(x, "ndim", 0) > 1 else x for x in inputs]
        got, expected = getattr(ops, name)(*spread), getattr(ops, name)(*inputs)
        first, other = (x[-1] if isinstance(x, tuple) else x for x in (got, expected))
        assert np.allclose(first, other, rtol=2e-6, atol=1e-6), name
    return {*FUSED, "maximum_loop", "exp_loop"}


CHECKS: dict[str, Callable[[], set[str]]] = {
    check.__name__: check
    for check in (
        matmul_agrees_with_einsum,
        matmul_writes_into_out_of_any_layout,
        an_empty_product_stays_empty,
        matmul_into_one_of_its_own_operands,
        other_dtypes_never_meet_the_kernel,
        exp_obeys_where_and_out,
        tanh_obeys_where_and_out,
        maximum_in_all_the_ways_numpy_calls_it,
        nan_and_infinity_are_kept,
        fused_operations_give_what_ops_gives,
        fused_operations_leave_float64_to_numpy,
        fused_operations_leave_gaps_in_memory_to_numpy,
    )
}
