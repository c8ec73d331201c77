"""The tiny distance profiles on the head picker's buttons."""

from __future__ import annotations

from typing import Any

import numpy as np
from scene import polyline

WIDTH, HEIGHT = 36, 14  # CSS px of one profile
NEAR = 64  # tokens back; farther away the profiles are flat


def head_profiles(models: Any) -> tuple[str, ...]:
    """Draw each head's distance scores as the `d` of a path WIDTH x HEIGHT: left is 1 token back, up is more.

    All heads share one scale, so that a flat head looks flat. Empty if `models` carries no attention network.
    """
    params = getattr(models, "attention", None)
    if params is None:
        return ()
    scores = np.asarray(params["b_distance"], np.float32)[:, 1 : NEAR + 1]
    low, high = float(scores.min()), float(scores.max())
    y = HEIGHT - 1 - (scores - low) / max(high - low, 1e-6) * (HEIGHT - 2)
    x = np.linspace(0, WIDTH, scores.shape[1])
    return tuple(polyline(zip(x.tolist(), row.tolist(), strict=True)) for row in y)
