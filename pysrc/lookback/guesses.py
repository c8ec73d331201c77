"""What a network guesses: one way to ask either of the two."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback import attention, ops, window
from lookback.ops import Array, Ids
from lookback.params import Params, layers
from lookback.tokenizer import BOUNDARY_ID


@dataclass(frozen=True)
class Ranked:
    """A guess: its token, its probability, and its rank among all tokens, from 1."""

    token: int
    probability: float
    rank: int


def is_attention(params: Params) -> bool:
    """Whether these are the arrays of an attention network."""
    return bool(layers(params))


def logits_at(params: Params, ids: Ids, at: Ids, off: Sequence[tuple[int, int]] = ()) -> Array:
    """Scores of the next token after positions ``at`` (M,) of one story ``ids`` (T,) -> (M, n_vocab).

    ``off``: (layer, head) of heads of an attention network to switch off.
    """
    if is_attention(params):
        return attention.forward(params, ids[None], off=off, at=at).logits
    if len(off):
        raise ValueError("the window network has no heads to switch off")
    n_window = len(params["W_hidden"]) // params["W_E"].shape[1]
    return window.forward(params, window.windows(ids, n_window, BOUNDARY_ID)[at]).logits


def probabilities_at(params: Params, ids: Ids, at: Ids, off: Sequence[tuple[int, int]] = ()) -> Array:
    """Probabilities of the next token, as ``logits_at``."""
    return ops.softmax(logits_at(params, ids, at, off))


def next_logits(params: Params, ids: Ids, off: Sequence[tuple[int, int]] = ()) -> Array:
    """Scores of the token after the last of ``ids`` (T,) -> (n_vocab,)."""
    return logits_at(params, ids, np.array([len(ids) - 1]), off)[0]


def context(tokens: Sequence[int], n_ctx: int) -> NDArray[np.int32]:
    """The boundary and the last ``n_ctx - 1`` tokens, (T,) int32: what a network reads before it guesses on.

    The boundary stays in front of a text that is too long, because no network ever read a story without it.
    """
    return np.array([BOUNDARY_ID, *tokens[-(n_ctx - 1) :]], np.int32)


def top_guesses(logits: Array, k: int) -> list[tuple[int, float]]:
    """The ``k`` likeliest tokens and their probabilities, the likeliest first; equal ones in the order of ids."""
    probabilities = ops.softmax(logits)
    return [(int(i), float(probabilities[i])) for i in np.argsort(-probabilities, kind="stable")[:k]]


def likeliest(p: Array, k: int, wanted: int | None = None) -> list[Ranked]:
    """The ``k`` likeliest tokens of the probabilities ``p`` (n_vocab,), the likeliest first.

    ``wanted``: a token that takes the last place wherever it ranks, if it is not among them.
    """
    order = np.argsort(-p, kind="stable")
    ranks = {int(token): rank for rank, token in enumerate(order, start=1)}
    tokens = [int(token) for token in order[:k]]
    if wanted is not None and wanted not in tokens:
        tokens[-1] = wanted
    return [Ranked(token, float(p[token]), ranks[token]) for token in tokens]
