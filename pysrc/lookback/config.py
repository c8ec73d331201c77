"""The sizes of the networks."""

from dataclasses import dataclass


@dataclass(frozen=True)
class AttentionConfig:
    """Sizes of an attention network; the defaults are those of the trained one with one layer.

    ``n_vocab`` tokens; ``d_model`` numbers a token; in each of ``n_layer`` layers ``n_head`` heads with queries and
    keys of ``d_head`` and values of ``d_value`` numbers; distances back 0 to ``n_ctx - 1``; ``d_hidden`` neurons.
    """

    n_vocab: int = 2000
    d_model: int = 32
    n_head: int = 8
    d_head: int = 8
    d_value: int = 16
    n_ctx: int = 256
    d_hidden: int = 128
    n_layer: int = 1


@dataclass(frozen=True)
class WindowConfig:
    """Sizes of the window network, which reads the last ``n_window`` tokens; the defaults are the trained one's."""

    n_vocab: int = 2000
    d_model: int = 32
    n_window: int = 8
    d_hidden: int = 128


Config = AttentionConfig | WindowConfig
