"""The kernel's fused operations with the signatures of `lookback.ops`, by name.

Each leaves to the NumPy function whatever the C code is not made for: other dtypes, gaps in memory, empty arrays,
and mistakes, so that the errors are NumPy's too.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from lookback import ops
from lookback.ops import Array, Ids


def fused_ops(library: Any) -> dict[str, Callable]:
    """``{"causal_softmax": ..., ...}``: to be put in the place of the functions of these names in `ops`."""
    return {
        make.__name__: make(library, getattr(ops, make.__name__))
        for make in (causal_softmax, causal_softmax_backward, cross_entropy)
    }


def _fits(*arrays: Array) -> bool:
    return all(a.dtype == np.float32 and a.flags.c_contiguous and a.size > 0 for a in arrays)


def _is_causal(qk: Array, n_ctx: int) -> bool:
    return qk.ndim == 4 and qk.shape[2] == qk.shape[3] <= n_ctx


def causal_softmax(library: Any, plain: Callable) -> Callable:
    """`ops.causal_softmax` in three passes over each row, over readable keys only."""

    @wraps(plain)
    def fused(qk: Array, b_distance: Array) -> Array:
        n_ctx = b_distance.shape[-1]
        if not (_fits(qk, b_distance) and _is_causal(qk, n_ctx) and b_distance.shape[0] == qk.shape[1]):
            return plain(qk, b_distance)
        weights = np.empty_like(qk)
        library.causal_softmax(*qk.shape[:3], n_ctx, qk.ctypes.data, b_distance.ctypes.data, weights.ctypes.data)
        return weights

    return fused


def causal_softmax_backward(library: Any, plain: Callable) -> Callable:
    """`ops.causal_softmax_backward` in two passes over each row."""

    @wraps(plain)
    def fused(d_weights: Array, weights: Array, n_ctx: int) -> tuple[Array, Array]:
        same = d_weights.shape == weights.shape
        if not (same and _fits(d_weights, weights) and _is_causal(weights, n_ctx)):
            return plain(d_weights, weights, n_ctx)
        d_scores, d_b = np.empty_like(weights), np.zeros((weights.shape[1], n_ctx), np.float32)
        library.causal_softmax_backward(
            *weights.shape[:3], n_ctx, *(a.ctypes.data for a in (d_weights, weights, d_scores, d_b))
        )
        return d_scores, d_b

    return fused


def cross_entropy(library: Any, plain: Callable) -> Callable:
    """`ops.cross_entropy` in three passes over each row."""

    @wraps(plain)
    def fused(logits: Array, targets: Ids) -> tuple[float, Array]:
        rows = targets.shape == logits.shape[:1]
        if not (rows and _fits(logits) and logits.ndim == 2 and 0 <= targets.min() <= targets.max() < logits.shape[1]):
            return plain(logits, targets)
        ids = np.ascontiguousarray(targets, np.int32)
        d_logits, (top, total) = np.empty_like(logits), np.empty((2, len(ids)), np.float32)
        library.cross_entropy(*logits.shape, *(a.ctypes.data for a in (logits, ids, d_logits, top, total)))
        target_logits = np.take_along_axis(logits, ids[:, None], axis=1)[:, 0]
        return float((np.log(total) + top - target_logits).mean()), d_logits

    return fused
