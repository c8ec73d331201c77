"""What drives a neuron of an attention network's hidden layer, and what it does to the scores of the next token."""

import numpy as np

from lookback.ops import Array
from lookback.params import Params, layers


def parts_of(params: Params, inputs: Array) -> Array:
    """The sum that each neuron's tanh gets, part by part -> (1 + H + 1, d_hidden): the row, each head, the bias.

    ``inputs`` (D + H V,): one position's row and the results of the H heads of all layers, as in
    ``AttentionTrace.inputs``.
    """
    d_model, d_value = params["W_E"].shape[1], layers(params)[0]["W_V"].shape[2]
    products = inputs[:, None] * params["W_hidden"]  # (D + H V, d_hidden)
    heads = products[d_model:].reshape(-1, d_value, products.shape[1]).sum(axis=1)
    return np.concatenate([products[:d_model].sum(axis=0)[None], heads, params["b_hidden"][None]])


def pushes(params: Params, hidden: Array) -> Array:
    """What each neuron adds to the score of each token: ``hidden`` (d_hidden,) -> (d_hidden, n_vocab)."""
    return hidden[:, None] * params["W_out"]
