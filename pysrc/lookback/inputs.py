"""Checks of what a network is given to read and to guess: a clear error instead of a wrong number."""

import numpy as np
from numpy.typing import NDArray

from lookback.ops import Ids


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
