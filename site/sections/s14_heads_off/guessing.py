"""What the network expects at one place of a story: with all heads on, and with some of them off."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from lookback import ops
from lookback.guesses import next_logits
from lookback.models import Models
from lookback.ops import Ids
from lookback.tokenizer import BOUNDARY_ID, PREFIX, UNK_ID
from lookback.writing import written

N_GUESSES = 5
SPECIAL = {BOUNDARY_ID: "(the end)", UNK_ID: "(unknown)"}


@dataclass(frozen=True)
class Guess:
    """One guess: the token as `shown`, its `probability`, its `rank` from 1; `right`: it is the one that came."""

    token: int
    shown: str
    probability: float
    rank: int
    right: bool


@dataclass(frozen=True)
class Spot:
    """The place before token `token` of a story: the text that leads up to it, and the guesses `before` and `after`."""

    token: int
    led_up: str
    before: tuple[Guess, ...]
    after: tuple[Guess, ...]


def guesses(models: Models, ids: Ids, right: int, off: Sequence[int]) -> tuple[Guess, ...]:
    """List what the attention network expects after ids (T,), heads `off`: the likeliest, and the `right` token."""
    p = ops.softmax(next_logits(models.attention, ids, off))
    order = np.argsort(-p, kind="stable")
    ranks = {int(token): rank for rank, token in enumerate(order, start=1)}
    tokens = [int(token) for token in order[:N_GUESSES]]
    if right not in tokens:
        tokens[-1] = right
    return tuple(Guess(token, _shown(models, token), float(p[token]), ranks[token], token == right) for token in tokens)


def right_one(found: Sequence[Guess]) -> Guess:
    """The guess that came."""
    return next(guess for guess in found if guess.right)


def _shown(models: Models, token: int) -> str:
    text = written(models, token)
    return SPECIAL.get(token) or (f"…{text.removeprefix(PREFIX)}" if text.startswith(PREFIX) else text)
