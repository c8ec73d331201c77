"""What drives a neuron of the attention network's hidden layer, and what it does to the scores of the next token."""

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
