"""``lookback train``: train one network on the corpus and the project's own stories, and write what is left of it."""

import argparse
import hashlib
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np

from lookback.checkpoint import write_safetensors
from lookback.cli.report import to_json
from lookback.models import RECORD_VERSION
from lookback.stories import read_corpus, read_stories
from lookback.tokenizer import Tokenizer
from lookback.training.by_block import ByBlock, parse, to_text
from lookback.training.data import Mix, TrainingData, prepare
from lookback.training.files import (
    load_progress,
    read_json,
    save_progress,
    write_json,
    write_snapshots,
    write_stories,
)
from lookback.training.run import Plan, Progress, begin, held_out_loss, run

SAVE_EVERY = 25
SHARES = ("made_up_share", "other_renamed")
BY_BLOCK = "a number, or BLOCK:NUMBER,... for numbers that hold from a block on"


def add_train(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("train", help="train a network and write its weights")
    parser.add_argument("network", choices=["attention", "window"])
    parser.add_argument("--corpus", type=Path, required=True, help="text file of stories, .txt or .xz")
    parser.add_argument("--stories", type=Path, default=Path("stories"), help="folder of train.jsonl and test.jsonl")
    parser.add_argument("--weights", type=Path, default=Path("weights"), help="folder to write to")
    parser.add_argument("--checkpoint", type=Path, default=Path(".cache/train"), help="folder to go on from")
    parser.add_argument("--blocks", type=int, default=1200, help="blocks of 128 stories to read")
    parser.add_argument("--learning-rate", type=rates, required=True, help=f"the highest of each period: {BY_BLOCK}")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--weight-decay", type=share, default=0.0, help="times the learning rate, for each step")
    mix = Mix()
    parser.add_argument("--own-share", type=shares, default=mix.own_shares, help=f"own stories among all: {BY_BLOCK}")
    for name in SHARES:
        parser.add_argument(f"--{name.replace('_', '-')}", type=share, default=getattr(mix, name))
    parser.add_argument("--json", action="store_true", help="print the record of the training as JSON")
    parser.set_defaults(run=train)


def shares(text: str) -> ByBlock:
    """Read shares by block."""
    return by_block(text, lambda value: 0 <= value <= 1, "a number from 0 to 1")


def rates(text: str) -> ByBlock:
    """Read learning rates by block."""
    return by_block(text, lambda value: 0 < value < 1, "a learning rate between 0 and 1 (0.02 is usual here)")


def by_block(text: str, allowed: Callable[[float], bool], wanted: str) -> ByBlock:
    """Read numbers by block, each of which must be ``allowed``."""
    try:
        values = parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    if not all(allowed(value) for _, value in values):
        raise argparse.ArgumentTypeError(f"{text}: give {wanted}")
    return values


def share(text: str) -> float:
    """Read a number from 0 to 1."""
    if not 0 <= float(text) <= 1:
        raise argparse.ArgumentTypeError(f"{text} is not a share: give a number from 0 to 1")
    return float(text)


def train(args: argparse.Namespace) -> None:
    """Train from the start, or from the last checkpoint of the same settings, to the end."""
    from tqdm import tqdm  # only training needs it: pip install lookback[train]

    if args.blocks < 1:
        raise ValueError("give at least 1 block")
    plan = Plan(args.network, args.blocks, args.learning_rate, args.seed, args.weight_decay)
    mix = Mix(args.own_share, args.made_up_share, args.other_renamed)
    settings = {**asdict(plan), **asdict(mix), "data_sha256": hashes(args)}
    data = load_data(args, mix)
    checkpoint = args.checkpoint / f"{args.network}.safetensors"
    progress = load_progress(checkpoint, settings) if checkpoint.exists() else begin(plan)
    bar = tqdm(total=plan.n_blocks, initial=progress.n_blocks, unit="block", desc=args.network, mininterval=5)
    for reached in run(plan, data.corpus, data.held_out, progress):
        progress = reached
        bar.update()
        if progress.curve:
            bar.set_postfix(held_out=f"{progress.curve[-1].held_out:.3f}", refresh=False)
        if progress.n_blocks % SAVE_EVERY == 0:
            save_progress(checkpoint, settings, progress)
    bar.close()
    save_progress(checkpoint, settings, progress)
    write_results(args, plan, data, progress)
    report(args, plan, mix, data, progress)


def hashes(args: argparse.Namespace) -> dict[str, str]:
    """SHA-256 of each file that training reads, by its name."""
    paths = (args.corpus, args.stories / "train.jsonl", args.weights / "tokenizer.json")
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def load_data(args: argparse.Namespace, mix: Mix) -> TrainingData:
    """Read and encode what is trained on; the test stories are not among it."""
    print("encoding the stories", file=sys.stderr)
    tokenizer = Tokenizer.load(args.weights / "tokenizer.json")
    own = read_stories(args.stories / "train.jsonl")
    return prepare(tokenizer, own, read_corpus(args.corpus), mix, np.random.default_rng(args.seed))


def write_results(args: argparse.Namespace, plan: Plan, data: TrainingData, progress: Progress) -> None:
    """Write weights, snapshots, losses, names, and the test stories as tokens."""
    folder: Path = args.weights
    write_safetensors(folder / f"{plan.network}.safetensors", progress.params)
    if plan.network == "attention":
        write_snapshots(folder / "snapshots.safetensors", progress)
        write_names(folder / "names.json", data, progress)
    tokenizer = Tokenizer.load(folder / "tokenizer.json")
    test = read_stories(args.stories / "test.jsonl")
    write_stories(folder / "test_stories.safetensors", (tokenizer.encode(story.text).ids for story in test))
    curve = [asdict(point) for point in progress.curve]
    curves = {name: [point[name] for point in curve] for name in curve[0]}
    write_json(folder / "curves.json", {**read_json(folder / "curves.json"), plan.network: curves})


def report(args: argparse.Namespace, plan: Plan, mix: Mix, data: TrainingData, progress: Progress) -> None:
    """Write how to make it all again, with the losses of the network as it ships (rounded), and print it."""
    shipped = {name: array.astype(np.float16).astype(np.float32) for name, array in progress.params.items()}
    told = {
        "command": _command(args.corpus, plan, mix),
        **asdict(plan),
        **asdict(mix),
        "steps": progress.state.step,
        "positions": progress.positions,
        "seconds": round(progress.seconds, 1),
        "held_out_loss": held_out_loss(plan.network, shipped, data.held_out),
        "held_out_stories": len(data.held_out),
    }
    path = args.weights / "record.json"
    networks = {**read_json(path).get("networks", {}), plan.network: told}
    write_json(path, {"version": RECORD_VERSION, "data_sha256": hashes(args), "networks": networks})
    if args.json:
        print(to_json(told))
    else:
        print(f"{plan.network} network: {told['held_out_loss']:.3f} nats a token on held-out stories")


def write_names(path: Path, data: TrainingData, progress: Progress) -> None:
    """For each name: pronoun, mentions in the corpus as it stands, and how often it was drawn as a new name."""
    pool = data.corpus.names
    names = [
        {"name": name, "pronoun": pronoun, "in_corpus": data.in_other[name], "drawn": progress.drawn.get(name, 0)}
        for pronoun, real in pool.real.items()
        for name, _ in real
    ]
    made_up = sum(progress.drawn.get(name, 0) for name, _ in pool.made_up)
    write_json(path, {"names": names, "made_up": {"names": len(pool.made_up), "drawn": made_up}})


def _command(corpus: Path, plan: Plan, mix: Mix) -> str:
    """The command that makes the same again anywhere: every setting, and no path of this computer."""
    return (
        f"lookback train {plan.network} --corpus {corpus.name} --blocks {plan.n_blocks} "
        f"--learning-rate {to_text(plan.peaks)} --seed {plan.seed} --weight-decay {plan.weight_decay} "
        f"--own-share {to_text(mix.own_shares)} --made-up-share {mix.made_up_share} "
        f"--other-renamed {mix.other_renamed}"
    )
