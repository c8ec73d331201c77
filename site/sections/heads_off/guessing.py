"""What the network expects at one place of a story: with all heads on, and with some of them off."""

from collections.abc import Sequence
from dataclasses import dataclass

from lookback import ops
from lookback.guesses import likeliest, next_logits
from lookback.models import Models
from lookback.ops import Ids
from lookback.writing import listed, written

N_GUESSES = 5


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
    found = likeliest(ops.softmax(next_logits(models.attention, ids, off)), N_GUESSES, right)
    words = [listed(guess.token, written(models, guess.token)) for guess in found]
    return tuple(
        Guess(guess.token, word, guess.probability, guess.rank, guess.token == right)
        for guess, word in zip(found, words, strict=True)
    )


def right_one(found: Sequence[Guess]) -> Guess:
    """The guess that came."""
    return next(guess for guess in found if guess.right)
