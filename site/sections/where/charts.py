"""Charts over distance, which all figures of this section share: far distances close together, or evenly spaced."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scene import Frame, Mark, line, path, polyline
from scene.axes import Scale, bottom_axis, left_axis
from scene.scales import Linear, Log

TICKS = {"log": (0, 1, 2, 5, 10, 20, 50, 100, 200), "even": (0, 50, 100, 150, 200, 250)}
FEW = {"log": (0, 1, 4, 20, 100), "even": (0, 100, 200)}
BELOW = 40.0  # px that the lower axis and its name take
FEWER_THAN = 330  # px in which only a few ticks have room


@dataclass(frozen=True)
class Chart:
    """An area (left, top, right, bottom in px), distances from 0 to n_ctx - 1 across it, values up it."""

    area: tuple[float, float, float, float]
    n_ctx: int
    values: tuple[float, float]
    spacing: str = "log"

    @property
    def across(self) -> Scale:
        """Place distance + 1, for which a logarithm has a place."""
        left, _, right, _ = self.area
        ends = (1.0, float(self.n_ctx))
        return Log(ends, (left, right)) if self.spacing == "log" else Linear(ends, (left, right))

    @property
    def up(self) -> Linear:
        """Place a value."""
        _, top, _, bottom = self.area
        return Linear(self.values, (bottom, top))

    def x(self, distance: float) -> float:
        """Return where a distance stands."""
        return self.across(distance + 1)

    def curve(self, key: str, values: Sequence[float], *, start: int = 0, **style: object) -> Mark:
        """Draw a line through one value a distance, from `start` on; what leaves the area is cut off at its edge."""
        low, high = self.values
        points = [(self.x(back), self.up(min(max(float(v), low), high))) for back, v in enumerate(values, start)]
        return path(key, polyline(points), **{"stroke": "muted", "line_width": 1.25, **style})

    def steps(self, key: str, values: Sequence[float], **style: object) -> Mark:
        """Draw each value as a flat piece from halfway to the distance before to halfway to the next."""
        edges = [(self.x(max(0.0, back - 0.5)), self.x(min(self.n_ctx - 1, back + 0.5))) for back in range(self.n_ctx)]
        points: list[tuple[float, float]] = []
        for (start, end), value in zip(edges, map(float, values), strict=True):
            y = self.up(value)
            if points and points[-1][1] == y:
                points[-1] = (end, y)
            else:
                points += [(start, y), (end, y)]
        return path(key, polyline(points), **{"stroke": "query", "line_width": 2, **style})

    def axes(
        self, key: str, *, name: str = "", up_name: str = "", up_label: Callable[[float], str] | None = None
    ) -> list[Mark]:
        """Draw the two axes, light rules, and a line at zero."""
        left, _, right, bottom = self.area
        ticks = (FEW if right - left < FEWER_THAN else TICKS)[self.spacing]
        shown = [tick + 1 for tick in ticks if tick < self.n_ctx]
        marks = left_axis(f"{key}.up", self.up, left, name=up_name, rules_to=right, label=up_label)
        marks += bottom_axis(f"{key}.across", self.across, bottom, name=name, ticks=shown, label=_distance)
        return [*marks, *self.zero(key)]

    def zero(self, key: str) -> list[Mark]:
        """Draw the line at zero where it lies inside."""
        low, high = self.values
        left, _, right, _ = self.area
        return [line(f"{key}.zero", left, self.up(0), right, self.up(0), stroke="muted")] if low < 0 < high else []


def _distance(place: float) -> str:
    return str(round(place) - 1)


def one_chart(frame: Frame, height: float, n_ctx: int, values: tuple[float, float], *, spacing: str = "log") -> Chart:
    """Make a chart that fills the frame's width, with room for its axes."""
    return Chart((40.0, 26.0, frame.width - 14.0, height), n_ctx, values, spacing)


def padded(low: float, high: float) -> tuple[float, float]:
    """Widen a range of values to hold 0, and a little room beyond both ends."""
    low, high = min(low, 0.0), max(high, 0.0)
    room = 0.06 * (high - low) or 1.0
    return low - room, high + room
