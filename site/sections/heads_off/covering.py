"""Whether two heads stand in for each other: what both off cost beyond the sum of the two."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
Pair = tuple[int, int]
STANDS_IN = 0.5  # of what the lesser head of a pair is worth alone: from here on the two stand in for each other
WORTH = 0.05  # nats: a head worth less alone is not one that could be stood in for


def overlap(beyond: float, first: float, second: float) -> float:
    """What a pair costs beyond its two heads, as a share of the lesser one's worth; 0 where that is next to nothing."""
    lesser = min(first, second)
    return float(beyond / lesser) if lesser >= WORTH else 0.0


def standing_pairs(beyond: Floats, alone: Floats) -> list[Pair]:
    """The pairs that stand in for each other, those that do most first. beyond (H, H), alone (H,): changes in nats."""
    overlaps = {(a, b): overlap(beyond[a, b], alone[a], alone[b]) for a, b in every_pair(len(alone))}
    found = [pair for pair, covered in overlaps.items() if covered >= STANDS_IN]
    return sorted(found, key=lambda pair: -overlaps[pair])


def deepest_pair(beyond: Floats, alone: Floats) -> Pair:
    """The pair that costs most beyond its two heads."""
    return max(every_pair(len(alone)), key=lambda pair: beyond[pair])


def told_pair(beyond: Floats, alone: Floats) -> Pair:
    """The pair that is told of: one that stands in for each other, else the one that costs most beyond its two."""
    return next(iter(standing_pairs(beyond, alone)), deepest_pair(beyond, alone))


def every_pair(n_head: int) -> list[Pair]:
    """Every pair of heads, the lesser number first."""
    return [(a, b) for a in range(n_head) for b in range(a + 1, n_head)]
