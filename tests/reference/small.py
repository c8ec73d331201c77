"""Small networks whose axes all differ in size, with numbers that leave nothing near zero."""

import numpy as np
from lookback import params
from lookback.config import AttentionConfig, Config, WindowConfig

ATTENTION = AttentionConfig(n_vocab=13, d_model=5, n_head=3, d_head=2, d_value=4, n_ctx=9, d_hidden=7)
WINDOW = WindowConfig(n_vocab=13, d_model=5, n_window=3, d_hidden=7)


def random_params(config: Config, seed: int, dtype: type = np.float32, spread: float = 0.7, spread_qk: float = 0.7):
    """Every array normal with standard deviation ``spread``, `W_Q` and `W_K` with ``spread_qk``; biases too."""
    rng = np.random.default_rng(seed)
    return {
        name: (rng.standard_normal(shape) * (spread_qk if name in ("W_Q", "W_K") else spread)).astype(dtype)
        for name, shape in params.shapes(config).items()
    }


def relative_error(found: np.ndarray, expected: np.ndarray) -> float:
    """Largest difference, as a share of the largest expected number."""
    assert found.shape == expected.shape
    return float(np.abs(found - expected).max() / np.abs(expected).max())
