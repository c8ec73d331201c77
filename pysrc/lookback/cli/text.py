"""The commands that read a text: tokens, guess, trace, write."""

import argparse
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback import attention, models
from lookback.cli.input import (
    Subparsers,
    add_common,
    add_text,
    encode,
    read_text,
    say_what_is_read,
    unknown_characters,
    weights_folder,
)
from lookback.cli.report import table, to_json
from lookback.config import AttentionConfig
from lookback.guesses import context, is_attention, next_logits, top_guesses
from lookback.lookup import LookBack, one_look_back
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


def add_tokens(subparsers: Subparsers) -> None:
    """Add ``lookback tokens``."""
    parser = subparsers.add_parser("tokens", help="cut a text into tokens")
    add_text(parser)
    add_common(parser)
    parser.set_defaults(run=tokens)


def tokens(args: argparse.Namespace) -> None:
    """Print the tokens of a text, with what was typed for each."""
    tokenizer = models.read_tokenizer(args.weights or models.find_folder())
    text = read_text(args)
    found = encode(tokenizer, text)
    if args.json:
        unknown = unknown_characters(found, text)
        told = {"tokens": found.tokens, "ids": found.ids, "spans": found.spans, "words": found.words}
        print(to_json({**told, "unknown": unknown}))
        return
    rows = zip(found.tokens, found.ids, (text[start:end] for start, end in found.spans), strict=True)
    print(table(["token", "id", "typed"], list(rows)))


def add_guess(subparsers: Subparsers) -> None:
    """Add ``lookback guess``."""
    parser = subparsers.add_parser("guess", help="guess the token after a text")
    add_text(parser)
    parser.add_argument("--network", choices=["attention", "window"], default="attention")
    parser.add_argument("--top", type=int, default=10, metavar="K", help="how many guesses (default: 10)")
    parser.add_argument(
        "--off", type=layer_and_head, nargs="+", default=[], metavar="HEAD",
        help="heads to switch off, from 0; 1.3 is head 3 of the second layer",
    )  # fmt: skip
    add_common(parser)
    parser.set_defaults(run=guess)


def layer_and_head(text: str) -> tuple[int, int]:
    """Read 3 as head 3 of the only layer, 1.3 as head 3 of layer 1."""
    layer, head = text.split(".") if "." in text else ("0", text)
    return int(layer), int(head)


def guess(args: argparse.Namespace) -> None:
    """Print the likeliest next tokens."""
    asked = ask(args, args.network)
    n_vocab = len(asked.tokenizer)
    if not 1 <= args.top <= n_vocab:
        raise ValueError(f"--top {args.top}: give a number from 1 to {n_vocab}")
    found = top_guesses(next_logits(asked.params, asked.ids, args.off), args.top)
    guesses = [{"token": asked.tokenizer.tokens[i], "probability": p} for i, p in found]
    if args.json:
        print(to_json({"network": args.network, "off": args.off, "tokens": asked.tokens, "guesses": guesses}))
    else:
        print(table(["token", "probability"], [tuple(guess.values()) for guess in guesses]))


def add_trace(subparsers: Subparsers) -> None:
    """Add ``lookback trace``."""
    parser = subparsers.add_parser("trace", help="show what one head reads at one position")
    add_text(parser)
    parser.add_argument("--head", type=int, default=0, help="from 0 (default: 0)")
    parser.add_argument("--position", type=int, help="the reader, counted from 0, the boundary (default: the last)")
    add_common(parser)
    parser.set_defaults(run=trace)


def trace(args: argparse.Namespace) -> None:
    """Print query, keys, values, scores, weights and result of one head at one position."""
    asked = ask(args, "attention")
    n_head, last = len(asked.params["b_distance"]), len(asked.ids) - 1
    position = last if args.position is None else args.position
    if not 0 <= args.head < n_head:
        raise ValueError(f"--head {args.head}: the heads are 0 to {n_head - 1}")
    if not 0 <= position <= last:
        raise ValueError(f"--position {position}: the text has the positions 0 (the boundary) to {last}")
    found = one_look_back(attention.forward(asked.params, asked.ids[None], at=None), args.head, position)
    read = asked.tokens[: position + 1]
    if args.json:
        numbers = {name: getattr(found, name) for name in ("q", "k", "v", "distance_scores", "scores", "weights", "z")}
        print(to_json({"head": args.head, "position": position, "tokens": read, **numbers}))
    else:
        print(_trace_text(read, found))


def _trace_text(read: list[str], found: LookBack) -> str:
    """A table with a row for each token that is read, and the query and the result below it."""
    columns = ["position", "token", "q.k", "scaled", "distance score", "score", "weight"]
    numbers = (found.dots, found.scaled, found.distance_scores, found.scores, found.weights)
    rows = list(zip(range(len(read)), read, *numbers, strict=True))
    vectors = [f"{name}  " + " ".join(f"{x:7.4f}" for x in vector) for name, vector in (("q", found.q), ("z", found.z))]
    return "\n".join([table(columns, rows), "", *vectors])
