"""Adam (Kingma and Ba 2015, algorithm 1)."""

import math
from dataclasses import dataclass

import numpy as np

from lookback.params import Grads, Params


@dataclass(frozen=True)
class AdamState:
    """Steps made, and the running means of each gradient ``m`` and of its square ``v``."""

    step: int
    m: Params
    v: Params


def adam_init(params: Params) -> AdamState:
    """The state before the first step: zeros of the arrays' shapes and dtypes."""
    return AdamState(0, *({name: np.zeros_like(a) for name, a in params.items()} for _ in range(2)))


def adam_step(
    params: Params,
    grads: Grads,
    state: AdamState,
    learning_rate: float,
    beta1: float = 0.9,
    beta2: float = 0.99,
    eps: float = 1e-8,
) -> AdamState:
    """Move ``params``, ``state.m`` and ``state.v`` in place; the returned state has one more step.

    In place because a copy of every array at every step costs more than the arithmetic.
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
        params[name] -= size * m / denominator
    return AdamState(step, state.m, state.v)
