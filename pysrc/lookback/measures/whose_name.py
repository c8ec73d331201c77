"""Measure 13: what limits the hero's name: is a name likely there at all, and whose?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lookback.guesses import probabilities_at
from lookback.measures.contract import Measure, Table
from lookback.measures.lookups import FILES
from lookback.measures.prepared import PreparedStory
from lookback.models import Models

PLACES = ("after said", "after a sentence", "elsewhere")
ENDS = frozenset('.!?"')
SAYS = frozenset(("said", "asked", "cried", "shouted", "whispered", "called", "replied", "answered"))


@dataclass(frozen=True)
class Whose:
    """Over ``places`` of one kind, by network: mean probability of ``any_name``, and of the ``hero``'s own.

    ``share``: of what all names get there, the hero's part, the mean over places.
    """

    place: str
    friend: bool
    places: int
    any_name: dict[str, float]
    hero: dict[str, float]
    share: dict[str, float]


@dataclass(frozen=True)
class WhoseName:
    """Where the hero's name, one token, comes back out of reach: by kind of place, with a friend or without."""

    n_stories: int
    rows: tuple[Whose, ...]


def whose_name_in_slices(models: Models, stories: Sequence[PreparedStory]) -> Iterator[WhoseName]:
    """Ask the networks with one layer and with two: yield the means so far after each story."""
    networks = {"attention": models.attention, "two_layers": models.two_layers}
    encoded = [models.tokenizer.encode(known.name).ids for known in models.names]
    names = np.array(sorted({ids[0] for ids in encoded if len(ids) == 1}))
    found: dict[tuple[str, bool], dict[str, list[tuple[float, float]]]] = {
        (place, friend): {network: [] for network in networks} for place in PLACES for friend in (False, True)
    }
    for number, prepared in enumerate(stories, start=1):
        at = np.flatnonzero(prepared.name) if len(models.tokenizer.encode(prepared.story.name)) == 1 else np.array([])
        for network, params in networks.items() if len(at) else ():
            p = probabilities_at(params, prepared.ids, at).astype(np.float64)
            for position, here in zip(at, p, strict=True):
                key = place_of(models.tokenizer.tokens[prepared.ids[position]]), prepared.story.friend is not None
                hero = float(here[prepared.targets[position]])
                found[key][network].append((float(here[names].sum()), hero))
        yield WhoseName(number, tuple(_row(*key, of) for key, of in found.items()))


def place_of(before: str) -> str:
    """The kind of a place, by the token ``before`` it."""
    if before in SAYS:
        return "after said"
    return "after a sentence" if before in ENDS else "elsewhere"


def _row(place: str, friend: bool, found: Mapping[str, Sequence[tuple[float, float]]]) -> Whose:
    every = {network: np.array(pairs).reshape(-1, 2) for network, pairs in found.items()}
    names, hero = ({network: _mean(pairs[:, i]) for network, pairs in every.items()} for i in (0, 1))
    share = {network: _mean(pairs[:, 1] / pairs[:, 0]) for network, pairs in every.items()}
    return Whose(place, friend, len(next(iter(found.values()))), names, hero, share)


def _mean(values: np.ndarray) -> float:
    return float(np.mean(values)) if len(values) else float("nan")


def _tables(found: WhoseName, vocabulary: Sequence[str]) -> list[Table]:
    networks = list(found.rows[0].hero)
    rows = [
        [row.place, "yes" if row.friend else "no", row.places]
        + [values[network] for network in networks for values in (row.any_name, row.share, row.hero)]
        for row in found.rows
    ]
    heads = [f"{network} {what}" for network in networks for what in ("any name", "hero's share", "hero")]
    title = "Where the hero's name comes back: is a name likely, and whose?"
    return [Table(title, ["place", "friend", "places", *heads], rows, digits=3)]


MEASURE = Measure("whose_name", WhoseName, whose_name_in_slices, _tables, FILES)
