"""``lookback measure``: all measures over a file of stories."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lookback.cli.input import Subparsers, add_common
from lookback.cli.measure_tables import TABLES
from lookback.cli.report import note, to_json
from lookback.measures import MEASURES, Reading, all_readings, last
from lookback.models import Models, find_folder, load_models


def add_measure(subparsers: Subparsers) -> None:
    """Add ``lookback measure``."""
    parser = subparsers.add_parser("measure", help="measure both networks on stories")
    parser.add_argument(
        "--stories", type=Path, metavar="FILE", help="stories to measure on (default: the test stories)"
    )
    names = ", ".join(MEASURES)
    parser.add_argument(
        "--only", nargs="+", choices=MEASURES, default=list(MEASURES), metavar="MEASURE", help=f"some of {names}"
    )
    add_common(parser)
    parser.set_defaults(run=measure)


def measure(args: argparse.Namespace) -> None:
    """Print what every measure finds."""
    models = load_models(args.weights or find_folder(), args.stories)
    n_ctx = models.attention["b_distance"].shape[1]
    readings = all_readings(models)
    _say_what_is_cut(models, n_ctx)
    found = {name: _plain(name, models, readings) for name in args.only}
    if args.json:
        print(to_json({"stories": len(readings), **found}))
        return
    print(f"{len(readings)} stories\n")
    print("\n\n".join(TABLES[name](plain) for name, plain in found.items()))


def _plain(name: str, models: Models, readings: tuple[Reading, ...]) -> dict[str, Any]:
    result = last(_with_progress(name, MEASURES[name].run(models, readings), len(readings)))
    return MEASURES[name].plain(result, models.tokenizer.tokens)


def _with_progress(name: str, results: Iterator[Any], n_stories: int) -> Iterator[Any]:
    """Pass results on; where a person watches, say how many stories are done."""
    watched = sys.stderr.isatty()
    for done, result in enumerate(results, start=1):
        if watched:
            print(f"\r{name}: {done} of {n_stories} stories\033[K", end="", file=sys.stderr, flush=True)
        yield result
    if watched:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _say_what_is_cut(models: Models, n_ctx: int) -> None:
    long = [story.id for story, ids in zip(models.stories, models.story_ids, strict=True) if len(ids) >= n_ctx]
    if long:
        note(f"{len(long)} of {len(models.stories)} stories are cut after {n_ctx - 1} tokens, the first is {long[0]}")
