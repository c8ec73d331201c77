"""How other networks tell near from far: the formulas of GPT-2, the first transformer, T5, ALiBi and rotary positions.

The network of this package adds one learned number for each head and distance to a score, ``b_distance`` (H, n_ctx).
Here is what others do instead. Distances count tokens back, 0 for the token itself.
"""

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
ROTARY_BASE = 10_000.0


def first_positions(n_ctx: int, d_model: int, rng: np.random.Generator) -> Floats:
    """Rows (n_ctx, d_model) that GPT-2 adds to those of the tokens, as training finds them: normal, deviation 0.01.

    What training makes of them no formula tells. Source: Radford et al. 2019, and `wpe` in their src/model.py.
    """
    return rng.normal(0.0, 0.01, (n_ctx, d_model))


def wave_positions(n_ctx: int, d_model: int) -> Floats:
    """Rows (n_ctx, d_model) of sines and cosines that the first transformer adds to those of the tokens.

    Two numbers for each of d_model / 2 wavelengths, from 2 pi up to nearly 10,000 * 2 pi tokens
    (Vaswani et al. 2017, 3.5). ValueError for an odd d_model.
    """
    angles = np.arange(n_ctx)[:, None] * rotary_speeds(d_model)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_ctx, d_model)


def t5_buckets(n_ctx: int, n_buckets: int = 32, max_distance: int = 128) -> NDArray[np.int64]:
    """Group of each distance 0 to n_ctx - 1 in T5's decoder, (n_ctx,): all of a group share one learned score.

    The first half of the groups have one distance each; the others grow like the logarithm, and the last holds all
    from max_distance on (Raffel et al. 2020, 2.1, and `_relative_position_bucket` in Mesh TensorFlow's
    transformer_layers.py). ValueError unless n_buckets is even and max_distance above half of it.
    """
    exact = n_buckets // 2
    if n_buckets < 2 or n_buckets % 2 or max_distance <= exact:
        raise ValueError(f"{n_buckets} groups up to {max_distance}: give an even number, and a distance above its half")
    distances = np.arange(n_ctx)
    grown = np.log(np.maximum(distances, exact) / exact) / math.log(max_distance / exact)
    far = np.minimum(exact + (grown * (n_buckets - exact)).astype(np.int64), n_buckets - 1)
    return np.where(distances < exact, distances, far)


def in_groups(scores: Floats, groups: NDArray[np.int64]) -> Floats:
    """Scores (n_ctx,) with each replaced by the mean of its group, (n_ctx,): the nearest that shared ones come."""
    sums = np.bincount(groups, weights=scores)
    return (sums / np.maximum(np.bincount(groups), 1))[groups]


def alibi_slopes(n_head: int) -> Floats:
    """Slope of each head's penalty, (n_head,): a geometric sequence from 2^(-8 / n_head) down to 2^-8.

    Source: Press, Smith and Lewis 2022, 3.
    """
    return 2.0 ** (-8.0 * np.arange(1, n_head + 1) / n_head)


def alibi_scores(n_head: int, n_ctx: int) -> Floats:
    """What ALiBi adds to a score, (n_head, n_ctx): minus slope times distance; nothing of it is learned."""
    return -alibi_slopes(n_head)[:, None] * np.arange(n_ctx)


def rotary_speeds(d_head: int, base: float = ROTARY_BASE) -> Floats:
    """Angle in radians by which each pair of numbers turns from one token to the next, (d_head / 2,).

    base^(-2 m / d_head) for pair m (Su et al. 2021, eq. 15). ValueError for an odd d_head.
    """
    if d_head % 2:
        raise ValueError(f"{d_head} numbers do not fall into pairs: give an even number")
    return base ** (-np.arange(0, d_head, 2) / d_head)


def rotate(vector: Floats, position: int, base: float = ROTARY_BASE) -> Floats:
    """Turn the pairs (0, 1), (2, 3), ... of a query or key (d_head,) that stands at a position.

    Source: Su et al. 2021, eq. 34.
    """
    angles = position * rotary_speeds(len(vector), base)
    first, second = vector[0::2], vector[1::2]
    turned = [first * np.cos(angles) - second * np.sin(angles), first * np.sin(angles) + second * np.cos(angles)]
    return np.stack(turned, axis=-1).reshape(len(vector))


def rotary_scores(q: Floats, k: Floats, n_ctx: int, base: float = ROTARY_BASE) -> Floats:
    """q.k of a rotated query and keys (d_head,) at distances 0 to n_ctx - 1, (n_ctx,): only the distance matters."""
    return np.array([rotate(q, distance, base) @ k for distance in range(n_ctx)])
