"""Vectors as bars around zero in a role's color."""

from collections.abc import Sequence

from scene.formats import number
from scene.marks import Mark, line, path, polyline, rect, text
from scene.metrics import text_width
from scene.scene import Hit

ROOM = 15  # px kept above and below the tallest bar for its value
SIZE = 12


def largest(*vectors: Sequence[float]) -> float:
    """Return the largest absolute value of all vectors, the shared scale of a figure; 1 if all are zero."""
    return max((abs(float(value)) for vector in vectors for value in vector), default=0.0) or 1.0


def draw_vector(
    key: str,
    values: Sequence[float],
    area: tuple[float, float, float, float],
    *,
    role: str,
    most: float,
    letter: str = "",
    digits: int = 2,
) -> tuple[list[Mark], list[Hit]]:
    """Draw one bar a value, up for positive, inside area (x, y, width, height).

    most: the absolute value that reaches the edge; the same for all vectors of a figure (see `largest`).
    letter: names the vector in labels, as in "q 3: −0.42". The value shows at its bar while pointed at.
    """
    x, y, width, height = area
    step, zero = width / max(1, len(values)), y + height / 2
    marks = [line(f"{key}.zero", x, zero, x + width, zero, stroke="muted")]
    hits: list[Hit] = []
    for index, value in enumerate(map(float, values)):
        name, shown = f"{key}.{index}", number(value, digits)
        tall = min(abs(value) / most, 1.0) * (height / 2 - ROOM)
        left, bar = x + index * step, max(1.0, step * 0.72)
        top = zero - tall if value >= 0 else zero
        marks.append(rect(name, left + (step - bar) / 2, top, bar, tall, fill=role))
        half = text_width(shown, SIZE) / 2
        place = (max(x + half, min(x + width - half, left + step / 2)), top - 4 if value >= 0 else top + tall + 12)
        marks.append(text(f"{name}.value", *place, shown, size=SIZE, anchor="middle", halo=True, when=name))
        hits.append(Hit(name, left, y, step, height, f"{letter} {index + 1}: {shown}".strip()))
    return marks, hits


def draw_bars(
    key: str,
    values: Sequence[float],
    area: tuple[float, float, float, float],
    *,
    role: str,
    most: float,
    **style: object,
) -> list[Mark]:
    """Draw a vector as one mark, for many numbers that are looked at together; area and most as for `draw_vector`."""
    x, y, width, height = area
    step, zero = width / max(1, len(values)), y + height / 2
    corners: list[str] = []
    for index, value in enumerate(map(float, values)):
        top = zero - max(-1.0, min(1.0, value / most)) * height / 2
        left, right = x + (index + 0.12) * step, x + (index + 0.88) * step
        corners.append(polyline([(left, zero), (left, top), (right, top), (right, zero)], closed=True))
    marks = [line(f"{key}.zero", x, zero, x + width, zero)]
    return [*marks, path(key, "".join(corners), fill=role, **style)] if corners else marks
