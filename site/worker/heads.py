"""The tiny distance profiles on the head picker's buttons."""

from __future__ import annotations

from typing import Any

from scene import polyline
from scene.picker import profile_points

WIDTH, HEIGHT = 36, 14  # CSS px of one profile


def head_profiles(models: Any) -> tuple[str, ...]:
    """Draw each head's distance scores as the `d` of a path WIDTH x HEIGHT; none without an attention network."""
    network = getattr(models, "attention", None)
    if network is None:
        return ()
    return tuple(polyline(line.tolist()) for line in profile_points(network["b_distance"], WIDTH, HEIGHT))
