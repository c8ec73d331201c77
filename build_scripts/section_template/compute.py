"""What the attention network expects after the beginning of a story."""

from dataclasses import dataclass

from lookback.guesses import next_logits, top_guesses
from lookback.models import Models
from lookback.reader import read_text
from lookback.writing import written
from worker.contract import Choice, Data

TEXT = "A girl named Lily lost a blue mitten. It was cold, so"


@dataclass(frozen=True)
class GuessesData(Data):
    """The first guesses, (word, probability) each, the likeliest first."""

    guesses: tuple[tuple[str, float], ...]


def read_guesses(models: Models, choice: Choice) -> GuessesData:
    """Ask the network for its first guesses after TEXT."""
    logits = next_logits(models.attention, read_text(models, TEXT).ids)
    return GuessesData(tuple((written(models, token), p) for token, p in top_guesses(logits, choice["count"])))
