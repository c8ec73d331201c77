"""One story whose hero gets another name, and every name swapped into the test stories, as both networks guess them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from lookback.folding import folded_name
from lookback.guesses import probabilities_at
from lookback.measures.prepared import PreparedStory, prepare
from lookback.measures.renaming import Renamed, renamed, renamings
from lookback.measures.swaps import kinds_of
from lookback.models import KnownName, Models
from lookback.stories import mentions, name_tokens, rename
from lookback.tokenizer import Encoding
from sections.names.known import KnownData, known_of
from worker.contract import Choice, Data

OWN = "own"  # the kind of a name that the reader types
WhyNot = Literal[
    "", "none comes back", "none fits", "nothing typed", "same", "taken", "unreadable", "too long", "joined"
]


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
class SwapData(Data):
    """A test story with its hero's name swapped; with a reason `why_not`, the story as it was.

    pieces: what the name falls into, as typed; first: the token of the first. names: the tokens of `encoding` at its
    mentions. elsewhere: how many tokens equal to `first` stand in other places. same_window: whether the window
    network reads at each place what it read before the swap. chosen: the place whose window is outlined, counted from
    0. met: how training met the name, None for one that is not known; n_known: how many names are.
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
    why_not: WhyNot
    typed: str
    chosen: int
    met: KnownName | None
    n_known: int

    @property
    def swapped(self) -> bool:
        """Whether the story has another name than it was told with."""
        return self.name != self.old

    def mean(self, network: str) -> Guess:
        """The means over all places."""
        found = [place.guesses[network] for place in self.places]
        return Guess(*(float(np.mean([getattr(guess, part) for guess in found])) for part in ("now", "before", "old")))


def read_swap(models: Models, choice: Choice) -> SwapData:
    """Swap the hero's name of one test story, for one of a kind or for the typed one."""
    number, kind, typed = min(choice["story"], len(models.stories) - 1), choice["kind"], choice["name"].strip()
    story = models.stories[number]
    (prepared,) = prepare(models, [story])
    new = _typed(models, prepared, typed) if kind == OWN else _of_kind(models, prepared, number, kind)
    name = new.name if new else story.name
    text = rename(story, {story.name: name}).text
    encoding, spelled = models.tokenizer.encode(text), models.tokenizer.encode(name)
    names = name_tokens(encoding, text, name)
    places = _places(models, prepared, new)
    return SwapData(
        number=number,
        old=story.name,
        name=name,
        text=text,
        encoding=encoding,
        n_ctx=models.n_ctx,
        n_window=models.n_window,
        pieces=tuple(name[a:b] for a, b in spelled.spans),
        first=spelled.ids[0],
        names=names,
        places=places,
        elsewhere=sum(found == spelled.ids[0] and i not in names for i, found in enumerate(encoding.ids)),
        same_window=new is None or _same_window(prepared, new, models.n_window),
        why_not="" if new else _why_not(models, prepared, kind, typed),
        typed=typed,
        chosen=_choose(places, choice["place"]),
        met=next((known for known in models.names if folded_name(known.name) == folded_name(name)), None),
        n_known=len(models.names),
    )


def _choose(places: tuple[Place, ...], place: int) -> int:
    """The place that is asked for, or the one where the attention network gains most for the name."""
    gains = [found.guesses["attention"].now - found.guesses["attention"].before for found in places]
    return place if 0 <= place < len(gains) else max(range(len(gains)), key=gains.__getitem__, default=0)


def _typed(models: Models, prepared: PreparedStory, typed: str) -> Renamed | None:
    return renamed(models.tokenizer, prepared, typed) if len(models.tokenizer.encode(typed)) else None


def _of_kind(models: Models, prepared: PreparedStory, number: int, kind: str) -> Renamed | None:
    """The name whose turn it is in this story, as in the measure over all stories."""
    candidates = kinds_of(models.tokenizer, models.names, prepared.story.pronoun)[kind]
    return next(iter(renamings(models.tokenizer, prepared, [name.name for name in candidates], number)), None)


def _places(models: Models, prepared: PreparedStory, new: Renamed | None) -> tuple[Place, ...]:
    was = np.flatnonzero(prepared.name)
    at, ids = (new.at, new.ids) if new else (was, prepared.ids)
    if not len(at):
        return ()
    old_token = int(prepared.targets[was[0]])
    token = new.first_token if new else old_token
    rows: dict[str, list[Guess]] = {}
    for network, params in models.networks.items():
        before = probabilities_at(params, prepared.ids, was)
        now = probabilities_at(params, ids, at)[:, token].tolist()
        columns = now, before[:, token].tolist(), before[:, old_token].tolist()
        rows[network] = [Guess(*values) for values in zip(*columns, strict=True)]
    backs = [int(i) + 1 - int(np.flatnonzero(ids[: i + 1] == token)[-1]) for i in at]
    return tuple(
        Place(int(at[r]), backs[r], {network: found[r] for network, found in rows.items()}) for r in range(len(at))
    )


def _why_not(models: Models, prepared: PreparedStory, kind: str, typed: str) -> WhyNot:
    """The first reason why the name cannot be swapped."""
    story, tokenizer = prepared.story, models.tokenizer
    if not len(prepared.returns):
        return "none comes back"
    if kind != OWN:
        return "none fits"
    if not folded_name(typed):
        return "nothing typed"
    if folded_name(typed) == folded_name(story.name):
        return "same"
    if mentions(story.text, typed):
        return "taken"
    if not len(tokenizer.encode(typed)):
        return "unreadable"
    long = len(tokenizer.encode(rename(story, {story.name: typed}).text)) >= prepared.n_ctx
    return "too long" if long else "joined"


def _same_window(prepared: PreparedStory, new: Renamed, n_window: int) -> bool:
    """Whether the window network reads the same tokens before each place as it did before the swap."""
    pairs = zip(np.flatnonzero(prepared.name).tolist(), new.at.tolist(), strict=True)
    return all(
        np.array_equal(prepared.ids[max(0, a - n_window + 1) : a + 1], new.ids[max(0, b - n_window + 1) : b + 1])
        for a, b in pairs
    )


def read_known(models: Models, choice: Choice) -> KnownData:
    """Read how likely each name is, swapped into the test stories."""
    return known_of(models)
