"""What the network expects at one place of a story: with all heads on, and with some of them off."""

from collections.abc import Sequence
from dataclasses import dataclass

from lookback import ops
from lookback.guesses import Ranked, likeliest, next_logits
from lookback.models import Models
from lookback.ops import Ids
from lookback.tokenizer import Tokenizer
from lookback.writing import listed, written

N_GUESSES = 5
N_CONTEXT = 7  # tokens before a place that show where it is


@dataclass(frozen=True)
class Guess(Ranked):
    """A guess as it is `shown`; `right`: it is the token that came."""

    shown: str
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
    logits = next_logits(models.attention, ids, [(0, head) for head in off])
    found = likeliest(ops.softmax(logits), N_GUESSES, right)
    return tuple(
        Guess(**vars(guess), shown=listed(guess.token, written(models, guess.token)), right=guess.token == right)
        for guess in found
    )


def right_one(found: Sequence[Guess]) -> Guess:
    """The guess that came."""
    return next(guess for guess in found if guess.right)


def text_before(tokenizer: Tokenizer, text: str, position: int) -> str:
    """Quote the words that stand before a token of a text, or before its end."""
    encoding = tokenizer.encode(text)
    spans, words = encoding.spans, encoding.words
    end = spans[position][0] if position < len(spans) else len(text)
    first = max(0, position - N_CONTEXT)
    while first and words[first] == words[first - 1]:
        first -= 1
    return _quoted(text, spans[first][0], end)


def _quoted(text: str, start: int, end: int) -> str:
    """Quote part of a text on one line, the space at its end kept."""
    part = " ".join(text[start:end].split()) + (" " if text[start:end][-1:].isspace() else "")
    return ("…" if start else "") + part
