"""Every pair of heads as a grid: what it costs beyond the sum of its two; on the diagonal, each head alone."""

import numpy as np
from scene import Frame, Hit, Mark, Scene, Table, rect, text
from scene.formats import signed
from scene.paragraph import break_lines, draw_lines
from scene.sentences import plain
from sections.heads_off.changes import arrow, depth, in_nats, role_of
from sections.heads_off.compute import PairsReading

NAME, NARROW_NAME, TOP = 34, 18, 22  # px of the heads' numbers beside the grid, the same on a phone, and above it
LARGEST_CELL = 62  # px
SIZE = 12.5
VISIBLE_PAIR = 0.005  # nats: less would be written 0.00
LEGEND = (
    "Below the diagonal: what two heads off cost beyond the sum of the two, in nats. Orange, up: each covers for the "
    "other. Blue, down: they work together.",
    "On the diagonal: what one head off costs by itself. Outlined: the pair that is told of below.",
)


def draw_pairs(reading: PairsReading, frame: Frame) -> Scene:
    """Draw the lower half of the grid and say what its colors mean."""
    n_head = len(reading.alone)
    left = NARROW_NAME if frame.narrow else NAME
    size = min(LARGEST_CELL, (frame.width - left - 2) / n_head)
    most = float(np.nanmax(np.abs(reading.beyond)))
    marks, hits = _names(n_head, left, size), []
    for row in range(n_head):
        for column in range(row + 1):
            cell, hit = _cell(reading, row, column, left, size, most)
            marks += cell
            hits.append(hit)
    marks.append(_told(reading, left, size))
    y = TOP + n_head * size + 24
    for index, sentence in enumerate(LEGEND):
        lines = break_lines(sentence, SIZE, frame.width)
        marks += draw_lines(f"legend{index}", lines, 0, y, size=SIZE, fill="muted")
        y += len(lines) * SIZE * 1.35 + 3
    return Scene(frame.width, y, marks, hits, _alt(reading), _table(reading))


def _told(reading: PairsReading, left: float, size: float) -> Mark:
    """Outline the pair that the sentence below tells of."""
    column, row = reading.told
    return rect("told", left + column * size, TOP + row * size, size, size, r=3, stroke="text", line_width=2)


def _names(n_head: int, left: float, size: float) -> list[Mark]:
    look = {"size": 13, "anchor": "middle", "bold": True}
    across = [text(f"column{head}", left + (head + 0.5) * size, 14, str(head), **look) for head in range(n_head)]
    middles = [(head, TOP + (head + 0.5) * size + 5) for head in range(n_head)]
    return across + [text(f"row{head}", left / 2 - 2, y, str(head), **look) for head, y in middles]


def _cell(
    reading: PairsReading, row: int, column: int, left: float, size: float, most: float
) -> tuple[list[Mark], Hit]:
    key, alone = f"pair{row}.{column}", row == column
    value = float(reading.alone[row] if alone else reading.beyond[row, column])
    x, y = left + column * size, TOP + row * size
    marks = [rect(key, x + 1, y + 1, size - 2, size - 2, r=2, stroke="line")]
    shaded = not alone and abs(value) >= VISIBLE_PAIR
    if shaded:
        shade = {"fill": role_of(value), "opacity": depth(value, most)}
        marks.append(rect(f"{key}.shade", x + 1, y + 1, size - 2, size - 2, r=2, **shade))
        marks.append(arrow(f"{key}.arrow", x + size / 2, y + size / 2 - 9, value))
    written = {"size": 12 if size > 40 else 11, "anchor": "middle", "fill": "muted" if alone else "text"}
    base = y + size / 2 + (9 if shaded else 4)
    marks.append(text(f"{key}.value", x + size / 2, base, signed(value), max_width=size - 4, **written))
    return marks, Hit(key, x, y, size, size, _label(reading, row, column, value), {}, row, column)


def _label(reading: PairsReading, row: int, column: int, value: float) -> str:
    if row == column:
        return f"head {row} off by itself: {in_nats(value, 3)}"
    both = float(reading.found.change[reading.group][row, column])
    return f"heads {column} and {row} off: {in_nats(both, 3)}, of it {in_nats(value, 3)} beyond the sum of the two"


def _alt(reading: PairsReading) -> str:
    notice = plain(reading.notice)
    return f"A grid of every pair of {len(reading.alone)} heads. {notice}"


def _table(reading: PairsReading) -> Table:
    change, beyond, n_head = reading.found.change[reading.group], reading.beyond, len(reading.alone)
    pairs = [(a, b) for a in range(n_head) for b in range(a + 1, n_head)]
    pairs.sort(key=lambda pair: -beyond[pair])
    numbers = ((reading.alone[a], reading.alone[b], change[a, b], beyond[a, b]) for a, b in pairs)
    rows = [(f"{a} and {b}", *map(float, row)) for (a, b), row in zip(pairs, numbers, strict=True)]
    columns = ("Heads", "First off", "Second off", "Both off", "Beyond the sum")
    return Table(columns, tuple(rows), "Change of the loss in nats a token, the pair with most beyond the sum first")
