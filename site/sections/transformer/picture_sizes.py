"""Networks by how many weights they have, on a scale where each line is ten times the one before."""

import math

from scene import Frame, Hit, Mark, Scene, line, rect, text
from scene.metrics import text_width
from scene.scales import Log
from sections.transformer.compute import Row, SizesData
from sections.transformer.words_sizes import NAMED, network_label, network_name

ROW = 24.0  # px of one network
TOP = 40.0  # px for the scale
SIZE = 13.5
OWN_ROLES = {"window": "window", "attention": "query", "two_layers": "query"}
ROOMY = 1.2  # readers’ fonts may be wider than the estimate


def draw_sizes(data: SizesData, frame: Frame) -> Scene:
    """Draw a dot for each network, in the order in which they came; on a phone its name stands beside the dot."""
    names = 0.0 if frame.narrow else ROOMY * max(_width(row) for row in data.rows) + 10
    counts = [math.log10(row.model.n_weights) for row in data.rows]
    powers = range(math.floor(min(counts)), math.ceil(max(counts)) + 1)
    scale = Log((10.0 ** powers[0], 10.0 ** powers[-1]), (names or 8, frame.width - (8 if frame.narrow else 30)))
    bottom = TOP + ROW * len(data.rows)
    marks = _rules(scale, powers, bottom, frame)
    hits: list[Hit] = []
    for index, row in enumerate(data.rows):
        y = TOP + index * ROW
        marks += _dot(f"r{index}", row, scale, y, names, frame)
        hits.append(Hit(f"r{index}", 0, y, frame.width, ROW, network_label(row)))
    return Scene(frame.width, bottom + 8, marks, hits)


def _width(row: Row) -> float:
    return text_width(network_name(row), SIZE, bold=row.is_own)


def _rules(scale: Log, powers: range, bottom: float, frame: Frame) -> list[Mark]:
    marks: list[Mark] = []
    for power in powers:
        value = 10.0**power
        x = scale(value)
        marks.append(line(f"rule{power}", x, TOP - 8, x, bottom))
        if words := NAMED.get(value):
            cut = x + ROOMY * text_width(words, 12.5) / 2 > frame.width
            place, anchor = (frame.width, "end") if cut else (x, "middle")
            marks.append(text(f"rule{power}.label", place, TOP - 16, words, size=12.5, fill="muted", anchor=anchor))
    return marks


def _dot(key: str, row: Row, scale: Log, y: float, names: float, frame: Frame) -> list[Mark]:
    middle = y + ROW / 2
    role = OWN_ROLES[row.model.name] if row.is_own else "text"
    x = scale(row.model.n_weights)
    dot = rect(key, x - 5, middle - 5, 10, 10, r=1 if role == "window" else 5, fill=role)
    if not names:
        return [dot, _beside(f"{key}.name", f"{network_name(row)}, {row.model.year}", x, middle, frame, fill=role)]
    look = {"size": SIZE, "fill": role, "anchor": "end", "bold": row.is_own, "max_width": names - 10}
    return [
        text(f"{key}.name", names - 10, middle + 5, network_name(row), **look),
        line(f"{key}.line", names, middle, x, middle, stroke="line"),
        dot,
        _beside(f"{key}.year", str(row.model.year), x, middle, frame, fill="muted"),
    ]


def _beside(key: str, words: str, x: float, y: float, frame: Frame, *, fill: str) -> Mark:
    """Write at the right of a dot, or at its left where the frame ends."""
    right, left = frame.width - x - 10, x - 10
    if right >= min(left, ROOMY * text_width(words, 12.5)):
        place, anchor, room = x + 10, "start", right
    else:
        place, anchor, room = x - 10, "end", left
    return text(key, place, y + 4.5, words, size=12.5, fill=fill, anchor=anchor, halo=True, max_width=room)
