"""Measure 2: the loss of both networks, by group."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback import ops
from lookback.guesses import logits_at
from lookback.measures.reading import GROUPS, Reading
from lookback.measures.slices import last
from lookback.params import Params


@dataclass(frozen=True)
class Losses:
    """Mean -log p(target) in nats, ``loss[network][group]``, over ``positions[group]`` positions.

    Groups: ``all`` positions (the boundary after the story is guessed too), ``out_of_reach`` targets, the hero's
    ``name`` where it comes back out of reach (a part of the former), and the ``rest``, all that is not out of reach.
    A group without positions has a loss of nan.
    """

    n_stories: int
    positions: dict[str, int]
    loss: dict[str, dict[str, float]]


def losses(networks: Mapping[str, Params], readings: Sequence[Reading]) -> Losses:
    """Loss of each network, each group of positions."""
    return last(losses_in_slices(networks, readings))


def losses_in_slices(networks: Mapping[str, Params], readings: Sequence[Reading]) -> Iterator[Losses]:
    """Yield the losses so far after each story; the last is that of ``losses``."""
    counts = np.zeros(len(GROUPS), np.int64)
    sums = {name: np.zeros(len(GROUPS)) for name in networks}
    for n_stories, reading in enumerate(readings, start=1):
        counts += [mask.sum() for mask in reading.groups.values()]
        for name, params in networks.items():
            sums[name] += sums_by_group(reading, story_losses(params, reading))
        yield Losses(
            n_stories,
            dict(zip(GROUPS, counts.tolist(), strict=True)),
            {name: means_by_group(total, counts) for name, total in sums.items()},
        )


def story_losses(params: Params, reading: Reading, off: Sequence[tuple[int, int]] = ()) -> NDArray[np.floating]:
    """-log p(target) in nats at each position of a story, (T,)."""
    every = np.arange(len(reading.ids))
    return ops.token_losses(logits_at(params, reading.ids, every, off), reading.targets)


def sums_by_group(reading: Reading, values: NDArray[np.floating]) -> NDArray[np.float64]:
    """Numbers (..., T) of a story's positions, summed over each group -> (..., groups)."""
    masks = np.array(list(reading.groups.values()), np.float64)
    return values.astype(np.float64) @ masks.T


def means_by_group(sums: NDArray[np.float64], counts: NDArray[np.int64]) -> dict[str, float]:
    """Sums (groups,) divided by counts, by the groups' names; nan where a group has no positions."""
    with np.errstate(invalid="ignore"):
        return dict(zip(GROUPS, (sums / counts).tolist(), strict=True))
