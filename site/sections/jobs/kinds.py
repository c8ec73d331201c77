"""Kinds of tokens that a head may prefer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from lookback.models import Models
from lookback.tokenizer import BOUNDARY_ID, PREFIX
from numpy.typing import NDArray

PREFERRED = 0.02  # weight on a kind of token beyond an even reader's
PREFERRED_TIMES = 1.5  # and as a multiple of it
MOST_KINDS = 2  # that are named for a head
LISTED = {
    "pronouns": [
        *("i", "you", "he", "she", "it", "we", "they", "me", "him", "her", "us", "them"),
        *("my", "your", "his", "its", "our", "their"),
    ],
    "ends": [".", "!", "?"],
    "commas": [","],
    "quotes": ['"', "“", "”"],
    "articles": ["the", "a", "an"],
}


@dataclass(frozen=True)
class KindShare:
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
    found = {"boundary": [BOUNDARY_ID], "names": names, **listed, "pieces": pieces}
    return {kind: np.array(sorted(ids), np.intp) for kind, ids in found.items()}


def kind_shares(
    kinds: Mapping[str, NDArray[np.intp]], read: NDArray[np.floating], evenly: NDArray[np.floating]
) -> tuple[KindShare, ...]:
    """Sum a head's weight by token (n_vocab,), and an even reader's, over each kind."""
    return tuple(KindShare(kind, float(read[ids].sum()), float(evenly[ids].sum())) for kind, ids in kinds.items())


def preferred(kinds: Sequence[KindShare]) -> list[KindShare]:
    """The kinds of token that get clearly more than from an even reader, the most first."""
    clear = [kind for kind in kinds if kind.beyond >= PREFERRED and kind.times >= PREFERRED_TIMES]
    return sorted(clear, key=lambda kind: -kind.beyond)[:MOST_KINDS]
