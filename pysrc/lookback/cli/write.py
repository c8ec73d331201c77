"""``lookback write``: let a network write on."""

import argparse
import math
from collections.abc import Iterable, Sequence
from itertools import islice

import numpy as np

from lookback.cli.asked import Asked, ask
from lookback.cli.input import Subparsers, add_common, add_network, add_text
from lookback.cli.report import shown, to_json
from lookback.guesses import context, next_logits
from lookback.sampling import write as write_on
from lookback.tokenizer import BOUNDARY_ID, UNK_ID, join_pieces
from lookback.words import set_words


def add_write(subparsers: Subparsers) -> None:
    """Add ``lookback write``."""
    parser = subparsers.add_parser("write", help="let a network write on")
    add_text(parser)
    add_network(parser)
    parser.add_argument("--temperature", type=float, default=0.8, help="0: always the likeliest (default: 0.8)")
    parser.add_argument("--tokens", type=int, default=200, help="write at most so many (default: 200)")
    parser.add_argument("--seed", type=int, help="the same seed writes the same text (default: another each time)")
    add_common(parser)
    parser.set_defaults(run=write)


def write(args: argparse.Namespace) -> None:
    """Print the text, and what the network writes after it as it is written."""
    _check(args)
    asked = ask(args, args.network)
    seed = int(np.random.default_rng().integers(2**31)) if args.seed is None else args.seed
    before = asked.ids[1:].tolist()
    new = written(asked, before, args.temperature, seed, args.tokens)
    if not args.json:
        stream(asked.tokenizer.tokens, before, new)
        return
    found = list(new)
    told = {"network": args.network, "temperature": args.temperature, "seed": seed}
    tokens = [asked.tokenizer.tokens[i] for i in found]
    print(to_json({**told, "tokens": tokens, "text": asked.tokenizer.decode([*before, *found])}))


def written(asked: Asked, before: Sequence[int], temperature: float, seed: int, n_tokens: int) -> Iterable[int]:
    """Ids of at most ``n_tokens`` new tokens, fewer where the story ends; never [UNK]."""

    def logits(tokens: Sequence[int]) -> np.ndarray:
        return next_logits(asked.params, context(tokens, asked.n_ctx))

    rng = np.random.default_rng(seed)
    return islice(write_on(logits, before, temperature, rng, never=(UNK_ID,), end=BOUNDARY_ID), n_tokens)


def stream(vocabulary: Sequence[str], before: Sequence[int], new: Iterable[int]) -> None:
    """Print the text so far as soon as it is settled, and the rest at the end."""
    tokens, printed = [vocabulary[i] for i in before], ""
    for token in new:
        tokens.append(vocabulary[token])
        text = settled(tokens)
        print(shown(text[len(printed) :]), end="", flush=True)
        printed = text
    print(shown(set_words(join_pieces(tokens))[len(printed) :]))


def settled(tokens: Sequence[str]) -> str:
    """The part of a text that no later token can change: all but its last two words.

    The last word may go on with another piece; the space before a quote depends on the word after it.
    """
    words = join_pieces(tokens)
    if len(words) < 3:
        return ""
    text = set_words(words)
    for word in reversed(words[-2:]):
        text = text[: -len(word)].rstrip()
    return text


def _check(args: argparse.Namespace) -> None:
    if not (math.isfinite(args.temperature) and args.temperature >= 0):
        raise ValueError(f"--temperature {args.temperature}: give a number from 0 up; 1 is the network's own choice")
    if args.tokens < 1:
        raise ValueError(f"--tokens {args.tokens}: give at least 1")
    if args.seed is not None and args.seed < 0:
        raise ValueError(f"--seed {args.seed}: give a whole number from 0 up")
