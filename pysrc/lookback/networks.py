"""The networks by name: the one place that says which modules and sizes belong to which."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from lookback import attention, window
from lookback.config import AttentionConfig, Config, WindowConfig
from lookback.ops import Array, Ids
from lookback.params import Grads, Params, Shape, attention_config, attention_shapes, window_config, window_shapes
from lookback.training.batches import Batch, TokenIds, story_batches, window_batches

NetworkName = Literal["attention", "window", "two_layers"]
TWO_LAYERS = AttentionConfig(n_layer=2, n_head=4)


@dataclass(frozen=True)
class Network:
    """What belongs to a network.

    ``config``: the sizes that it is trained with, ``shapes`` those of its arrays; ``config_of(params)`` finds the sizes
    again, ValueError where the arrays are another network's. ``batches(stories, rng)`` cuts stories into training
    steps, ``loss_and_grads(params, *batch)`` makes one, ``logits(params, *batch)`` (M, n_vocab) are the scores at the
    M positions that have a target. ``snapshots``: the file of its snapshots, empty where none are kept.
    """

    config: Config
    shapes: Mapping[str, Shape]
    config_of: Callable[[Params], Config]
    loss_and_grads: Callable[..., tuple[float, Grads]]
    logits: Callable[[Params, Ids, Ids], Array]
    batches: Callable[[Sequence[TokenIds], np.random.Generator], Sequence[Batch]]
    snapshots: str = ""


def _attention(config: AttentionConfig, snapshots: str) -> Network:
    return Network(
        config,
        attention_shapes(config),
        partial(attention_config, n_layer=config.n_layer),
        attention.loss_and_grads,
        lambda params, ids, targets: attention.forward(params, ids, at=np.flatnonzero(targets.ravel() >= 0)).logits,
        story_batches,
        snapshots,
    )


def _window(config: WindowConfig) -> Network:
    return Network(
        config,
        window_shapes(config),
        window_config,
        window.loss_and_grads,
        lambda params, windows, targets: window.forward(params, windows).logits,
        partial(window_batches, n_window=config.n_window),
    )


NETWORKS: dict[NetworkName, Network] = {
    "attention": _attention(AttentionConfig(), "snapshots.safetensors"),
    "window": _window(WindowConfig()),
    "two_layers": _attention(TWO_LAYERS, "two_layers_snapshots.safetensors"),
}
