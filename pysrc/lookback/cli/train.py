"""``lookback train``: train one network on the corpus and the project's own stories, and write what is left of it."""

import argparse
import sys
from collections.abc import Callable
from dataclasses import MISSING, asdict, fields
from pathlib import Path
from typing import Any

import numpy as np

from lookback.checkpoint import RECORD, SHA256, files_of, sha256_of, write_safetensors
from lookback.cli.report import to_json
from lookback.models import RECORD_VERSION
from lookback.networks import NETWORKS
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
from lookback.training.kept_out import KeptOut, held_out_loss
from lookback.training.run import Plan, Point, Progress, begin, run

SAVE_EVERY = 25
BY_BLOCK = "a number, or BLOCK:NUMBER,... for numbers that hold from a block on"


def add_train(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("train", help="train a network and write its weights")
    parser.add_argument("network", choices=list(NETWORKS))
    parser.add_argument("--corpus", type=Path, required=True, help="text file of stories, .txt or .xz")
    parser.add_argument("--stories", type=Path, default=Path("stories"), help="folder of train.jsonl and test.jsonl")
    parser.add_argument("--weights", type=Path, default=Path("weights"), help="folder to write to")
    parser.add_argument("--checkpoint", type=Path, default=Path(".cache/train"), help="folder to go on from")
    parser.add_argument("--json", action="store_true", help="print the record of the training as JSON")
    parser.set_defaults(run=train)
    for part in (*fields(Plan)[1:], *fields(Mix)):
        option, read, what = OPTIONS[part.name]
        needed = part.default is MISSING
        parser.add_argument(option, dest=part.name, type=read, default=part.default, required=needed, help=what)


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


def steps(text: str) -> tuple[int, ...]:
    """Read numbers of steps, such as 0,100,200."""
    return tuple(sorted({int(step) for step in text.split(",")}))


# option, how its text is read, and what it says, by the field of Plan or Mix that it sets
OPTIONS = {
    "n_blocks": ("--blocks", int, "blocks of 128 stories to read"),
    "peaks": ("--learning-rate", rates, f"the highest of each period: {BY_BLOCK}"),
    "seed": ("--seed", int, "of everything that is drawn"),
    "weight_decay": ("--weight-decay", share, "times the learning rate, for each step"),
    "held": ("--held", share, "hold the rate to this part of a period, then let it fall in a straight line"),
    "moments": ("--snapshots", steps, "keep snapshots after these steps, such as 0,100,200"),
    "own_shares": ("--own-share", shares, f"own stories among all: {BY_BLOCK}"),
    "made_up_shares": ("--made-up-share", shares, f"made-up names among the new ones: {BY_BLOCK}"),
    "other_renamed": ("--other-renamed", share, "renamed stories among those of the corpus"),
    "random_share": ("--random-share", share, "names of random pieces among the made-up ones"),
    "made_up_names": ("--made-up-names", int, "how many made-up names there are"),
    "syllables": ("--syllables", int, "the most that a made-up name has"),
    "held_out": ("--held-out", int, "stories of the corpus that are never read"),
    "own_held_out": ("--own-held-out", int, "own stories that are never read"),
}


def train(args: argparse.Namespace) -> None:
    """Train from the start, or from the last checkpoint of the same settings, to the end."""
    from tqdm import tqdm  # only training needs it: pip install lookback[train]

    if args.n_blocks < 1:
        raise ValueError("give at least 1 block")
    plan = Plan(**{part.name: getattr(args, part.name) for part in fields(Plan)})
    mix = Mix(**{part.name: getattr(args, part.name) for part in fields(Mix)})
    settings = {**asdict(plan), **asdict(mix), "data_sha256": hashes(args)}
    data = load_data(args, mix)
    kept_out = data.kept_out if NETWORKS[plan.network].snapshots else KeptOut(data.kept_out.others)
    checkpoint = args.checkpoint / f"{args.network}.safetensors"
    progress = load_progress(checkpoint, settings) if checkpoint.exists() else begin(plan)
    bar = tqdm(total=plan.n_blocks, initial=progress.n_blocks, unit="block", desc=args.network, mininterval=5)
    for _ in run(plan, data.corpus, kept_out, progress):
        bar.update()
        bar.set_postfix(said(progress.curve[-1]), refresh=False)
        if progress.n_blocks % SAVE_EVERY == 0:
            save_progress(checkpoint, settings, progress)
    bar.close()
    save_progress(checkpoint, settings, progress)
    write_results(args, plan, data, progress)
    report(args, plan, mix, data, progress)


def said(point: Point) -> dict[str, str]:
    """The newest held-out numbers, as far as there are any."""
    return {name: f"{value:.3f}" for name, value in list(asdict(point).items())[2:] if value is not None}


def hashes(args: argparse.Namespace) -> dict[str, str]:
    """SHA-256 of each file that training reads, by its name."""
    paths = (args.corpus, args.stories / "train.jsonl", args.weights / "tokenizer.json")
    return sha256_of(paths)


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
    if file := NETWORKS[plan.network].snapshots:
        write_snapshots(folder / file, progress)
        write_names(folder / file.replace("snapshots.safetensors", "names.json"), data, progress)
    tokenizer = Tokenizer.load(folder / "tokenizer.json")
    test = read_stories(args.stories / "test.jsonl")
    write_stories(folder / "test_stories.safetensors", (tokenizer.encode(story.text).ids for story in test))
    curve = [asdict(point) for point in progress.curve]
    curves = {name: [point[name] for point in curve] for name, value in curve[-1].items() if value is not None}
    write_json(folder / "curves.json", {**read_json(folder / "curves.json"), plan.network: curves})


def report(args: argparse.Namespace, plan: Plan, mix: Mix, data: TrainingData, progress: Progress) -> None:
    """Write how to make it all again, with the losses of the network as it ships (rounded), and print it."""
    shipped = {name: array.astype(np.float16).astype(np.float32) for name, array in progress.params.items()}
    told = {
        "command": command(args.corpus, plan, mix),
        **asdict(plan),
        **asdict(mix),
        "steps": progress.state.step,
        "positions": progress.positions,
        "seconds": round(progress.seconds, 1),
        "held_out_loss": held_out_loss(NETWORKS[plan.network], shipped, data.kept_out.others),
        "held_out_stories": len(data.kept_out.others),
    }
    path = args.weights / RECORD
    networks = {**read_json(path).get("networks", {}), plan.network: told}
    whole = sha256_of(files_of(args.weights))
    write_json(path, {"version": RECORD_VERSION, "data_sha256": hashes(args), SHA256: whole, "networks": networks})
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


def command(corpus: Path, plan: Plan, mix: Mix) -> str:
    """The command that makes the same again anywhere: every setting that is not the usual, no path of this computer."""
    words = [f"lookback train {plan.network} --corpus {corpus.name}"]
    for settings in (plan, mix):
        for part in fields(settings):
            value = getattr(settings, part.name)
            if part.name in OPTIONS and value != part.default:
                words.append(f"{OPTIONS[part.name][0]} {written(value)}")
    return " ".join(words)


def written(value: Any) -> str:
    """A setting as its option takes it."""
    if not isinstance(value, tuple):
        return str(value)
    return to_text(value) if isinstance(value[0], tuple) else ",".join(map(str, value))
