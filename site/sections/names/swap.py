"""One story whose hero gets another name: where that name comes back, and how likely both networks find it there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from lookback.guesses import probabilities_at
from lookback.measures import Reading, Renamed, read_with, renamed
from lookback.measures.renaming import renamings
from lookback.measures.swaps import kinds_of
from lookback.models import Models
from lookback.stories import mentions, name_tokens, rename
from lookback.tokenizer import Encoding

OWN = "own"  # the kind of a name that the reader types


@dataclass(frozen=True)
class Guess:
    """One network at one place: the probability of the name, of the same name before the swap, of the old one then."""

    now: float
    before: float
    old: float


@dataclass(frozen=True)
class Place:
    """A place where the name comes back: at `token` of the shown text, last read `back` tokens before."""

    token: int
    back: int
    guesses: Mapping[str, Guess]


@dataclass(frozen=True, eq=False)
class Swap:
    """A test story with its hero's name swapped; with a `remark` on why not, the story as it was.

    pieces: what the name falls into, as typed; first: the token of the first. names: the tokens of `encoding` at its
    mentions. elsewhere: how many tokens equal to `first` stand in other places. same_window: whether the window
    network reads at each place what it read before the swap.
    """

    number: int
    old: str
    name: str
    text: str
    encoding: Encoding
    n_ctx: int
    n_window: int
    pieces: tuple[str, ...]
    first: int
    names: frozenset[int]
    places: tuple[Place, ...]
    elsewhere: int
    same_window: bool
    remark: str

    @property
    def swapped(self) -> bool:
        """Whether the story has another name than it was told with."""
        return self.name != self.old

    def mean(self, network: str) -> Guess:
        """The means over all places."""
        found = [place.guesses[network] for place in self.places]
        return Guess(*(float(np.mean([getattr(guess, part) for guess in found])) for part in ("now", "before", "old")))


def make_swap(models: Models, number: int, kind: str, typed: str) -> Swap:
    """Swap the name of one test story for one of a kind, or for the typed one."""
    story = models.stories[number]
    (reading,) = read_with(models, [story])
    typed = typed.strip()
    new = _typed(models, reading, typed) if kind == OWN else _of_kind(models, reading, number, kind)
    name = new.name if new else story.name
    text = rename(story, {story.name: name}).text
    encoding = models.tokenizer.encode(text)
    names = name_tokens(encoding, text, name)
    spelled = models.tokenizer.encode(name)
    remark = "" if new else _why_not(models, reading, kind, typed)
    places = _places(models, reading, new)
    return Swap(
        number, story.name, name, text, encoding, models.n_ctx, models.n_window,
        tuple(name[a:b] for a, b in spelled.spans), spelled.ids[0], names, places,
        _elsewhere(encoding, spelled.ids[0], names), _same_window(reading, new, models.n_window), remark,
    )  # fmt: skip


def _typed(models: Models, reading: Reading, typed: str) -> Renamed | None:
    return renamed(models.tokenizer, reading, typed) if len(models.tokenizer.encode(typed)) else None


def _of_kind(models: Models, reading: Reading, number: int, kind: str) -> Renamed | None:
    """The name whose turn it is in this story, as in the measure over all stories."""
    candidates = kinds_of(models.tokenizer, models.names, reading.story.pronoun)[kind]
    return next(iter(renamings(models.tokenizer, reading, [name.name for name in candidates], number)), None)


def _places(models: Models, reading: Reading, new: Renamed | None) -> tuple[Place, ...]:
    was = np.flatnonzero(reading.name)
    at, ids = (new.at, new.ids) if new else (was, reading.ids)
    if not len(at):
        return ()
    old_token = int(reading.targets[was[0]])
    token = new.first_token if new else old_token
    rows: dict[str, list[Guess]] = {}
    for network, params in models.networks.items():
        before = probabilities_at(params, reading.ids, was)
        now = probabilities_at(params, ids, at)[:, token].tolist()
        columns = now, before[:, token].tolist(), before[:, old_token].tolist()
        rows[network] = [Guess(*values) for values in zip(*columns, strict=True)]
    backs = [int(i) + 1 - int(np.flatnonzero(ids[: i + 1] == token)[-1]) for i in at]
    return tuple(
        Place(int(at[r]), backs[r], {network: found[r] for network, found in rows.items()}) for r in range(len(at))
    )


def _why_not(models: Models, reading: Reading, kind: str, typed: str) -> str:
    """Say why the name was not swapped, and what to do."""
    story, stays = reading.story, f"so the story stays with {reading.story.name}"
    if not len(reading.returns):
        return "In this story no name comes back from beyond the window’s reach. Try another story."
    if kind != OWN:
        return f"No name of this kind fits here, {stays}. Try another kind."
    if not typed:
        return f"Type a name, and it takes the place of {story.name} everywhere."
    if typed == story.name:
        return f"{story.name} is what the hero is called already. Type another name."
    if mentions(story.text, typed):
        return f"“{typed}” stands in this story already, {stays}. Type another name."
    if not len(models.tokenizer.encode(typed)):
        return f"There is nothing in that name that the networks could read, {stays}. Type another name."
    if len(models.tokenizer.encode(rename(story, {story.name: typed}).text)) >= reading.n_ctx:
        return f"With “{typed}” the story has more than {reading.n_ctx} tokens, {stays}. Type a shorter name."
    return f"“{typed}” runs into the words around it, {stays}. Type another name."


def _elsewhere(encoding: Encoding, token: int, names: frozenset[int]) -> int:
    return sum(found == token and i not in names for i, found in enumerate(encoding.ids))


def _same_window(reading: Reading, new: Renamed | None, n_window: int) -> bool:
    """Whether the window network reads the same tokens before each place as it did before the swap."""
    if new is None:
        return True
    was = np.flatnonzero(reading.name)
    pairs: Sequence[tuple[int, int]] = list(zip(was.tolist(), new.at.tolist(), strict=True))
    return all(
        np.array_equal(reading.ids[max(0, a - n_window + 1) : a + 1], new.ids[max(0, b - n_window + 1) : b + 1])
        for a, b in pairs
    )
