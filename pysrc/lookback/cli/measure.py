"""``lookback measure``: all measures over a file of stories."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lookback.cli.input import Subparsers, add_common
from lookback.cli.report import note, table, to_json
from lookback.measures import MEASURES
from lookback.measures.contract import last
from lookback.measures.prepared import prepare
from lookback.measures.result_json import json_form
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
    stories, vocabulary = prepare(models, models.stories), models.tokenizer.tokens
    _say_what_is_cut(models)
    runs = {name: MEASURES[name].run(models, stories) for name in args.only}
    found = {name: last(_with_progress(name, run, len(stories))) for name, run in runs.items()}
    if args.json:
        forms = {name: json_form(result, vocabulary, properties=True) for name, result in found.items()}
        print(to_json({"stories": len(stories), **forms}))
        return
    print(f"{len(stories)} stories\n")
    shown = [of for name, result in found.items() for of in MEASURES[name].tables(result, vocabulary)]
    print("\n\n".join(f"{of.title}\n{table(of.columns, of.rows, of.digits)}" for of in shown))


def _with_progress(name: str, results: Iterator[Any], n_stories: int) -> Iterator[Any]:
    """Pass results on; where a person watches, say how many stories are done."""
    watched = sys.stderr.isatty()
    for done, result in enumerate(results, start=1):
        if watched:
            print(f"\r{name}: {done} of {n_stories} stories\033[K", end="", file=sys.stderr, flush=True)
        yield result
    if watched:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _say_what_is_cut(models: Models) -> None:
    n_ctx = models.n_ctx
    long = [story.id for story, ids in zip(models.stories, models.story_ids, strict=True) if len(ids) >= n_ctx]
    if long:
        note(f"{len(long)} of {len(models.stories)} stories are cut after {n_ctx - 1} tokens, the first is {long[0]}")
