"""``lookback params``: the weights counted, array by array."""

import argparse
from collections.abc import Iterable
from typing import Any

from lookback.cli.input import Subparsers, add_common, weights_folder
from lookback.cli.report import table, to_json
from lookback.models import read_network
from lookback.networks import NETWORKS
from lookback.params import Params, count


def add_params(subparsers: Subparsers) -> None:
    """Add ``lookback params``."""
    parser = subparsers.add_parser("params", help="count the weights of each network")
    add_common(parser)
    parser.set_defaults(run=params)


def params(args: argparse.Namespace) -> None:
    """Print name, shape and number of weights of every array, and each network's total."""
    folder = weights_folder(args)
    counted = {name: counts(read_network(folder, name), NETWORKS[name].shapes) for name in NETWORKS}
    if args.json:
        print(to_json(counted))
        return
    texts = []
    for name, found in counted.items():
        rows = [[array, " x ".join(map(str, of["shape"])), of["weights"]] for array, of in found["arrays"].items()]
        texts.append(f"{name} network\n" + table(["array", "shape", "weights"], [*rows, ["all", "", found["weights"]]]))
    print("\n\n".join(texts))


def counts(params: Params, order: Iterable[str]) -> dict[str, Any]:
    """``weights``: how many there are in all; ``arrays``: shape and number of each, in the order of a forward pass."""
    arrays = {name: {"shape": params[name].shape, "weights": params[name].size} for name in order}
    return {"weights": count(params), "arrays": arrays}
