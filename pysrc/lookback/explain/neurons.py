"""What drives a neuron of the attention network's hidden layer, and what it does to the scores of the next token."""

from collections.abc import Sequence
from decimal import ROUND_FLOOR, Decimal

import numpy as np

from lookback.ops import Array
from lookback.params import Params


def parts_of(params: Params, inputs: Array) -> Array:
    """The sum that each neuron's tanh gets, part by part -> (1 + H + 1, d_hidden): the row, each head, the bias.

    ``inputs`` (D + H V,): one position's row and the heads' results, as in ``AttentionTrace.inputs``.
    """
    n_head, d_model, d_value = params["W_V"].shape
    products = inputs[:, None] * params["W_hidden"]  # (D + H V, d_hidden)
    heads = products[d_model:].reshape(n_head, d_value, -1).sum(axis=1)
    return np.concatenate([products[:d_model].sum(axis=0)[None], heads, params["b_hidden"][None]])


def pushes(params: Params, hidden: Array) -> Array:
    """What each neuron adds to the score of each token: ``hidden`` (d_hidden,) -> (d_hidden, n_vocab)."""
    return hidden[:, None] * params["W_out"]


def rounded_together(values: Sequence[float], decimals: int = 2) -> tuple[Decimal, ...]:
    """Round values so that, as written, they add up to their rounded sum.

    All are rounded down; the last digits that are then missing go to those that lost most (largest remainders).
    """
    unit = Decimal(1).scaleb(-decimals)
    exact = [Decimal(value) for value in values]
    floors = [value.quantize(unit, ROUND_FLOOR) for value in exact]
    missing = int((sum(exact, Decimal(0)).quantize(unit) - sum(floors, Decimal(0))) / unit)
    most_lost = sorted(range(len(exact)), key=lambda i: floors[i] - exact[i])[:missing]
    return tuple(floor + unit if i in most_lost else floor for i, floor in enumerate(floors))
