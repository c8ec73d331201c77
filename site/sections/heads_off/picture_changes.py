"""A change of the loss drawn: which color, how deep, which arrow. Orange and up is worse, blue and down is better."""

import math

from scene import Mark, path, polyline

DEEPEST = 0.45  # opacity that leaves text readable in both themes


def role_of(change: float) -> str:
    """The role that colors a change."""
    return "worse" if change > 0 else "better"


def depth(change: float, most: float) -> float:
    """Opacity of the shading: by square root, so that small changes show beside large ones."""
    return DEEPEST * math.sqrt(min(1.0, abs(change) / most)) if most > 0 else 0.0


def arrow(key: str, x: float, y: float, change: float, **style: object) -> Mark:
    """Draw a small triangle around (x, y): up where the loss rises, down where it falls."""
    up = -1 if change > 0 else 1
    corners = [(x - 3.5, y - up * 2.5), (x + 3.5, y - up * 2.5), (x, y + up * 3)]
    return path(key, polyline(corners, closed=True), fill=role_of(change), **style)
