"""Every pair of heads as a grid: what it costs beyond the sum of its two; on the diagonal, each head alone."""

import numpy as np
from scene import Frame, Hit, Mark, Scene, rect, text
from scene.formats import signed
from scene.paragraph import break_lines, draw_lines
from sections.heads_off.compute import PairsData
from sections.heads_off.picture_changes import arrow, depth, role_of
from sections.heads_off.words_pairs import LEGEND, pair_label

NAME, NARROW_NAME, TOP = 34, 18, 22  # px of the heads' numbers beside the grid, the same on a phone, and above it
LARGEST_CELL = 62  # px
SIZE = 12.5
VISIBLE_PAIR = 0.005  # nats: less would be written 0.00


def draw_pairs(data: PairsData, frame: Frame) -> Scene:
    """Draw the lower half of the grid and say what its colors mean."""
    n_head = len(data.alone)
    left = NARROW_NAME if frame.narrow else NAME
    size = min(LARGEST_CELL, (frame.width - left - 2) / n_head)
    most = float(np.nanmax(np.abs(data.beyond)))
    marks, hits = _names(n_head, left, size), []
    for row in range(n_head):
        for column in range(row + 1):
            cell, hit = _cell(data, row, column, left, size, most)
            marks += cell
            hits.append(hit)
    marks.append(_told(data, left, size))
    y = TOP + n_head * size + 24
    for index, sentence in enumerate(LEGEND):
        lines = break_lines(sentence, SIZE, frame.width)
        marks += draw_lines(f"legend{index}", lines, 0, y, size=SIZE, fill="muted")
        y += len(lines) * SIZE * 1.35 + 3
    return Scene(frame.width, y, marks, hits)


def _told(data: PairsData, left: float, size: float) -> Mark:
    """Outline the pair that the sentence below tells of."""
    column, row = data.told
    return rect("told", left + column * size, TOP + row * size, size, size, r=3, stroke="text", line_width=2)


def _names(n_head: int, left: float, size: float) -> list[Mark]:
    look = {"size": 13, "anchor": "middle", "bold": True}
    across = [text(f"column{head}", left + (head + 0.5) * size, 14, str(head), **look) for head in range(n_head)]
    middles = [(head, TOP + (head + 0.5) * size + 5) for head in range(n_head)]
    return across + [text(f"row{head}", left / 2 - 2, y, str(head), **look) for head, y in middles]


def _cell(data: PairsData, row: int, column: int, left: float, size: float, most: float) -> tuple[list[Mark], Hit]:
    key, alone = f"pair{row}.{column}", row == column
    value = float(data.alone[row] if alone else data.beyond[row, column])
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
    return marks, Hit(key, x, y, size, size, pair_label(data, row, column), {}, row, column)
