"""What the film looks at: a text up to a little beyond the token that reads, and one head's look back from there."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lookback.lookup import LookBack
from lookback.models import Models
from lookback.opening import show
from lookback.ops import Array
from scene.flow import Piece, after_boundary, pieces_from_spans
from scene.spoken import spoken

GOES_ON = "…"
N_LATER = 16  # tokens after the reader that are shown, faded
N_APART = 3  # tokens whose values are shown by themselves
LONGEST = 24  # letters of one token in a sentence


@dataclass(frozen=True, eq=False)
class View:
    """One look back; everything is numbered by position, and position 0 is the boundary.

    pieces: the tokens as typed, up to a little beyond the reader. names: positions of the hero's name. row (D,): the
    reader's own row. results (H, V): what each head brings back.
    """

    pieces: tuple[Piece, ...]
    ids: tuple[int, ...]
    names: frozenset[int]
    look: LookBack
    row: Array
    results: Array
    call: str

    @property
    def reader(self) -> int:
        """The position that reads."""
        return self.look.position

    @property
    def n_keys(self) -> int:
        """How many keys it can read, its own included; later ones too where a changed program lets it."""
        return len(self.look.weights)

    @cached_property
    def ranked(self) -> list[int]:
        """The keys from the largest weight to the smallest."""
        return self.look.by_weight()

    @cached_property
    def apart(self) -> list[int]:
        """The tokens with the largest weights, all places of each together; of each the place that gets most."""
        first = {self.ids[j]: j for j in reversed(self.ranked)}
        together = sorted(first.values(), key=lambda j: (-self.together(j), -j))
        return together[:N_APART]

    @property
    def rest(self) -> list[int]:
        """The keys of all other tokens."""
        apart = {self.ids[j] for j in self.apart}
        return [j for j in range(self.n_keys) if self.ids[j] not in apart]

    def together(self, position: int) -> float:
        """The weight of all places where this token stands."""
        return float(self.look.weights[self.same(position)].sum())

    def same(self, position: int) -> list[int]:
        """The keys that hold the same token."""
        return [j for j in range(self.n_keys) if self.ids[j] == self.ids[position]]

    def said(self, position: int) -> str:
        """Name a token for a screen reader: "Bob", "comma", "the boundary"."""
        if position == 0:
            return "the boundary"
        text = "".join(c for c in self.pieces[position].text if c.isprintable()).strip()
        return spoken(text if len(text) <= LONGEST else text[:LONGEST] + "…") if text else "an invisible character"


def make_view(models: Models, choice: Mapping[str, Any]) -> View:
    """Read the text that is asked for. UnreadableText with a sentence for the reader if there is none."""
    text = choice["own_text"] if choice["source"] == "own" else choice["story"]
    found = show(models, text, choice["head"], choice["token"])
    reading, trace, look = found.reading, found.trace, found.look
    typed = reading.encoding.since(reading.first)
    pieces = after_boundary(pieces_from_spans(reading.text, typed.spans, typed.words, typed.tokens))
    shown = max(look.position + 1 + N_LATER, len(look.weights))
    return View(
        _cut(pieces, shown), tuple(reading.ids.tolist()), found.names & frozenset(range(shown)), look,
        trace.x[0, look.position], trace.z[0, :, look.position], found.call,
    )  # fmt: skip


def _cut(pieces: tuple[Piece, ...], shown: int) -> tuple[Piece, ...]:
    """Take the first `shown` pieces; where the text goes on, "…" stands for the next one."""
    return pieces if len(pieces) <= shown else (*pieces[:shown], Piece(GOES_ON, " ", pieces[shown].word))
