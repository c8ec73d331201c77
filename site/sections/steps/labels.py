"""Where labels stand on the plane: close to what they name, clear of the rings and of each other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from scene.metrics import text_width

ROOMY = 1.06  # readers' fonts may be wider than the estimate
ABOVE, BELOW = 0.78, 0.24  # font sizes that letters reach above and below their line
NEXT = 9.0  # px from the middle of a ring to its name
STEP, STEPS = 9.0, 14  # px from one distance that is tried to the next, and how many
TURNS = 16  # directions that are tried
CLOSE = 28  # places tried for one that also lets the arrows run free

Place = tuple[float, float]


@dataclass(frozen=True)
class Area:
    """A rectangle, in px."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Area) -> bool:
        """Whether the two overlap."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def holds(self, other: Area) -> bool:
        """Whether the other lies inside."""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.top <= other.top
            and other.bottom <= self.bottom
        )

    def is_crossed(self, start: Place, end: Place) -> bool:
        """Whether the line from `start` to `end` runs through it, to within a few px."""
        n = 1 + int(math.dist(start, end) / 4)
        points = ((start[0] + (end[0] - start[0]) * i / n, start[1] + (end[1] - start[1]) * i / n) for i in range(n))
        return any(self.left < x < self.right and self.top < y < self.bottom for x, y in points)


@dataclass(frozen=True)
class Label:
    """What is written, in px and bold or not."""

    text: str
    size: float
    bold: bool = False

    @property
    def width(self) -> float:
        """How wide it may be."""
        return ROOMY * text_width(self.text, self.size, bold=self.bold)

    def around(self, x: float, y: float) -> Area:
        """Its area with the middle of its line at (x, y)."""
        return Area(x - self.width / 2, y - ABOVE * self.size, x + self.width / 2, y + BELOW * self.size)


@dataclass
class Room:
    """A frame that fills up: what is `taken` is no place for words any more."""

    frame: Area
    taken: list[Area] = field(default_factory=list)

    def take(self, area: Area) -> bool:
        """Take an area inside the frame if nothing is there yet."""
        free = self.is_free(area)
        if free:
            self.taken.append(area)
        return free

    def is_free(self, area: Area) -> bool:
        """Whether the area lies inside the frame and meets nothing that is taken."""
        return self.frame.holds(area) and not any(area.meets(other) for other in self.taken)

    def name(self, label: Label, tip: Place, middle: Place, shafts: Sequence[Place]) -> Place | None:
        """Take the closest place for the name of a tip: beyond it if it can be, else turned away from there.

        shafts: the tips of all arrows that start at `middle`; close by, a place that none of them crosses comes first.
        """
        found: Place | None = None
        for number, place in enumerate(self._beside(label, tip, middle)):
            area = label.around(*place)
            if self.is_free(area):
                runs_free = number < CLOSE and not any(area.is_crossed(middle, end) for end in shafts)
                found = place if runs_free or found is None else found
                if runs_free or number >= CLOSE:
                    break
        if found:
            self.taken.append(label.around(*found))
        return found

    def _beside(self, label: Label, tip: Place, middle: Place) -> Iterator[Place]:
        """Places for the name of a tip, the best first; where a side of the frame is near, along that."""
        away = math.atan2(tip[1] - middle[1], tip[0] - middle[0]) if tip != middle else -math.pi / 2
        half, rise, drop = label.width / 2, ABOVE * label.size, BELOW * label.size
        for reach, turn in _tries():
            x = tip[0] + math.cos(away + turn) * (half + NEXT + reach)
            y = tip[1] + (rise - drop) / 2 + math.sin(away + turn) * ((rise + drop) / 2 + NEXT + reach)
            yield min(max(x, self.frame.left + half), self.frame.right - half), y


@lru_cache(maxsize=1)
def _tries() -> tuple[tuple[float, float], ...]:
    """Distances and turns in the order in which they are tried: a step away is worth an eighth of a turn."""
    turns = [2 * math.pi * (i - TURNS // 2) / TURNS for i in range(TURNS)]
    tries = [(step * STEP, turn) for step in range(STEPS) for turn in turns]
    return tuple(sorted(tries, key=lambda each: (each[0] / STEP + abs(each[1]) / (math.pi / 4), each[0], each[1])))
