"""What is lost when heads are switched off: in one story, over the test stories, two at a time."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from lookback.measures import measured
from lookback.measures.pairs import Pairs
from lookback.measures.prepared import PreparedStory, prepare
from lookback.measures.switched_off import HeadOff, PlaceChange, SwitchedOff, losses_without
from lookback.models import Models
from lookback.opening import clearest_look
from lookback.reader import trace_of
from lookback.stories import name_tokens
from lookback.tokenizer import BOUNDARY_ID
from lookback.writing import NO_WORDS, written
from numpy.typing import NDArray
from scene.flow import Piece, pieces_from_spans
from sections.heads_off.covering import told_pair
from sections.heads_off.guessing import Spot, guesses, text_before
from worker.contract import Choice, Data

Floats = NDArray[np.floating]
VISIBLE = 0.4  # nats, a chance half as large again: a smaller change of one token is not told or drawn


@dataclass(frozen=True, eq=False)
class StoryData(Data):
    """One story with heads ``off``: loss of each token before and after, (T,) in nats; the last is the story's end.

    distance_scores (H, n_ctx): what each head adds by distance. pieces: the tokens as typed, at most T. names: those
    of the hero's name. spot: the place that is looked at.
    """

    number: int
    off: tuple[int, ...]
    distance_scores: Floats
    pieces: tuple[Piece, ...]
    names: frozenset[int]
    before: Floats
    after: Floats
    spot: Spot

    @property
    def n_head(self) -> int:
        """How many heads there are to switch."""
        return len(self.distance_scores)

    @property
    def change(self) -> Floats:
        """After minus before."""
        return self.after - self.before


@dataclass(frozen=True)
class HitToken:
    """A token that is harder to guess without a head, None for a story's end: at how many places, by how many nats."""

    token: str | None
    places: int
    change: float


@dataclass(frozen=True)
class HitPlace:
    """One place of a story: the text before it, the token that has to be guessed there, the change in nats."""

    story: int
    position: int
    before: str
    token: str
    change: float


@dataclass(frozen=True, eq=False)
class GroupsData(Data):
    """Every head by itself over the test stories; of the chosen one the tokens and places that suffer most."""

    found: SwitchedOff
    chosen: int
    tokens: tuple[HitToken, ...]
    places: tuple[HitPlace, ...]

    @property
    def head(self) -> HeadOff:
        """The chosen head's changes."""
        return self.found.heads[self.chosen]


@dataclass(frozen=True, eq=False)
class PairsData(Data):
    """Every pair of heads off, over the places of a group: the change of the loss (H, H), one head's on the diagonal.

    beyond (H, H): what a pair costs beyond the sum of its two, nan on the diagonal. All in nats.
    """

    group: str
    positions: int
    change: Floats
    beyond: Floats

    @property
    def alone(self) -> Floats:
        """Change with one head off, (H,)."""
        return np.diagonal(self.change)

    @property
    def told(self) -> tuple[int, int]:
        """The pair that is told of."""
        return told_pair(self.beyond, self.alone)


def read_story(models: Models, choice: Choice) -> StoryData:
    """Read one story with some heads off."""
    number = min(choice["story"], len(models.stories) - 1)
    mask = choice["mask"] if choice["mask"] >= 0 else 1 << clearest_look(models, number).head
    off = tuple(head for head in range(models.config.n_head) if mask >> head & 1)
    (prepared,) = prepare(models, [models.stories[number]])  # all of them would hold up the start of the page
    trace = trace_of(models, prepared.ids)
    before, after = (losses_without(models.attention, trace, prepared.targets, heads) for heads in ((), off))
    encoding = models.tokenizer.encode(prepared.story.text)
    pieces = pieces_from_spans(prepared.story.text, encoding.spans, encoding.words, encoding.tokens)
    names = name_tokens(encoding, prepared.story.text, prepared.story.name)
    spot = _spot(models, prepared, choice["spot"], off, after - before)
    distance_scores = models.attention["b_distance"].copy()
    return StoryData(number, off, distance_scores, pieces[: len(before)], names, before, after, spot)


def _spot(models: Models, prepared: PreparedStory, asked: int, off: tuple[int, ...], change: Floats) -> Spot:
    """The place that is asked for; else the one hit hardest, with all heads on the last where the name comes back."""
    back = np.flatnonzero(prepared.name)
    usual = int(np.argmax(change)) if off or not len(back) else int(back[-1])
    at = asked if 0 <= asked < len(change) else usual
    ids, right = prepared.ids[: at + 1], int(prepared.targets[at])
    before, after = (guesses(models, ids, right, heads) for heads in ((), off))
    return Spot(at, text_before(models.tokenizer, prepared.story.text, at), before, after)


def read_groups(models: Models, choice: Choice) -> GroupsData:
    """Read what each head is worth over the test stories."""
    found: SwitchedOff = measured(models, "switched_off")
    chosen = min(choice["head"], len(found.heads) - 1)
    head = found.heads[chosen]
    tokens = tuple(
        HitToken(None if item.token == BOUNDARY_ID else written(models, item.token), item.places, item.change)
        for item in head.tokens
    )
    return GroupsData(found, chosen, tokens, tuple(_place(models, place) for place in head.places))


def _place(models: Models, place: PlaceChange) -> HitPlace:
    """Quote a place: position i of a story guesses its token i."""
    story, at = _numbers_of_stories(models)[place.story], place.position
    text = models.stories[story].text
    spans = models.tokenizer.encode(text).spans
    token = text[slice(*spans[at])] if at < len(spans) else NO_WORDS[BOUNDARY_ID]
    return HitPlace(story, at, text_before(models.tokenizer, text, at), token, place.change)


@lru_cache(maxsize=2)
def _numbers_of_stories(models: Models) -> dict[str, int]:
    return {story.id: number for number, story in enumerate(models.stories)}


def read_pairs(models: Models, choice: Choice) -> PairsData:
    """Read what each pair of heads costs."""
    found: Pairs = measured(models, "pairs")
    group = choice["group"]
    return PairsData(group, found.positions[group], found.change[group], found.beyond[group])
