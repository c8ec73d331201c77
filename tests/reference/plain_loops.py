"""Both networks in loops over Python's own floats, by the page's program in plain Python: independent of NumPy."""

import math

from sections.program.plain.attention import dot, forward, layers, linear, look_back, softmax

__all__ = ["attention_probabilities", "dot", "lists", "lookups", "window_probabilities"]


def lists(params):
    return {name: array.astype("float64").tolist() for name, array in params.items()}


def lookups(p, ids, head):
    """Queries, keys, and the weights ``weights[i][j]``, j <= i, of one head over one story; ``p`` in lists."""
    tables = layers({"W_V": p["W_K"], **p})[0]  # any values: a snapshot has none
    made = look_back(tables, [p["W_E"][token] for token in ids], head)
    return made.q, made.k, made.weights


def attention_probabilities(params, ids, off=()):
    """``probabilities[i][token]`` of the token after position i of one story."""
    p = lists(params)
    for head in off:  # no values, so nothing is brought back
        p["W_V"][head] = [[0.0] * len(row) for row in p["W_V"][head]]
    return [softmax(logits) for logits in forward(p, ids).logits]


def window_probabilities(params, ids, n_window, boundary):
    """The same of the window network."""
    p = lists(params)
    read, found = [boundary] * (n_window - 1) + list(ids), []
    for i in range(len(ids)):
        beside = [number for token in read[i : i + n_window] for number in p["W_E"][token]]
        hidden = [math.tanh(number) for number in linear(beside, p["W_hidden"], p["b_hidden"])]
        found.append(softmax(linear(hidden, p["W_out"], p["b_out"])))
    return found
