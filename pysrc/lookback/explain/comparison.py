"""What a head compares: its table W_Q W_K^T, and the lengths of its keys."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lookback.params import Params

Floats = NDArray[np.float64]


def tables(params: Params) -> Floats:
    """W_Q W_K^T of each head, (H, d_model, d_model): q.k is the reader's row times it times the other row."""
    return params["W_Q"].astype(np.float64) @ params["W_K"].astype(np.float64).swapaxes(-1, -2)


def ranks(params: Params) -> NDArray[np.int64]:
    """Rank of each head's table, (H,): in how many directions of a row it can tell rows apart, at most d_head."""
    return np.linalg.matrix_rank(tables(params))


def one_way_shares(params: Params) -> Floats:
    """Share of each head's table that changes its sign when reader and read change places, (H,), by squared numbers.

    A table M is (M + M^T)/2, which is symmetric, and (M - M^T)/2, which is not; their squares add up to those of M.
    A table of independent random numbers has (n - 1) / 2n, nearly half; a table of zeros has 0.
    """
    found = tables(params)
    turned = (found - found.swapaxes(-1, -2)) / 2
    whole = (found**2).sum(axis=(1, 2))
    return (turned**2).sum(axis=(1, 2)) / np.maximum(whole, np.finfo(whole.dtype).tiny)


def key_lengths(params: Params) -> Floats:
    """Length of each token's key in each head, (H, n_vocab). In one layer a token's key is the same everywhere."""
    keys = params["W_E"].astype(np.float64) @ params["W_K"].astype(np.float64)
    return np.sqrt((keys * keys).sum(axis=-1))


def key_length_quantiles(params: Params, ids: NDArray[np.integer], shares: Sequence[float] = (0.1, 0.5, 0.9)) -> Floats:
    """Lengths of keys, (H, len(shares)), that these shares of the tokens `ids` (N,) stay below.

    Between two tokens they are interpolated (linearly, as np.quantile does).
    """
    return np.quantile(key_lengths(params)[:, ids], shares, axis=-1).T
