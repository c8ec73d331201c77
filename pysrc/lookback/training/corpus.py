"""The stream of stories that both networks read: people named anew, cut into batches of stories or of windows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from lookback.ops import Ids
from lookback.training.by_block import ByBlock, spans, value_at
from lookback.window import windows

TokenIds = tuple[int, ...]
Name = tuple[str, TokenIds]
Batch = tuple[Ids, Ids]
STORIES_A_BLOCK = 128
MOST_DRAWS = 1000


@dataclass(frozen=True)
class Template:
    """A story as token ids: -1 stands for its first person, -2 for its second, ...; ``pronouns``: one a person."""

    ids: TokenIds
    pronouns: tuple[str, ...] = ()


@dataclass(frozen=True)
class NamePool:
    """Names to draw from: real ones by pronoun, and made-up ones that fall into pieces, drawn with ``made_up_share``.

    ``chances[pronoun]`` (n,) float64: how often each real name of the pronoun is drawn; they add up to 1.
    """

    real: dict[str, tuple[Name, ...]]
    chances: dict[str, NDArray[np.float64]]
    made_up: tuple[Name, ...]
    made_up_share: float


@dataclass(frozen=True)
class Corpus:
    """What training reads: ``own`` stories, a share ``own_shares`` of each block, always with new names, and ``other``.

    The share ``other_renamed`` of the others gets new names too; the rest stands as it is, in ``other_as_is``.
    """

    own: Sequence[Template]
    other: Sequence[Template]
    other_as_is: Sequence[TokenIds]
    names: NamePool
    own_shares: ByBlock
    other_renamed: float

    def own_in(self, number: int) -> int:
        """How many own stories block ``number`` holds."""
        return round(value_at(self.own_shares, number) * STORIES_A_BLOCK)

    def own_before(self, number: int) -> int:
        """How many own stories the blocks before ``number`` hold."""
        return sum((end - first) * self.own_in(first) for first, end, _ in spans(self.own_shares, number))


@dataclass(frozen=True)
class Block:
    """128 stories of the stream as token ids, and every name drawn for them."""

    stories: tuple[TokenIds, ...]
    drawn: tuple[str, ...]


def draw_names(pool: NamePool, pronouns: tuple[str, ...], rng: np.random.Generator) -> list[Name]:
    """A different name for each person, a real one of the pronoun or a made-up one; ValueError for too few names."""
    drawn: list[Name] = []
    for pronoun in pronouns:
        for _ in range(MOST_DRAWS):
            if rng.random() < pool.made_up_share:
                name = pool.made_up[rng.integers(len(pool.made_up))]
            else:
                name = pool.real[pronoun][rng.choice(len(pool.real[pronoun]), p=pool.chances[pronoun])]
            if name not in drawn:
                drawn.append(name)
                break
        else:
            raise ValueError(f"more people than names of pronoun {pronoun!r}: add names, or give rare ones a chance")
    return drawn


def fill(template: Template, names: Sequence[TokenIds]) -> TokenIds:
    """The story's token ids with these names in its open places."""
    return tuple(chain.from_iterable(names[-1 - i] if i < 0 else (i,) for i in template.ids))


def shuffled_rounds(n: int, start: int, count: int, seed: int) -> list[int]:
    """``count`` numbers from place ``start`` of an endless row of shuffles of 0..n-1: each comes once a round."""
    found: list[int] = []
    while len(found) < count:
        number, at = divmod(start + len(found), n)
        shuffle = np.random.default_rng((seed, number)).permutation(n)
        found += shuffle[at : at + count - len(found)].tolist()
    return found


def block(corpus: Corpus, seed: int, number: int) -> Block:
    """Block ``number`` of the endless stream: the same for the same seed, whatever was read before."""
    rng = np.random.default_rng((seed, 0, number))
    n_own, own_before = corpus.own_in(number), corpus.own_before(number)
    n_other, other_before = STORIES_A_BLOCK - n_own, number * STORIES_A_BLOCK - own_before
    stories: list[TokenIds] = []
    drawn: list[str] = []

    def add(template: Template) -> None:
        names = draw_names(corpus.names, template.pronouns, rng)
        drawn.extend(name for name, _ in names)
        stories.append(fill(template, [ids for _, ids in names]))

    for i in shuffled_rounds(len(corpus.own), own_before, n_own, seed):
        add(corpus.own[i])
    for i in shuffled_rounds(len(corpus.other), other_before, n_other, seed + 1):
        if rng.random() < corpus.other_renamed:
            add(corpus.other[i])
        else:
            stories.append(corpus.other_as_is[i])
    return Block(tuple(stories), tuple(drawn))


def frame(story: TokenIds, n_ctx: int, boundary: int) -> TokenIds:
    """The story with the boundary before and after it, cut to ``n_ctx`` inputs and their targets."""
    return (boundary, *story, boundary)[: n_ctx + 1]


def pad(stories: Sequence[TokenIds], n_ctx: int, boundary: int) -> Batch:
    """Inputs and targets (B, T) int32 of whole stories; behind short ones the boundary, with target -1."""
    framed = [frame(story, n_ctx, boundary) for story in stories]
    shape = len(framed), max(map(len, framed)) - 1
    ids, targets = np.full(shape, boundary, np.int32), np.full(shape, -1, np.int32)
    for row, story in enumerate(framed):
        ids[row, : len(story) - 1] = story[:-1]
        targets[row, : len(story) - 1] = story[1:]
    return ids, targets


def story_batches(
    stories: Sequence[TokenIds], rng: np.random.Generator, *, n_ctx: int, boundary: int, size: int = 8
) -> list[Batch]:
    """Batches of ``size`` whole stories in random order; stories of like length stand together, to pad little."""
    by_length = sorted(stories, key=len)
    starts = rng.permutation(range(0, len(stories), size))
    return [pad(by_length[start : start + size], n_ctx, boundary) for start in starts]


def window_batches(
    stories: Sequence[TokenIds], rng: np.random.Generator, *, n_ctx: int, n_window: int, boundary: int, size: int = 64
) -> Iterator[Batch]:
    """Every position of the stories in random order, ``size`` a batch: windows (size, n_window), targets (size,)."""
    framed = [np.array(frame(story, n_ctx, boundary), np.int32) for story in stories]
    read = np.concatenate([windows(story[:-1], n_window, boundary) for story in framed])
    targets = np.concatenate([story[1:] for story in framed])
    order = rng.permutation(len(targets))
    for start in range(0, len(order), size):
        chosen = order[start : start + size]
        yield read[chosen], targets[chosen]
