"""The weights of a network: names, shapes, first values, count.

The tables of the only layer are called ``W_Q``, ``W_K``, ``W_V`` and ``b_distance``, in memory and in files; of several
layers ``layers.0.W_Q``, ..., ``layers.1.W_Q``, ...
"""

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from lookback.config import AttentionConfig, WindowConfig

Params = dict[str, NDArray[np.float32]]
Grads = dict[str, NDArray[np.float32]]
Shape = tuple[int, ...]
LAYER_TABLES = ("W_Q", "W_K", "W_V", "b_distance")


def attention_shapes(config: AttentionConfig) -> dict[str, Shape]:
    """Name and shape of every table of an attention network, in the order in which a forward pass uses them."""
    c, n_inputs = config, config.d_model
    shapes: dict[str, Shape] = {"W_E": (c.n_vocab, c.d_model)}
    for layer in range(c.n_layer):
        of_layer = layer_prefix(layer, c.n_layer)
        shapes[of_layer + "W_Q"] = (c.n_head, n_inputs, c.d_head)
        shapes[of_layer + "W_K"] = (c.n_head, n_inputs, c.d_head)
        shapes[of_layer + "W_V"] = (c.n_head, n_inputs, c.d_value)
        shapes[of_layer + "b_distance"] = (c.n_head, c.n_ctx)
        n_inputs += c.n_head * c.d_value  # a layer reads what those before it brought back, too
    shapes["W_hidden"] = (n_inputs, c.d_hidden)
    shapes["b_hidden"] = (c.d_hidden,)
    shapes["W_out"] = (c.d_hidden, c.n_vocab)
    shapes["b_out"] = (c.n_vocab,)
    return shapes


def window_shapes(config: WindowConfig) -> dict[str, Shape]:
    """Name and shape of every table of a window network, in the order in which a forward pass uses them."""
    c = config
    return {
        "W_E": (c.n_vocab, c.d_model),
        "W_hidden": (c.n_window * c.d_model, c.d_hidden),
        "b_hidden": (c.d_hidden,),
        "W_out": (c.d_hidden, c.n_vocab),
        "b_out": (c.n_vocab,),
    }


def layer_prefix(layer: int, n_layer: int) -> str:
    """What stands in front of the names of a layer's tables."""
    return "" if n_layer == 1 else f"layers.{layer}."


def layers(params: Params) -> list[Params]:
    """The tables of each layer by their names without the prefix, as far as they are there."""
    n_layer = sum(name.endswith("W_Q") for name in params)
    prefixes = [layer_prefix(layer, n_layer) for layer in range(n_layer)]
    return [{name: params[prefix + name] for name in LAYER_TABLES if prefix + name in params} for prefix in prefixes]


def init(shapes: Mapping[str, Shape], rng: np.random.Generator) -> Params:
    """First values, float32: biases and ``b_distance`` 0, tables normal.

    A table that n numbers are multiplied with has standard deviation 1/sqrt(n), so that sums keep their size
    (LeCun et al. 1998, "Efficient BackProp", section 4.6). The rows of ``W_E`` have 0.1 and queries and keys twice
    the usual size: found by trial (``weights/TRAINING.md``).
    """
    return {name: first_values(name.split(".")[-1], shape, rng) for name, shape in shapes.items()}


def first_values(name: str, shape: Shape, rng: np.random.Generator) -> NDArray[np.float32]:
    """First values of one table, by its name without the prefix."""
    if name.startswith("b_"):
        return np.zeros(shape, np.float32)
    factor = {"W_Q": 2, "W_K": 2}.get(name, 1)
    scale = 0.1 if name == "W_E" else factor / math.sqrt(shape[-2])
    return rng.standard_normal(shape, dtype=np.float32) * np.float32(scale)


def count(params: Params) -> int:
    """Number of weights, from the arrays themselves."""
    return sum(array.size for array in params.values())


def attention_config(params: Params, n_layer: int | None = None) -> AttentionConfig:
    """The sizes of the attention network that these arrays belong to; ValueError where they belong to none.

    ``n_layer``: how many layers it must have, any number if None.
    """
    try:
        n_vocab, d_model = params["W_E"].shape
        tables = layers(params)
        n_head, _, d_head = tables[0]["W_Q"].shape
        d_value, n_ctx = tables[0]["W_V"].shape[-1], tables[0]["b_distance"].shape[-1]
        d_hidden = params["W_hidden"].shape[-1]
    except (KeyError, ValueError, IndexError) as error:
        raise ValueError(f"these arrays are not the attention network ({error}): run `make weights`") from error
    if n_layer not in (None, len(tables)):
        raise ValueError(f"these arrays have {len(tables)} layers, expected {n_layer}: run `make weights`")
    config = AttentionConfig(n_vocab, d_model, n_head, d_head, d_value, n_ctx, d_hidden, len(tables))
    check(params, attention_shapes(config))
    return config


def window_config(params: Params) -> WindowConfig:
    """The sizes of the window network that these arrays belong to; ValueError where they belong to none."""
    try:
        n_vocab, d_model = params["W_E"].shape
        n_inputs, d_hidden = params["W_hidden"].shape
        config = WindowConfig(n_vocab, d_model, n_inputs // d_model, d_hidden)
    except (KeyError, ValueError, ZeroDivisionError) as error:
        raise ValueError(f"these arrays are not the window network ({error}): run `make weights`") from error
    check(params, window_shapes(config))
    return config


def check(params: Params, shapes: Mapping[str, Shape]) -> None:
    """Raise ValueError where an array is missing, too many, of another shape or dtype, or not finite."""
    if missing := shapes.keys() - params.keys():
        raise ValueError(f"weights without {', '.join(sorted(missing))}: run `make weights`")
    if unknown := params.keys() - shapes.keys():
        raise ValueError(f"weights with unknown arrays {', '.join(sorted(unknown))}: run `make weights`")
    for name, shape in shapes.items():
        array = params[name]
        if array.shape != shape:
            raise ValueError(f"{name} has shape {array.shape}, expected {shape}: run `make weights`")
        if array.dtype not in (np.float32, np.float64):
            raise ValueError(f"{name} has dtype {array.dtype}, expected float32 or float64: run `make weights`")
        if not np.isfinite(array).all():
            raise ValueError(f"{name} holds numbers that are not finite: run `make weights`")
