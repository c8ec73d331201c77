"""The operations of the networks: each forward with its backward right below.

Shapes: B stories, T tokens, H heads, M positions, N tokens of the vocabulary. The axes of scores and weights are
(story, head, query, key). Every function keeps the dtype that it is given. `accelerate` may put fused versions of
`causal_softmax`, `causal_softmax_backward` and `cross_entropy` in the place of these, so call them as ``ops.name``.
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Array = NDArray[np.floating]
Ids = NDArray[np.integer]


def rows_backward(ids: Ids, d_rows: Array, n_vocab: int) -> Array:
    """Gradient of ``W_E[ids]``: the rows (M, D) that belong to the same id (M,), summed -> (n_vocab, D)."""
    order = np.argsort(ids, kind="stable")
    found, starts = np.unique(ids[order], return_index=True)
    d_table = np.zeros((n_vocab, d_rows.shape[1]), d_rows.dtype)
    if len(found):
        d_table[found] = np.add.reduceat(d_rows[order], starts, axis=0)
    return d_table


def distance_scores(b_distance: Array, n_tokens: int) -> Array:
    """``b_distance`` (H, n_ctx) laid out by query and key -> (H, T, T) read-only view, -inf where the key is later."""
    n_head = len(b_distance)
    later = np.full((n_head, n_tokens - 1), -np.inf, b_distance.dtype)
    padded = np.concatenate([b_distance[:, :n_tokens][:, ::-1], later], axis=1)  # distances T-1 .. 0, then the future
    return sliding_window_view(padded, n_tokens, axis=1)[:, ::-1]


def distance_scores_backward(d_scores: Array, n_ctx: int) -> Array:
    """Gradient of ``b_distance``: d_scores (H, T, T) summed along each diagonal query - key -> (H, n_ctx)."""
    n_head, n_tokens, _ = d_scores.shape
    padded = np.zeros((n_head, n_tokens, 2 * n_tokens), d_scores.dtype)
    padded[:, :, :n_tokens] = d_scores[:, :, ::-1]
    # rows one shorter than they were written shift by one: the diagonals become columns
    width = 2 * n_tokens - 1
    skewed = padded.reshape(n_head, -1)[:, : n_tokens * width].reshape(n_head, n_tokens, width)
    d_b = np.zeros((n_head, n_ctx), d_scores.dtype)
    d_b[:, :n_tokens] = skewed.sum(axis=1)[:, n_tokens - 1 :]
    return d_b


def causal_softmax(qk: Array, b_distance: Array) -> Array:
    """Weights over each query's own and earlier keys: softmax of ``qk`` (B, H, T, T) + the distance scores.

    Rows sum to 1, later keys get exactly 0. The largest score is taken over readable keys only, so scores of any
    size stay finite (Vaswani et al. 2017, section 3.2.3, for the mask).
    """
    scores = qk + distance_scores(b_distance, qk.shape[-1])
    scores -= scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores, out=scores)
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights


def causal_softmax_backward(d_weights: Array, weights: Array, n_ctx: int) -> tuple[Array, Array]:
    """Gradients of the scores (B, H, T, T), which are ``qk``'s too, and of ``b_distance`` (H, n_ctx)."""
    d_scores = d_weights * weights
    d_scores -= weights * d_scores.sum(axis=-1, keepdims=True)
    return d_scores, distance_scores_backward(d_scores.sum(axis=0), n_ctx)


def side_by_side(x: Array, z: Array) -> Array:
    """Each row x (B, T, R), and behind it what the heads bring back to it, z (B, H, T, V) -> (B, T, R + H V)."""
    return np.concatenate([x, z.swapaxes(1, 2).reshape(*x.shape[:2], -1)], axis=-1)


def side_by_side_backward(d_out: Array, z: Array) -> tuple[Array, Array]:
    """Gradients of x and z."""
    n_stories, n_head, n_tokens, d_value = z.shape
    d_x, d_z = np.split(d_out, [-n_head * d_value], axis=-1)
    return d_x, d_z.reshape(n_stories, n_tokens, n_head, d_value).swapaxes(1, 2)


def flat(array: Array) -> Array:
    """(B, T, n) -> (B T, n)."""
    return array.reshape(-1, array.shape[-1])


def tanh_layer(x: Array, W: Array, b: Array) -> Array:
    """``tanh(x @ W + b)``: (M, n_in) -> (M, n_out)."""
    pre = x @ W
    pre += b
    return np.tanh(pre, out=pre)


def tanh_layer_backward(d_out: Array, out: Array, x: Array, W: Array) -> tuple[Array, Array, Array]:
    """Gradients of x, W and b."""
    d_pre = d_out * (1 - out * out)
    return d_pre @ W.T, x.T @ d_pre, d_pre.sum(axis=0)


def linear(x: Array, W: Array, b: Array) -> Array:
    """``x @ W + b``: (M, n_in) -> (M, n_out)."""
    out = x @ W
    out += b
    return out


def linear_backward(d_out: Array, x: Array, W: Array) -> tuple[Array, Array, Array]:
    """Gradients of x, W and b."""
    return d_out @ W.T, x.T @ d_out, d_out.sum(axis=0)


def softmax(logits: Array) -> Array:
    """Probabilities over the last axis; any finite logits give finite rows that sum to 1."""
    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
    e /= e.sum(axis=-1, keepdims=True)
    return e


def cross_entropy(logits: Array, targets: Ids) -> tuple[float, Array]:
    """Mean of -log p(target) in nats, and its gradient: logits (M, N), targets (M,) -> loss, d_logits (M, N)."""
    rows = np.arange(len(targets))
    shifted = logits - logits.max(axis=-1, keepdims=True)
    target_logits = shifted[rows, targets]
    d_logits = np.exp(shifted, out=shifted)
    total = d_logits.sum(axis=-1, keepdims=True)
    loss = float((np.log(total[:, 0]) - target_logits).mean())
    d_logits /= total * d_logits.dtype.type(len(targets))
    d_logits[rows, targets] -= d_logits.dtype.type(1 / len(targets))
    return loss, d_logits


def token_losses(logits: Array, targets: Ids) -> Array:
    """-log p(target) of each position in nats: logits (M, N), targets (M,) -> (M,)."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    target_logits = np.take_along_axis(shifted, targets[:, None], axis=-1)[:, 0]
    return np.log(np.exp(shifted).sum(axis=-1)) - target_logits
