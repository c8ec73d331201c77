"""Stories with open places for their people, and the batches that training reads.

Each time a story is read its people get new names, so that only looking back can tell a name.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback.window import windows

Rng = np.random.Generator
TokenIds = tuple[int, ...]
Batch = tuple[NDArray[np.int32], NDArray[np.int32]]
STORIES_A_BLOCK = 128


@dataclass(frozen=True)
class Template:
    """A story as token ids; -1 stands for its first person, -2 for its second, ...; ``pronouns``: one a person."""

    ids: TokenIds
    pronouns: tuple[str, ...] = ()


@dataclass(frozen=True)
class NamePool:
    """Names to draw from: ``known[pronoun]`` holds (name, token ids), ``invented`` is the share of made-up names."""

    known: dict[str, tuple[tuple[str, TokenIds], ...]]
    made_up: tuple[tuple[str, TokenIds], ...]
    invented: float


@dataclass(frozen=True)
class Corpus:
    """What is read: ``own`` stories (share ``own_share`` of each block) and ``other`` ones, renamed at times."""

    own: Sequence[Template]
    other: Sequence[Template]
    originals: Sequence[TokenIds]
    names: NamePool
    own_share: float = 0.5
    other_renamed: float = 0.0


def draw_names(pool: NamePool, pronouns: Sequence[str], rng: Rng) -> list[tuple[str, TokenIds]]:
    """A different name for each person: known ones of the pronoun, or made-up ones."""
    drawn: list[tuple[str, TokenIds]] = []
    for pronoun in pronouns:
        candidates = pool.made_up if rng.random() < pool.invented else pool.known[pronoun]
        name = candidates[rng.integers(len(candidates))]
        while name in drawn:
            name = candidates[rng.integers(len(candidates))]
        drawn.append(name)
    return drawn


def fill(template: Template, names: Sequence[TokenIds]) -> TokenIds:
    """The story's token ids with these names in its open places."""
    parts = (names[-1 - i] if i < 0 else (i,) for i in template.ids)
    return tuple(itertools.chain.from_iterable(parts))


def order(n: int, start: int, count: int, seed: int) -> list[int]:
    """``count`` places from ``start`` of an endless sequence of shuffles of 0..n-1: each is read once a round."""
    found: list[int] = []
    while len(found) < count:
        round_, at = divmod(start + len(found), n)
        shuffled = np.random.default_rng((seed, 7, round_)).permutation(n)
        found += shuffled[at : at + count - len(found)].tolist()
    return found


def block(corpus: Corpus, seed: int, number: int) -> list[TokenIds]:
    """Stories number*128 .. of the endless stream, named anew; the same for the same seed and number."""
    rng = np.random.default_rng((seed, 11, number))
    n_own = round(corpus.own_share * STORIES_A_BLOCK)
    n_other = STORIES_A_BLOCK - n_own
    own = [corpus.own[i] for i in order(len(corpus.own), number * n_own, n_own, seed)] if n_own else []
    stories = [_named(template, corpus.names, rng) for template in own]
    for i in order(len(corpus.other), number * n_other, n_other, seed + 1):
        renamed = rng.random() < corpus.other_renamed
        stories.append(_named(corpus.other[i], corpus.names, rng) if renamed else corpus.originals[i])
    return stories


def _named(template: Template, pool: NamePool, rng: Rng) -> TokenIds:
    return fill(template, [ids for _, ids in draw_names(pool, template.pronouns, rng)])


def pad(stories: Sequence[TokenIds], n_ctx: int, boundary: int) -> Batch:
    """Stories as inputs and targets (B, T) int32: the boundary before and after, cut at ``n_ctx``, targets -1 behind."""
    framed = [(boundary, *story, boundary)[: n_ctx + 1] for story in stories]
    longest = max(map(len, framed)) - 1
    ids = np.full((len(framed), longest), boundary, np.int32)
    targets = np.full((len(framed), longest), -1, np.int32)
    for row, story in enumerate(framed):
        ids[row, : len(story) - 1] = story[:-1]
        targets[row, : len(story) - 1] = story[1:]
    return ids, targets


def story_batches(corpus: Corpus, seed: int, start: int, *, n_ctx: int, boundary: int, size: int = 8) -> Iterator[Batch]:
    """Endless batches of whole stories from step ``start`` on; stories of like length stand together."""
    a_block = STORIES_A_BLOCK // size
    for number in itertools.count(start // a_block):
        stories = sorted(block(corpus, seed, number), key=len)
        for i in np.random.default_rng((seed, 13, number)).permutation(a_block)[max(0, start - number * a_block) :]:
            yield pad(stories[i * size : (i + 1) * size], n_ctx, boundary)


def window_batches(corpus: Corpus, seed: int, start_block: int, *, n_window: int, n_ctx: int, boundary: int,
                   size: int = 64) -> Iterator[list[Batch]]:
    """Endless lists of batches of windows (size, n_window) and targets (size,), one list a block, positions shuffled."""
    for number in itertools.count(start_block):
        framed = [(boundary, *story, boundary)[: n_ctx + 1] for story in block(corpus, seed, number)]
        read = np.concatenate([windows(np.array(s[:-1], np.int32), n_window, boundary) for s in framed])
        targets = np.concatenate([np.array(s[1:], np.int32) for s in framed])
        shuffled = np.random.default_rng((seed, 17, number)).permutation(len(targets))
        cuts = [shuffled[i : i + size] for i in range(0, len(shuffled) - size + 1, size)]
        yield [(read[cut], targets[cut]) for cut in cuts]
