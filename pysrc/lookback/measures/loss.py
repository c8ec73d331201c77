"""Measure 2: the loss of both networks, by group."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback import ops
from lookback.guesses import logits_at
from lookback.measures.contract import Measure, Table
from lookback.measures.prepared import GROUPS, PreparedStory
from lookback.models import Models
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


def loss_in_slices(models: Models, stories: Sequence[PreparedStory]) -> Iterator[Losses]:
    """Loss of each network, each group of positions: yield the losses so far after each story."""
    counts = np.zeros(len(GROUPS), np.int64)
    sums = {name: np.zeros(len(GROUPS)) for name in models.networks}
    for n_stories, prepared in enumerate(stories, start=1):
        counts += [mask.sum() for mask in prepared.groups.values()]
        for name, params in models.networks.items():
            sums[name] += sums_by_group(prepared, story_losses(params, prepared))
        yield Losses(
            n_stories,
            dict(zip(GROUPS, counts.tolist(), strict=True)),
            {name: means_by_group(total, counts) for name, total in sums.items()},
        )


def story_losses(params: Params, prepared: PreparedStory) -> NDArray[np.floating]:
    """-log p(target) in nats at each position of a story, (T,)."""
    every = np.arange(len(prepared.ids))
    return ops.token_losses(logits_at(params, prepared.ids, every), prepared.targets)


def sums_by_group(prepared: PreparedStory, values: NDArray[np.floating]) -> NDArray[np.float64]:
    """Numbers (..., T) of a story's positions, summed over each group -> (..., groups)."""
    masks = np.array(list(prepared.groups.values()), np.float64)
    return values.astype(np.float64) @ masks.T


def means_by_group(sums: NDArray[np.float64], counts: NDArray[np.int64]) -> dict[str, float]:
    """Sums (groups,) divided by counts, by the groups' names; nan where a group has no positions."""
    with np.errstate(invalid="ignore"):
        return dict(zip(GROUPS, (sums / counts).tolist(), strict=True))


def _tables(found: Losses, vocabulary: Sequence[str]) -> list[Table]:
    rows = [[network, *by_group.values()] for network, by_group in found.loss.items()]
    return [Table("Loss, nats a token", ["network", *GROUPS], rows, digits=3)]


MEASURE = Measure("loss", Losses, loss_in_slices, _tables)
