"""Four texts whose next word stands further back, and what both networks expect after the story."""

from dataclasses import dataclass

from lookback.guesses import next_logits, top_guesses
from lookback.models import Models
from lookback.ops import Ids, softmax
from lookback.reader import read_text
from lookback.writing import written
from sections.remembering.examples import EXAMPLES, Example, Marked, read_marked
from worker.contract import Choice, Data

N_GUESSES = 3


@dataclass(frozen=True)
class Guesses:
    """What one network expects next: its first guesses (word, probability), and the probability of the name."""

    network: str
    first: tuple[tuple[str, float], ...]
    name: float


@dataclass(frozen=True)
class PointingData(Data):
    """A text with the words that point back; for the story both networks' guesses.

    `window`: the first piece that the window network still sees; None where no network is asked.
    """

    kind: str
    example: Example
    marked: Marked
    window: int | None
    guesses: tuple[Guesses, ...]


def read_pointing(models: Models, choice: Choice) -> PointingData:
    """Read one of the four texts; only the story is given to the networks, which know nothing but stories."""
    kind = choice["example"]
    example = EXAMPLES[kind]
    marked = read_marked(example.marked)
    if not example.name:
        return PointingData(kind, example, marked, None, ())
    story = read_text(models, marked.text[: marked.spans[-1][0]].rstrip())
    seen = story.encoding.spans[-models.n_window][0]
    window = next(piece for piece, (_, end) in enumerate(marked.spans) if end > seen)
    guesses = tuple(_guesses(models, network, story.ids, example.name) for network in ("attention", "window"))
    return PointingData(kind, example, marked, window, guesses)


def _guesses(models: Models, network: str, ids: Ids, name: str) -> Guesses:
    logits = next_logits(models.networks[network], ids)
    first = tuple((written(models, token), p) for token, p in top_guesses(logits, N_GUESSES))
    return Guesses(network, first, float(softmax(logits)[models.tokenizer.encode(name).ids[0]]))
