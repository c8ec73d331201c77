"""Where each head's attention weight went at each kept moment of training, and the loss then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from lookback.measures import measured
from lookback.measures.jobs import Jobs, TokenWeight
from lookback.models import Models
from lookback.tokenizer import BOUNDARY_ID
from lookback.writing import written
from numpy.typing import NDArray
from sections.jobs.kinds import KindShare, kind_shares, kinds_of_tokens
from worker.contract import Choice, Data

Floats = NDArray[np.float64]
HOLD = 1000.0  # ms that the film rests on a moment
NEARLY_ALIKE = 0.05  # share of the weight that goes elsewhere than an even reader's: below, nothing can be seen


@dataclass(frozen=True)
class Point:
    """The loss on held-out stories after ``step`` steps, in nats."""

    step: int
    loss: float


@dataclass(frozen=True)
class ReadToken:
    """A token that a head reads, None for the boundary: its mean ``weight``, and an even reader's."""

    token: str | None
    weight: float
    even: float


@dataclass(frozen=True, eq=False)
class HeadFacts:
    """One head at one moment, beside an *even reader*, which gives every token in reach the same weight.

    | ``by_distance``, ``even_by_distance`` | (6,) | weight in each band of distance |
    | ``read``, ``evenly`` | (n_vocab,) | weight on each token |

    kinds: weight by kind of token. tokens: those that it reads most, the most first.
    """

    by_distance: Floats
    even_by_distance: Floats
    read: Floats
    evenly: Floats
    kinds: tuple[KindShare, ...]
    tokens: tuple[ReadToken, ...] = ()

    @property
    def apart_by_distance(self) -> float:
        """Share of the weight that goes to other distances than an even reader's."""
        return moved(self.by_distance, self.even_by_distance)

    @property
    def is_even(self) -> bool:
        """Whether it still reads everything nearly alike, by distance and by token."""
        return self.apart_by_distance < NEARLY_ALIKE and moved(self.read, self.evenly) < NEARLY_ALIKE


@dataclass(frozen=True, eq=False)
class HeadsData(Data):
    """All heads at all kept moments; ``now`` is the moment shown, ``chosen`` the head of which more is told.

    even: an even reader's weight by band (6,). history[moment][head]. curve: held-out losses. changed: share of each
    head's weight that went to other distances since the moment before; empty at the first.
    """

    steps: tuple[int, ...]
    now: int
    chosen: int
    even: tuple[float, ...]
    history: tuple[tuple[HeadFacts, ...], ...]
    curve: tuple[Point, ...]
    changed: tuple[float, ...]

    @property
    def heads(self) -> tuple[HeadFacts, ...]:
        """The heads at the moment shown."""
        return self.history[self.now]


def read_heads(models: Models, choice: Choice) -> HeadsData:
    """Read what every head read at one moment of training."""
    found = measured(models, "jobs")
    now = min(choice["moment"], len(found.steps)) - 1
    return HeadsData(
        tuple(found.steps.tolist()),
        now,
        min(choice["head"], models.config.n_head - 1),
        tuple(found.even_by_distance.tolist()),
        history(models),
        curve_of(models.curves),
        tuple(map(moved, found.profile[now - 1], found.profile[now])) if now else (),
        hold=HOLD,
    )


@lru_cache(maxsize=2)
def history(models: Models) -> tuple[tuple[HeadFacts, ...], ...]:
    """Every head at every kept moment: [moment][head]."""
    found = measured(models, "jobs")
    most = found.most_read
    return tuple(
        tuple(_head_facts(models, found, most[m][h], m, h) for h in range(len(most[m]))) for m in range(len(most))
    )


def _head_facts(models: Models, found: Jobs, most: Sequence[TokenWeight], moment: int, head: int) -> HeadFacts:
    read, evenly = found.read[moment, head], found.evenly
    tokens = (
        ReadToken(None if of.token == BOUNDARY_ID else written(models, of.token), of.weight, of.evenly) for of in most
    )
    kinds = kind_shares(kinds_of_tokens(models), read, evenly)
    return HeadFacts(found.by_distance[moment, head], found.even_by_distance, read, evenly, kinds, tuple(tokens))


def moved(before: Floats, after: Floats) -> float:
    """Share of the weight that has gone elsewhere: half the sum of all changes, 0 to 1."""
    return float(np.abs(after - before).sum() / 2)


def curve_of(curves: Mapping[str, Any]) -> tuple[Point, ...]:
    """The attention network's held-out losses in order; empty where training kept none."""
    kept = curves.get("attention", {})
    pairs = zip(kept.get("step", ()), kept.get("held_out", ()), strict=True)
    return tuple(Point(int(step), float(value)) for step, value in pairs if value is not None)


def around(curve: Sequence[Point], step: int) -> tuple[Point | None, Point | None]:
    """The last point up to a step and the first from it on; twice the same where it was measured just there."""
    before = [point for point in curve if point.step <= step]
    after = [point for point in curve if point.step >= step]
    return (before[-1] if before else None), (after[0] if after else None)
