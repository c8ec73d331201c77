"""Adam (Kingma and Ba 2015, algorithm 1)."""

import math
from dataclasses import dataclass

import numpy as np

from lookback.params import Grads, Params


@dataclass(frozen=True, eq=False)
class AdamState:
    """Steps made, and the running means of each gradient ``m`` and of its square ``v``."""

    step: int
    m: Params
    v: Params


def adam_init(params: Params) -> AdamState:
    """The state before the first step: zeros of the arrays' shapes and dtypes."""
    m = {name: np.zeros_like(array) for name, array in params.items()}
    v = {name: np.zeros_like(array) for name, array in params.items()}
    return AdamState(0, m, v)


def adam_step(
    params: Params,
    grads: Grads,
    state: AdamState,
    learning_rate: float,
    beta1: float = 0.9,
    beta2: float = 0.99,
    eps: float = 1e-8,
    weight_decay: float = 0.0,
) -> AdamState:
    """Move ``params``, ``state.m`` and ``state.v`` in place; the returned state has one more step.

    In place because a copy of every array at every step costs more than the arithmetic; to go back to an earlier
    state, copy its arrays. ``beta2`` is not the paper's 0.999: with few steps 0.99 learned faster (TRAINING.md).
    ``weight_decay``: part by which the tables (``W_...``) shrink in a step, times the learning rate (Loshchilov and
    Hutter 2019, "AdamW", algorithm 2).
    """
    step = state.step + 1
    size = learning_rate / (1 - beta1**step)
    root = 1 / math.sqrt(1 - beta2**step)
    for name, g in grads.items():
        m, v = state.m[name], state.v[name]
        m += (1 - beta1) * (g - m)
        v += (1 - beta2) * (g * g - v)
        denominator = np.sqrt(v)
        denominator *= root
        denominator += eps
        if weight_decay and "W_" in name:
            params[name] *= 1 - learning_rate * weight_decay
        params[name] -= size * m / denominator
    return AdamState(step, state.m, state.v)
