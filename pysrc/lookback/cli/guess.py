"""``lookback guess``: the likeliest tokens after a text."""

import argparse

from lookback.cli.asked import ask
from lookback.cli.input import Subparsers, add_common, add_network, add_text
from lookback.cli.report import table, to_json
from lookback.guesses import next_logits, top_guesses


def add_guess(subparsers: Subparsers) -> None:
    """Add ``lookback guess``."""
    parser = subparsers.add_parser("guess", help="guess the token after a text")
    add_text(parser)
    add_network(parser)
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
