"""``lookback tokens``: a text cut into tokens."""

import argparse

from lookback import models
from lookback.cli.input import Subparsers, add_common, add_text, encode, read_text
from lookback.cli.report import table, to_json


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
        told = {"tokens": found.tokens, "ids": found.ids, "spans": found.spans, "words": found.words}
        print(to_json({**told, "unknown": found.unknown_signs(text)}))
        return
    rows = zip(found.tokens, found.ids, (text[start:end] for start, end in found.spans), strict=True)
    print(table(["token", "id", "typed"], list(rows)))
