"""Golden values of one story, by PyTorch in float64 from the shipped weights: ``python -m tests.golden.make``.

Run it after new weights. The package is then compared with them under CPython and in the browser.
"""

import json
from pathlib import Path

import numpy as np
import torch
from lookback.checkpoint import read_safetensors

from tests.reference import torch_networks

FILE = Path(__file__).with_name("story.json")
STORY, POSITION, BOUNDARY = 0, 100, 1


def tensors(path: str) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(array).double() for name, array in read_safetensors(path).items()}


def story_ids() -> list[int]:
    stored = read_safetensors("weights/test_stories.safetensors")
    ends = np.cumsum(stored["lengths"], dtype=int)
    return np.split(stored["ids"], ends[:-1])[STORY].astype(int).tolist()


def losses(logits: torch.Tensor, targets: list[int]) -> list[float]:
    return torch.nn.functional.cross_entropy(logits, torch.tensor(targets), reduction="none").tolist()


def golden() -> dict[str, object]:
    """Tokens, what every head makes at one position, and both networks' loss at every position."""
    story = story_ids()
    ids, targets = [BOUNDARY, *story], [*story, BOUNDARY]
    trace = torch_networks.attention(tensors("weights/attention.safetensors"), torch.tensor([ids]))
    padded = [BOUNDARY] * 7 + ids
    windows = torch.tensor([padded[i : i + 8] for i in range(len(ids))])
    window_logits = torch_networks.window(tensors("weights/window.safetensors"), windows)
    at = {name: trace[name][0][0, :, POSITION].tolist() for name in ("q", "k", "v", "z")}
    return {
        "story": STORY,
        "position": POSITION,
        "ids": ids,
        **at,
        "weights": trace["weights"][0][0, :, POSITION, : POSITION + 1].tolist(),
        "hidden": trace["hidden"][0, POSITION].tolist(),
        "losses": {
            "attention": losses(trace["logits"][0], targets),
            "window": losses(window_logits, targets),
        },
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(golden()) + "\n", encoding="utf-8")
