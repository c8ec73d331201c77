"""Does NumPy, with the kernel's loops in it, still give the right numbers? Quick enough to ask at every start."""

import math
from collections.abc import Callable, Iterator, Mapping

import numpy as np

from lookback import ops
from lookback.ops import Array

# Twice what was measured: a product over k strays by at most sqrt(k) 2^-23 of |a| @ |b| (as OpenBLAS's does), exp and
# tanh by 1.3 units in the last place.
MATMUL_TOLERANCE = 2.0**-22
RELATIVE_TOLERANCE = 4e-7
FUSED_TOLERANCE = 2e-6  # against the NumPy versions, which round in another order


def mismatch(fused: Mapping[str, Callable]) -> str | None:
    """What differs, or None. Checks np.matmul, exp, tanh and maximum as they are now, and the functions ``fused``."""
    rng = np.random.default_rng(0)
    with np.errstate(all="ignore"):  # NaN and infinity are among the numbers
        return _matmul(rng) or _exp_and_tanh(rng) or _maximum(rng) or _fused(rng, fused)


def _products(rng: np.random.Generator) -> Iterator[tuple[Array, Array]]:
    """Operands of odd sizes and layouts: more than one block, edges of tiles, transposed, reversed, in batches."""

    def normal(*shape: int) -> Array:
        return rng.standard_normal(shape, np.float32)

    yield normal(7, 5), normal(5, 9)
    yield normal(1, 3), normal(3, 1030)
    yield normal(101, 3), normal(3, 40)
    yield normal(260, 13).T, normal(260, 35)
    yield normal(13, 20)[::-1, ::2], normal(21, 10).T[:, :0:-2]
    yield normal(2, 1, 6, 8), normal(3, 8, 11)
    yield normal(4, 3, 5).swapaxes(0, 1), normal(3, 2, 5).swapaxes(1, 2)
    yield normal(3, 0), normal(0, 4)


def _matmul(rng: np.random.Generator) -> str | None:
    for a, b in _products(rng):
        # einsum is no ufunc, and float64 has its own loops: neither runs through what is tested
        a8, b8 = a.astype(np.float64), b.astype(np.float64)
        exact = np.einsum("...ik,...kj->...ij", a8, b8)
        scale = np.einsum("...ik,...kj->...ij", np.abs(a8), np.abs(b8))
        if not np.all(np.abs(a @ b - exact) <= MATMUL_TOLERANCE * math.sqrt(a.shape[-1]) * scale):
            return f"matmul of {a.shape} and {b.shape} differs from einsum"
    return None


def _exp_and_tanh(rng: np.random.Generator) -> str | None:
    special = np.array([0, -0.0, 1e-30, np.inf, -np.inf, np.nan, 88, -80, 0.625], np.float32)
    x = np.concatenate([special, rng.uniform(-20, 20, 90).astype(np.float32)])
    for view in (x, x[::-3]):
        for ufunc in (np.exp, np.tanh):
            exact = ufunc(view.astype(np.float64)).astype(np.float32)
            if not np.allclose(ufunc(view), exact, rtol=RELATIVE_TOLERANCE, atol=0, equal_nan=True):
                return f"{ufunc.__name__} differs from its float64 version"
    return None


def _maximum(rng: np.random.Generator) -> str | None:
    x, y = rng.standard_normal((2, 37), np.float32)
    x[5] = y[30] = np.nan
    exact = np.where(np.isnan(x) | ~(y >= x) & ~np.isnan(y), x, y)
    right = (
        np.array_equal(np.maximum(x, y), exact, equal_nan=True)
        and np.array_equal(np.maximum(x[::2], y[::2]), exact[::2], equal_nan=True)
        and np.isnan(x.max())
        and x[6:].max() == max(x[6:].tolist())
        and np.maximum.accumulate(x[6:])[-1] == max(x[6:].tolist())
    )
    return None if right else "maximum differs from comparing one by one"


def _fused(rng: np.random.Generator, fused: Mapping[str, Callable]) -> str | None:
    n_ctx, qk, d = 16, *rng.standard_normal((2, 2, 3, 13, 13), np.float32)
    b_distance = rng.standard_normal((3, n_ctx), np.float32)
    weights = ops.causal_softmax(qk, b_distance)
    inputs = {
        "causal_softmax": (qk, b_distance),
        "causal_softmax_backward": (d, weights, n_ctx),
        "cross_entropy": (rng.standard_normal((5, 23), np.float32), np.array([0, 22, 7, 7, 4])),
    }
    for name, function in fused.items():
        got, expected = function(*inputs[name]), getattr(ops, name)(*inputs[name])
        pairs = zip(got, expected, strict=True) if isinstance(got, tuple) else [(got, expected)]
        if not all(np.allclose(a, b, rtol=FUSED_TOLERANCE, atol=FUSED_TOLERANCE) for a, b in pairs):
            return f"fused {name} differs from the NumPy version"
    return None
