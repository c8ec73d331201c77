"""The command line: ``lookback params | tokens | guess | trace | measure | write | train``."""

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from lookback import __version__
from lookback.cli.guess import add_guess
from lookback.cli.measure import add_measure
from lookback.cli.params import add_params
from lookback.cli.report import shown
from lookback.cli.tokens import add_tokens
from lookback.cli.trace import add_trace
from lookback.cli.train import add_train
from lookback.cli.write import add_write
from lookback.training.steps import TrainingDiverged

COMMANDS = (add_params, add_tokens, add_guess, add_trace, add_measure, add_write, add_train)
BAD_INPUT = 2
STOPPED = 130  # as a shell reports an interrupt


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; 0, or 2 with a message on stderr where what was given cannot be used."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a character still gets an answer
    args = parser().parse_args(argv)
    try:
        args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
    except KeyboardInterrupt:
        return STOPPED
    except (ValueError, OSError, TrainingDiverged) as error:
        print(f"lookback {args.command}: error: {shown(_message(error))}", file=sys.stderr)
        return BAD_INPUT
    return 0


def parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    found = argparse.ArgumentParser(prog="lookback", description=__doc__, allow_abbrev=False)
    found.add_argument("--version", action="version", version=f"lookback {__version__}")
    subparsers = found.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in COMMANDS:
        add(subparsers)
    return found


def _message(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}: check the path"
    return str(error)


def _drop_output() -> None:
    """Who read the output has gone (``| head``): nobody is to be told at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
