"""Arrows between points and arcs that look back."""

import math

from scene.marks import Mark, path, polyline


def arrow(
    key: str,
    start: tuple[float, float],
    end: tuple[float, float],
    *,
    role: str,
    line_width: float = 2.5,
    **style: object,
) -> list[Mark]:
    """Draw a straight arrow in a role's color, tip at `end` (px). Without length it is a dot's width of line."""
    (x1, y1), (x2, y2) = start, end
    length = math.hypot(x2 - x1, y2 - y1)
    size = min(3.6 * line_width, length)
    ux, uy = ((x2 - x1) / length, (y2 - y1) / length) if length else (1.0, 0.0)
    neck = (x2 - ux * size * 0.8, y2 - uy * size * 0.8)
    back = (x2 - ux * size, y2 - uy * size)
    wing = (-uy * size * 0.42, ux * size * 0.42)
    head = polyline(
        [(x2, y2), (back[0] + wing[0], back[1] + wing[1]), neck, (back[0] - wing[0], back[1] - wing[1])], closed=True
    )
    shaft = path(f"{key}.shaft", polyline([start, neck]), stroke=role, line_width=line_width, **style)
    return [shaft, path(f"{key}.head", head, fill=role, **style)]


def arc(
    key: str, start: tuple[float, float], end: tuple[float, float], *, rise: float | None = None, **style: object
) -> Mark:
    """Draw a curve from one point to another that rises above both, as a look back does.

    rise: px above the higher point; by default a quarter of the distance, 12 to 60. Style as for a path.
    """
    (x1, y1), (x2, y2) = start, end
    height = min(60.0, max(12.0, abs(x2 - x1) / 4)) if rise is None else rise
    top = min(y1, y2) - height * 4 / 3  # a cubic reaches three quarters of its handles' height
    d = f"{polyline([start])}C{_pair(x1, top)} {_pair(x2, top)} {_pair(x2, y2)}"
    return path(key, d, **{"stroke": "query", "line_width": 1.5, **style})


def _pair(x: float, y: float) -> str:
    return polyline([(x, y)]).removeprefix("M")
