"""Text that somebody typed, as the networks read it; passes over the same tokens are made once."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from lookback import attention, window
from lookback.attention import AttentionTrace
from lookback.guesses import context
from lookback.models import Models
from lookback.ops import Ids
from lookback.params import Params
from lookback.stories import name_tokens
from lookback.tokenizer import BOUNDARY_ID, Encoding
from lookback.window import WindowTrace

Looking = Literal["attention", "two_layers"]  # the networks that look back
N_KEPT = 8  # passes of either network that are kept: at most 20 MB of the attention network's


class UnreadableText(ValueError):
    """A text in which there is nothing to read; the message is a sentence for whoever typed it."""


@dataclass(frozen=True, eq=False)
class ReadText:
    """A text and its tokens, of which the networks read the last: ``ids`` (T,) int32 is the boundary, then those.

    Tokens count from 0 along the whole text, positions from 0 along ``ids``; the boundary is position 0. ``first`` is
    the first token that is read, 0 unless the text is too long.
    """

    text: str
    encoding: Encoding
    ids: Ids
    first: int

    @property
    def typed_from(self) -> int:
        """Where in ``text`` the part begins that is read, in characters."""
        return self.encoding.spans[self.first][0] if self.first else 0

    @property
    def unknown_signs(self) -> tuple[str, ...]:
        """What the networks read of it and do not know, as typed."""
        return self.encoding.since(self.first).unknown_signs(self.text)

    def position(self, token: int) -> int:
        """The position that reads a token; below 1 for a token that is not read."""
        return token - self.first + 1

    def positions_of(self, name: str) -> frozenset[int]:
        """The positions that read a part of a name."""
        found = map(self.position, name_tokens(self.encoding, self.text, name))
        return frozenset(position for position in found if position > 0)

    def token(self, position: int) -> int | None:
        """The token that a position reads; None for the boundary."""
        return position - 1 + self.first if position else None


@lru_cache(maxsize=N_KEPT)
def read_text(models: Models, text: str) -> ReadText:
    """Cut a text of any length into tokens; of a long one the networks read the boundary and the last n_ctx - 1."""
    encoding = models.tokenizer.encode(text)
    ids = context(encoding.ids, models.n_ctx)
    return ReadText(text, encoding, ids, len(encoding) - len(ids) + 1)


def trace_of(models: Models, ids: Ids, network: Looking = "attention") -> AttentionTrace:
    """A network's pass over one story ``ids`` (T,), with logits after the last position: B = M = 1.

    The trace is shared by everybody who asks for these tokens: do not write into its arrays.
    """
    return _attention_trace(models, network, tuple(ids.tolist()))


def params_of(models: Models, network: Looking) -> Params:
    """The arrays of a network that looks back; the second's are read when first asked for."""
    return models.attention if network == "attention" else models.two_layers


def window_trace_of(models: Models, ids: Ids) -> WindowTrace:
    """The window network's pass over the last window of one story ``ids`` (T,): N = 1. Shared like ``trace_of``."""
    return _window_trace(models, tuple(ids.tolist()))


@lru_cache(maxsize=N_KEPT)
def _attention_trace(models: Models, network: Looking, ids: tuple[int, ...]) -> AttentionTrace:
    return attention.forward(params_of(models, network), np.array([ids], np.int32), at="last")


@lru_cache(maxsize=N_KEPT)
def _window_trace(models: Models, ids: tuple[int, ...]) -> WindowTrace:
    windows = window.windows(np.array(ids, np.int32), models.n_window, BOUNDARY_ID)
    return window.forward(models.window, windows[-1:])
