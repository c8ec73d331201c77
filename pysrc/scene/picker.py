"""The tiny picture by which a head is told from the others where heads are chosen: its scores by distance back."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

NEAR = 64  # tokens back; farther away heads differ little from one distance to the next


def profile_points(scores: ArrayLike, width: float, height: float) -> NDArray[np.float64]:
    """Place each head's scores by distance (H, distances from 0 on) in a width x height box, in px -> (H, N, 2).

    Left is 1 token back, right the farthest shown; up is more. All heads share one scale, so that a flat head looks
    flat; lines keep 1 px of room above and below.
    """
    near = np.asarray(scores, np.float64)[:, 1 : NEAR + 1]
    low, high = float(near.min()), float(near.max())
    y = height - 1 - (near - low) / (high - low or 1.0) * (height - 2)
    return np.stack(np.broadcast_arrays(np.linspace(0, width, near.shape[1]), y), axis=-1)
