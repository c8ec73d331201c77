"""The folder of weights as one frozen object: both networks, snapshots, tokenizer, stories and how they were made.

Each part has its own function, so that a guess needs no stories and no snapshots.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lookback.checkpoint import WHAT_TO_DO, WeightsError, read_safetensors, read_whole
from lookback.config import AttentionConfig
from lookback.networks import NETWORKS, NetworkName
from lookback.params import Params, attention_config
from lookback.snapshots import Snapshots, read_snapshots
from lookback.stories import Story, read_stories
from lookback.tokenizer import Tokenizer

RECORD_VERSION = 1


@dataclass(frozen=True)
class KnownName:
    """A name that training gave to people: mentions in TinyStories, and times ``drawn`` as somebody's new name."""

    name: str
    pronoun: str
    in_corpus: int
    drawn: int

    @property
    def seen(self) -> int:
        """Mentions in TinyStories plus times drawn."""
        return self.in_corpus + self.drawn


@dataclass(frozen=True, eq=False)
class Models:
    """Everything that the page and the measures read.

    ``stories`` are the test stories and ``story_ids`` their tokens (T,) int32 without the boundary; ``token_counts``
    (n_vocab,) int64 in the training texts; ``curves`` and ``record`` as in ``curves.json`` and ``record.json``;
    ``measured``: results of ``lookback.measures`` by name as the build keeps them in ``measured.json``, else empty.
    """

    tokenizer: Tokenizer
    attention: Params
    window: Params
    load_network: Callable[[NetworkName], Params]
    load_snapshots: Callable[[NetworkName, Params], Snapshots]
    stories: tuple[Story, ...]
    story_ids: tuple[NDArray[np.int32], ...]
    token_counts: NDArray[np.int64]
    names: tuple[KnownName, ...]
    curves: dict[str, Any]
    record: dict[str, Any]
    measured: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def snapshots(self) -> Snapshots:
        """Moments of the attention network's training, read when first asked for: the page opens without them."""
        return self.load_snapshots("attention", self.attention)

    @cached_property
    def two_layers(self) -> Params:
        """The attention network with two layers, read when first asked for."""
        return self.load_network("two_layers")

    @cached_property
    def two_layers_snapshots(self) -> Snapshots:
        """Moments of its training, read when first asked for."""
        return self.load_snapshots("two_layers", self.two_layers)

    @property
    def networks(self) -> dict[str, Params]:
        """Both networks by name."""
        return {"attention": self.attention, "window": self.window}

    @cached_property
    def config(self) -> AttentionConfig:
        """Sizes of the attention network."""
        return attention_config(self.attention)

    @property
    def n_ctx(self) -> int:
        """Most tokens that the attention network reads, the boundary among them."""
        return self.attention["b_distance"].shape[1]

    @property
    def n_window(self) -> int:
        """Tokens that the window network reads."""
        return len(self.window["W_hidden"]) // self.window["W_E"].shape[1]


def load_models(folder: str | Path, stories: str | Path | None = None) -> Models:
    """Load a folder of weights; WeightsError names the file, says what is wrong and what to do.

    ``stories``: a file of other stories to use in the place of the test stories.
    """
    folder = Path(folder)
    record = read_record(folder)
    tokenizer = read_tokenizer(folder)
    texts = read_test_stories(stories or find_stories(folder))
    attention = read_network(folder, "attention", len(tokenizer))
    return Models(
        tokenizer,
        attention,
        read_network(folder, "window", len(tokenizer)),
        partial(read_network, folder, n_vocab=len(tokenizer)),
        partial(read_snapshots, folder),
        texts,
        encoded(tokenizer, texts) if stories else read_story_ids(folder, len(texts)),
        read_token_counts(folder, len(tokenizer)),
        read_names(folder),
        _read_json(folder / "curves.json", dict),
        record,
        read_measured(folder) if stories is None else {},
    )


def find_folder() -> Path:
    """The folder of the weights: the repository's or, for an installed package, ``weights/`` in the current folder."""
    places = [root / "weights" for root in _roots()]
    for folder in places:
        if folder.is_dir():
            return folder
    raise WeightsError(f"no folder {' or '.join(map(str, places))}: name the weights' folder with --weights")


def find_stories(folder: Path) -> Path:
    """The file of the test stories: in ``stories/`` beside the folder of the weights, or else the repository's."""
    places = [root / "stories" / "test.jsonl" for root in (folder.parent, *_roots())]
    return next((path for path in places if path.exists()), places[0])


def _roots() -> tuple[Path, Path]:
    """Where the repository may stand: around this file, or in the current folder."""
    return Path(__file__).resolve().parents[2], Path.cwd()


def encoded(tokenizer: Tokenizer, stories: Sequence[Story]) -> tuple[NDArray[np.int32], ...]:
    """The tokens of each story, (T,) int32, without the boundary."""
    return tuple(np.array(tokenizer.encode(story.text).ids, np.int32) for story in stories)


def read_record(folder: Path) -> dict[str, Any]:
    """How the weights were made; WeightsError where they are of another version than this program's."""
    record = _read_json(folder / "record.json", dict)
    version = record.get("version")
    if version != RECORD_VERSION:
        raise WeightsError(
            f"{folder / 'record.json'}: weights are version {version!r}, the program expects {RECORD_VERSION}: "
            "run `make weights`"
        )
    return record


def read_tokenizer(folder: Path) -> Tokenizer:
    """The tokenizer of ``tokenizer.json``."""
    path = folder / "tokenizer.json"
    content = _read_json(path, dict)
    try:
        return Tokenizer.from_json(content)
    except ValueError as error:
        raise WeightsError(f"{path}: {error}: {WHAT_TO_DO}") from error


def read_network(folder: Path, network: NetworkName, n_vocab: int | None = None) -> Params:
    """One network's arrays, float32: of any sizes that fit together and, where given, a vocabulary of ``n_vocab``."""
    path = folder / f"{network}.safetensors"
    params = read_safetensors(path)
    try:
        config = NETWORKS[network].config_of(params)
    except ValueError as error:
        raise WeightsError(f"{path}: {error}") from error
    if n_vocab not in (None, config.n_vocab):
        raise WeightsError(f"{path}: made for {config.n_vocab} tokens, the tokenizer has {n_vocab}: {WHAT_TO_DO}")
    return params


def read_test_stories(path: str | Path) -> tuple[Story, ...]:
    """The test stories; WeightsError where the file is missing or has a bad line."""
    try:
        return read_stories(path)
    except OSError as error:
        raise WeightsError(f"{path}: {error.strerror or error}: name a file of stories that is there") from error
    except ValueError as error:
        raise WeightsError(str(error)) from error


def read_story_ids(folder: Path, n_stories: int) -> tuple[NDArray[np.int32], ...]:
    """The tokens of the test stories as ``encoded`` makes them, from the file of the weights."""
    path = folder / "test_stories.safetensors"
    arrays = read_safetensors(path)
    if arrays.keys() != {"ids", "lengths"}:
        raise WeightsError(f"{path}: holds {', '.join(sorted(arrays))}, expected ids and lengths: {WHAT_TO_DO}")
    ids, ends = arrays["ids"].astype(np.int32), np.cumsum(arrays["lengths"], dtype=np.int64)
    if ids.ndim != 1 or len(ends) != n_stories or (ends[-1:] != len(ids)).any():
        raise WeightsError(f"{path}: holds {len(ends)} stories of {len(ids)} tokens, not {n_stories}: {WHAT_TO_DO}")
    return tuple(np.split(ids, ends[:-1]))


def read_token_counts(folder: Path, n_vocab: int) -> NDArray[np.int64]:
    """How often each token stands in the training texts, (n_vocab,) int64."""
    path = folder / "token_counts.json"
    counts = _read_json(path, dict).get("counts")
    if not isinstance(counts, list) or len(counts) != n_vocab or not all(type(n) is int and n >= 0 for n in counts):
        raise WeightsError(f'{path}: "counts" is not one whole number for each of {n_vocab} tokens: {WHAT_TO_DO}')
    return np.array(counts, np.int64)


def read_names(folder: Path) -> tuple[KnownName, ...]:
    """The names that training gave to people, made-up ones left out."""
    path = folder / "names.json"
    content = _read_json(path, dict)
    try:
        return tuple(KnownName(**entry) for entry in content["names"])
    except (KeyError, TypeError) as error:
        raise WeightsError(f"{path}: not a list of name, pronoun, in_corpus, drawn ({error}): {WHAT_TO_DO}") from error


def read_measured(folder: Path) -> dict[str, Any]:
    """What the build measured on the test stories; empty where there is no such file."""
    path = folder / "measured.json"
    return _read_json(path, dict) if path.exists() else {}


def _read_json(path: Path, kind: type) -> Any:
    try:
        content = json.loads(read_whole(path))
    except (ValueError, RecursionError) as error:
        raise WeightsError(f"{path}: not whole ({error}): {WHAT_TO_DO}") from error
    if not isinstance(content, kind):
        raise WeightsError(f"{path}: not what the program wrote: {WHAT_TO_DO}")
    return content
