"""The head picker's tiny pictures: where each head looks, by distance back."""

import numpy as np
from numpy.typing import ArrayLike

from scene.marks import path, polyline
from scene.scene import Scene


def profile_paths(profiles: ArrayLike, width: float = 36, height: float = 14) -> tuple[str, ...]:
    """Write one path `d` a head from profiles (head, distance), all on one scale, so that a flat head looks flat.

    Distance grows to the right, values upwards; lines keep half a px of room at the edges.
    """
    values = np.asarray(profiles, np.float64)
    low, high = float(values.min()), float(values.max())
    y = height - 1 - (values - low) / (high - low or 1.0) * (height - 2)
    x = np.linspace(0.5, width - 0.5, values.shape[1])
    return tuple(polyline(np.column_stack([x, row]).tolist()) for row in y)


def profile_scenes(profiles: ArrayLike, width: float = 36, height: float = 14) -> tuple[Scene, ...]:
    """Draw the same paths as one small scene a head, for pictures rather than buttons."""
    return tuple(
        Scene(width, height, [path("profile", d, stroke="query")], alt=f"Head {head}, weight by distance back")
        for head, d in enumerate(profile_paths(profiles, width, height), 1)
    )
