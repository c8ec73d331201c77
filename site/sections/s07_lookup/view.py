"""What all three figures look at: a text, the token that reads, one head's look back, one chosen key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lookback.lookup import LookBack, look_back
from lookback.models import Models
from lookback.opening import telling
from lookback.reader import TextReading, UnreadableText, read_text, trace_of
from lookback.tokenizer import UNK_ID
from scene.flow import Piece, after_boundary, pieces_from_spans

EMPTY = "There is nothing to read yet: write a few words in the box, and the last one will look back."


@dataclass(frozen=True, eq=False)
class View:
    """One look back over a text; everything is numbered by position, and position 0 is the boundary.

    pieces: the tokens as typed. names: positions of the hero's name. key: the position of the chosen key.
    left_out: tokens at the start of a long text that are not read.
    """

    reading: TextReading
    pieces: tuple[Piece, ...]
    names: frozenset[int]
    look: LookBack
    key: int
    call: str

    @property
    def reader(self) -> int:
        """The position that reads."""
        return self.look.position

    @property
    def n_keys(self) -> int:
        """How many positions it can read, itself included; later ones too where a changed program lets it."""
        return len(self.look.weights)

    @property
    def ids(self) -> tuple[int, ...]:
        """The token at each position."""
        return tuple(self.reading.ids.tolist())

    @property
    def left_out(self) -> int:
        """Tokens at the start of the text that are too far back to be read."""
        return self.reading.first

    def same(self, position: int) -> list[int]:
        """The readable positions that hold the same token."""
        return [j for j in range(self.n_keys) if self.ids[j] == self.ids[position]]

    def is_unknown(self, position: int) -> bool:
        """Whether the network knows no such token."""
        return self.ids[position] == UNK_ID


def make_view(models: Models, params: Mapping[str, Any]) -> View:
    """Read the text that is asked for. UnreadableText with a sentence for the reader if there is none."""
    own = params["source"] == "own"
    story = min(params["story"], len(models.stories) - 1)
    text = params["own_text"] if own else models.stories[story].text
    reading = read_text(models, text)
    if len(reading.ids) < 2:
        raise UnreadableText(EMPTY)
    trace = trace_of(models, reading.ids)
    head = min(params["head"], trace.q.shape[1] - 1)
    reader = params["token"]
    if not 0 <= reader < len(reading.ids):
        reader = len(reading.ids) - 1 if own else telling(models, story).position
    look = look_back(trace, head, reader)
    order = look.by_weight()
    key = order[params["rank"]] if params["rank"] < len(order) else order[0]
    names = frozenset() if own else reading.positions_of(models.stories[story].name)
    return View(reading, _pieces(reading), names, look, key, _call(None if own else story, look))


def _pieces(reading: TextReading) -> tuple[Piece, ...]:
    encoding, first = reading.encoding, reading.first
    tokens: Sequence[str] = encoding.tokens[first:]
    return after_boundary(pieces_from_spans(reading.text, encoding.spans[first:], encoding.words[first:], tokens))


def _call(story: int | None, look: LookBack) -> str:
    text = "text" if story is None else f"models.stories[{story}].text"
    return (
        f"ids = reader.read_text(models, {text}).ids\n"
        f"lookup.look_back(reader.trace_of(models, ids), head={look.head}, position={look.position})"
    )
