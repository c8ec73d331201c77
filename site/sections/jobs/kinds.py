"""Kinds of tokens that a head may be fond of."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from lookback.models import Models
from lookback.tokenizer import BOUNDARY_ID, PREFIX
from numpy.typing import NDArray

BOUNDARY_KIND = "the boundary"
LISTED = {
    "pronouns": [
        *("i", "you", "he", "she", "it", "we", "they", "me", "him", "her", "us", "them"),
        *("my", "your", "his", "its", "our", "their"),
    ],
    "ends of sentences": [".", "!", "?"],
    "commas": [","],
    "quotation marks": ['"', "“", "”"],
    "“the” and “a”": ["the", "a", "an"],
}


@dataclass(frozen=True)
class Fondness:
    """How much of its weight a head gives to a kind of token, and what a head gives that reads everything alike."""

    kind: str
    share: float
    even: float

    @property
    def beyond(self) -> float:
        """Weight beyond an even reader's."""
        return self.share - self.even

    @property
    def times(self) -> float:
        """How many times an even reader's share; nan where that reads none."""
        return self.share / self.even if self.even else float("nan")


@lru_cache(maxsize=2)
def kinds_of_tokens(models: Models) -> Mapping[str, NDArray[np.intp]]:
    """Ids of the tokens of each kind. Names are those that are one token: of training's people and the stories'."""
    tokens = {token: number for number, token in enumerate(models.tokenizer.tokens)}
    listed = {kind: [tokens[word] for word in words if word in tokens] for kind, words in LISTED.items()}
    people = {name.name for name in models.names}
    people |= {name for story in models.stories for name in (story.name, story.friend) if name}
    names = [tokens[name.lower()] for name in people if name.lower() in tokens]
    pieces = [number for token, number in tokens.items() if token.startswith(PREFIX)]
    found = {BOUNDARY_KIND: [BOUNDARY_ID], "names": names, **listed, "pieces of words": pieces}
    return {kind: np.array(sorted(ids), np.intp) for kind, ids in found.items()}


def fondness(
    kinds: Mapping[str, NDArray[np.intp]], read: NDArray[np.floating], evenly: NDArray[np.floating]
) -> tuple[Fondness, ...]:
    """Sum a head's weight by token (n_vocab,), and an even reader's, over each kind."""
    return tuple(Fondness(kind, float(read[ids].sum()), float(evenly[ids].sum())) for kind, ids in kinds.items())
