"""The weights of a network: names, shapes, first values, count."""

import math

import numpy as np
from numpy.typing import NDArray

from lookback.config import AttentionConfig, Config, WindowConfig

Params = dict[str, NDArray[np.float32]]
Grads = dict[str, NDArray[np.float32]]
Shape = tuple[int, ...]


def shapes(config: Config) -> dict[str, Shape]:
    """Name and shape of every array of the network, in the order in which a forward pass uses them."""
    c = config
    layers: dict[str, Shape]
    if isinstance(c, WindowConfig):
        n_input, layers = c.n_window * c.d_model, {}
    else:
        n_input = c.d_model + c.n_head * c.d_value
        layers = {
            "W_Q": (c.n_head, c.d_model, c.d_head),
            "W_K": (c.n_head, c.d_model, c.d_head),
            "W_V": (c.n_head, c.d_model, c.d_value),
            "b_distance": (c.n_head, c.n_ctx),
        }
    return {
        "W_E": (c.n_vocab, c.d_model),
        **layers,
        "W_hidden": (n_input, c.d_hidden),
        "b_hidden": (c.d_hidden,),
        "W_out": (c.d_hidden, c.n_vocab),
        "b_out": (c.n_vocab,),
    }


def init(config: Config, rng: np.random.Generator) -> Params:
    """First values, float32: biases and ``b_distance`` 0, tables normal.

    A table that n numbers are multiplied with has standard deviation 1/sqrt(n), so that sums keep their size
    (LeCun et al. 1998, "Efficient BackProp", section 4.6). The rows of ``W_E`` have 0.1 and queries and keys twice
    the usual size: found by trial (``weights/TRAINING.md``).
    """

    def draw(name: str, shape: Shape) -> NDArray[np.float32]:
        if name.startswith("b_"):
            return np.zeros(shape, np.float32)
        factor = {"W_Q": 2, "W_K": 2}.get(name, 1)
        scale = 0.1 if name == "W_E" else factor / math.sqrt(shape[-2])
        return rng.standard_normal(shape, dtype=np.float32) * np.float32(scale)

    return {name: draw(name, shape) for name, shape in shapes(config).items()}


def count(params: Params) -> int:
    """Number of weights, from the arrays themselves."""
    return sum(array.size for array in params.values())


def config_of(params: Params) -> Config:
    """The sizes of the network that these arrays belong to; ValueError where they belong to none."""
    try:
        n_vocab, d_model = params["W_E"].shape
        n_input, d_hidden = params["W_hidden"].shape
        if "W_Q" in params:
            n_head, _, d_head = params["W_Q"].shape
            d_value, n_ctx = params["W_V"].shape[-1], params["b_distance"].shape[-1]
            config: Config = AttentionConfig(n_vocab, d_model, n_head, d_head, d_value, n_ctx, d_hidden)
        else:
            config = WindowConfig(n_vocab, d_model, n_input // d_model, d_hidden)
    except (KeyError, ValueError, IndexError, ZeroDivisionError) as error:
        raise ValueError(f"these arrays are not one of the two networks ({error}): run `make weights`") from error
    check(params, config)
    return config


def check(params: Params, config: Config) -> None:
    """Raise ValueError where an array is missing, too many, of another shape or dtype, or not finite."""
    expected = shapes(config)
    if missing := expected.keys() - params.keys():
        raise ValueError(f"weights without {', '.join(sorted(missing))}: run `make weights`")
    if unknown := params.keys() - expected.keys():
        raise ValueError(f"weights with unknown arrays {', '.join(sorted(unknown))}: run `make weights`")
    for name, shape in expected.items():
        array = params[name]
        if array.shape != shape:
            raise ValueError(f"{name} has shape {array.shape}, expected {shape}: run `make weights`")
        if array.dtype not in (np.float32, np.float64):
            raise ValueError(f"{name} has dtype {array.dtype}, expected float32 or float64: run `make weights`")
        if not np.isfinite(array).all():
            raise ValueError(f"{name} holds numbers that are not finite: run `make weights`")
