"""Both networks as loops over single numbers, one line of the formulas after the other.

``p`` holds nested lists of `Scalar`; a story is a list of token ids.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.reference.scalars import Scalar, exp, log, slopes, tanh, total
from tests.reference.small import prefixes


@dataclass
class Layer:
    """What one layer made of a story: ``score[h][i][j]`` and ``weight[h][i][j]`` for j <= i only."""

    q: list
    k: list
    v: list
    score: list
    weight: list
    z: list


@dataclass
class Story:
    """What one story's forward pass made."""

    layers: list[Layer]
    hidden: list
    logits: list


def scalars(params: dict[str, np.ndarray]) -> dict[str, list]:
    """Every number of every array as a `Scalar`, in nested lists of the arrays' shapes."""

    def nested(x) -> Any:
        return [nested(item) for item in x] if isinstance(x, list) else Scalar(x)

    return {name: nested(array.tolist()) for name, array in params.items()}


def times(vector: list, table: list) -> list:
    """vector (n,) times table (n, m)."""
    return [total(vector[a] * table[a][b] for a in range(len(vector))) for b in range(len(table[0]))]


def plus(vector: list, other: list) -> list:
    return [a + b for a, b in zip(vector, other, strict=True)]


def attention(p: dict[str, list], ids: list[int]) -> Story:
    layers, beside = [], [list(p["W_E"][token]) for token in ids]
    for prefix in prefixes(p):
        layers.append(look_back(p, prefix, beside))
        beside = [sum((z[i] for z in layers[-1].z), beside[i]) for i in range(len(ids))]
    hidden = [[tanh(x) for x in plus(times(row, p["W_hidden"]), p["b_hidden"])] for row in beside]
    return Story(layers, hidden, [plus(times(row, p["W_out"]), p["b_out"]) for row in hidden])


def look_back(p: dict[str, list], prefix: str, row: list) -> Layer:
    W_Q, W_K, W_V, b_distance = (p[prefix + name] for name in ("W_Q", "W_K", "W_V", "b_distance"))
    heads, places = range(len(W_Q)), range(len(row))
    d_head = len(W_Q[0][0])
    q = [[times(row[i], W_Q[h]) for i in places] for h in heads]
    k = [[times(row[i], W_K[h]) for i in places] for h in heads]
    v = [[times(row[i], W_V[h]) for i in places] for h in heads]
    score = [[[] for _ in places] for _ in heads]
    weight = [[[] for _ in places] for _ in heads]
    z = [[[] for _ in places] for _ in heads]
    for h in heads:
        for i in places:
            for j in range(i + 1):
                dot = total(q[h][i][c] * k[h][j][c] for c in range(d_head))
                score[h][i].append(dot / math.sqrt(d_head) + b_distance[h][i - j])
            below = total(exp(s) for s in score[h][i])
            weight[h][i] = [exp(s) / below for s in score[h][i]]
            z[h][i] = [total(weight[h][i][j] * v[h][j][c] for j in range(i + 1)) for c in range(len(v[h][0]))]
    return Layer(q, k, v, score, weight, z)


def window_logits(p: dict[str, list], ids: list[int], n_window: int, boundary: int) -> list:
    """Logits at every place of one story."""
    logits = []
    for i in range(len(ids)):
        beside = []
        for place in range(i - n_window + 1, i + 1):
            beside += p["W_E"][ids[place] if place >= 0 else boundary]
        hidden = [tanh(x) for x in plus(times(beside, p["W_hidden"]), p["b_hidden"])]
        logits.append(plus(times(hidden, p["W_out"]), p["b_out"]))
    return logits


def mean_loss(logits: list, targets: list[int]) -> Scalar:
    """Mean of -log p(target); places with target -1 do not count."""
    losses = [log(total(exp(x) for x in row)) - row[t] for row, t in zip(logits, targets, strict=True) if t != -1]
    return total(losses) / len(losses)


def values(x) -> np.ndarray:
    """Nested lists of `Scalar` as a float64 array."""

    def plain(x):
        return [plain(item) for item in x] if isinstance(x, list) else x.value

    return np.array(plain(x))


def gradients(p: dict[str, list], loss: Scalar) -> dict[str, np.ndarray]:
    slope = slopes(loss)

    def plain(x):
        return [plain(item) for item in x] if isinstance(x, list) else slope.get(x.birth, 0.0)

    return {name: np.array(plain(nested)) for name, nested in p.items()}
