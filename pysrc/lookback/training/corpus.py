"""The stream of stories that the networks read, people named anew."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from lookback.training.batches import TokenIds
from lookback.training.by_block import ByBlock, spans, value_at

Name = tuple[str, TokenIds]
STORIES_A_BLOCK = 128
MOST_DRAWS = 1000


@dataclass(frozen=True)
class Template:
    """A story as token ids: -1 stands for its first person, -2 for its second, ...; ``pronouns``: one a person."""

    ids: TokenIds
    pronouns: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pieces:
    """What made-up names of random pieces are made of: first and later pieces; ``never`` are names that none may be."""

    first: tuple[int, ...]
    later: tuple[int, ...]
    never: frozenset[TokenIds]


@dataclass(frozen=True)
class NamePool:
    """Names to draw from: real ones by pronoun, and made-up ones that fall into pieces.

    ``chances[pronoun]`` (n,) float64: how often each real name of the pronoun is drawn; they add up to 1. The share
    ``random_share`` of the made-up names is drawn from ``pieces``, the rest from ``made_up``.
    """

    real: dict[str, tuple[Name, ...]]
    chances: dict[str, NDArray[np.float64]]
    made_up: tuple[Name, ...]
    pieces: Pieces | None = None
    random_share: float = 0.0


@dataclass(frozen=True)
class Corpus:
    """What training reads: ``own`` stories, a share ``own_shares`` of each block, always with new names, and ``other``.

    The share ``other_renamed`` of the others gets new names too; the rest stands as it is, in ``other_as_is``. Of the
    new names of a block the share ``made_up_shares`` is made up.
    """

    own: Sequence[Template]
    other: Sequence[Template]
    other_as_is: Sequence[TokenIds]
    names: NamePool
    own_shares: ByBlock
    other_renamed: float
    made_up_shares: ByBlock

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


def draw_names(pool: NamePool, pronouns: tuple[str, ...], made_up_share: float, rng: np.random.Generator) -> list[Name]:
    """A different name for each person, a real one of the pronoun or a made-up one; ValueError for too few names."""
    drawn: list[Name] = []
    for pronoun in pronouns:
        for _ in range(MOST_DRAWS):
            if rng.random() < made_up_share:
                name = draw_made_up(pool, rng)
            else:
                name = pool.real[pronoun][rng.choice(len(pool.real[pronoun]), p=pool.chances[pronoun])]
            if name not in drawn:
                drawn.append(name)
                break
        else:
            raise ValueError(f"more people than names of pronoun {pronoun!r}: add names, or give rare ones a chance")
    return drawn


def draw_made_up(pool: NamePool, rng: np.random.Generator) -> Name:
    """One of the made-up names or, as often as the pool says, two to four random pieces."""
    while pool.pieces and rng.random() < pool.random_share:
        later = rng.choice(pool.pieces.later, rng.integers(1, 4))
        ids = (int(rng.choice(pool.pieces.first)), *later.tolist())
        if ids not in pool.pieces.never:
            return " ".join(map(str, ids)), ids
    return pool.made_up[rng.integers(len(pool.made_up))]


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
    made_up_share = value_at(corpus.made_up_shares, number)
    stories: list[TokenIds] = []
    drawn: list[str] = []

    def add(template: Template) -> None:
        names = draw_names(corpus.names, template.pronouns, made_up_share, rng)
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
