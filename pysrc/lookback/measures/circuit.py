"""Measure 10: the induction circuit: which heads read the token before, and which what came after the same token."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback.measures.contract import Measure, Table
from lookback.measures.invented import INVENTED
from lookback.measures.prepared import PreparedStory
from lookback.measures.second_piece import PEOPLE, TwoNames, couples, told_both_ways, turn
from lookback.models import Models
from lookback.params import Params
from lookback.snapshots import attention_weights

Floats = NDArray[np.float64]
FILES = ("two_layers.safetensors", "two_layers_snapshots.safetensors")


@dataclass(frozen=True, eq=False)
class Circuit:
    """Two scores (S, n_layer, n_head) of each head of the two-layer network at S snapshots (Olsson et al. 2022).

    Stories have two invented names. ``previous_token``: the mean weight on the token just before, over ``positions``.
    ``induction``: the mean weight on what came after earlier places of the same token, over ``places`` where the first
    piece of a name has come back. ``steps`` (S,) int are training steps.
    """

    n_stories: int
    positions: int
    places: int
    steps: NDArray[np.int32]
    previous_token: Floats
    induction: Floats


def circuit_in_slices(models: Models, stories: Sequence[PreparedStory]) -> Iterator[Circuit]:
    """Score every head at every snapshot: yield the scores so far after each story."""
    snapshots = models.two_layers_snapshots
    choices = couples(models.tokenizer, INVENTED)
    sums, positions, places = np.zeros(0), 0, 0
    for number, prepared in enumerate(stories, start=1):
        couple = turn(choices, prepared, number - 1)
        for story in (couple and told_both_ways(models.tokenizer, prepared, couple, models.n_window)) or ():
            scores = np.array([_scores(snapshots[s], story) for s in range(len(snapshots))])  # (S, 2, L, H)
            sums = scores + (sums if sums.size else 0)
            positions += len(story.ids) - 1
            places += sum(len(story.at[who]) for who in PEOPLE)
        before, after = sums.swapaxes(0, 1) if sums.size else np.full((2, len(snapshots), 1, 1), np.nan)
        scores = np.asarray(before / max(1, positions)), np.asarray(after / max(1, places))
        yield Circuit(number, positions, places, snapshots.steps, *scores)


def _scores(params: Params, story: TwoNames) -> Floats:
    """Sums of the weights that the two scores count, over one story, (2, L, H)."""
    weights = attention_weights(params, story.ids).astype(np.float64)  # (L, H, T query, T key)
    before = np.trace(weights, offset=-1, axis1=-2, axis2=-1)
    after = np.zeros(weights.shape[:2])
    for at in np.concatenate([story.at[who] for who in PEOPLE]):
        after += weights[:, :, at, after_same(story.ids, at)].sum(axis=-1)
    return np.stack([before, after])


def after_same(ids: NDArray[np.int32], at: int) -> NDArray[np.intp]:
    """Positions up to ``at`` that come just after an earlier place of the token at ``at``."""
    return np.flatnonzero(ids[:at] == ids[at]) + 1


def _tables(found: Circuit, vocabulary: Sequence[str]) -> list[Table]:
    n_layer, n_head = found.induction.shape[1:]
    rows = [
        [layer + 1, head, float(found.previous_token[-1, layer, head]), float(found.induction[-1, layer, head])]
        for layer in range(n_layer)
        for head in range(n_head)
    ]
    title = f"Weight on the token before, and on what came after the same token, after {int(found.steps[-1]):,} steps"
    return [Table(title, ["layer", "head", "token before", "after the same"], rows, digits=3)]


MEASURE = Measure("circuit", Circuit, circuit_in_slices, _tables, FILES)
