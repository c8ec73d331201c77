"""Measure 1: how many words are out of the window's reach, and how far back they were last read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback.measures.contract import Measure, Table
from lookback.measures.prepared import GROUPS, PreparedStory
from lookback.models import Models

FAR: tuple[str, ...] = ("out_of_reach", "name")


@dataclass(frozen=True)
class Reach:
    """Number of ``positions`` by group, and how many tokens back an out-of-reach target was last read.

    A target is out of reach as ``prepare`` says. ``mean_distance`` has the mean for ``out_of_reach`` and
    for ``name`` (nan without positions), ``furthest`` the largest distance; the token just read is 1 back.
    """

    n_stories: int
    positions: dict[str, int]
    mean_distance: dict[str, float]
    furthest: int


def reach_in_slices(models: Models, stories: Sequence[PreparedStory]) -> Iterator[Reach]:
    """Count what is out of reach: yield the counts so far after each story."""
    positions = dict.fromkeys(GROUPS, 0)
    distances: dict[str, list[int]] = {group: [] for group in FAR}
    for n_stories, prepared in enumerate(stories, start=1):
        back = tokens_back(prepared)
        for group, mask in prepared.groups.items():
            positions[group] += int(mask.sum())
        for group in FAR:
            distances[group] += back[prepared.groups[group]].tolist()
        means = {group: float(np.mean(found)) if found else float("nan") for group, found in distances.items()}
        yield Reach(n_stories, dict(positions), means, max(distances["out_of_reach"], default=0))


def tokens_back(prepared: PreparedStory) -> NDArray[np.int64]:
    """How far before each target its token was last read, (T,): 1 for the token just read, 0 for never."""
    position = np.arange(len(prepared.ids))
    readable = (prepared.targets[:, None] == prepared.ids) & (position <= position[:, None])
    latest = np.where(readable, position, -1).max(axis=1)
    return np.where(latest < 0, 0, position - latest + 1)


def _tables(found: Reach, vocabulary: Sequence[str]) -> list[Table]:
    rows = [[group, found.positions[group], found.mean_distance.get(group)] for group in GROUPS]
    title = f"Positions to guess, and how far back the token was last read (furthest: {found.furthest})"
    return [Table(title, ["group", "positions", "tokens back"], rows, digits=1)]


MEASURE = Measure("reach", Reach, reach_in_slices, _tables)
