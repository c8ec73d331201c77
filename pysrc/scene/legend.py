"""Legends: what shading means."""

from collections.abc import Sequence

from scene.color import shade
from scene.formats import number
from scene.marks import Mark, rect, text

STEPS = (0.0, 0.01, 0.1, 0.25, 0.5, 1.0)


def weight_legend(
    key: str, x: float, y: float, *, name: str = "weight", steps: Sequence[float] = STEPS
) -> tuple[list[Mark], float]:
    """Draw the shading of weights as a row of swatches with their numbers; returns marks and the width used (px).

    (x, y) is the upper left corner; the legend is 32 px high.
    """
    marks = [text(f"{key}.name", x, y + 12, name, size=12.5, fill="muted")]
    left = x + 52
    for index, step in enumerate(steps):
        place = left + index * 34
        marks.append(rect(f"{key}.edge{index}", place, y, 32, 15, stroke="line"))
        marks.append(rect(f"{key}.step{index}", place, y, 32, 15, fill="weight", opacity=shade(step)))
        words = number(step, 0 if step in (0, 1) else 2)
        marks.append(text(f"{key}.number{index}", place + 16, y + 29, words, size=12, fill="muted", anchor="middle"))
    return marks, 52 + 34 * len(steps)
