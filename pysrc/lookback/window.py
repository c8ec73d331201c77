"""The window network, the one to compare with: it reads the last few tokens, one weight table per slot.

Shapes: N positions, W = n_window slots, D = d_model.
"""

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from lookback import ops
from lookback.inputs import check_ids, check_targets
from lookback.ops import Array, Ids
from lookback.params import Grads, Params


@dataclass(frozen=True, eq=False)
class WindowTrace:
    """One pass: ``windows`` (N, W), ``inputs`` (N, W D), ``hidden`` (N, d_hidden), ``logits`` (N, n_vocab)."""

    windows: Ids
    inputs: Array
    hidden: Array
    logits: Array


def windows(ids: Ids, n_window: int, boundary: int) -> Ids:
    """The last ``n_window`` tokens at each position of one story (T,) -> (T, n_window), oldest first.

    Before the start of the story the window is filled with the boundary token.
    """
    padded = np.concatenate([np.full(n_window - 1, boundary, ids.dtype), ids])
    return sliding_window_view(padded, n_window)


def forward(params: Params, windows: Ids) -> WindowTrace:
    """Score the token after each window (N, W) (Bengio et al. 2003, section 2, without the direct connections).

    Raises ValueError for windows of another width and for ids outside the vocabulary.
    """
    p = params
    n_vocab, d_model = p["W_E"].shape
    n_window = len(p["W_hidden"]) // d_model
    if windows.ndim != 2 or windows.shape[1] != n_window:
        raise ValueError(f"windows of shape {windows.shape}: give rows of {n_window} tokens")
    check_ids(windows, n_vocab)
    inputs = p["W_E"][windows].reshape(len(windows), n_window * d_model)  # (N, W D)
    hidden = ops.tanh_layer(inputs, p["W_hidden"], p["b_hidden"])       # (N, d_hidden)
    logits = ops.linear(hidden, p["W_out"], p["b_out"])                 # (N, n_vocab)
    return WindowTrace(windows, inputs, hidden, logits)


def backward(params: Params, trace: WindowTrace, d_logits: Array) -> Grads:
    """Gradient of every array, from that of the logits (N, n_vocab)."""
    p, t = params, trace
    g: Grads = {}
    d_hidden, g["W_out"], g["b_out"] = ops.linear_backward(d_logits, t.hidden, p["W_out"])
    d_inputs, g["W_hidden"], g["b_hidden"] = ops.tanh_layer_backward(d_hidden, t.hidden, t.inputs, p["W_hidden"])
    d_rows = d_inputs.reshape(-1, p["W_E"].shape[1])
    g["W_E"] = ops.rows_backward(t.windows.ravel(), d_rows, len(p["W_E"]))
    return g


def loss_and_grads(params: Params, windows: Ids, targets: Ids) -> tuple[float, Grads]:
    """Mean loss in nats of ``targets`` (N,) after ``windows`` (N, W), and the gradient of every array."""
    check_targets(targets, windows.shape[:1], len(params["b_out"]))
    trace = forward(params, windows)
    loss, d_logits = ops.cross_entropy(trace.logits, targets)
    return loss, backward(params, trace, d_logits)
