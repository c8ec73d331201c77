"""The learned distance scores, and how other networks tell near from far."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from lookback.explain.positions import (
    alibi_scores,
    alibi_slopes,
    first_positions,
    in_groups,
    rotary_scores,
    rotary_speeds,
    t5_buckets,
    wave_positions,
)
from lookback.models import Models
from lookback.ops import Array
from numpy.typing import NDArray
from sections.where import words as notices
from sections.where.prose_numbers import GPT2_CTX, GPT2_MODEL, numbers_in_prose
from sections.where.shapes import Shape, shapes_of

N_PLACES = 64  # places of a story that are drawn
D_HEADS = (8, 64)  # this page's, and a usual one


@dataclass(frozen=True)
class CurvesReading:
    """All heads' distance scores; `head` is the current one."""

    shapes: tuple[Shape, ...]
    head: int
    view: str
    spacing: str

    @property
    def notice(self):
        """What the current head's curve means."""
        return notices.on_shape(self.shapes[self.head])

    @property
    def call(self) -> str:
        """The package call behind it."""
        return 'models.attention["b_distance"]'


@dataclass(frozen=True, eq=False)
class PlacesReading:
    """What a score owes to position alone, (query, key) with nan for later keys: here by distance, there by places."""

    head: int
    by_distance: Array
    by_place: Array
    rows: str

    @property
    def notice(self):
        """What the two grids show."""
        return notices.on_places(self.head, self.rows, self.by_place)

    @property
    def call(self) -> str:
        """The package call behind it."""
        made = {
            "learned": f"positions.first_positions({GPT2_CTX}, {GPT2_MODEL}, np.random.default_rng(0))",
            "waves": f"positions.wave_positions({N_PLACES}, {GPT2_MODEL})",
        }
        return f"rows = lookback.{made[self.rows]}[:{N_PLACES}]\nrows @ rows.T"


@dataclass(frozen=True, eq=False)
class GroupsReading:
    """One head's scores (n_ctx,), the group of each distance, and the scores with each group sharing its mean."""

    head: int
    scores: Array
    groups: NDArray[np.int64]
    shared: Array

    @property
    def notice(self):
        """What is lost by grouping."""
        return notices.on_groups(self)

    @property
    def call(self) -> str:
        """The package call behind it."""
        return (
            "groups = lookback.explain.positions.t5_buckets(256)\n"
            f'lookback.explain.positions.in_groups(models.attention["b_distance"][{self.head}], groups)'
        )


@dataclass(frozen=True, eq=False)
class SlopesReading:
    """ALiBi's slopes (H,) and penalties (H, n_ctx); `head` is the current one."""

    head: int
    slopes: Array
    scores: Array

    @property
    def notice(self):
        """What the current slope does to a weight."""
        return notices.on_slope(self.head, float(self.slopes[self.head]))

    @property
    def call(self) -> str:
        """The package call behind it."""
        return "lookback.explain.positions.alibi_scores(8, 256)"


@dataclass(frozen=True, eq=False)
class TurnsReading:
    """A query and an equal key `distance` apart: the angle of each pair in radians, and how well they agree.

    agreement[d_head] (n_ctx,): q.k by distance as a share of what it is at distance 0.
    """

    distance: int
    angles: Array
    agreement: Mapping[int, Array]

    @property
    def notice(self):
        """How far each pair has turned."""
        return notices.on_turns(self)

    @property
    def call(self) -> str:
        """The package call behind it."""
        return "q = k = np.tile([1.0, 0.0], 4)\nlookback.positions.rotary_scores(q, k, 256) / 4"


def numbers(models: Models) -> dict[str, str]:
    """Compute what the text names."""
    return numbers_in_prose(models, _shapes(models))


def read_curves(models: Models, choice: Mapping[str, Any]) -> CurvesReading:
    """Take the scores of all heads."""
    shapes = _shapes(models)
    return CurvesReading(shapes, _head(models, choice), choice["view"], choice["spacing"])


def read_places(models: Models, choice: Mapping[str, Any]) -> PlacesReading:
    """Set one head's scores by distance against scores by place."""
    head = _head(models, choice)
    scores = models.attention["b_distance"][head]
    n = min(N_PLACES, len(scores))
    if choice["rows"] == "learned":
        rows = first_positions(GPT2_CTX, GPT2_MODEL, np.random.default_rng(0))[:n]
    else:
        rows = wave_positions(n, GPT2_MODEL)
    back = np.arange(n)[:, None] - np.arange(n)
    earlier = np.where(back >= 0, 0.0, np.nan)
    products = rows @ rows.T
    return PlacesReading(
        head, scores[np.maximum(back, 0)] + earlier, products / np.diag(products).mean() + earlier, choice["rows"]
    )


def read_groups(models: Models, choice: Mapping[str, Any]) -> GroupsReading:
    """Let the distances of one head share their scores as T5's do."""
    head = _head(models, choice)
    every = models.attention["b_distance"].astype(np.float64)
    groups = t5_buckets(every.shape[1])
    return GroupsReading(head, every[head], groups, in_groups(every[head], groups))


def read_slopes(models: Models, choice: Mapping[str, Any]) -> SlopesReading:
    """Take ALiBi's penalties for as many heads and distances as this page's network has."""
    n_head, n_ctx = models.attention["b_distance"].shape
    return SlopesReading(_head(models, choice), alibi_slopes(n_head), alibi_scores(n_head, n_ctx))


def read_turns(models: Models, choice: Mapping[str, Any]) -> TurnsReading:
    """Turn a query against an equal key."""
    n_ctx, distance = models.attention["b_distance"].shape[1], choice["distance"]
    agreement = {}
    for d_head in D_HEADS:
        arrows = np.tile([1.0, 0.0], d_head // 2)
        agreement[d_head] = rotary_scores(arrows, arrows, n_ctx) / (d_head // 2)
    return TurnsReading(distance, distance * rotary_speeds(D_HEADS[0]), agreement)


def _shapes(models: Models) -> tuple[Shape, ...]:
    return shapes_of(models.attention["b_distance"], models.n_window)


def _head(models: Models, choice: Mapping[str, Any]) -> int:
    return min(choice["head"], len(models.attention["b_distance"]) - 1)
