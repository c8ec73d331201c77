"""Axes and lines of charts: light rules, round numbers, names at the ends."""

import itertools
from collections.abc import Callable, Sequence

from scene.formats import tick
from scene.marks import Mark, line, path, polyline, text
from scene.scales import Linear, Log, Sqrt

Scale = Linear | Log | Sqrt
SIZE = 12.5  # of tick labels, px


def bottom_axis(
    key: str,
    scale: Scale,
    y: float,
    *,
    name: str = "",
    ticks: Sequence[float] | None = None,
    label: Callable[[float], str] | None = None,
) -> list[Mark]:
    """Draw a horizontal axis at height y: a rule, ticks, their labels and below them the axis's name (34 px)."""
    places = tuple(ticks) if ticks is not None else scale.ticks()
    left, right = sorted(scale.range)
    marks = [line(f"{key}.rule", left, y, right, y, stroke="muted")]
    for index, (value, words) in enumerate(zip(places, _labels(places, label), strict=True)):
        x = scale(value)
        marks.append(line(f"{key}.tick{index}", x, y, x, y + 4, stroke="muted"))
        marks.append(text(f"{key}.label{index}", x, y + 17, words, fill="muted", size=SIZE, anchor="middle"))
    if name:
        marks.append(text(f"{key}.name", right, y + 33, name, fill="muted", size=SIZE, anchor="end"))
    return marks


def left_axis(
    key: str,
    scale: Scale,
    x: float,
    *,
    name: str = "",
    ticks: Sequence[float] | None = None,
    label: Callable[[float], str] | None = None,
    rules_to: float | None = None,
) -> list[Mark]:
    """Draw a vertical axis whose labels end left of x; its name stands above its top end, set from the left.

    rules_to: light rules run from x to here at every tick.
    """
    places = tuple(ticks) if ticks is not None else scale.ticks()
    marks: list[Mark] = []
    for index, (value, words) in enumerate(zip(places, _labels(places, label), strict=True)):
        y = scale(value)
        if rules_to is not None:
            marks.append(line(f"{key}.tick{index}", x, y, rules_to, y))
        marks.append(text(f"{key}.label{index}", x - 6, y + 4.5, words, fill="muted", size=SIZE, anchor="end"))
    if name:
        marks.append(text(f"{key}.name", max(0, x - 34), min(scale.range) - 12, name, fill="muted", size=SIZE))
    return marks


def series(key: str, xs: Sequence[float], ys: Sequence[float], x_scale: Scale, y_scale: Scale, **style: object) -> Mark:
    """Draw a line through the points (xs, ys). Style as for a path; by default a "text" line of 2 px."""
    points = [(x_scale(x), y_scale(y)) for x, y in zip(xs, ys, strict=True)]
    return path(key, polyline(points), **{"stroke": "text", "line_width": 2, **style})


def _labels(places: Sequence[float], label: Callable[[float], str] | None) -> list[str]:
    if label is not None:
        return [label(value) for value in places]
    steps = [abs(b - a) for a, b in itertools.pairwise(places)]
    return [tick(value, min(steps, default=abs(value))) for value in places]
