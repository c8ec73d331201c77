"""What the figures show: one look back over a text for three of them, every head's likeness for the last."""

from dataclasses import dataclass
from functools import cached_property

from lookback.lookup import LookBack
from lookback.models import Models
from lookback.opening import ShownLook, show
from scene.flow import Piece, after_boundary, pieces_from_spans
from sections.lookup.likeness import read_likeness
from sections.lookup.worked import Worked, work_out
from worker.contract import Choice, Data

__all__ = ["read_likeness", "read_scores", "read_vectors", "read_weights"]


@dataclass(frozen=True, eq=False)
class LookBackData(Data):
    """One look back; everything is numbered by position, and position 0 is the boundary.

    pieces: the tokens as typed. key: the position of the chosen key.
    """

    shown: ShownLook
    pieces: tuple[Piece, ...]
    key: int

    @property
    def look(self) -> LookBack:
        """The look back itself."""
        return self.shown.look

    @property
    def reader(self) -> int:
        """The position that reads."""
        return self.look.position

    @property
    def by_place(self) -> bool:
        """Whether the same token may be read otherwise at each of its places: above the first layer."""
        return self.shown.layer > 0

    @cached_property
    def worked(self) -> Worked:
        """The weight of the chosen key, worked out."""
        return work_out(self.look, self.key)


def read_weights(models: Models, choice: Choice) -> LookBackData:
    """Read the text that is asked for. UnreadableText where it has no tokens."""
    text = choice["own_text"] if choice["source"] == "own" else choice["story"]
    layer, head = (0, choice["head"]) if choice["network"] == "attention" else map(int, choice["of_two"].split("."))
    shown = show(models, text, head, choice["token"], choice["network"], layer)
    order = shown.look.by_weight()
    typed = shown.read.encoding.since(shown.read.first)
    pieces = pieces_from_spans(shown.read.text, typed.spans, typed.words, typed.tokens)
    return LookBackData(shown, after_boundary(pieces), order[choice["rank"] if choice["rank"] < len(order) else 0])


read_scores = read_vectors = read_weights
