"""Four numbers of each head as small bars, a row for each head."""

from collections.abc import Sequence
from dataclasses import dataclass

from scene import Frame, Hit, Mark, Scene, line, rect, text
from scene.formats import number, percent
from sections.lookup.likeness import HeadLikeness, LikenessData
from sections.lookup.words_likeness import HEAD, SHORT_TITLES, TITLES, head_label, scale_ends, span

ROW = 38  # px a row
TOP = 42  # px above the rows, for the names of the columns
FOOT = 18  # px below them, for the ends of the scales
BAR = 8
EDGE = 8
MIDDLES = (0, 3)  # columns with a dotted line at what would mean nothing: no correlation, half as in random numbers


@dataclass(frozen=True)
class Columns:
    """Where the columns stand: the left edge of each, and the width of a bar's place (px)."""

    lefts: tuple[float, ...]
    wide: float


def draw_likeness(data: LikenessData, frame: Frame) -> Scene:
    """Draw a row for each head; choosing a row chooses the head."""
    first, gap = (34, 12) if frame.narrow else (78, 26)
    wide = (frame.width - first - EDGE - 3 * gap) / 4
    columns = Columns(tuple(first + index * (wide + gap) for index in range(4)), wide)
    longest = max(head.lengths[2] for head in data.heads) or 1.0
    marks = _titles(columns, SHORT_TITLES if frame.narrow else TITLES, 11 if frame.narrow else 12.5)
    for head in data.heads:
        top = TOP + head.head * ROW
        if chosen := head.head == data.head:
            marks.append(rect("chosen", 0, top, frame.width, ROW - 2, r=4, fill="panel"))
            marks.append(rect("chosen.edge", 0, top, 3, ROW - 2, fill="query"))
        words = str(head.head) if frame.narrow else HEAD.format(head.head)
        marks.append(text(f"head{head.head}", EDGE + 2, top + 23, words, size=13, bold=chosen))
        marks += _cells(head, columns, top, longest, chosen=chosen)
    height = TOP + len(data.heads) * ROW
    marks += _scales(columns, height, longest)
    hits = [
        Hit(f"row{head.head}", 0, TOP + head.head * ROW, frame.width, ROW - 2, head_label(head), {"head": head.head})
        for head in data.heads
    ]
    return Scene(frame.width, height + FOOT, marks, hits)


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
    words = (number(head.correlation), percent(head.not_closest), span(head), percent(head.one_way))
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
    marks: list[Mark] = []
    for index, (left, words) in enumerate(zip(columns.lefts, scale_ends(longest), strict=True)):
        places = ((left, "start"), (left + columns.wide / 2, "middle"), (left + columns.wide, "end"))
        for part, ((x, anchor), word) in enumerate(zip(places, words, strict=True)):
            if word:
                marks.append(text(f"end{index}.{part}", x, height + 13, word, size=11.5, fill="muted", anchor=anchor))
    return marks
