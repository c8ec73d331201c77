"""The attention network: forward, and backward through the same steps in reverse order.

Shapes: B stories, T tokens, H heads, M positions that guess, D = d_model, K = d_head, V = d_value, N = n_vocab; a layer
reads rows of R numbers, D and the results of the layers before it, side by side.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lookback import ops
from lookback.inputs import At, check_reading, check_targets, positions
from lookback.ops import Array, Ids
from lookback.params import Grads, Params, layer_prefix, layers


@dataclass(frozen=True, eq=False)
class LayerTrace:
    """What one layer made in a forward pass; all float32.

    | ``inputs`` | (B, T, R) | the rows that it reads |
    | ``q`` ``k`` | (B, H, T, K) | queries and keys |
    | ``v`` | (B, H, T, V) | values |
    | ``weights`` | (B, H, T query, T key) | rows sum to 1; later keys have exactly 0 |
    | ``z`` | (B, H, T, V) | what each head brings back |
    | ``b_distance`` | (H, n_ctx) | a copy of the network's own, which training moves in place |
    | ``scores`` | (B, H, T query, T key) | made when asked for; -inf for later keys |
    """

    inputs: Array
    q: Array
    k: Array
    v: Array
    weights: Array
    z: Array
    b_distance: Array

    @property
    def scores(self) -> Array:
        """(B, H, T query, T key): q.k / sqrt(d_head) + the distance score; -inf for later keys."""
        return dot_products(self.q, self.k) + ops.distance_scores(self.b_distance, self.q.shape[2])


@dataclass(frozen=True, eq=False)
class AttentionTrace:
    """Everything that one forward pass made; arrays are float32 unless said otherwise.

    | ``ids`` | (B, T) int | the tokens read |
    | ``x`` | (B, T, D) | their rows |
    | ``layers`` | | what each layer made, the first one first |
    | ``inputs`` | (B, T, D + n_layer H V) | row and all heads' results, side by side: what the hidden layer reads |
    | ``hidden`` | (B, T, d_hidden) | |
    | ``at`` | (M,) int | positions b * T + t for which logits were made |
    | ``logits`` | (M, N) | scores of the next token |
    | ``off`` | | (layer, head) of the heads whose result was replaced by zeros |
    """

    ids: Ids
    x: Array
    layers: tuple[LayerTrace, ...]
    inputs: Array
    hidden: Array
    at: Ids
    logits: Array
    off: tuple[tuple[int, int], ...] = ()


def look_back(tables: Params, x: Array) -> LayerTrace:
    """Every head of one layer reads from every position of the rows x (B, T, R)."""
    q = x[:, None] @ tables["W_Q"]                                 # (B, H, T, K)
    k = x[:, None] @ tables["W_K"]                                 # (B, H, T, K)
    v = x[:, None] @ tables["W_V"]                                 # (B, H, T, V)
    weights = ops.causal_softmax(dot_products(q, k), tables["b_distance"])  # (B, H, T, T)
    z = weights @ v                                                # (B, H, T, V)
    return LayerTrace(x, q, k, v, weights, z, tables["b_distance"].copy())


def look_back_backward(tables: Params, trace: LayerTrace, d_z: Array, d_x: Array) -> tuple[Array, Grads]:
    """Gradients of the rows that a layer read, added to d_x (B, T, R), and of its tables, from that of z."""
    t, n_ctx = trace, tables["b_distance"].shape[1]
    d_v = t.weights.swapaxes(-1, -2) @ d_z
    d_weights = d_z @ t.v.swapaxes(-1, -2)
    d_qk, d_b_distance = ops.causal_softmax_backward(d_weights, t.weights, n_ctx)
    d_q, d_k = dot_products_backward(d_qk, t.q, t.k)
    g: Grads = {"b_distance": d_b_distance}
    for name, d in (("W_Q", d_q), ("W_K", d_k), ("W_V", d_v)):
        g[name] = (t.inputs[:, None].swapaxes(-1, -2) @ d).sum(axis=0)
        d_x = d_x + (d @ tables[name].swapaxes(-1, -2)).sum(axis=1)
    return d_x, g


def dot_products(q: Array, k: Array) -> Array:
    """Every query with every key: q.k / sqrt(d_head) -> (B, H, T, T)  (Vaswani et al. 2017, eq. 1)."""
    return (q * (1 / math.sqrt(q.shape[-1]))) @ k.swapaxes(-1, -2)


def dot_products_backward(d_qk: Array, q: Array, k: Array) -> tuple[Array, Array]:
    """Gradients of q and k."""
    scale = 1 / math.sqrt(q.shape[-1])
    return d_qk @ (k * scale), d_qk.swapaxes(-1, -2) @ (q * scale)


def forward(params: Params, ids: Ids, *, off: Sequence[tuple[int, int]] = (), at: At = "all") -> AttentionTrace:
    """Read B stories of T tokens and score the token after each position.

    ``ids`` (B, T) int, T at most n_ctx. ``off``: (layer, head) of heads whose result is replaced by zeros. ``at``:
    where logits are made: ``"all"``, ``"last"`` position of each story, chosen positions b * T + t (M,), or None for
    nowhere. Raises ValueError for ids, heads or positions that are not there.
    """
    check_reading(params, ids, off)
    p, made = params, []
    inputs = x = p["W_E"][ids]                                     # (B, T, D)
    for number, tables in enumerate(layers(p)):
        layer = look_back(tables, inputs)
        layer.z[:, [head for of, head in off if of == number]] = 0
        inputs = ops.side_by_side(inputs, layer.z)                 # (B, T, R + H V)
        made.append(layer)
    hidden = ops.tanh_layer(ops.flat(inputs), p["W_hidden"], p["b_hidden"])  # (B T, d_hidden)
    at = positions(at, *ids.shape)                                 # (M,)
    logits = ops.linear(hidden[at], p["W_out"], p["b_out"])        # (M, N)
    return AttentionTrace(ids, x, tuple(made), inputs, hidden.reshape(*ids.shape, -1), at, logits, tuple(off))


def backward(params: Params, trace: AttentionTrace, d_logits: Array) -> Grads:
    """Gradient of every array, from that of the logits (M, N) at ``trace.at``; ValueError where heads were off."""
    if trace.off:
        raise ValueError(f"heads {trace.off} were switched off in this pass: make it again with all heads")
    p, t, g = params, trace, {}
    hidden, d_hidden = ops.flat(t.hidden), np.zeros_like(ops.flat(t.hidden))
    d_hidden[t.at], g["W_out"], g["b_out"] = ops.linear_backward(d_logits, hidden[t.at], p["W_out"])
    d_inputs, g["W_hidden"], g["b_hidden"] = ops.tanh_layer_backward(
        d_hidden, hidden, ops.flat(t.inputs), p["W_hidden"]
    )
    d_inputs = d_inputs.reshape(t.inputs.shape)
    for number, tables in reversed([*enumerate(layers(p))]):
        d_x, d_z = ops.side_by_side_backward(d_inputs, t.layers[number].z)
        d_inputs, of_tables = look_back_backward(tables, t.layers[number], d_z, d_x)
        g |= {layer_prefix(number, len(t.layers)) + name: d for name, d in of_tables.items()}
    g["W_E"] = ops.rows_backward(t.ids.ravel(), ops.flat(d_inputs), len(p["W_E"]))
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
