"""``lookback trace``: one look back, step by step."""

import argparse
from collections.abc import Sequence

from lookback import attention
from lookback.cli.asked import ask
from lookback.cli.input import Subparsers, add_common, add_network, add_text
from lookback.cli.report import table, to_json
from lookback.lookup import LookBack, one_look_back
from lookback.params import Params, layers


def add_trace(subparsers: Subparsers) -> None:
    """Add ``lookback trace``."""
    parser = subparsers.add_parser("trace", help="show what one head reads at one position")
    add_text(parser)
    add_network(parser, ("attention", "two_layers"))
    parser.add_argument("--layer", type=int, default=0, help="from 0 (default: 0)")
    parser.add_argument("--head", type=int, default=0, help="from 0 (default: 0)")
    parser.add_argument("--position", type=int, help="the reader, counted from 0, the boundary (default: the last)")
    add_common(parser)
    parser.set_defaults(run=trace)


def trace(args: argparse.Namespace) -> None:
    """Print query, keys, values, scores, weights and result of one head at one position."""
    asked = ask(args, args.network)
    last = len(asked.ids) - 1
    position = last if args.position is None else args.position
    _check(args, layers(asked.params), position, last)
    read_all = attention.forward(asked.params, asked.ids[None], at=None)
    found = one_look_back(read_all, args.head, position, layer=args.layer)
    read = asked.tokens[: position + 1]
    if args.json:
        where = {"network": args.network, "layer": args.layer, "head": args.head, "position": position}
        numbers = {name: getattr(found, name) for name in ("q", "k", "v", "distance_scores", "scores", "weights", "z")}
        print(to_json({**where, "tokens": read, **numbers}))
    else:
        print(_trace_text(read, found))


def _check(args: argparse.Namespace, tables: Sequence[Params], position: int, last: int) -> None:
    if not 0 <= args.layer < len(tables):
        there = "the layers are 0" + (f" to {len(tables) - 1}" if len(tables) > 1 else " alone")
        raise ValueError(f"--layer {args.layer}: {there}; the network two_layers has two")
    n_head = len(tables[args.layer]["b_distance"])
    if not 0 <= args.head < n_head:
        raise ValueError(f"--head {args.head}: the heads are 0 to {n_head - 1}")
    if not 0 <= position <= last:
        raise ValueError(f"--position {position}: the text has the positions 0 (the boundary) to {last}")


def _trace_text(read: list[str], found: LookBack) -> str:
    """A table with a row for each token that is read, and the query and the result below it."""
    columns = ["position", "token", "q.k", "scaled", "distance score", "score", "weight"]
    numbers = (found.dots, found.scaled, found.distance_scores, found.scores, found.weights)
    rows = list(zip(range(len(read)), read, *numbers, strict=True))
    vectors = [f"{name}  " + " ".join(f"{x:7.4f}" for x in vector) for name, vector in (("q", found.q), ("z", found.z))]
    return "\n".join([table(columns, rows), "", *vectors])
