"""Whether two heads stand in for each other: what both off cost beyond the sum of the two."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
STANDS_IN = 0.5  # of what the lesser head of a pair is worth alone: from here on the two stand in for each other
WORTH = 0.05  # nats: a head worth less alone is not one that could be stood in for


def overlap(beyond: float, first: float, second: float) -> float:
    """What a pair costs beyond its two heads, as a share of the lesser one's worth; 0 where that is next to nothing."""
    lesser = min(first, second)
    return float(beyond / lesser) if lesser >= WORTH else 0.0


def standing_pair(beyond: Floats, alone: Floats) -> tuple[int, int] | None:
    """The pair that most stands in for each other, if one does. beyond (H, H), alone (H,): changes in nats."""
    overlaps = {(a, b): overlap(beyond[a, b], alone[a], alone[b]) for a, b in every_pair(len(alone))}
    most = max(overlaps, key=overlaps.__getitem__)
    return most if overlaps[most] >= STANDS_IN else None


def told_pair(beyond: Floats, alone: Floats) -> tuple[int, int]:
    """The pair that is told of: one that stands in for each other, else the one that costs most beyond its two."""
    return standing_pair(beyond, alone) or max(every_pair(len(alone)), key=lambda pair: beyond[pair])


def every_pair(n_head: int) -> list[tuple[int, int]]:
    """Every pair of heads, the lesser number first."""
    return [(a, b) for a in range(n_head) for b in range(a + 1, n_head)]
