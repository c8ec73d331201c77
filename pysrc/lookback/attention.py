"""The attention network: forward, and backward through the same steps in reverse order.

Shapes: B stories, T tokens, H heads, M positions that guess, D = d_model, K = d_head, V = d_value, N = n_vocab.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from lookback import ops
from lookback.inputs import check_ids, check_targets, flat_positions
from lookback.ops import Array, Ids
from lookback.params import Grads, Params

At = Literal["all", "last"] | Ids | None


@dataclass(frozen=True, eq=False)
class AttentionTrace:
    """Everything that one forward pass made; arrays are float32 unless said otherwise.

    | ``ids`` | (B, T) int | the tokens read |
    | ``x`` | (B, T, D) | their rows |
    | ``q`` ``k`` | (B, H, T, K) | queries and keys |
    | ``v`` | (B, H, T, V) | values |
    | ``weights`` | (B, H, T query, T key) | rows sum to 1; later keys have exactly 0 |
    | ``z`` | (B, H, T, V) | what each head brings back |
    | ``inputs`` | (B, T, D + H V) | row and the heads' results, side by side |
    | ``hidden`` | (B, T, d_hidden) | |
    | ``at`` | (M,) int | positions b * T + t for which logits were made |
    | ``logits`` | (M, N) | scores of the next token |
    | ``b_distance`` | (H, n_ctx) | a copy of the network's own, which training moves in place |
    | ``off`` | | heads whose result was replaced by zeros |
    | ``scores`` | (B, H, T query, T key) | made when asked for; -inf for later keys |
    """

    ids: Ids
    x: Array
    q: Array
    k: Array
    v: Array
    weights: Array
    z: Array
    inputs: Array
    hidden: Array
    at: Ids
    logits: Array
    b_distance: Array
    off: tuple[int, ...] = ()

    @property
    def scores(self) -> Array:
        """(B, H, T query, T key): q.k / sqrt(d_head) + the distance score; -inf for later keys."""
        return dot_products(self.q, self.k) + ops.distance_scores(self.b_distance, self.ids.shape[1])


def look_back(params: Params, x: Array) -> tuple[Array, Array, Array, Array, Array]:
    """Every head reads from every position of the rows x (B, T, D) -> q, k, v, weights, z, as in `AttentionTrace`."""
    q = x[:, None] @ params["W_Q"]                                 # (B, H, T, K)
    k = x[:, None] @ params["W_K"]                                 # (B, H, T, K)
    v = x[:, None] @ params["W_V"]                                 # (B, H, T, V)
    weights = ops.causal_softmax(dot_products(q, k), params["b_distance"])  # (B, H, T, T)
    z = weights @ v                                                # (B, H, T, V)
    return q, k, v, weights, z


def dot_products(q: Array, k: Array) -> Array:
    """Every query with every key: q.k / sqrt(d_head) -> (B, H, T, T)  (Vaswani et al. 2017, eq. 1)."""
    return (q * (1 / math.sqrt(q.shape[-1]))) @ k.swapaxes(-1, -2)


def forward(params: Params, ids: Ids, *, off: Sequence[int] = (), at: At = "all") -> AttentionTrace:
    """Read B stories of T tokens and score the token after each position.

    ``ids`` (B, T) int, T at most n_ctx. ``off``: heads whose result is replaced by zeros. ``at``: where logits are
    made: ``"all"``, ``"last"`` position of each story, chosen positions b * T + t (M,), or None for nowhere.
    Raises ValueError for ids, heads or positions that are not there.
    """
    _check(params, ids, off)
    p, (n_stories, n_tokens) = params, ids.shape
    x = p["W_E"][ids]                                              # (B, T, D)
    q, k, v, weights, z = look_back(p, x)
    if len(off):
        z[:, list(off)] = 0
    inputs = np.concatenate([x, z.swapaxes(1, 2).reshape(n_stories, n_tokens, -1)], axis=-1)  # (B, T, D + H V)
    hidden = ops.tanh_layer(_flat(inputs), p["W_hidden"], p["b_hidden"])  # (B T, d_hidden)
    at = _positions(at, n_stories, n_tokens)                       # (M,)
    logits = ops.linear(hidden[at], p["W_out"], p["b_out"])        # (M, N)
    hidden = hidden.reshape(n_stories, n_tokens, -1)
    return AttentionTrace(ids, x, q, k, v, weights, z, inputs, hidden, at, logits, p["b_distance"].copy(), tuple(off))


def backward(params: Params, trace: AttentionTrace, d_logits: Array) -> Grads:
    """Gradient of every array, from that of the logits (M, N) at ``trace.at``; ValueError where heads were off."""
    if trace.off:
        raise ValueError(f"heads {trace.off} were switched off in this pass: make it again with all heads")
    p, t = params, trace
    n_stories, n_tokens, d_model = t.x.shape
    hidden, d_hidden = _flat(t.hidden), np.zeros_like(_flat(t.hidden))
    g: Grads = {}
    d_hidden[t.at], g["W_out"], g["b_out"] = ops.linear_backward(d_logits, hidden[t.at], p["W_out"])
    d_inputs, g["W_hidden"], g["b_hidden"] = ops.tanh_layer_backward(d_hidden, hidden, _flat(t.inputs), p["W_hidden"])
    d_x = d_inputs[:, :d_model].reshape(t.x.shape)
    d_z = d_inputs[:, d_model:].reshape(n_stories, n_tokens, *p["W_V"].shape[::2]).swapaxes(1, 2)  # (B, H, T, V)
    d_v = t.weights.swapaxes(-1, -2) @ d_z
    d_qk, g["b_distance"] = ops.causal_softmax_backward(d_z @ t.v.swapaxes(-1, -2), t.weights, p["b_distance"].shape[1])
    scale = 1 / math.sqrt(t.q.shape[-1])
    d_q = d_qk @ (t.k * scale)
    d_k = d_qk.swapaxes(-1, -2) @ (t.q * scale)
    for name, d in (("W_Q", d_q), ("W_K", d_k), ("W_V", d_v)):
        g[name] = (t.x[:, None].swapaxes(-1, -2) @ d).sum(axis=0)
        d_x = d_x + (d @ p[name].swapaxes(-1, -2)).sum(axis=1)
    g["W_E"] = ops.rows_backward(t.ids.ravel(), _flat(d_x), len(p["W_E"]))
    return g


def loss_and_grads(params: Params, ids: Ids, targets: Ids) -> tuple[float, Grads]:
    """Mean loss in nats over the positions that have a target, and the gradient of every array.

    ``ids``, ``targets`` (B, T) int; a target of -1 (padding behind a short story) is not guessed. No position reads a
    later one, so padding behind a story changes nothing in it. Raises ValueError for targets that do not fit.
    """
    check_targets(targets, ids.shape, len(params["b_out"]), lowest=-1)
    at = np.flatnonzero(targets.ravel() >= 0)
    trace = forward(params, ids, at=at)
    loss, d_logits = ops.cross_entropy(trace.logits, targets.ravel()[at])
    return loss, backward(params, trace, d_logits)


def _flat(array: Array) -> Array:
    """(B, T, n) -> (B T, n)."""
    return array.reshape(-1, array.shape[-1])


def _positions(at: At, n_stories: int, n_tokens: int) -> Ids:
    every = np.arange(n_stories * n_tokens).reshape(n_stories, n_tokens)
    if at is None:
        return every.ravel()[:0]
    if not isinstance(at, str):
        return flat_positions(at, every.size)
    if at not in ("all", "last"):
        raise ValueError(f'positions {at!r}: give "all", "last", None or whole numbers')
    return every.ravel() if at == "all" else every[:, -1]


def _check(params: Params, ids: Ids, off: Sequence[int]) -> None:
    n_head, n_ctx = params["b_distance"].shape
    if ids.ndim != 2 or not 1 <= ids.shape[1] <= n_ctx:
        raise ValueError(f"ids of shape {ids.shape}: give (stories, tokens) with 1 to {n_ctx} tokens")
    check_ids(ids, len(params["W_E"]))
    if bad := [head for head in off if not 0 <= head < n_head]:
        raise ValueError(f"no head {bad[0]}: the heads are 0 to {n_head - 1}")
