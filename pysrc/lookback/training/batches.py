"""Stories cut into training steps: whole stories, or windows at every position."""

from collections.abc import Sequence

import numpy as np

from lookback.config import AttentionConfig
from lookback.ops import Ids
from lookback.tokenizer import BOUNDARY_ID
from lookback.window import windows

TokenIds = tuple[int, ...]
Batch = tuple[Ids, Ids]
STORIES_A_STEP, WINDOWS_A_STEP = 8, 64
N_CTX = AttentionConfig.n_ctx


def frame(story: TokenIds, n_ctx: int = N_CTX) -> TokenIds:
    """The story with the boundary before and after it, cut to ``n_ctx`` inputs and their targets."""
    return (BOUNDARY_ID, *story, BOUNDARY_ID)[: n_ctx + 1]


def pad(stories: Sequence[TokenIds], n_ctx: int = N_CTX) -> Batch:
    """Inputs and targets (B, T) int32 of whole stories; behind short ones the boundary, with target -1."""
    framed = [frame(story, n_ctx) for story in stories]
    shape = len(framed), max(map(len, framed)) - 1
    ids, targets = np.full(shape, BOUNDARY_ID, np.int32), np.full(shape, -1, np.int32)
    for row, story in enumerate(framed):
        ids[row, : len(story) - 1] = story[:-1]
        targets[row, : len(story) - 1] = story[1:]
    return ids, targets


def story_batches(
    stories: Sequence[TokenIds], rng: np.random.Generator, *, n_ctx: int = N_CTX, size: int = STORIES_A_STEP
) -> list[Batch]:
    """Batches of ``size`` whole stories in random order; stories of like length stand together, to pad little."""
    by_length = sorted(stories, key=len)
    starts = rng.permutation(range(0, len(stories), size))
    return [pad(by_length[start : start + size], n_ctx) for start in starts]


def window_batches(
    stories: Sequence[TokenIds],
    rng: np.random.Generator,
    *,
    n_window: int,
    n_ctx: int = N_CTX,
    size: int = WINDOWS_A_STEP,
) -> list[Batch]:
    """Every position of the stories in random order, ``size`` a batch: windows (size, n_window), targets (size,)."""
    framed = [np.array(frame(story, n_ctx), np.int32) for story in stories]
    read = np.concatenate([windows(story[:-1], n_window, BOUNDARY_ID) for story in framed])
    targets = np.concatenate([story[1:] for story in framed])
    order = rng.permutation(len(targets))
    chosen = [order[start : start + size] for start in range(0, len(order), size)]
    return [(read[at], targets[at]) for at in chosen]
