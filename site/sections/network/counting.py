"""The weights of both networks, counted from the arrays themselves."""

from dataclasses import dataclass

from lookback.models import Models
from lookback.networks import NETWORKS
from lookback.params import Params
from scene.formats import count

LOOKUP = ("W_Q", "W_K", "W_V", "b_distance")  # the arrays that only attention has
PURPOSES = {
    "W_E": "the tokens’ rows",
    "W_Q": "queries",
    "W_K": "keys",
    "W_V": "values",
    "b_distance": "distance scores",
    "W_hidden": "into the hidden layer",
    "b_hidden": "the neurons’ biases",
    "W_out": "out to the logits",
    "b_out": "the tokens’ biases",
}


@dataclass(frozen=True)
class Counted:
    """One array's name, what it is for, and its shape in each network; () where a network has none."""

    name: str
    attention: tuple[int, ...]
    window: tuple[int, ...]

    @property
    def purpose(self) -> str:
        """What it is for, in words."""
        return PURPOSES[self.name]

    def written(self, network: str) -> str:
        """Write its shape in a network: "8 × 32 × 16"; "" where that has no such array."""
        return " × ".join(map(count, self.shape(network)))

    def shape(self, network: str) -> tuple[int, ...]:
        """Give its shape in a network; () where that has no such array."""
        return self.attention if network == "attention" else self.window

    @staticmethod
    def size(shape: tuple[int, ...]) -> int:
        """How many weights an array of this shape has."""
        found = 1 if shape else 0
        for length in shape:
            found *= length
        return found


@dataclass(frozen=True)
class WeightsReading:
    """Every array of both networks, in the order in which a pass uses them."""

    arrays: tuple[Counted, ...]
    call: str = "{name: array.size for name, array in models.attention.items()}\nparams.count(models.attention)"

    @property
    def attention(self) -> int:
        """All weights of the attention network."""
        return sum(Counted.size(array.attention) for array in self.arrays)

    @property
    def window(self) -> int:
        """All weights of the window network."""
        return sum(Counted.size(array.window) for array in self.arrays)

    @property
    def notice(self):
        """What the counts say."""
        sizes = {array.name: Counted.size(array.attention) for array in self.arrays}
        ends = sizes["W_E"] + sizes["W_out"] + sizes["b_out"]
        lookup = sum(sizes[name] for name in LOOKUP)
        fewer, more = sorted((self.attention, self.window))
        smaller = "attention" if self.attention < self.window else "window"
        return (
            f"The whole of attention, all heads together, is {count(lookup)} of the network’s {count(self.attention)} "
            f"weights; {count(ends)} only lead from tokens to numbers and back. The {smaller} network is the smaller "
            f"of the two, by {count(more - fewer)}."
        )


def count_weights(models: Models) -> WeightsReading:
    """Count both networks."""
    names = list(dict.fromkeys([*NETWORKS["attention"].shapes, *NETWORKS["window"].shapes]))
    names.sort(key=list(PURPOSES).index)
    return WeightsReading(tuple(
        Counted(name, _shape(models.attention, name), _shape(models.window, name)) for name in names
    ))  # fmt: skip


def _shape(params: Params, name: str) -> tuple[int, ...]:
    return tuple(params[name].shape) if name in params else ()
