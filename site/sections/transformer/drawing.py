"""Small parts that the diagrams share: boxes with a label, lines with corners, plus signs, branches."""

from collections.abc import Sequence

from scene import Mark, path, polyline, rect, text

SIZE = 13.0

Area = tuple[float, float, float, float]
Point = tuple[float, float]


def box(
    key: str, area: Area, label: str = "", *, role: str = "text", size: float = SIZE, **style: object
) -> list[Mark]:
    """Draw a rounded box with its label in the middle; style goes to the box."""
    x, y, w, h = area
    frame = rect(key, x, y, w, h, **{"r": 5, "stroke": role, "line_width": 1.5, "fill": "paper", **style})
    return [frame, *label_in(f"{key}.label", area, label, role=role, size=size)] if label else [frame]


def label_in(key: str, area: Area, label: str, *, role: str = "text", size: float = SIZE) -> list[Mark]:
    """Set one line in the middle of an area."""
    x, y, w, h = area
    place = (x + w / 2, y + h / 2 + size * 0.36)
    return [text(key, *place, label, size=size, fill=role, anchor="middle", max_width=max(w - 6, 8))]


def corner(key: str, points: Sequence[Point], **style: object) -> Mark:
    """Draw a line through points."""
    return path(key, polyline(points), **{"stroke": "muted", "line_width": 1.5, **style})


def plus(key: str, x: float, y: float) -> list[Mark]:
    """Draw a sum: a ring with a plus sign."""
    r = 9.0
    return [
        rect(key, x - r, y - r, 2 * r, 2 * r, r=r, stroke="text", line_width=1.5, fill="paper"),
        path(
            f"{key}.sign",
            f"M{x - 4:.2f} {y:.2f}L{x + 4:.2f} {y:.2f}M{x:.2f} {y - 4:.2f}L{x:.2f} {y + 4:.2f}",
            stroke="text",
        ),
    ]
