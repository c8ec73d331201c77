"""What the commands read that ask a network: the network, and the text as tokens."""

import argparse
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback import models
from lookback.cli.input import encode, read_text, say_what_is_read, weights_folder
from lookback.config import AttentionConfig
from lookback.guesses import context, is_attention
from lookback.networks import NetworkName
from lookback.params import Params, layers
from lookback.tokenizer import Tokenizer


@dataclass(frozen=True, eq=False)
class Asked:
    """A network, its tokenizer, and the tokens (T,) int32 to read: the boundary, then the text's, ``n_ctx`` at most."""

    tokenizer: Tokenizer
    params: Params
    ids: NDArray[np.int32]
    n_ctx: int

    @property
    def tokens(self) -> list[str]:
        """The tokens to read as text."""
        return [self.tokenizer.tokens[i] for i in self.ids]


def ask(args: argparse.Namespace, network: NetworkName) -> Asked:
    """Load what is needed and read the text."""
    folder = weights_folder(args)
    tokenizer = models.read_tokenizer(folder)
    params = models.read_network(folder, network, len(tokenizer))
    encoding = encode(tokenizer, read_text(args))
    n_ctx = layers(params)[0]["b_distance"].shape[1] if is_attention(params) else AttentionConfig.n_ctx
    say_what_is_read(len(encoding), n_ctx)
    return Asked(tokenizer, params, context(encoding.ids, n_ctx), n_ctx)
