"""Every name swapped into the test stories: how likely it is, by how often training met it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from lookback.measures import measured
from lookback.measures.swaps import NameSwap, Swapped, Swaps
from lookback.models import Models
from worker.contract import Data


@dataclass(frozen=True)
class Kind:
    """One kind of name: how often training met one on average, and its mean probabilities."""

    kind: str
    seen: float
    probability: Swapped

    @property
    def times(self) -> float:
        """How many times likelier the attention network finds such a name when the story is about it."""
        before = self.probability.unswapped["attention"]
        return self.probability.swapped["attention"] / before if before else float("inf")


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
    kinds = {
        kind: Kind(kind, float(np.mean([seen(name) for name in swaps.names if name.kind == kind])), probability)
        for kind, probability in swaps.kinds.items()
    }
    return KnownData(swaps.n_stories, kinds, swaps.names)


@lru_cache(maxsize=2)
def known_of(models: Models) -> KnownData:
    """The measure over the test stories."""
    return sorted_by_kind(measured(models, "swaps"))
