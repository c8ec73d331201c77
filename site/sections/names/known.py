"""Every name swapped into the test stories: how likely it is, by how often training met it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from lookback.measures import measured
from lookback.measures.swaps import NameSwap, Swapped, Swaps
from lookback.models import Models
from worker.contract import Data

LIKELY, TIMES = 0.01, 10.0  # from here on a name counts as copied: so likely, so much likelier than before the swap


@dataclass(frozen=True)
class Kind:
    """One kind of name: how often training met one on average, its mean probabilities over all places, its names."""

    kind: str
    seen: float
    probability: Swapped
    names: tuple[NameSwap, ...]

    @property
    def copied(self) -> tuple[NameSwap, ...]:
        """The names that the attention network copies, the likeliest first."""
        found = (name for name in self.names if is_copied(name.probability))
        return tuple(sorted(found, key=lambda name: -name.probability.swapped["attention"]))

    @property
    def mostly_copied(self) -> bool:
        """Whether more than half of the names are copied."""
        return 2 * len(self.copied) > len(self.names)

    def median(self, row: Literal["swapped", "unswapped"]) -> float:
        """What the attention network gives the middle one of the names in such a story, or before the swap."""
        return float(np.median([getattr(name.probability, row)["attention"] for name in self.names]))

    def share(self, name: NameSwap) -> float:
        """Which part of the kind's mean one name brings."""
        whole = self.probability.swapped["attention"] * self.probability.places
        return name.probability.swapped["attention"] * name.probability.places / whole if whole else 0.0


def is_copied(found: Swapped) -> bool:
    """Whether the attention network finds a name likely, and far likelier than in a story about somebody else."""
    now, before = found.swapped["attention"], found.unswapped["attention"]
    return now >= LIKELY and now >= TIMES * before


@dataclass(frozen=True, eq=False)
class KnownData(Data):
    """The measure over all test stories: its `kinds` by name, and every single name."""

    n_stories: int
    kinds: Mapping[str, Kind]
    names: tuple[NameSwap, ...]


def seen(name: NameSwap) -> int:
    """How often training met a name: mentions in TinyStories plus times drawn as a new name."""
    return name.in_corpus + name.drawn


def sorted_by_kind(swaps: Swaps) -> KnownData:
    """Sort the measure by kinds."""
    kinds: dict[str, Kind] = {}
    for kind, probability in swaps.kinds.items():
        names = tuple(name for name in swaps.names if name.kind == kind)
        kinds[kind] = Kind(kind, float(np.mean([seen(name) for name in names])), probability, names)
    return KnownData(swaps.n_stories, kinds, swaps.names)


@lru_cache(maxsize=2)
def known_of(models: Models) -> KnownData:
    """The measure over the test stories."""
    return sorted_by_kind(measured(models, "swaps"))
