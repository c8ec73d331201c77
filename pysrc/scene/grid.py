"""A grid of weights: queries down, keys across, from 0 to 1."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from scene.color import shade
from scene.formats import weight as written
from scene.marks import Mark, rect, text
from scene.metrics import shorten
from scene.scene import Hit
from scene.spoken import spoken

NAMES = 84  # px kept for the names of rows and columns
READABLE = 32  # px a cell needs to hold its number; one that would be 0.00 stays empty


def draw_grid(
    key: str,
    weights: ArrayLike,
    queries: Sequence[str],
    keys: Sequence[str],
    area: tuple[float, float, float],
    *,
    gap: float = 1,
) -> tuple[list[Mark], list[Hit], float]:
    """Draw weights (query, key) as shaded cells inside area (x, y, width); returns marks, hits and the height used.

    weights: 0 to 1; NaN leaves a cell out (a query reads no later key). queries, keys: names of rows and columns.
    Cell keys are f"{key}.{row}.{col}"; a hit reads "reading from she, to Lily, weight 0.42" and knows row and col.
    """
    values = np.asarray(weights, np.float64)
    if values.shape != (len(queries), len(keys)):
        raise ValueError(f"weights are {values.shape}, but {len(queries)} queries and {len(keys)} keys are named")
    x, y, width = area
    size = min(44.0, (width - NAMES) / max(1, len(keys)))
    left, top = x + NAMES, y + NAMES
    marks = _names(key, queries, keys, left, top, size)
    hits: list[Hit] = []
    for row, col in np.argwhere(np.isfinite(values)).tolist():
        value, name = float(values[row, col]), f"{key}.{row}.{col}"
        cell = (left + col * size, top + row * size, size - gap, size - gap)
        marks.append(rect(name, *cell, fill="weight", opacity=shade(value)))
        if size >= READABLE and value >= 0.005:
            middle = (cell[0] + cell[2] / 2, cell[1] + cell[3] / 2 + 4)
            marks.append(text(f"{name}.value", *middle, written(value), size=12, anchor="middle", max_width=size - 4))
        words = f"reading from {spoken(queries[row])}, to {spoken(keys[col])}, weight {written(value)}"
        hits.append(Hit(name, left + col * size, top + row * size, size, size, words, {}, row, col))
    return marks, hits, NAMES + size * len(queries)


def _names(key: str, queries: Sequence[str], keys: Sequence[str], left: float, top: float, size: float) -> list[Mark]:
    font = min(13.0, max(9.0, size * 0.8))
    marks: list[Mark] = []
    for row, name in enumerate(queries):
        short = shorten(name, font, NAMES - 12)
        marks.append(
            text(
                f"{key}.query{row}",
                left - 6,
                top + (row + 0.5) * size + 4,
                short,
                size=font,
                anchor="end",
                fill="query",
            )
        )
    for col, name in enumerate(keys):
        place = (left + (col + 0.5) * size + 4, top - 6)
        marks.append(
            text(f"{key}.key{col}", *place, shorten(name, font, NAMES - 12), size=font, rotate=-90, fill="key")
        )
    return marks
