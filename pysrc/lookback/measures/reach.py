"""Measure 1: how many words are out of the window's reach, and how far back they were last read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback.measures.reading import GROUPS, Reading
from lookback.measures.slices import last

FAR: tuple[str, ...] = ("out_of_reach", "name")


@dataclass(frozen=True)
class Reach:
    """Number of ``positions`` by group, and how many tokens back an out-of-reach target was last read.

    A target is out of reach as ``read_for_measures`` says. ``mean_distance`` has the mean for ``out_of_reach`` and
    for ``name`` (nan without positions), ``furthest`` the largest distance; the token just read is 1 back.
    """

    n_stories: int
    positions: dict[str, int]
    mean_distance: dict[str, float]
    furthest: int


def reach(readings: Sequence[Reading]) -> Reach:
    """Count what is out of reach."""
    return last(reach_in_slices(readings))


def reach_in_slices(readings: Sequence[Reading]) -> Iterator[Reach]:
    """Yield the counts so far after each story; the last are those of ``reach``."""
    positions = dict.fromkeys(GROUPS, 0)
    distances: dict[str, list[int]] = {group: [] for group in FAR}
    for n_stories, reading in enumerate(readings, start=1):
        back = tokens_back(reading)
        for group, mask in reading.groups.items():
            positions[group] += int(mask.sum())
        for group in FAR:
            distances[group] += back[reading.groups[group]].tolist()
        means = {group: float(np.mean(found)) if found else float("nan") for group, found in distances.items()}
        yield Reach(n_stories, dict(positions), means, max(distances["out_of_reach"], default=0))


def tokens_back(reading: Reading) -> NDArray[np.int64]:
    """How far before each target its token was last read, (T,): 1 for the token just read, 0 for never."""
    position = np.arange(len(reading.ids))
    readable = (reading.targets[:, None] == reading.ids) & (position <= position[:, None])
    latest = np.where(readable, position, -1).max(axis=1)
    return np.where(latest < 0, 0, position - latest + 1)
