"""What the command line is given: the folder of weights, the text, and what is worth saying about either."""

import argparse
import sys
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from lookback import models
from lookback.cli.report import note
from lookback.networks import NETWORKS, NetworkName
from lookback.tokenizer import UNK, Encoding, Tokenizer

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_common(parser: argparse.ArgumentParser) -> None:
    """Add the options that every command has."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--weights", type=Path, metavar="FOLDER", help="folder of the weights (default: weights/)")


def add_network(parser: argparse.ArgumentParser, names: Sequence[NetworkName] = tuple(NETWORKS)) -> None:
    """Add the choice of a network."""
    parser.add_argument("--network", choices=names, default="attention", help="which one (default: attention)")


def add_text(parser: argparse.ArgumentParser) -> None:
    """Add the text that a command reads."""
    parser.add_argument("text", metavar="TEXT", help="the text to read; - reads it from standard input")


def weights_folder(args: argparse.Namespace) -> Path:
    """The folder to read weights from, of the version that this program expects."""
    folder = args.weights or models.find_folder()
    models.read_record(folder)
    return folder


def read_text(args: argparse.Namespace) -> str:
    """The text, typed or from standard input; ValueError where that is not UTF-8."""
    if args.text != "-":
        return args.text
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"standard input is not UTF-8 ({error}): save the text in that encoding") from error


def encode(tokenizer: Tokenizer, text: str) -> Encoding:
    """Tokens of a text; says which characters are unknown; ValueError where there is nothing to read."""
    encoding = tokenizer.encode(text)
    if not len(encoding):
        raise ValueError('the text is empty: write at least one word, as in "Lily had a cat."')
    if found := encoding.unknown_signs(text):
        names = ", ".join(f"{char!r} ({_name(char)})" for char in found[:10])
        more = f" and {len(found) - 10} more" if len(found) > 10 else ""
        note(f"not among the characters of the tokenizer, read as {UNK}: {names}{more}")
    return encoding


def say_what_is_read(n_tokens: int, n_ctx: int) -> None:
    """Say so where a text is longer than the ``n_ctx`` tokens, the boundary among them, that a network reads."""
    if n_tokens > n_ctx - 1:
        note(f"the text has {n_tokens} tokens; the network reads the last {n_ctx - 1}")


def _name(typed: str) -> str:
    return " ".join(f"U+{ord(char):04X}" for char in typed) + f" {unicodedata.name(typed[0], '').lower()}".rstrip()
