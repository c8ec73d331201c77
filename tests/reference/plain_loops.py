"""Both networks as loops over Python's own floats: slow, plain, and independent of NumPy's arithmetic."""

import math


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def times(vector, table):
    """vector (n,) times table (n, m)."""
    return [sum(vector[a] * table[a][b] for a in range(len(vector))) for b in range(len(table[0]))]


def softmax(scores):
    top = max(scores)
    powers = [math.exp(score - top) for score in scores]
    return [power / sum(powers) for power in powers]


def lists(params):
    return {name: array.astype("float64").tolist() for name, array in params.items()}


def lookups(p, ids, head):
    """Queries, keys, and the weights ``weights[i][j]``, j <= i, of one head over one story; ``p`` in lists."""
    rows = [p["W_E"][token] for token in ids]
    queries = [times(row, p["W_Q"][head]) for row in rows]
    keys = [times(row, p["W_K"][head]) for row in rows]
    weights = []
    for i in range(len(ids)):
        scores = [
            dot(queries[i], keys[j]) / math.sqrt(len(keys[j])) + p["b_distance"][head][i - j] for j in range(i + 1)
        ]
        weights.append(softmax(scores))
    return queries, keys, weights


def attention_probabilities(params, ids, off=()):
    """``probabilities[i][token]`` of the token after position i of one story."""
    p = lists(params)
    heads = range(len(p["W_Q"]))
    weights = [lookups(p, ids, head)[2] for head in heads]
    values = [[times(p["W_E"][token], p["W_V"][head]) for token in ids] for head in heads]
    found = []
    for i, token in enumerate(ids):
        beside = list(p["W_E"][token])
        for head in heads:
            read = values[head][: i + 1]
            blend = [sum(w * v[c] for w, v in zip(weights[head][i], read, strict=True)) for c in range(len(read[0]))]
            beside += [0.0] * len(blend) if head in off else blend
        found.append(_top(p, beside))
    return found


def window_probabilities(params, ids, n_window, boundary):
    """The same of the window network."""
    p = lists(params)
    found = []
    for i in range(len(ids)):
        read = [ids[j] if j >= 0 else boundary for j in range(i - n_window + 1, i + 1)]
        found.append(_top(p, [number for token in read for number in p["W_E"][token]]))
    return found


def _top(p, beside):
    hidden = [math.tanh(a + b) for a, b in zip(times(beside, p["W_hidden"]), p["b_hidden"], strict=True)]
    return softmax([a + b for a, b in zip(times(hidden, p["W_out"]), p["b_out"], strict=True)])
