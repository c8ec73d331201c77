"""The weights of both networks, counted from the arrays themselves."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from lookback.models import Models
from lookback.params import Shape, attention_shapes
from worker.contract import Choice, Data

LOOKUP = ("W_Q", "W_K", "W_V", "b_distance")  # the arrays that only attention has


@dataclass(frozen=True)
class CountedArray:
    """One array's name, and its shape in each network that has it."""

    name: str
    shapes: Mapping[str, Shape]

    def size(self, network: str) -> int:
        """How many weights it has in a network."""
        return math.prod(self.shapes[network]) if network in self.shapes else 0


@dataclass(frozen=True)
class WeightsData(Data):
    """Every array of both networks, in the order in which a pass uses them."""

    arrays: tuple[CountedArray, ...]

    def total(self, network: str) -> int:
        """All weights of a network."""
        return sum(array.size(network) for array in self.arrays)


def read_weights(models: Models, choice: Choice) -> WeightsData:
    """Count the weights of both networks, array by array; the window network has no array that the other has not."""
    networks = models.networks.items()
    return WeightsData(tuple(
        CountedArray(name, {network: params[name].shape for network, params in networks if name in params})
        for name in attention_shapes(models.config)
    ))  # fmt: skip
