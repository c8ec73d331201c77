"""Measure 3: the dot product of query and key is neither the likeness of the rows nor of the directions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback import attention
from lookback.attention import AttentionTrace
from lookback.measures.contract import Measure, Table
from lookback.measures.prepared import PreparedStory
from lookback.models import Models

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Directions:
    """For each of H heads, over all pairs of a position and a position that it can read (itself included).

    ``correlation`` (H,): of the dot product q.k with the cosine of the two tokens' rows (Pearson).
    ``closest_is_not_largest`` (H,): share of the ``positions`` in which the key closest in direction to the query
    does not have the largest dot product. Keys of the same token are the same key.
    """

    n_stories: int
    pairs: int
    positions: int
    correlation: Floats
    closest_is_not_largest: Floats


def directions_in_slices(models: Models, stories: Sequence[PreparedStory]) -> Iterator[Directions]:
    """Compare dot products with the cosine of rows and with directions: yield the result so far after each story."""
    moments = np.zeros((6, models.config.n_head))
    differ = np.zeros(models.config.n_head, np.int64)
    positions = 0
    for n_stories, prepared in enumerate(stories, start=1):
        trace = attention.forward(models.attention, prepared.ids[None], at=None)
        (layer,) = trace.layers
        dots = layer.q[0] @ layer.k[0].swapaxes(-1, -2)  # (H, query, key), as they are: not divided
        moments += _moments(dots, _cosines(trace.x[0]))
        differ += _closest_is_not_largest(trace, dots)
        positions += len(prepared.ids)
        pairs = int(moments[0, 0])
        yield Directions(n_stories, pairs, positions, _correlation(moments), differ / positions)


def _cosines(rows: NDArray[np.floating]) -> NDArray[np.floating]:
    """Cosine of each row (T, D) with each -> (T, T)."""
    directions = rows / _lengths(rows)[:, None]
    return directions @ directions.T


def _lengths(vectors: NDArray[np.floating]) -> NDArray[np.floating]:
    """Lengths over the last axis, never 0."""
    return np.maximum(np.sqrt((vectors * vectors).sum(axis=-1)), np.finfo(vectors.dtype).tiny)


def _moments(dots: NDArray[np.floating], cosines: NDArray[np.floating]) -> Floats:
    """Sums over readable pairs of 1, a, b, aa, bb, ab, for dots a (H, T, T) and cosines b (T, T) -> (6, H)."""
    readable = np.tril_indices(len(cosines))
    a = dots[:, *readable].astype(np.float64)
    b = cosines[readable].astype(np.float64)
    each = np.ones(len(dots))
    return np.array([b.size * each, a.sum(1), b.sum() * each, (a * a).sum(1), (b @ b) * each, a @ b])


def _correlation(moments: Floats) -> Floats:
    """Pearson's correlation (H,) from the sums; nan where one side does not vary."""
    n, a, b, aa, bb, ab = moments
    with np.errstate(invalid="ignore", divide="ignore"):
        return (n * ab - a * b) / np.sqrt((n * aa - a * a) * (n * bb - b * b))


def _closest_is_not_largest(trace: AttentionTrace, dots: NDArray[np.floating]) -> NDArray[np.int64]:
    """Number of positions, for each head, whose closest key is another token's than the largest dot product's."""
    later = ~np.tri(dots.shape[-1], dtype=bool)
    largest = np.where(later, -np.inf, dots).argmax(axis=-1)  # (H, T)
    closest = np.where(later, -np.inf, dots / _lengths(trace.layers[0].k[0])[:, None]).argmax(axis=-1)
    ids = trace.ids[0]
    return (ids[closest] != ids[largest]).sum(axis=-1)


def _tables(found: Directions, vocabulary: Sequence[str]) -> list[Table]:
    heads = zip(found.correlation.tolist(), found.closest_is_not_largest.tolist(), strict=True)
    title = f"Dot product of query and key, {found.pairs:,} pairs and {found.positions:,} positions"
    columns = ["head", "correlation with the rows' cosine", "closest is not largest"]
    return [Table(title, columns, [[head, *numbers] for head, numbers in enumerate(heads)], digits=3)]


MEASURE = Measure("directions", Directions, directions_in_slices, _tables)
