"""Small networks whose axes all differ in size, with numbers that leave nothing near zero."""

import numpy as np
from lookback import params
from lookback.config import AttentionConfig, Config, WindowConfig

ATTENTION = AttentionConfig(n_vocab=13, d_model=5, n_head=3, d_head=2, d_value=4, n_ctx=9, d_hidden=7)
WINDOW = WindowConfig(n_vocab=13, d_model=5, n_window=3, d_hidden=7)

# two stories for the attention network, the second one short
ARRAYS = ("W_E", "W_Q", "W_K", "W_V", "b_distance", "W_hidden", "b_hidden", "W_out", "b_out")
IDS = np.array([[3, 0, 12, 3, 7, 7], [5, 12, 1, 4, 5, 2]], np.int32)
TARGETS = np.array([[0, 12, 3, 7, 7, 9], [12, 1, 4, -1, -1, -1]], np.int32)


def shapes(config: Config) -> dict[str, tuple[int, ...]]:
    """Names and shapes of the arrays of either network."""
    return params.attention_shapes(config) if isinstance(config, AttentionConfig) else params.window_shapes(config)


def prefixes(p) -> list[str]:
    """What stands in front of the names of each layer's arrays, the first layer first."""
    return sorted(name.removesuffix("W_Q") for name in p if name.endswith("W_Q"))


def random_params(config: Config, seed: int, dtype: type = np.float32, spread: float = 0.7, spread_qk: float = 0.7):
    """Every array normal with standard deviation ``spread``, `W_Q` and `W_K` with ``spread_qk``; biases too."""
    rng = np.random.default_rng(seed)
    return {
        name: (rng.standard_normal(shape) * (spread_qk if name.endswith(("W_Q", "W_K")) else spread)).astype(dtype)
        for name, shape in shapes(config).items()
    }


def full_size(n_stories, n_tokens, seed=0, n_layer=1, dtype=np.float32):
    """The trained network's sizes with random numbers, stories and targets, the last story cut short."""
    rng = np.random.default_rng(seed)
    p = random_params(AttentionConfig(n_layer=n_layer), seed, dtype, spread=0.3, spread_qk=0.3)
    ids = rng.integers(0, 2000, (n_stories, n_tokens)).astype(np.int32)
    targets = np.concatenate([ids[:, 1:], ids[:, :1]], axis=1)
    targets[-1, n_tokens // 2 :] = -1
    return p, ids, targets


def relative_error(found: np.ndarray, expected: np.ndarray) -> float:
    """Largest difference, as a share of the largest expected number."""
    assert found.shape == expected.shape
    return float(np.abs(found - expected).max() / np.abs(expected).max())
