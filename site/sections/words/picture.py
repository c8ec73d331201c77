"""The map of words: a box for each, a line for each relation, those of the chosen word lit."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from scene import Frame, Hit, Mark, Scene, line, path, polyline, rect, text
from scene.arrows import arrow
from scene.legend import Entry, draw_legend
from scene.metrics import text_width
from sections.words.compute import MapData
from sections.words.word_map import Place, Relation
from sections.words.words import LEGEND, caption, word_label

TALL, TALLER = 42.0, 52.0  # px of a box, and of a narrow one, where a word may take two lines
SIZES = (13.0, 12.0, 11.0)  # the largest in which a word fits its box
LEAD = 13.0  # px from line to line in a box
ROOMY = 1.15  # readers’ fonts may be wider than the estimate
EDGE = 3.0  # px around everything, for outlines
BOW = 34.0  # px that handles of a bowed line lie below the boxes; the line reaches three quarters of that
SAMPLE = 30.0  # px of a line in the legend
Point = tuple[float, float]
COLORED = ("query", "key", "value")  # words in the color that they have all over the page


@dataclass(frozen=True)
class Layout:
    """Where the boxes stand: `across` and `down` are px between columns and rows, `wide` and `tall` a box's."""

    places: Mapping[str, Place]
    across: float
    down: float
    wide: float
    tall: float
    below: float  # px kept free below the last row, for lines that pass there

    def box(self, word: str) -> tuple[float, float, float, float]:
        """Return x, y, width, height of a word's box (px)."""
        col, row = self.places[word]
        return EDGE + col * self.across, EDGE + row * self.down, self.wide, self.tall

    def middle(self, word: str) -> tuple[float, float]:
        """Return the middle of a word's box."""
        x, y, w, h = self.box(word)
        return x + w / 2, y + h / 2

    @property
    def height(self) -> float:
        """Return the whole map's height (px)."""
        return max(row for _, row in self.places.values()) * self.down + self.tall + 2 * EDGE + self.below


def draw_map(data: MapData, frame: Frame) -> Scene:
    """Draw the words as a map; choosing one lights its relations."""
    laid = _layout(data, frame)
    lit = {relation.other(data.word): caption(relation, data.word) for relation in data.relations}
    order = sorted(data.map.relations, key=lambda relation: relation in data.relations)  # lit ones on top
    marks = [m for relation in order for m in _relation(relation, laid, lit=relation in data.relations)]
    for word, name in data.map.names.items():
        marks += _box(word, name, laid, chosen=word == data.word, below=lit.get(word))
    legend, height = _legend(laid.height + 14, frame.width)
    hits = [Hit(word, *laid.box(word), word_label(data.map, word), {"word": word}) for word in data.map.names]
    return Scene(frame.width, height, [*marks, *legend], hits)


def _layout(data: MapData, frame: Frame) -> Layout:
    places = data.map.places["narrow" if frame.narrow else "wide"]
    columns = max(col for col, _ in places.values()) + 1
    gap = 12 if frame.narrow else 34 if frame.width > 800 else 14
    wide = (frame.width - 2 * EDGE - (columns - 1) * gap) / columns
    tall = TALL if frame.width > 800 else TALLER
    below, between = (0.0, 20.0) if frame.narrow else (BOW * 0.75, 34.0)
    return Layout(places, wide + gap, tall + between, wide, tall, below)


def _box(word: str, name: str, laid: Layout, *, chosen: bool, below: str | None) -> list[Mark]:
    x, y, w, h = laid.box(word)
    bold, middle = chosen or below is not None, x + w / 2
    stroke, width = ("query", 2.5) if chosen else ("text", 1.5) if below else ("line", 1)
    lines, size = _lines(name, w - 6, bold=bold)
    first = y + h / 2 + 5 - LEAD / 2 * (len(lines) - 1 + bool(below))
    fill = word if word in COLORED else "text" if bold else "muted"
    title = {"anchor": "middle", "bold": bold, "max_width": w - 6, "fill": fill}
    marks = [
        rect(f"{word}.paper", x, y, w, h, r=6, fill="paper"),
        rect(f"{word}.box", x, y, w, h, r=6, stroke=stroke, line_width=width),
    ]
    for number, words in enumerate(lines):
        key = f"{word}.{number}" if number else word
        marks.append(text(key, middle, first + LEAD * number, words, size=size, **title))
    if below:
        small = {"size": 11.5, "anchor": "middle", "max_width": w - 8, "fill": "muted"}
        marks.append(text(f"{word}.caption", middle, first + LEAD * len(lines) + 1, below, **small))
    return marks


def _lines(name: str, room: float, *, bold: bool) -> tuple[list[str], float]:
    """Set a name in one line or, where that is too narrow, one for each word; and the size that fits."""
    for lines in ([name], name.split()):
        for size in SIZES[:2] if lines == [name] else SIZES:
            if max(ROOMY * text_width(words, size, bold=bold) for words in lines) <= room:
                return lines, size
    return name.split(), SIZES[-1]


def _relation(relation: Relation, laid: Layout, *, lit: bool) -> list[Mark]:
    """Draw a relation: a line with a dot at the whole, a dashed line to the kind, an arrow from what it comes from."""
    key = f"{relation.start}.{relation.end}"
    look = {"role": "text", "width": 2.0} if lit else {"role": "muted", "width": 1.25, "opacity": 0.5}
    if _is_between(relation, laid):
        return _bow(key, relation, laid, **look)
    return _line(key, relation.kind, *_ends(relation, laid), **look)


def _line(key: str, kind: str, start: Point, end: Point, *, role: str, width: float, opacity: float = 1) -> list[Mark]:
    """Draw one of the three lines from `start`, which is part of, a kind of, or comes from what stands at `end`."""
    if kind == "comes from":
        return arrow(key, end, start, role=role, line_width=width, opacity=opacity)
    dash = (5, 4) if kind == "kind of" else None
    marks = [line(key, *start, *end, stroke=role, line_width=width, dash=dash, opacity=opacity)]
    if kind == "part of":
        marks.append(rect(f"{key}.whole", end[0] - 4, end[1] - 4, 8, 8, r=4, fill=role, opacity=opacity))
    return marks


def _ends(relation: Relation, laid: Layout) -> tuple[Point, Point]:
    """Where the straight line between the middles of two boxes leaves the one and reaches the other."""
    a, b = laid.middle(relation.start), laid.middle(relation.end)
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = min(laid.wide / 2 / abs(dx) if dx else 1.0, laid.tall / 2 / abs(dy) if dy else 1.0)
    return (a[0] + dx * share, a[1] + dy * share), (b[0] - dx * share, b[1] - dy * share)


def _is_between(relation: Relation, laid: Layout) -> bool:
    """Whether another box stands in the way, in the same row."""
    (first, row), (last, other_row) = laid.places[relation.start], laid.places[relation.end]
    low, high = sorted((first, last))
    return row == other_row and any(r == row and low < col < high for col, r in laid.places.values())


def _bow(key: str, relation: Relation, laid: Layout, *, role: str, width: float, opacity: float = 1) -> list[Mark]:
    """Draw an arrow that passes below the boxes between."""
    (x1, y), (x2, _) = laid.middle(relation.start), laid.middle(relation.end)
    low = y + laid.tall / 2
    curve = f"M{x1:.2f} {low + 6:.2f}C{x1:.2f} {low + BOW:.2f} {x2:.2f} {low + BOW:.2f} {x2:.2f} {low:.2f}"
    tip = polyline([(x1, low), (x1 - 3.5, low + 8), (x1 + 3.5, low + 8)], closed=True)
    shaft = path(key, curve, stroke=role, line_width=width, opacity=opacity)
    return [shaft, path(f"{key}.head", tip, fill=role, opacity=opacity)]


def _legend(y: float, width: float) -> tuple[list[Mark], float]:
    """Say what the lines mean; returns the marks and where they end."""
    entries = [Entry(f"legend.{kind}.words", words, partial(_sample, kind)) for kind, words in LEGEND.items()]
    marks, last = draw_legend(entries, EDGE + 2, y + 12, right=width - EDGE, sample=SAMPLE + 8, roomy=ROOMY)
    return marks, last + 10


def _sample(kind: str, x: float, y: float) -> list[Mark]:
    return _line(f"legend.{kind}", kind, (x, y - 4), (x + SAMPLE, y - 4), role="muted", width=1.5)
