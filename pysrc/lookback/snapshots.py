"""An attention network as it was at moments of its training: what the attention weights are made of then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lookback.checkpoint import WHAT_TO_DO, WeightsError, read_safetensors
from lookback.params import Params, layer_prefix, layers

FILE, TWO_LAYERS_FILE = "snapshots.safetensors", "two_layers_snapshots.safetensors"


@dataclass(frozen=True, eq=False)
class Snapshots:
    """The arrays behind the attention weights at S moments of training; the last is the finished network.

    ``steps`` (S,) int; ``arrays`` by name, (S, ...) float32, as `snapshot_arrays` names them.
    """

    steps: NDArray[np.int32]
    arrays: Mapping[str, NDArray[np.float32]]

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, index: int) -> Params:
        return {name: array[index] for name, array in self.arrays.items()}


def snapshot_arrays(params: Params) -> Sequence[str]:
    """The names of the arrays that the attention weights need: all but the last layer's values, and what follows."""
    n_layer = len(layers(params))
    later = {"W_hidden", "b_hidden", "W_out", "b_out", layer_prefix(n_layer - 1, n_layer) + "W_V"}
    return [name for name in params if name not in later]


def snapshot_of(params: Params) -> Params:
    """A copy of those arrays."""
    return {name: params[name].copy() for name in snapshot_arrays(params)}


def read_snapshots(folder: Path, attention: Params, file: str = FILE) -> Snapshots:
    """The snapshots of an attention network; WeightsError where they do not fit it."""
    path = folder / file
    arrays = read_safetensors(path)
    n_steps = arrays["steps"].size if "steps" in arrays else 0
    expected = {name: (n_steps, *attention[name].shape) for name in snapshot_arrays(attention)}
    expected["steps"] = (n_steps,)
    found = {name: array.shape for name, array in arrays.items()}
    if found != expected or not n_steps:
        wrong = sorted(name for name in found | expected if found.get(name) != expected.get(name)) or ["steps"]
        raise WeightsError(f"{path}: {', '.join(wrong)} not as the attention network's snapshots have it: {WHAT_TO_DO}")
    return Snapshots(arrays.pop("steps"), arrays)
