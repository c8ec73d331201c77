"""Four numbers of each head as small bars, a row for each head."""

from collections.abc import Sequence
from dataclasses import dataclass

from scene import Frame, Hit, Mark, Scene, Table, line, rect, text
from scene.formats import number, percent
from sections.lookup.likeness import HeadLikeness, LikenessReading

ROW = 38  # px a row
TOP = 42  # px above the rows, for the names of the columns
FOOT = 18  # px below them, for the ends of the scales
BAR = 8
EDGE = 8
TITLES = (
    ("q·k with the", "cosine of rows"),
    ("closest key is", "not the largest"),
    ("lengths of", "most keys"),
    ("part that changes", "its sign"),
)
MIDDLES = (0, 3)  # columns with a dotted line at what would mean nothing: no correlation, half as in random numbers
SHORT_TITLES = (("cosine", "of rows"), ("closest not", "largest"), ("lengths", "of keys"), ("part that", "changes"))


@dataclass(frozen=True)
class Columns:
    """Where the columns stand: the left edge of each, and the width of a bar's place (px)."""

    lefts: tuple[float, ...]
    wide: float


def draw_likeness(reading: LikenessReading, frame: Frame) -> Scene:
    """Draw a row for each head; choosing a row chooses the head."""
    first, gap = (34, 12) if frame.narrow else (78, 26)
    wide = (frame.width - first - EDGE - 3 * gap) / 4
    columns = Columns(tuple(first + index * (wide + gap) for index in range(4)), wide)
    longest = max(head.lengths[2] for head in reading.heads) or 1.0
    marks = _titles(columns, SHORT_TITLES if frame.narrow else TITLES, 11 if frame.narrow else 12.5)
    for head in reading.heads:
        top = TOP + head.head * ROW
        if chosen := head.head == reading.head:
            marks.append(rect("chosen", 0, top, frame.width, ROW - 2, r=4, fill="panel"))
            marks.append(rect("chosen.edge", 0, top, 3, ROW - 2, fill="query"))
        words = str(head.head) if frame.narrow else f"head {head.head}"
        marks.append(text(f"head{head.head}", EDGE + 2, top + 23, words, size=13, bold=chosen))
        marks += _cells(head, columns, top, longest, chosen=chosen)
    height = TOP + len(reading.heads) * ROW
    marks += _scales(columns, height, longest)
    hits = [
        Hit(f"row{head.head}", 0, TOP + head.head * ROW, frame.width, ROW - 2, _label(head), {"head": head.head})
        for head in reading.heads
    ]
    return Scene(frame.width, height + FOOT, marks, hits, _alt(reading), _table(reading))


def _titles(columns: Columns, titles: Sequence[tuple[str, str]], size: float) -> list[Mark]:
    return [
        text(f"title{index}.{row}", left, 14 + 15 * row, words, size=size, fill="muted", max_width=columns.wide + 10)
        for index, (left, pair) in enumerate(zip(columns.lefts, titles, strict=True))
        for row, words in enumerate(pair)
    ]


def _cells(head: HeadLikeness, columns: Columns, top: float, longest: float, *, chosen: bool) -> list[Mark]:
    """Draw the four numbers of a head, each above its bar."""
    low, middle, high = head.lengths
    wide, y, key = columns.wide, top + 21, f"head{head.head}"
    half = wide / 2
    spans = (  # each bar's start and end, as px within its place
        (half + min(0, head.correlation) * half, half + max(0, head.correlation) * half),
        (0, head.not_closest * wide),
        (low / longest * wide, high / longest * wide),
        (0, head.one_way * wide),
    )
    words = (number(head.correlation), percent(head.not_closest), _span(head), percent(head.one_way))
    fill = "text" if chosen else "muted"
    fills = (fill, fill, "key", fill)
    marks: list[Mark] = []
    for index, ((start, end), written, fill) in enumerate(zip(spans, words, fills, strict=True)):
        left = columns.lefts[index]
        marks.append(line(f"{key}.track{index}", left, y + BAR / 2, left + wide, y + BAR / 2, stroke="line"))
        if index in MIDDLES:
            rule = left + half
            marks.append(line(f"{key}.rule{index}", rule, y - 3, rule, top + ROW, stroke="muted", dash=(2, 3)))
        bar = rect(f"{key}.bar{index}", left + start, y, max(1.0, end - start), BAR, fill=fill)
        number_ = text(f"{key}.number{index}", left, y - 5, written, size=12.5, bold=chosen, max_width=wide)
        marks += [bar, number_]
    at = columns.lefts[2] + middle / longest * wide
    return [*marks, line(f"{key}.middle", at, y - 2, at, y + BAR + 2, stroke="text", line_width=2)]


def _scales(columns: Columns, height: float, longest: float) -> list[Mark]:
    """Say where each column's bars begin and end."""
    ends = (("−1", "0", "1"), ("0", "", "100%"), ("0", "", number(longest, 1)), ("0", "half", "all"))
    marks: list[Mark] = []
    for index, (left, words) in enumerate(zip(columns.lefts, ends, strict=True)):
        places = ((left, "start"), (left + columns.wide / 2, "middle"), (left + columns.wide, "end"))
        for part, ((x, anchor), word) in enumerate(zip(places, words, strict=True)):
            if word:
                marks.append(text(f"end{index}.{part}", x, height + 13, word, size=11.5, fill="muted", anchor=anchor))
    return marks


def _span(head: HeadLikeness) -> str:
    return f"{number(head.lengths[0], 1)} to {number(head.lengths[2], 1)}"


def _label(head: HeadLikeness) -> str:
    return (
        f"head {head.head}: correlation {number(head.correlation)}, closest not largest {percent(head.not_closest)}, "
        f"keys from {_span(head)}, {percent(head.one_way)} changes its sign"
    )


def _alt(reading: LikenessReading) -> str:
    rows = "; ".join(_label(head) for head in reading.heads)
    return f"What q·k follows, for {len(reading.heads)} heads over {reading.n_stories} stories. {rows}."


def _table(reading: LikenessReading) -> Table:
    columns = (
        "Head", "q·k with cosine of rows", "Closest is not largest", "A tenth of keys below", "Half below",
        "Nine tenths below", "Rank", "Changes its sign",
    )  # fmt: skip
    rows = [(h.head, h.correlation, h.not_closest, *h.lengths, h.rank, h.one_way) for h in reading.heads]
    caption = f"Each head over all pairs of {reading.n_stories} test stories: choose a row to choose the head"
    return Table(columns, tuple(rows), caption)
