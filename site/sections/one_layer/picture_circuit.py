"""One lookup and two, drawn over a few tokens: what each token offers, and what the last one can find."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scene import Frame, Scene, path, polyline, rect, text
from scene.marks import Mark
from scene.metrics import shorten, text_width
from sections.one_layer.compute import CircuitData
from sections.one_layer.words_circuit import (
    FIRST_LAYER,
    OFFERED,
    READ,
    RESULT,
    SECOND_LAYER,
    asks,
    found_by_one,
    offers,
    offers_after,
)

EDGE, GAP = 6.0, 8.0
CARD = 46.0  # px, a card's height
DROP = 50.0  # px that a curve hangs below the cards
SMALL = 12.5


@dataclass(frozen=True)
class Column:
    """One token of the drawing: where it stands and its words."""

    x: float
    width: float
    word: str

    @property
    def middle(self) -> float:
        """The middle of its card."""
        return self.x + self.width / 2


def draw_circuit(data: CircuitData, frame: Frame) -> Scene:
    """Draw the tokens, their cards after each layer, and the last token's lookup."""
    columns = _columns(data, frame)
    marks = [_said("read", 14, READ), *_tokens(columns, 44)]
    marks.append(_said("offer", 80, OFFERED))
    marks += _cards("one", columns, 90, [offers(column.word) for column in columns])
    if data.layers == "one":
        more, bottom = _one_layer(columns, 90 + CARD, frame)
    else:
        more, bottom = _two_layers(columns, 90 + CARD)
    return Scene(frame.width, bottom, [*marks, *more])


def _columns(data: CircuitData, frame: Frame) -> list[Column]:
    """The pieces of the name, and at the right its first piece again."""
    words = [*data.pieces[:3], data.pieces[0]]
    room = min(frame.width, 620.0) - 2 * EDGE
    between = 30.0  # for what stands between the two mentions
    wide = (room - between - (len(words) - 1) * GAP) / len(words)
    last = len(words) - 1
    return [Column(EDGE + i * (wide + GAP) + (between if i == last else 0), wide, word) for i, word in enumerate(words)]


def _tokens(columns: Sequence[Column], y: float) -> list[Mark]:
    marks: list[Mark] = []
    for i, column in enumerate(columns):
        look = {"size": 21, "font": "serif", "fill": "name", "anchor": "middle"}
        marks.append(text(f"token{i}", column.middle, y, shorten(column.word, 21, column.width, "serif"), **look))
    for i, (one, other) in enumerate(pairwise(columns[:-1])):
        between = (one.x + one.width + other.x) / 2
        marks.append(rect(f"join{i}", between - 1.5, y - 7, 3, 3, r=1.5, fill="muted"))
    last = columns[-1]
    marks.append(text("between", last.x - 19, y, "…", size=21, fill="muted", anchor="middle"))
    around = 14 + text_width(last.word, 21, "serif") / 2
    marks.append(rect("reader", last.middle - around, y - 23, 2 * around, 32, r=4, stroke="query", line_width=2))
    return marks


def _cards(key: str, columns: Sequence[Column], y: float, lines: Sequence[Sequence[str]]) -> list[Mark]:
    marks: list[Mark] = []
    for i, (column, words) in enumerate(zip(columns, lines, strict=True)):
        role = "query" if i == len(columns) - 1 else "key"
        marks.append(rect(f"{key}.card{i}", column.x, y, column.width, CARD, r=5, fill="panel", stroke=role))
        top = y + CARD / 2 + 4.5 - 8.5 * (len(words) - 1)
        for row, word in enumerate(words):
            look = {"size": SMALL, "anchor": "middle", "max_width": column.width - 6}
            marks.append(text(f"{key}.card{i}.{row}", column.middle, top + 17 * row, word, **look))
    return marks


def _one_layer(columns: Sequence[Column], y: float, frame: Frame) -> tuple[list[Mark], float]:
    """The last piece finds its equal, or whatever goes on with a name; neither says what followed."""
    first, *later, last = columns
    marks = [*_curve("same", last.middle + 10, first.middle, y, DROP + 26, "muted", dash=(4, 3))]
    for i, column in enumerate(later):
        marks += _curve(f"any{i}", last.middle - 8 * (i + 1), column.middle, y, DROP - 10 * i, "query")
    top = y + DROP + 50
    marks += _lines("found", top, found_by_one(first.word, [column.word for column in later]), frame)
    return marks, top + 3 * 24 + 4


def _two_layers(columns: Sequence[Column], y: float) -> tuple[list[Mark], float]:
    """Each piece looks one step back; then the last one finds who comes after its equal."""
    marks = [_said("step", y + DROP + 16, FIRST_LAYER)]
    for i, (one, other) in enumerate(pairwise(columns[:-1])):
        marks += _curve(f"back{i}", other.middle - 8, one.middle + 8, y, DROP - 22, "key")
    cards = y + DROP + 28
    lines = [offers_after(columns[0].word)]
    lines += [offers_after(column.word, before.word) for before, column in pairwise(columns[:-1])]
    marks += _cards("two", columns, cards, [*lines, asks(columns[-1].word)])
    below = cards + CARD
    marks += _curve("found", columns[-1].middle, columns[1].middle, below, DROP, "query")
    marks.append(_said("step2", below + DROP + 18, SECOND_LAYER))
    look = {"size": 19, "font": "serif", "fill": "name", "bold": True}
    marks.append(text("result", EDGE, below + DROP + 46, RESULT.format(columns[1].word), **look))
    return marks, below + DROP + 58


def _curve(
    key: str, start: float, end: float, y: float, drop: float, role: str, *, dash: tuple[float, float] | None = None
) -> list[Mark]:
    """A curve that hangs below y from `start` to `end`, with a tip that points up at the end."""
    low = y + 2 + drop * 4 / 3
    d = f"{polyline([(start, y + 2)])}C{_pair(start, low)} {_pair(end, low)} {_pair(end, y + 8)}"
    tip = polyline([(end, y + 2), (end - 4.5, y + 10), (end + 4.5, y + 10)], closed=True)
    return [
        path(f"{key}.curve", d, stroke=role, line_width=1.75, dash=dash),
        path(f"{key}.tip", tip, fill=role),
    ]


def _pair(x: float, y: float) -> str:
    return polyline([(x, y)]).removeprefix("M")


def _said(key: str, y: float, words: str) -> Mark:
    return text(f"said.{key}", EDGE, y, words, size=13, fill="muted")


def _lines(key: str, y: float, lines: Sequence[str], frame: Frame) -> list[Mark]:
    room = frame.width - 2 * EDGE
    return [
        text(f"{key}{i}", EDGE, y + 24 * i, words, size=13.5, max_width=room, fill="text" if i < 2 else "name")
        for i, words in enumerate(lines)
    ]
