"""A few short stories, a tokenizer of whole words and single letters, and small random networks that read them.

All sizes differ, so that swapped axes show.
"""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
from lookback.checkpoint import write_safetensors
from lookback.config import AttentionConfig, WindowConfig
from lookback.measures import measured_json
from lookback.measures.prepared import PreparedStory, prepare
from lookback.models import KnownName, Models
from lookback.snapshots import Snapshots, snapshot_of
from lookback.stories import Story
from lookback.tokenizer import MAX_WORD_CHARS, Tokenizer
from lookback.words import NORMALIZER, PRE_TOKENIZER

from tests.reference.small import random_params

LETTERS = "abcdefghijklmnopqrstuvwxyz"
NAMED = ("lily", "anna", "mia", "tom", "ben")
WORDS = (".", ",", "saw", "the", "cat", "she", "he", "ran", "dog", "tree", "and", "sat", "red", "hat")
VOCABULARY = ["[UNK]", "[BOUNDARY]", *LETTERS, *(f"##{letter}" for letter in LETTERS), *NAMED, *WORDS]
COMMON = [".", "the", "and", "she", "lily"]  # the most common tokens, the most common first
N_CTX, N_WINDOW = 45, 3

TEXTS = {
    "one": "Lily saw the cat. She ran and Ben sat. The dog saw Lily, and Lily's cat ran.",
    "two": "A tree, a hat. Tom saw the red cat and ran. Tom ran. The red dog sat and Tom saw a hat.",
    "three": "Zak saw the dog. The dog ran, and he ran and Zak sat. The red tree saw Zak.",
    "four": "The cat sat and sat and Mia ran.",
    "long": "Anna sat. The cat saw a dog and Anna ran. " + "The dog ran. " * 9 + "Anna ran. Anna sat.",
}
STORIES = (
    Story("one", "Lily", "she", "Ben", TEXTS["one"]),
    Story("two", "Tom", "he", None, TEXTS["two"]),
    Story("three", "Zak", "he", None, TEXTS["three"]),
    Story("four", "Mia", "she", None, TEXTS["four"]),
    Story("long", "Anna", "she", None, TEXTS["long"]),
)
NAMES = (
    KnownName("Lily", "she", 90, 5),
    KnownName("Anna", "she", 20, 9),
    KnownName("Mia", "she", 3, 1),
    KnownName("Ivy", "she", 2, 4),
    KnownName("Tom", "he", 70, 3),
    KnownName("Ben", "he", 60, 2),
    KnownName("Zak", "he", 1, 8),
)
ATTENTION = AttentionConfig(len(VOCABULARY), d_model=5, n_head=3, d_head=2, d_value=4, n_ctx=N_CTX, d_hidden=7)
TWO_LAYERS = replace(ATTENTION, n_layer=2, n_head=2)
WINDOW = WindowConfig(len(VOCABULARY), d_model=6, n_window=N_WINDOW, d_hidden=8)
STEPS = (0, 40)


def tokenizer() -> Tokenizer:
    return Tokenizer.from_vocabulary({token: i for i, token in enumerate(VOCABULARY)})


def token_counts() -> np.ndarray:
    counts = np.zeros(len(VOCABULARY), np.int64)
    for i, token in enumerate(COMMON):
        counts[VOCABULARY.index(token)] = 100 - i
    return counts


def prepared_stories(stories=STORIES) -> tuple[PreparedStory, ...]:
    return prepare(models(), stories, n_common=len(COMMON))


def networks() -> dict:
    return {"attention": random_params(ATTENTION, 1), "window": random_params(WINDOW, 2)}


def two_layers() -> dict:
    return random_params(TWO_LAYERS, 4)


def two_layers_snapshots() -> Snapshots:
    moments = [snapshot_of(params) for params in (random_params(TWO_LAYERS, 5), two_layers())]
    arrays = {name: np.stack([moment[name] for moment in moments]) for name in moments[0]}
    return Snapshots(np.array(STEPS, np.int32), arrays)


def snapshots() -> Snapshots:
    first, last = random_params(ATTENTION, 3), networks()["attention"]
    arrays = {name: np.stack([first[name], last[name]]) for name in ("W_E", "W_Q", "W_K", "b_distance")}
    return Snapshots(np.array(STEPS, np.int32), arrays)


def models(stories=STORIES) -> Models:
    ids = tuple(np.array(tokenizer().encode(story.text).ids, np.int32) for story in stories)
    return Models(
        tokenizer(), **networks(), load_network=lambda _: two_layers(),
        load_snapshots=lambda network, _: two_layers_snapshots() if network == "two_layers" else snapshots(),
        stories=tuple(stories), story_ids=ids, token_counts=token_counts(), names=NAMES, curves={}, record={},
    )  # fmt: skip


def measured_models() -> Models:
    """The same with every measure made, as a build keeps them."""
    return replace(models(), measured=json.loads(measured_json(models())))


def write_folder(root: Path) -> Path:
    """Write ``weights/`` and ``stories/test.jsonl`` below a folder; the folder of the weights."""
    folder = root / "weights"
    folder.mkdir(parents=True)
    (root / "stories").mkdir()
    world, snaps = models(), snapshots()
    write_safetensors(folder / "attention.safetensors", world.attention)
    write_safetensors(folder / "window.safetensors", world.window)
    write_safetensors(folder / "snapshots.safetensors", {"steps": snaps.steps, **snaps.arrays})
    write_safetensors(folder / "two_layers.safetensors", world.two_layers)
    snaps = two_layers_snapshots()
    write_safetensors(folder / "two_layers_snapshots.safetensors", {"steps": snaps.steps, **snaps.arrays})
    ids = np.concatenate(world.story_ids).astype(np.uint16)
    lengths = np.array([len(story) for story in world.story_ids], np.uint16)
    write_safetensors(folder / "test_stories.safetensors", {"ids": ids, "lengths": lengths})
    names = [{"name": n.name, "pronoun": n.pronoun, "in_corpus": n.in_corpus, "drawn": n.drawn} for n in NAMES]
    for name, content in {
        "tokenizer.json": _tokenizer_json(),
        "token_counts.json": {"counts": token_counts().tolist()},
        "names.json": {"names": names, "made_up": {"names": 5, "drawn": 7}},
        "curves.json": {"attention": {"step": [0], "loss": [None]}},
        "record.json": {"version": 1},
    }.items():
        (folder / name).write_text(json.dumps(content), encoding="utf-8")
    write_stories(root / "stories" / "test.jsonl", STORIES)
    return folder


def write_stories(path: Path, stories) -> Path:
    path.write_text("".join(json.dumps(vars(story)) + "\n" for story in stories), encoding="utf-8")
    return path


def _tokenizer_json() -> dict:
    model = {
        "type": "WordPiece",
        "unk_token": "[UNK]",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": MAX_WORD_CHARS,
        "vocab": {token: i for i, token in enumerate(VOCABULARY)},
    }
    return {"normalizer": NORMALIZER, "pre_tokenizer": PRE_TOKENIZER, "added_tokens": [], "model": model}
