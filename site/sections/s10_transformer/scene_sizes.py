"""Networks by how many weights they have, on a scale where each line is ten times the one before."""

import math

from scene import Frame, Hit, Mark, Scene, Table, line, rect, text
from scene.metrics import text_width
from scene.scales import Log
from scene.sentences import counted, plain
from sections.s10_transformer.compute import Row, SizesReading

ROW = 24.0  # px of one network
TOP = 40.0  # px for the scale
SIZE = 13.5
ROOMY = 1.2  # readers’ fonts may be wider than the estimate
NAMED = {1e6: "1 million", 1e9: "1 billion", 1e12: "1 trillion"}
COLUMNS = (
    "Network", "Year", "Layers", "Width", "Heads", "Tokens it reads", "Weights, as published", "Weights, counted here",
    "Kind", "Source",
)  # fmt: skip


def draw_sizes(reading: SizesReading, frame: Frame) -> Scene:
    """Draw a dot for each network, in the order in which they came."""
    names = ROOMY * max(text_width(row.model.name, SIZE, bold=bool(row.own)) for row in reading.rows)
    counts = [math.log10(row.model.n_weights) for row in reading.rows]
    powers = range(math.floor(min(counts)), math.ceil(max(counts)) + 1)
    scale = Log((10.0 ** powers[0], 10.0 ** powers[-1]), (names + 10, frame.width - 30))
    bottom = TOP + ROW * len(reading.rows)
    marks = _rules(scale, powers, bottom)
    hits: list[Hit] = []
    for index, row in enumerate(reading.rows):
        y = TOP + index * ROW
        marks += _dot(f"r{index}", row, scale, y, names, frame)
        hits.append(Hit(f"r{index}", 0, y, frame.width, ROW, _label(row)))
    alt = f"A dot for each of {len(reading.rows)} networks by how many weights it has. {plain(reading.notice)}"
    return Scene(frame.width, bottom + 8, marks, hits, alt, _table(reading))


def _rules(scale: Log, powers: range, bottom: float) -> list[Mark]:
    marks: list[Mark] = []
    for power in powers:
        value = 10.0**power
        x = scale(value)
        marks.append(line(f"rule{power}", x, TOP - 8, x, bottom))
        if value in NAMED:
            marks.append(
                text(f"rule{power}.label", x, TOP - 16, NAMED[value], size=12.5, fill="muted", anchor="middle")
            )
    return marks


def _dot(key: str, row: Row, scale: Log, y: float, names: float, frame: Frame) -> list[Mark]:
    middle, role = y + ROW / 2, row.own or "text"
    x = scale(row.model.n_weights)
    marks = [
        text(f"{key}.name", names, middle + 5, row.model.name, **_name_look(row, role, names)),
        line(f"{key}.line", names + 10, middle, x, middle, stroke="line"),
        rect(key, x - 5, middle - 5, 10, 10, r=5 if row.own != "window" else 1, fill=role),
    ]
    year = str(row.model.year)
    fits = ROOMY * text_width(year, 12) < frame.width - x - 10
    place, anchor = (x + 10, "start") if fits else (x - 10, "end")
    return [*marks, text(f"{key}.year", place, middle + 4.5, year, size=12, fill="muted", anchor=anchor, halo=True)]


def _name_look(row: Row, role: str, room: float) -> dict[str, object]:
    return {"size": SIZE, "fill": role, "anchor": "end", "bold": bool(row.own), "max_width": room}


def _label(row: Row) -> str:
    m = row.model
    layers = (
        "no layer of heads" if not m.n_head else f"{counted(m.n_layer, 'layer')}, {m.n_head} heads"
    )
    return f"{m.name}, {m.year}: {m.n_weights:,.0f} weights, width {m.d_model}, {layers}"


def _table(reading: SizesReading) -> Table:
    rows = []
    for row in reading.rows:
        m = row.model
        reads = None if m.n_ctx is None else float(m.n_ctx)
        counted = None if row.counted is None else float(row.counted)
        heads = m.n_head or None
        sizes = (m.year, m.n_layer or None, float(m.d_model), heads, reads, float(m.n_weights), counted)
        rows.append((m.name, *sizes, m.kind, m.source))
    return Table(COLUMNS, tuple(rows), "Sizes of real transformers, and of the two networks of this page")
