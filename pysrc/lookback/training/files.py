"""Files of a training: the checkpoint to go on from, and the weights, snapshots and losses that it leaves."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from lookback.adam import AdamState
from lookback.checkpoint import WeightsError, read_metadata, read_safetensors, write_safetensors
from lookback.params import Params
from lookback.training.run import Point, Progress

Settings = dict[str, Any]
ADAM_M, ADAM_V, SNAPSHOT = "m/", "v/", "snapshot/"


def save_progress(path: Path, settings: Settings, progress: Progress) -> None:
    """Write all that is needed to go on, float32, in one file that appears whole or not at all.

    ``settings``: everything that decides what the training gives, as JSON has it: plan, mix, hashes of what is read.
    """
    arrays = {
        **progress.params,
        **{ADAM_M + name: array for name, array in progress.state.m.items()},
        **{ADAM_V + name: array for name, array in progress.state.v.items()},
        **{f"{SNAPSHOT}{step}/{name}": a for step, kept in progress.snapshots.items() for name, a in kept.items()},
    }
    told = {
        "settings": settings,
        "step": progress.state.step,
        "n_blocks": progress.n_blocks,
        "positions": progress.positions,
        "seconds": progress.seconds,
        "recent": progress.recent,
        "curve": [asdict(point) for point in progress.curve],
        "drawn": progress.drawn,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_safetensors(path, arrays, {"progress": json.dumps(told)}, half=False)


def load_progress(path: Path, settings: Settings) -> Progress:
    """Read a checkpoint; ValueError where it is damaged or of other settings."""
    try:
        told = json.loads(read_metadata(path)["progress"])
    except (KeyError, json.JSONDecodeError) as error:
        raise WeightsError(f"{path}: not a checkpoint of a training: remove the file") from error
    if told["settings"] != json.loads(json.dumps(settings)):
        raise ValueError(f"{path} belongs to {told['settings']}: train with these settings, or remove the file")
    arrays = read_safetensors(path)
    params = {name: array for name, array in arrays.items() if "/" not in name}
    snapshots: dict[int, Params] = {}
    for name in (name for name in arrays if name.startswith(SNAPSHOT)):
        _, step, array = name.split("/")
        snapshots.setdefault(int(step), {})[array] = arrays[name]
    return Progress(
        params,
        AdamState(told["step"], *({name: arrays[part + name] for name in params} for part in (ADAM_M, ADAM_V))),
        told["n_blocks"],
        told["positions"],
        told["seconds"],
        told["recent"],
        [Point(**point) for point in told["curve"]],
        snapshots,
        Counter(told["drawn"]),
    )


def write_snapshots(path: Path, progress: Progress) -> None:
    """Stack the snapshots along a first axis, with their ``steps`` (S,) int32."""
    steps = sorted(progress.snapshots)
    names = progress.snapshots[steps[0]]
    stacked = {name: np.stack([progress.snapshots[step][name] for step in steps]) for name in names}
    write_safetensors(path, {**stacked, "steps": np.array(steps, np.int32)})


def write_stories(path: Path, stories: Iterable[tuple[int, ...]]) -> None:
    """All stories' token ids one after the other, uint16, and the ``lengths`` (n_stories,) uint16."""
    told = list(stories)
    flat = np.array([i for ids in told for i in ids], np.uint16)
    write_safetensors(path, {"ids": flat, "lengths": np.array([len(ids) for ids in told], np.uint16)})


def read_json(path: Path) -> dict:
    """The JSON object of a file, or an empty one where there is no file yet."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write_json(path: Path, told: object) -> None:
    """Write JSON in one line an entry; the file appears whole or not at all."""
    beside = path.with_name(path.name + ".part")
    beside.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    beside.replace(path)
