"""One look back: what one head makes of one position's query, step by step, from dot product to blend."""

import math
from dataclasses import dataclass

import numpy as np

from lookback import attention, ops
from lookback.attention import AttentionTrace
from lookback.ops import Array


@dataclass(frozen=True, eq=False)
class LookBack:
    """One head's look back from ``position`` over the N keys it can read: earlier ones and itself, N = position + 1.

    Key j is the token at position j, ``position - j`` tokens back. K = d_head, V = d_value; all float32. All steps are
    those of the program that runs: a changed one may give weight to later tokens, and the keys then go on to the last
    of those, or may scale its products in another way, see ``is_divided``.

    | ``q`` | (K,) | the query |
    | ``k`` ``v`` | (N, K) (N, V) | the keys, and the values behind them |
    | ``dots`` | (N,) | q.k |
    | ``scaled`` | (N,) | q.k / sqrt(K) |
    | ``distance_scores`` | (N,) | the head's learned score of each distance back |
    | ``scores`` | (N,) | ``scaled + distance_scores`` |
    | ``weights`` | (N,) | softmax of the scores; they sum to 1 |
    | ``z`` | (V,) | the values, blended by the weights |
    | ``cosines`` | (N,) | of the row that the layer reads at this position with that at each key |
    """

    head: int
    position: int
    q: Array
    k: Array
    v: Array
    dots: Array
    scaled: Array
    distance_scores: Array
    scores: Array
    weights: Array
    z: Array
    cosines: Array

    @property
    def is_divided(self) -> bool:
        """Whether ``scaled`` is q.k / sqrt(K); it is unless the program was changed."""
        return np.allclose(self.scaled, self.dots / math.sqrt(len(self.q)), rtol=1e-3, atol=1e-4)

    @property
    def n_keys(self) -> int:
        """How many positions can be read, the reading one included; later ones too where a changed program lets it."""
        return len(self.weights)

    @property
    def total(self) -> float:
        """What the softmax divides by: the sum of exp(score - highest score) over all keys."""
        return float(np.exp(self.scores - self.scores.max()).sum())

    def by_weight(self) -> list[int]:
        """The keys from the largest weight to the smallest; equal ones the nearest first."""
        return sorted(range(len(self.weights)), key=lambda j: (-self.weights[j], -j))


def one_look_back(trace: AttentionTrace, head: int, position: int, story: int = 0, layer: int = 0) -> LookBack:
    """Take one look back out of a forward pass. ValueError where there is no such head or position."""
    made = trace.layers[layer]
    _, n_head, n_tokens, _ = made.q.shape
    if not (0 <= head < n_head and 0 <= position < n_tokens):
        raise ValueError(f"no head {head} at position {position}: heads 0 to {n_head - 1}, positions to {n_tokens - 1}")
    given = made.weights[story, head, position]
    end = max(position, *np.flatnonzero(given).tolist()) + 1
    q, k = made.q[story, head, position], made.k[story, head, :end]
    dots = k @ q
    scaled = attention.dot_products(q[None, None, None], k[None, None])[0, 0, 0]
    distance_scores = ops.distance_scores(made.b_distance[head : head + 1], n_tokens)[0, position, :end]
    cosines = _cosines(made.inputs[story, position], made.inputs[story, :end])
    return LookBack(
        head, position, q, k, made.v[story, head, :end], dots, scaled, distance_scores, scaled + distance_scores,
        given[:end], made.z[story, head, position], cosines,
    )  # fmt: skip


def _cosines(row: Array, rows: Array) -> Array:
    """Cosine of a row (D,) with each of ``rows`` (N, D) -> (N,); 0 where one of the two is all zeros."""
    lengths = np.sqrt((row @ row) * (rows * rows).sum(axis=-1))
    return rows @ row / np.maximum(lengths, np.finfo(rows.dtype).tiny)
