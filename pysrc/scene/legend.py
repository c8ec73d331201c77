"""Legends: what shading means, and what samples and lines under words mean."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scene.color import shade
from scene.formats import number
from scene.marks import Mark, line, rect, text
from scene.metrics import text_width

STEPS = (0.0, 0.01, 0.1, 0.25, 0.5, 1.0)
SIZE = 12.5


@dataclass(frozen=True)
class Entry:
    """What a legend says of one kind of mark, in words with the key `key`.

    sample: draws the mark before the words, given its left end and the words' baseline; or
    under: role of a line under the words. role: of the words.
    """

    key: str
    words: str
    sample: Callable[[float, float], Sequence[Mark]] | None = None
    under: str | None = None
    role: str = "muted"

    def draw(self, x: float, y: float, indent: float, **style: object) -> list[Mark]:
        """Draw sample, words and line, the words' baseline at y. Style as for a text."""
        words = text(self.key, x + indent, y, self.words, **{"fill": self.role, **style})
        if self.under is None:
            return [*(self.sample(x, y) if self.sample else ()), words]
        wide = text_width(self.words, words.get("size", 14))
        return [words, line(f"{self.key}.line", x, y + 5, x + wide, y + 5, stroke=self.under, line_width=2)]


def draw_legend(
    entries: Sequence[Entry],
    x: float,
    y: float,
    *,
    right: float = math.inf,
    sample: float = 26.0,
    gap: float = 20.0,
    row: float = 22.0,
    size: float = SIZE,
    fitted: bool = False,
    roomy: float = 1.0,
    **style: object,
) -> tuple[list[Mark], float]:
    """Draw entries from x on, the baseline at y, in rows that end before `right`; returns the last baseline, too.

    sample, gap: px from a sample's left end to its words, and between entries. row: px from baseline to baseline.
    fitted: whether words are set to just their estimated width; else `roomy` times that is kept for them.
    """
    marks: list[Mark] = []
    start = x
    for entry in entries:
        natural, indent = text_width(entry.words, size), sample if entry.sample else 0.0
        wide = indent + roomy * natural
        if x > start and x + wide > right:
            x, y = start, y + row
        width = {"width": natural} if fitted else {}
        marks += entry.draw(x, y, indent, size=size, **width, **style)
        x += wide + gap
    return marks, y


def weight_legend(
    key: str, x: float, y: float, *, name: str = "weight", steps: Sequence[float] = STEPS
) -> tuple[list[Mark], float]:
    """Draw the shading of weights as a row of swatches with their numbers; returns marks and the width used (px).

    (x, y) is the upper left corner; the legend is 32 px high.
    """
    marks = [text(f"{key}.name", x, y + 12, name, size=SIZE, fill="muted")]
    left = x + 52
    for index, step in enumerate(steps):
        place = left + index * 34
        marks.append(rect(f"{key}.edge{index}", place, y, 32, 15, stroke="line"))
        marks.append(rect(f"{key}.step{index}", place, y, 32, 15, fill="weight", opacity=shade(step)))
        words = number(step, 0 if step in (0, 1) else 2)
        marks.append(text(f"{key}.number{index}", place + 16, y + 29, words, size=12, fill="muted", anchor="middle"))
    return marks, 52 + 34 * len(steps)
