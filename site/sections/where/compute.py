"""The learned distance scores, and how other networks tell near from far."""

from dataclasses import dataclass

import numpy as np
from lookback.explain import positions
from lookback.models import Models
from lookback.ops import Array
from lookback.params import layers
from lookback.reader import Looking, params_of
from numpy.typing import NDArray
from sections.where.shapes import Shape, shapes_of
from worker.contract import Choice, Data

N_PLACES = 64  # places of a story that are drawn
USUAL_D_HEAD = 64  # numbers of a query in larger networks
GPT2_CTX, GPT2_MODEL = 1024, 768  # the smallest GPT-2


@dataclass(frozen=True)
class CurvesData(Data):
    """The distance scores of a network's heads; `head` is the current one. view: "apart" or "together"."""

    network: str
    shapes: tuple[Shape, ...]
    head: int
    view: str
    spacing: str

    @property
    def shape(self) -> Shape:
        """The current head's."""
        return self.shapes[self.head]


@dataclass(frozen=True, eq=False)
class PlacesData(Data):
    """What a score owes to position alone, (query, key) with nan for later keys: here by distance, there by places.

    rows: "learned" or "waves", what those of the places are.
    """

    head: int
    by_distance: Array
    by_place: Array
    rows: str


@dataclass(frozen=True, eq=False)
class GroupsData(Data):
    """One head's scores (n_ctx,), the group of each distance, and the scores with each group sharing its mean."""

    head: int
    scores: Array
    groups: NDArray[np.int64]
    shared: Array

    @property
    def starts(self) -> list[int]:
        """The first distance of each group."""
        return np.flatnonzero(np.diff(self.groups, prepend=-1)).tolist()


@dataclass(frozen=True, eq=False)
class SlopesData(Data):
    """ALiBi's slopes (H,) and penalties (H, n_ctx); `head` is the current one."""

    head: int
    slopes: Array
    scores: Array


@dataclass(frozen=True, eq=False)
class Agreement:
    """q.k (n_ctx,) of a query and an equal key of d_head numbers, by distance, as a share of what it is at 0."""

    d_head: int
    shares: Array


@dataclass(frozen=True, eq=False)
class TurnsData(Data):
    """A query and an equal key `distance` apart: the angle of each pair of numbers in radians, and how they agree.

    few, many: with as many numbers as here, and as in larger networks.
    """

    distance: int
    angles: Array
    few: Agreement
    many: Agreement


def read_curves(models: Models, choice: Choice) -> CurvesData:
    """Take the scores of all heads of all layers."""
    found = shapes(models, choice["network"])
    chosen = {"head": _head(models, choice)} if choice["network"] == "attention" else {"of_two": choice["of_two"]}
    head = next((shape.head for shape in found if shape.sets == chosen), 0)
    return CurvesData(choice["network"], found, head, choice["view"], choice["spacing"])


def read_places(models: Models, choice: Choice) -> PlacesData:
    """Set one head's scores by distance against scores by place."""
    head = _head(models, choice)
    scores = models.attention["b_distance"][head]
    n = min(N_PLACES, len(scores))
    if choice["rows"] == "learned":
        rows = positions.first_positions(GPT2_CTX, GPT2_MODEL, np.random.default_rng(0))[:n]
    else:
        rows = positions.wave_positions(n, GPT2_MODEL)
    back = np.arange(n)[:, None] - np.arange(n)
    earlier = np.where(back >= 0, 0.0, np.nan)
    products = rows @ rows.T
    by_place = products / np.diag(products).mean() + earlier
    return PlacesData(head, scores[np.maximum(back, 0)] + earlier, by_place, choice["rows"])


def read_groups(models: Models, choice: Choice) -> GroupsData:
    """Let the distances of one head share their scores as T5's do."""
    head = _head(models, choice)
    scores = models.attention["b_distance"][head].astype(np.float64)
    groups = positions.t5_buckets(len(scores))
    return GroupsData(head, scores, groups, positions.in_groups(scores, groups))


def read_slopes(models: Models, choice: Choice) -> SlopesData:
    """Take ALiBi's penalties for as many heads and distances as this page's network has."""
    n_head, n_ctx = models.config.n_head, models.n_ctx
    return SlopesData(_head(models, choice), positions.alibi_slopes(n_head), positions.alibi_scores(n_head, n_ctx))


def read_turns(models: Models, choice: Choice) -> TurnsData:
    """Turn a query against an equal key."""
    d_head, distance = models.config.d_head, choice["distance"]
    few, many = (_agreement(n_numbers, models.n_ctx) for n_numbers in (d_head, USUAL_D_HEAD))
    return TurnsData(distance, distance * positions.rotary_speeds(d_head), few, many)


def _agreement(d_head: int, n_ctx: int) -> Agreement:
    arrows = np.tile([1.0, 0.0], d_head // 2)
    return Agreement(d_head, positions.rotary_scores(arrows, arrows, n_ctx) / (d_head // 2))


def shapes(models: Models, network: Looking = "attention") -> tuple[Shape, ...]:
    """Describe the scores of every head of a network that looks back."""
    return shapes_of([tables["b_distance"] for tables in layers(params_of(models, network))], models.n_window)


def _head(models: Models, choice: Choice) -> int:
    return min(choice["head"], models.config.n_head - 1)
