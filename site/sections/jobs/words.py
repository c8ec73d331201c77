"""What a head does, in a sentence made from measured numbers by rule.

An *even reader* gives every token in reach the same weight; it is what the rules compare a head with.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np
from lookback.measures import BUCKETS
from numpy.typing import NDArray
from scene.formats import number, percent
from scene.sentences import counted
from sections.jobs.kinds import Fondness

Floats = NDArray[np.float64]
NEARLY_ALIKE = 0.05  # share of the weight that goes elsewhere than an even reader's: below, nothing can be seen
ALIKE_BY_DISTANCE = 0.1  # the same by distance alone: below, distance does not decide
FOND = 0.02  # weight on a kind of token beyond an even reader's
FOND_TIMES = 1.5  # and as a multiple of it
MOST_KINDS = 2  # that a sentence names
NEAR = 8  # tokens back
EVEN = "Reads everything nearly alike."
NO_DISTANCE = "Distance hardly matters to it."
ENDS = tuple(BUCKETS.values())  # (first, last) distance of each band; the last band has no end


@dataclass(frozen=True, eq=False)
class HeadFacts:
    """What the rules read: weight by distance (6,) and an even reader's, both by token (n_vocab,), and by kind."""

    by_distance: Floats
    even_by_distance: Floats
    read: Floats
    evenly: Floats
    kinds: tuple[Fondness, ...]

    @property
    def apart_by_distance(self) -> float:
        """Share of the weight that goes to other distances than an even reader's."""
        return moved(self.by_distance, self.even_by_distance)

    @property
    def is_even(self) -> bool:
        """Whether it still reads everything nearly alike, by distance and by token."""
        return self.apart_by_distance < NEARLY_ALIKE and moved(self.read, self.evenly) < NEARLY_ALIKE


def moved(before: Floats, after: Floats) -> float:
    """Share of the weight that has gone elsewhere: half the sum of all changes, 0 to 1."""
    return float(np.abs(after - before).sum() / 2)


def job_in_words(facts: HeadFacts) -> str:
    """Say what a head does: where it looks, then what it is fond of."""
    if facts.is_even:
        return EVEN
    by_distance = facts.apart_by_distance >= ALIKE_BY_DISTANCE
    where = _where(facts.by_distance, facts.even_by_distance) if by_distance else NO_DISTANCE
    fond = fond_of(facts.kinds)
    if fond:
        return f"{where} {favors(fond)}"
    return where if by_distance else f"{where} No kind of token stands out."


def fond_of(kinds: Sequence[Fondness]) -> list[Fondness]:
    """The kinds of token that get clearly more than from an even reader, the most first."""
    clear = [kind for kind in kinds if kind.beyond >= FOND and kind.times >= FOND_TIMES]
    return sorted(clear, key=lambda kind: -kind.beyond)[:MOST_KINDS]


def favors(fond: Sequence[Fondness]) -> str:
    """Say how much they get: "Fond of names (24%, 7.3 times an even share) and commas (9%, 2.0 times)."."""
    first, *more = (f"{kind.kind} ({percent(kind.share)}, {number(kind.times, 1)} times" for kind in fond)
    rest = "".join(f" and {words})" for words in more)
    return f"Fond of {first} an even share){rest}."


def _where(by_distance: Floats, even: Floats) -> str:
    first, last = clear_run(by_distance, even)
    shares = by_distance[first : last + 1]
    near, far = ENDS[first][0], ENDS[last][1]
    start = "Looks far back" if far is None else "Looks close by" if far <= NEAR else "Looks some way back"
    told = f"{start}: {percent(shares.sum())} of its weight goes {reach(near, far)}"
    return f"{told}." if first == last else f"{told}, the most {reach(*ENDS[first + int(np.argmax(shares))])}."


def clear_run(by_distance: Floats, even: Floats) -> tuple[int, int]:
    """First and last of the neighboring bands, around the one most beyond an even reader's, that are all beyond it."""
    beyond = by_distance - even
    top = int(np.argmax(beyond))
    before = sum(1 for _ in takewhile(lambda x: x > 0, beyond[:top][::-1]))
    after = sum(1 for _ in takewhile(lambda x: x > 0, beyond[top + 1 :]))
    return top - before, top + after


def reach(near: int, far: int | None) -> str:
    """Say from where to where: "to the token itself", "1 token back", "within 8 tokens", "3 to 8 tokens back"."""
    if far is None:
        return f"more than {near - 1} tokens back" if near else "to any distance"
    if far == 0:
        return "to the token itself"
    if near == 0:
        return f"within {counted(far, 'token')}"
    if near == far:
        return f"{counted(near, 'token')} back"
    return f"{near} to {far} tokens back"
