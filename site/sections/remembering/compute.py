"""Four texts whose next word stands further back, and what both networks expect after the story."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lookback.guesses import next_logits, top_guesses
from lookback.models import Models
from lookback.ops import softmax
from lookback.reader import read_text
from sections.remembering import words as notices
from sections.remembering.examples import EXAMPLES, Example, Marked, read_marked

N_GUESSES = 3


@dataclass(frozen=True)
class Guesses:
    """What one network expects next: its first guesses (word, probability), and the probability of the name."""

    network: str
    first: tuple[tuple[str, float], ...]
    name: float


@dataclass(frozen=True)
class PointingReading:
    """A text with the words that point back; for the story both networks' guesses.

    `window`: the first piece that the window network still sees; None where no network is asked.
    """

    kind: str
    example: Example
    marked: Marked
    window: int | None
    guesses: tuple[Guesses, ...]

    @property
    def notice(self):
        """What comes next, and who knows it."""
        return notices.notice(self)

    @property
    def call(self) -> str:
        """The package call behind the guesses."""
        return (
            "ids = lookback.reader.read_text(models, text).ids\n"
            f"lookback.guesses.top_guesses(lookback.guesses.next_logits(models.attention, ids), {N_GUESSES})\n"
            f"lookback.guesses.top_guesses(lookback.guesses.next_logits(models.window, ids), {N_GUESSES})"
        )


def numbers(models: Models) -> dict[str, str]:
    """The sizes that the prose names."""
    return {"n_window": str(models.n_window), "n_ctx": str(models.attention["b_distance"].shape[1])}


def read_pointing(models: Models, choice: Mapping[str, Any]) -> PointingReading:
    """Read one of the four texts; only the story is given to the networks, which know nothing but stories."""
    kind = choice["example"]
    example = EXAMPLES[kind]
    marked = read_marked(example.marked)
    if not example.name:
        return PointingReading(kind, example, marked, None, ())
    story = marked.text[: marked.spans[-1][0]].rstrip()
    reading = read_text(models, story)
    seen = reading.encoding.spans[-models.n_window][0]
    window = next(piece for piece, (_, end) in enumerate(marked.spans) if end > seen)
    guesses = tuple(_guess(models, network, reading.ids, example.name) for network in ("attention", "window"))
    return PointingReading(kind, example, marked, window, guesses)


def _guess(models: Models, network: str, ids, name: str) -> Guesses:
    logits = next_logits(models.networks[network], ids)
    token = models.tokenizer.encode(name).ids[0]
    written = {models.tokenizer.encode(known.name).ids[0]: known.name for known in models.names}
    first = tuple(
        (name if i == token else written.get(i, models.tokenizer.tokens[i]), p)
        for i, p in top_guesses(logits, N_GUESSES)
    )
    return Guesses(network, first, float(softmax(logits)[token]))
