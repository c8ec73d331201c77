"""Measure 6, two heads at a time: do heads stand in for each other?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback import attention
from lookback.measures.contract import Measure, Table
from lookback.measures.prepared import PreparedStory
from lookback.measures.switched_off import losses_without
from lookback.models import Models
from lookback.params import Params

Floats = NDArray[np.float64]
PAIR_GROUPS: tuple[str, ...] = ("out_of_reach", "name", "rest")
REST_EVERY = 8


@dataclass(frozen=True, eq=False)
class Pairs:
    """Every pair of H heads switched off together, over ``positions[group]`` positions.

    ``change[group]`` (H, H): mean change of the loss in nats with both heads off; on the diagonal, with the one off.
    Groups: ``out_of_reach``, the ``name`` among them, and of the ``rest`` every eighth position of a story, which
    saves four fifths of the work. Nan where a group has no positions.
    """

    n_stories: int
    positions: dict[str, int]
    change: dict[str, Floats]

    @property
    def beyond(self) -> dict[str, Floats]:
        """What each pair costs beyond the sum of its two heads, by group, (H, H) in nats; nan on the diagonal.

        Above 0 the two stand in for each other: either can be spared while the other is there, both cannot. Below 0
        they work together: with one gone, the other is of less use.
        """
        return {group: _beyond(change) for group, change in self.change.items()}


def pairs_in_slices(models: Models, stories: Sequence[PreparedStory]) -> Iterator[Pairs]:
    """Switch every pair of heads off and compare the losses: yield the changes so far after each story."""
    n_head = models.config.n_head
    counts = dict.fromkeys(PAIR_GROUPS, 0)
    sums = {group: np.zeros((n_head, n_head)) for group in PAIR_GROUPS}
    for n_stories, prepared in enumerate(stories, start=1):
        at = np.flatnonzero(prepared.out_of_reach | (np.arange(len(prepared.ids)) % REST_EVERY == 0))
        changes = pair_changes(models.attention, prepared, at).astype(np.float64)
        for group in PAIR_GROUPS:
            chosen = prepared.groups[group][at]
            counts[group] += int(chosen.sum())
            sums[group] = sums[group] + changes[..., chosen].sum(axis=-1)
        yield Pairs(n_stories, dict(counts), {group: _mean(sums[group], counts[group]) for group in PAIR_GROUPS})


def pair_changes(params: Params, prepared: PreparedStory, at: NDArray[np.intp]) -> NDArray[np.floating]:
    """Change of the loss at the positions ``at`` (M,) of a story with heads a and b off, (H, H, M) in nats."""
    trace = attention.forward(params, prepared.ids[None], at=None)
    heads = range(len(params["W_Q"]))
    with_all = losses_without(params, trace, prepared.targets, (), at)
    changes = np.zeros((len(heads), len(heads), len(at)), with_all.dtype)
    for a in heads:
        for b in heads[a:]:
            changes[a, b] = changes[b, a] = losses_without(params, trace, prepared.targets, (a, b), at) - with_all
    return changes


def _mean(sums: Floats, count: int) -> Floats:
    return sums / count if count else np.full_like(sums, np.nan)


def _beyond(change: Floats) -> Floats:
    alone = np.diagonal(change)
    beyond = change - alone[:, None] - alone
    np.fill_diagonal(beyond, np.nan)
    return beyond


def _tables(found: Pairs, vocabulary: Sequence[str]) -> list[Table]:
    groups, beyond = list(found.change), found.beyond
    heads = range(len(found.change[groups[0]]))
    numbers = [found.change[group] for group in groups] + [beyond[group] for group in groups]
    pairs = sorted(((a, b) for a in heads for b in heads[a + 1 :]), key=lambda pair: -beyond[groups[0]][pair])
    rows = [[f"{a} {b}", *(float(table[a, b]) for table in numbers)] for a, b in pairs]
    title = "Change of the loss with two heads switched off, nats a token, and what of it is beyond the sum of the two"
    return [Table(title, ["heads", *groups, *(f"{group} beyond" for group in groups)], rows, digits=3)]


MEASURE = Measure("pairs", Pairs, pairs_in_slices, _tables)
