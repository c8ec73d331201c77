"""An attention network as it was at moments of its training: what the attention weights are made of then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lookback import attention, ops
from lookback.checkpoint import WHAT_TO_DO, WeightsError, read_safetensors
from lookback.networks import NETWORKS, NetworkName
from lookback.ops import Array, Ids
from lookback.params import Params, layer_prefix, layers


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


def attention_weights(params: Params, ids: Ids) -> Array:
    """The weights of every layer over one story (T,), (n_layer, H, T query, T key), from the arrays of a snapshot."""
    inputs, found = params["W_E"][ids[None]], []
    for tables in layers(params):
        q, k = inputs[:, None] @ tables["W_Q"], inputs[:, None] @ tables["W_K"]
        weights = ops.causal_softmax(attention.dot_products(q, k), tables["b_distance"])
        found.append(weights[0])
        if "W_V" in tables:  # a snapshot has no values of the last layer
            inputs = ops.side_by_side(inputs, weights @ (inputs[:, None] @ tables["W_V"]))
    return np.stack(found)


def read_snapshots(folder: Path, network: NetworkName, params: Params) -> Snapshots:
    """The snapshots of a network with these arrays; WeightsError where they do not fit it."""
    path = folder / NETWORKS[network].snapshots
    arrays = read_safetensors(path)
    n_steps = arrays["steps"].size if "steps" in arrays else 0
    expected = {name: (n_steps, *params[name].shape) for name in snapshot_arrays(params)}
    expected["steps"] = (n_steps,)
    found = {name: array.shape for name, array in arrays.items()}
    if found != expected or not n_steps:
        wrong = sorted(name for name in found | expected if found.get(name) != expected.get(name)) or ["steps"]
        raise WeightsError(f"{path}: {', '.join(wrong)} not as the network's snapshots have it: {WHAT_TO_DO}")
    return Snapshots(arrays.pop("steps"), arrays)
