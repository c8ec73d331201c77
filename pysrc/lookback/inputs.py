"""Checks of what a network is given to read and to guess: a clear error instead of a wrong number."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lookback.ops import Ids
from lookback.params import Params, layers

At = Literal["all", "last"] | Ids | None


def check_reading(params: Params, ids: Ids, off: Sequence[tuple[int, int]]) -> None:
    """Raise ValueError for ``ids`` that an attention network cannot read, and for heads that it does not have."""
    tables = layers(params)
    n_head, n_ctx = tables[0]["b_distance"].shape
    if ids.ndim != 2 or not 1 <= ids.shape[1] <= n_ctx:
        raise ValueError(f"ids of shape {ids.shape}: give (stories, tokens) with 1 to {n_ctx} tokens")
    check_ids(ids, len(params["W_E"]))
    for layer, head in off:
        if not 0 <= layer < len(tables):
            raise ValueError(f"no layer {layer}: the layers are 0 to {len(tables) - 1}")
        if not 0 <= head < n_head:
            raise ValueError(f"no head {head}: the heads are 0 to {n_head - 1}")


def check_ids(ids: Ids, n_vocab: int) -> None:
    """Raise ValueError for token ids outside the vocabulary."""
    if ids.size and not 0 <= ids.min() <= ids.max() < n_vocab:
        raise ValueError(f"token ids from {ids.min()} to {ids.max()}: the vocabulary has 0 to {n_vocab - 1}")


def check_targets(targets: Ids, shape: tuple[int, ...], n_vocab: int, *, lowest: int = 0) -> None:
    """Raise ValueError for targets of another shape than what is read, outside the vocabulary, or none at all.

    ``lowest`` is -1 where a target of -1 means that the position is not guessed.
    """
    if targets.shape != shape:
        raise ValueError(f"targets of shape {targets.shape}: give one for each of {shape}")
    if not targets.size or targets.max() < 0:
        raise ValueError("no target at all: give at least one position something to guess")
    if not lowest <= targets.min() <= targets.max() < n_vocab:
        raise ValueError(f"targets from {targets.min()} to {targets.max()}: the vocabulary has 0 to {n_vocab - 1}")


def positions(at: At, n_stories: int, n_tokens: int) -> Ids:
    """Positions b * T + t, (M,): all, the last of each story, none, or those chosen. ValueError for any other."""
    every = np.arange(n_stories * n_tokens).reshape(n_stories, n_tokens)
    if at is None:
        return every.ravel()[:0]
    if not isinstance(at, str):
        return flat_positions(at, every.size)
    if at not in ("all", "last"):
        raise ValueError(f'positions {at!r}: give "all", "last", None or whole numbers')
    return every.ravel() if at == "all" else every[:, -1]


def flat_positions(at: Ids, n_positions: int) -> NDArray[np.intp]:
    """Chosen positions (M,) as numbers; ValueError for a mask, one that is not there, or one that stands twice."""
    at = np.asarray(at)
    if at.dtype.kind not in "iu" or at.ndim != 1:
        raise ValueError(f"positions of dtype {at.dtype}, shape {at.shape}: give whole numbers in one row")
    if at.size and not 0 <= at.min() <= at.max() < n_positions:
        raise ValueError(f"positions from {at.min()} to {at.max()}: there are 0 to {n_positions - 1}")
    if len(np.unique(at)) < len(at):
        raise ValueError("a position stands twice: give each position once")
    return at.astype(np.intp)
