"""The map of words: a box for each, a line for each relation, those of the chosen word lit."""

from collections.abc import Mapping
from dataclasses import dataclass

from scene import Frame, Hit, Mark, Scene, Table, line, path, polyline, rect, text
from scene.arrows import arrow
from scene.metrics import text_width
from scene.sentences import plain
from sections.words.compute import MapReading, in_short
from sections.words.word_map import KINDS, Place, Relation

TALL, TALLER = 42.0, 52.0  # px of a box, and of a narrow one, where a word may take two lines
SIZES = (13.0, 12.0, 11.0)  # the largest in which a word fits its box
LEAD = 13.0  # px from line to line in a box
ROOMY = 1.15  # readers’ fonts may be wider than the estimate
EDGE = 3.0  # px around everything, for outlines
BOW = 34.0  # px that handles of a bowed line lie below the boxes; the line reaches three quarters of that
LEGEND = 12.5
SAMPLE = 30.0  # px of a line in the legend
LEGEND_WORDS = ("part of: dot at the whole", "kind of", "comes from: tip at the result")
Point = tuple[float, float]
ROLES = {"query": "query", "key": "key", "value": "value"}
# What stands in the box of a related word, seen from the chosen one: where the relation starts from it, where it ends.
FROM_IT = {"part of": "it is part of this", "kind of": "it is a kind of this", "comes from": "it comes from this"}
TO_IT = {"part of": "part of it", "kind of": "a kind of it", "comes from": "comes from it"}


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


def draw_map(reading: MapReading, frame: Frame) -> Scene:
    """Draw the words as a map; choosing one lights its relations."""
    laid = _layout(reading, frame)
    lit = {relation.other(reading.word): _caption(relation, reading.word) for relation in reading.relations}
    order = sorted(reading.map.relations, key=lambda relation: relation in reading.relations)  # lit ones on top
    marks = [m for relation in order for m in _relation(relation, laid, lit=relation in reading.relations)]
    for word, name in reading.map.names.items():
        marks += _box(word, name, laid, chosen=word == reading.word, caption=lit.get(word))
    legend, height = _legend(laid.height + 14, frame.width)
    hits = [_hit(word, reading, laid) for word in reading.map.names]
    return Scene(frame.width, height, [*marks, *legend], hits, _alt(reading), _table(reading))


def _layout(reading: MapReading, frame: Frame) -> Layout:
    places = reading.map.places["narrow" if frame.narrow else "wide"]
    columns = max(col for col, _ in places.values()) + 1
    gap = 12 if frame.narrow else 34 if frame.width > 800 else 14
    wide = (frame.width - 2 * EDGE - (columns - 1) * gap) / columns
    tall = TALL if frame.width > 800 else TALLER
    below, between = (0.0, 20.0) if frame.narrow else (BOW * 0.75, 34.0)
    return Layout(places, wide + gap, tall + between, wide, tall, below)


def _caption(relation: Relation, chosen: str) -> str:
    return (FROM_IT if relation.start == chosen else TO_IT)[relation.kind]


def _box(word: str, name: str, laid: Layout, *, chosen: bool, caption: str | None) -> list[Mark]:
    x, y, w, h = laid.box(word)
    bold, middle = chosen or caption is not None, x + w / 2
    stroke, width = ("query", 2.5) if chosen else ("text", 1.5) if caption else ("line", 1)
    lines, size = _lines(name, w - 6, bold=bold)
    first = y + h / 2 + 5 - LEAD / 2 * (len(lines) - 1 + bool(caption))
    title = {"anchor": "middle", "bold": bold, "max_width": w - 6, "fill": ROLES.get(word, "text" if bold else "muted")}
    marks = [
        rect(f"{word}.paper", x, y, w, h, r=6, fill="paper"),
        rect(f"{word}.box", x, y, w, h, r=6, stroke=stroke, line_width=width),
    ]
    for number, words in enumerate(lines):
        key = f"{word}.{number}" if number else word
        marks.append(text(key, middle, first + LEAD * number, words, size=size, **title))
    if caption:
        small = {"size": 11.5, "anchor": "middle", "max_width": w - 8, "fill": "muted"}
        marks.append(text(f"{word}.caption", middle, first + LEAD * len(lines) + 1, caption, **small))
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
    marks: list[Mark] = []
    x = EDGE + 2
    for kind, words in zip(KINDS, LEGEND_WORDS, strict=True):
        wide = SAMPLE + 8 + ROOMY * text_width(words, LEGEND)
        if x + wide > width - EDGE:
            x, y = EDGE + 2, y + 22
        marks += _line(f"legend.{kind}", kind, (x, y + 8), (x + SAMPLE, y + 8), role="muted", width=1.5)
        marks.append(text(f"legend.{kind}.words", x + SAMPLE + 8, y + 12, words, size=LEGEND, fill="muted"))
        x += wide + 20
    return marks, y + 22


def _hit(word: str, reading: MapReading, laid: Layout) -> Hit:
    label = f"{reading.map.names[word]}: {plain(in_short(reading.map, word))}"
    return Hit(word, *laid.box(word), label, {"word": word})


def _alt(reading: MapReading) -> str:
    return f"A map of {len(reading.map.names)} words. {plain(reading.notice)}"


def _table(reading: MapReading) -> Table:
    names = reading.map.names
    rows = [(names[r.start], r.kind, names[r.end], r.says) for r in reading.map.relations]
    return Table(("Word", "is", "Word", "As a sentence"), tuple(rows), "Every relation on the map")
