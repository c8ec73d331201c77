"""Ten test stories read by the shipped networks in PyTorch, in float64: what the measures are compared with.

Everything here starts from the stories' text, the vocabulary and the weights; none of it comes from the measures.
"""

import re
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import torch
from lookback.models import Models, load_models
from lookback.tokenizer import BOUNDARY_ID, UNK_ID

from tests.reference import torch_networks

N_STORIES = 10
N_CTX, N_WINDOW, N_COMMON = 256, 8, 100
NETWORKS = ("attention", "window")


@cache
def models() -> Models:
    return load_models(Path(__file__).parent.parent.parent / "weights")


def stories():
    return models().stories[:N_STORIES]


@cache
def framed(text: str) -> list[int]:
    """The boundary, the text's tokens, the boundary, as far as they are read and guessed: position i guesses i + 1."""
    return [BOUNDARY_ID, *models().tokenizer.encode(text).ids, BOUNDARY_ID][: N_CTX + 1]


@cache
def where(text: str, name: str) -> list[int]:
    """The positions that guess the first token of each mention of a name that is read whole."""
    spans = models().tokenizer.encode(text).spans
    found = []
    for match in re.finditer(rf"(?<!\w){name}(?!\w)", text):
        before = sum(end <= match.start() for _, end in spans)
        inside = sum(match.start() < end <= match.end() for _, end in spans)
        if before + inside < len(framed(text)) - 1:
            found.append(before)
    return found


def replaced(text: str, names: dict[str, str]) -> str:
    """The text with names in the place of others, all at once."""
    return re.sub(rf"(?<!\w)({'|'.join(names)})(?!\w)", lambda match: names[match[1]], text)


@cache
def groups(story) -> dict[str, list[int]]:
    """Positions by group, by loops over the story's tokens."""
    tokens = framed(story.text)
    counts = models().token_counts.tolist()
    common = set(sorted(range(len(counts)), key=lambda token: (-counts[token], token))[:N_COMMON])
    mentions = where(story.text, story.name)
    far = []
    for i, target in enumerate(tokens[1:]):
        read = tokens[: i + 1]
        new_or_near = target not in read or target in read[-N_WINDOW:]
        no_word = target in common or target in (BOUNDARY_ID, UNK_ID)
        if not new_or_near and (i in mentions or not no_word):
            far.append(i)
    every = list(range(len(tokens) - 1))
    name = [i for i in mentions[1:] if i in far]
    return {"all": every, "out_of_reach": far, "name": name, "rest": [i for i in every if i not in far]}


@cache
def arrays(network: str) -> dict[str, torch.Tensor]:
    return {name: torch.tensor(array, dtype=torch.float64) for name, array in models().networks[network].items()}


@lru_cache(maxsize=N_STORIES)
def attention(ids: tuple[int, ...]) -> dict[str, torch.Tensor]:
    """What the attention network and its one layer make of a story, the batch of one taken off."""
    made = torch_networks.attention(arrays("attention"), torch.tensor([ids]))
    return {name: (array[0] if isinstance(array, list) else array)[0] for name, array in made.items()}


@lru_cache(maxsize=4 * N_STORIES)
def probabilities(network: str, ids: tuple[int, ...]) -> np.ndarray:
    """Probabilities of the next token at each position of a story that begins with the boundary, (T, n_vocab)."""
    if network == "attention":
        logits = attention(ids)["logits"]
    else:
        padded = [BOUNDARY_ID] * (N_WINDOW - 1) + list(ids)
        windows = [padded[i : i + N_WINDOW] for i in range(len(ids))]
        logits = torch_networks.window(arrays("window"), torch.tensor(windows))
    return logits.softmax(dim=-1).numpy()


def read(text: str, network: str) -> np.ndarray:
    """Probabilities at each position of a text."""
    return probabilities(network, tuple(framed(text)[:-1]))


@cache
def losses(story, off: tuple[int, ...] = ()) -> np.ndarray:
    """-log p of what comes at each position (T,), by the attention network with heads off."""
    tokens, p = framed(story.text), arrays("attention")
    found = attention(tuple(tokens[:-1]))
    z = found["z"].clone()
    z[list(off)] = 0
    beside = torch.cat([p["W_E"][torch.tensor(tokens[:-1])], *z], dim=-1)
    logits = torch.tanh(beside @ p["W_hidden"] + p["b_hidden"]) @ p["W_out"] + p["b_out"]
    return torch.nn.functional.cross_entropy(logits, torch.tensor(tokens[1:]), reduction="none").numpy()


def mean(values) -> float:
    return sum(values) / len(values)
