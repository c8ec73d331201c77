"""The attention network as it was at moments of its training: what the attention weights are made of then."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lookback.checkpoint import WHAT_TO_DO, WeightsError, read_safetensors
from lookback.params import Params

FILE = "snapshots.safetensors"
SNAPSHOT_ARRAYS = ("W_E", "W_Q", "W_K", "b_distance")


@dataclass(frozen=True, eq=False)
class Snapshots:
    """The arrays behind the attention weights at S moments of training; the last is the finished network.

    ``steps`` (S,) int, ``W_E`` (S, n_vocab, d_model), ``W_Q`` ``W_K`` (S, n_head, d_model, d_head),
    ``b_distance`` (S, n_head, n_ctx) float32.
    """

    steps: NDArray[np.int32]
    W_E: NDArray[np.float32]
    W_Q: NDArray[np.float32]
    W_K: NDArray[np.float32]
    b_distance: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, index: int) -> Params:
        return {name: getattr(self, name)[index] for name in SNAPSHOT_ARRAYS}


def read_snapshots(folder: Path, attention: Params) -> Snapshots:
    """The snapshots of an attention network; WeightsError where they do not fit it."""
    path = folder / FILE
    arrays = read_safetensors(path)
    n_steps = arrays["steps"].size if "steps" in arrays else 0
    expected = {"steps": (n_steps,)} | {name: (n_steps, *attention[name].shape) for name in SNAPSHOT_ARRAYS}
    found = {name: array.shape for name, array in arrays.items()}
    if found != expected or not n_steps:
        wrong = sorted(name for name in found | expected if found.get(name) != expected.get(name)) or ["steps"]
        raise WeightsError(f"{path}: {', '.join(wrong)} not as the attention network's snapshots have it: {WHAT_TO_DO}")
    return Snapshots(**arrays)
