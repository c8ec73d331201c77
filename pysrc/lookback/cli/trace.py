"""``lookback trace``: one look back, step by step."""

import argparse

from lookback import attention
from lookback.cli.asked import ask
from lookback.cli.input import Subparsers, add_common, add_text
from lookback.cli.report import table, to_json
from lookback.lookup import LookBack, one_look_back


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
