"""One network's guesses, as a list to show: the likeliest tokens, and the hero's name wherever it ranks."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lookback.guesses import Ranked, likeliest
from lookback.models import Models
from lookback.ops import Array
from lookback.stories import PRONOUNS
from lookback.tokenizer import PREFIX
from lookback.writing import NO_WORDS, listed, written
from sections.question.edits import write_on

N_ROWS = 7
_LAST_WORD = re.compile(r"\S*\s*\Z")
WRITABLE = 2_000  # characters; a longer text is not offered with each guess written on


@dataclass(frozen=True)
class Guess(Ranked):
    """One guess: its token as `shown`, and the text with it `written` on if that is offered."""

    shown: str
    is_name: bool
    written: str | None


@dataclass(frozen=True)
class NetworkGuesses:
    """The guesses of one network, which read the last `n_read` of `n_tokens`, and its probabilities of the pronouns."""

    network: str
    n_read: int
    n_tokens: int
    guesses: tuple[Guess, ...]
    pronouns: Mapping[str, float]

    @property
    def name(self) -> Guess | None:
        """The guess of the hero's name; it is there wherever it ranks, unless there is no name."""
        return next((guess for guess in self.guesses if guess.is_name), None)


@dataclass(frozen=True)
class Wording:
    """How tokens are written behind `text`: names with capitals, and the hero's, cut into `pieces`, as it was typed.

    `first` is the token of the first piece, None without a name.
    """

    models: Models
    text: str
    first: int | None
    pieces: tuple[str, ...]

    def word(self, token: int) -> str:
        """A token as it is written, a piece that goes on with its ##."""
        return self.pieces[0] if token == self.first else written(self.models, token)

    def shown(self, token: int) -> str:
        """A token in the list of guesses."""
        word = self.word(token)
        if token == self.first and len(self.pieces) > 1:
            return word + "…"
        return listed(token, word)

    def written(self, token: int) -> str | None:
        """The text with a token written on; None where it would not be read as that token, or would be too much."""
        if token in NO_WORDS or len(self.text) > WRITABLE:
            return None
        word = self.word(token)
        longer = write_on(self.text, word.removeprefix(PREFIX), joined=word.startswith(PREFIX))
        start = _LAST_WORD.search(self.text).start()  # type: ignore[union-attr]  # it matches any text
        before, after = (self.models.tokenizer.encode(text[start:]).ids for text in (self.text, longer))
        return longer if after == (*before, token) else None


def list_guesses(network: str, n_read: int, n_tokens: int, p: Array, words: Wording) -> NetworkGuesses:
    """List the likeliest of all tokens, whose probabilities are p (n_vocab,), and the name."""
    guesses = tuple(
        Guess(**vars(found), shown=words.shown(found.token), is_name=found.token == words.first,
              written=words.written(found.token))
        for found in likeliest(p, N_ROWS, words.first)
    )  # fmt: skip
    pronouns = {word: float(p[words.models.tokenizer.ids[word]]) for word in PRONOUNS}
    return NetworkGuesses(network, n_read, n_tokens, guesses, pronouns)
