"""What all three figures look at: a text, the token that reads, one head's look back, one chosen key."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lookback.lookup import LookBack
from lookback.models import Models
from lookback.opening import show
from lookback.reader import TextReading
from lookback.tokenizer import UNK_ID
from scene.flow import Piece, after_boundary, pieces_from_spans


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


def make_view(models: Models, choice: Mapping[str, Any]) -> View:
    """Read the text that is asked for. UnreadableText with a sentence for the reader if there is none."""
    text = choice["own_text"] if choice["source"] == "own" else choice["story"]
    found = show(models, text, choice["head"], choice["token"])
    order = found.look.by_weight()
    key = order[choice["rank"]] if choice["rank"] < len(order) else order[0]
    typed = found.reading.encoding.since(found.reading.first)
    pieces = pieces_from_spans(found.reading.text, typed.spans, typed.words, typed.tokens)
    return View(found.reading, after_boundary(pieces), found.names, found.look, key, found.call)
