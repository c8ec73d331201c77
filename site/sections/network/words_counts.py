"""What is said of the weights of both networks."""

from lookback.params import Shape
from scene import Table
from scene.formats import count
from sections.network.counting import LOOKUP, CountedArray, WeightsData
from worker.contract import Words

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
CALL = "{name: array.size for name, array in models.attention.items()}\nlookback.params.count(models.attention)"
COLUMNS = ("Array", "What for", "Attention network", "shape", "Window network", "its shape")


def say_weights(data: WeightsData) -> Words:
    """Say where the weights are, and which network has more."""
    attention, window = (data.total(network) for network in ("attention", "window"))
    sizes = {array.name: array.size("attention") for array in data.arrays}
    ends = sizes["W_E"] + sizes["W_out"] + sizes["b_out"]
    lookup = sum(sizes[name] for name in LOOKUP)
    parts = ", ".join(f"{name} {count(size)}" for name, size in sizes.items())
    rows = [
        (array.name, PURPOSES[array.name], *_cells(array, "attention"), *_cells(array, "window"))
        for array in data.arrays
    ]
    total = ("all", "", float(attention), "", float(window), "")
    return Words(
        notice=(
            f"The whole of attention, all heads together, is {count(lookup)} of the network’s {count(attention)} "
            f"weights; {count(ends)} only lead from tokens to numbers and back. The "
            f"{'attention' if attention < window else 'window'} network is the smaller of the two, by "
            f"{count(abs(attention - window))}."
        ),
        call=CALL,
        alt=(
            f"The weights of both networks as bars. The attention network has {count(attention)}: {parts}. "
            f"The window network has {count(window)}."
        ),
        table=Table(COLUMNS, (*rows, total), "Every array of both networks, in the order in which they are used"),
    )


def _cells(array: CountedArray, network: str) -> tuple[float | None, str]:
    """Give size and shape; sizes as floats, so that all are written in groups, and shapes in one line."""
    if network not in array.shapes:
        return None, ""
    return float(array.size(network)), _written(array.shapes[network]).replace(" ", "\N{NO-BREAK SPACE}")


def _written(shape: Shape) -> str:
    return " × ".join(map(count, shape))


def network_title(data: WeightsData, network: str) -> str:
    """Name a network's bar."""
    return f"{network.capitalize()} network: {count(data.total(network))} weights"


def array_label(array: CountedArray, network: str) -> str:
    """Name an array's part of the bar."""
    what = f"{array.name} of the {network} network, {PURPOSES[array.name]}"
    return f"{what}: {_written(array.shapes[network])} = {count(array.size(network))} weights"
