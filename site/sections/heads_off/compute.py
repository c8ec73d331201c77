"""What is lost when heads are switched off: in one story, over the test stories, two at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from lookback.measures import HeadOff, Pairs, PlaceChange, Reading, SwitchedOff, losses_without, read_with, recorded
from lookback.measures.pairs import REST_EVERY
from lookback.models import Models
from lookback.opening import telling
from lookback.reader import trace_of
from lookback.stories import name_tokens
from numpy.typing import NDArray
from scene.flow import Piece, pieces_from_spans
from scene.formats import count
from scene.sentences import Run, name_heads
from scene.spoken import phrased, spoken
from sections.heads_off.covering import standing_pair, told_pair
from sections.heads_off.guessing import N_GUESSES, Spot, guesses
from sections.heads_off.quoting import text_before, token_said
from sections.heads_off.words import USEFUL, last_word, on_groups, on_names, on_pairs, on_spot, on_story

Floats = NDArray[np.floating]


@dataclass(frozen=True, eq=False)
class StoryReading:
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

    @property
    def notice(self) -> tuple[Run, ...]:
        """What the picture shows."""
        tokens = [self._phrased(i) for i in range(len(self.before))]
        return on_story(self.off, self.n_head, tokens, self.before, self.after)

    @property
    def details(self) -> tuple[tuple[Run, ...], ...]:
        """What the network expects at the place that is looked at."""
        return (on_spot(self.off, self.n_head, self._phrased(self.spot.token), self.spot),)

    @property
    def call(self) -> str:
        """The package call behind it."""
        return (
            f"(reading,) = lookback.measures.read_with(models, [models.stories[{self.number}]])\n"
            f"off = {list(self.off)}\n"
            "trace = reader.trace_of(models, reading.ids)\n"
            "lookback.measures.losses_without(models.attention, trace, reading.targets, off)\n"
            f"logits = guesses.next_logits(models.attention, reading.ids[:{self.spot.token + 1}], off)\n"
            f"guesses.top_guesses(logits, {N_GUESSES})"
        )

    def said(self, token: int) -> str:
        """Name a token as it was typed; what comes after the last is the story's end."""
        return spoken(self.pieces[token].text) if token < len(self.pieces) else "the end"

    def _phrased(self, token: int) -> str:
        return phrased(self.pieces[token].text) if token < len(self.pieces) else "the end"


@dataclass(frozen=True)
class Place:
    """One place of a story: the text before it, the token that has to be guessed there, the change in nats."""

    story: int
    position: int
    before: str
    token: str
    change: float


@dataclass(frozen=True, eq=False)
class GroupsReading:
    """Every head by itself over the test stories; of the chosen one the tokens and places that suffer most."""

    found: SwitchedOff
    chosen: int
    tokens: tuple[tuple[str, int, float], ...]
    places: tuple[Place, ...]

    @property
    def head(self) -> HeadOff:
        """The chosen head's changes."""
        return self.found.heads[self.chosen]

    @property
    def notice(self) -> tuple[Run, ...]:
        """What the chosen head is for."""
        return on_groups(self.head, self.tokens)

    @property
    def call(self) -> str:
        """The package call behind it."""
        return f'lookback.measures.recorded(models, "switched_off").heads[{self.chosen}]'


@dataclass(frozen=True, eq=False)
class PairsReading:
    """Every pair of heads: what it costs beyond the sum of its two (H, H), and each head alone (H,), in nats."""

    found: Pairs
    group: str

    @property
    def beyond(self) -> Floats:
        """Change with both off minus the sum of the single changes; nan on the diagonal."""
        return self.found.beyond(self.group)

    @property
    def alone(self) -> Floats:
        """Change with one head off."""
        return np.diagonal(self.found.change[self.group])

    @property
    def told(self) -> tuple[int, int]:
        """The pair that the notice tells of."""
        return told_pair(self.beyond, self.alone)

    @property
    def notice(self) -> tuple[Run, ...]:
        """Whether two of them stand in for each other."""
        every = REST_EVERY if self.group == "rest" else 1
        return on_pairs(self.beyond, self.alone, self.found.positions[self.group], every)

    @property
    def call(self) -> str:
        """The package call behind it."""
        return f'lookback.measures.recorded(models, "pairs").beyond("{self.group}")'


def numbers(models: Models) -> dict[str, str]:
    """The numbers of the prose."""
    found: SwitchedOff = recorded(models, "switched_off")
    n_head, _, d_value = models.attention["W_V"].shape
    return {
        "n_head": str(n_head),
        "d_value": str(d_value),
        "n_pairs": str(n_head * (n_head - 1) // 2),
        "n_stories": str(found.n_stories),
        "n_names": count(found.positions["name"]),
        "telling": on_names(max(found.heads, key=lambda head: head.change["name"])),
        "covering": _covering(models),
        "better": _better([head.head for head in found.heads if head.change["name"] <= -USEFUL]),
    }


def _covering(models: Models) -> str:
    found: Pairs = recorded(models, "pairs")
    pairs = {group: standing_pair(found.beyond(group), np.diagonal(found.change[group])) for group in found.change}
    return last_word({group: pair for group, pair in pairs.items() if pair})


def _better(heads: Sequence[int]) -> str:
    if not heads:
        return "there is no head without which the name is guessed better"
    return f"the name is guessed better without {name_heads(heads)}"


def read_story(models: Models, choice: Mapping[str, Any]) -> StoryReading:
    """Read one story with some heads off."""
    number = min(choice["story"], len(models.stories) - 1)
    n_head = len(models.attention["W_Q"])
    mask = choice["mask"] if choice["mask"] >= 0 else 1 << telling(models, number).head
    off = tuple(head for head in range(n_head) if mask >> head & 1)
    (reading,) = read_with(models, [models.stories[number]])  # all of them would hold up the start of the page
    trace = trace_of(models, reading.ids)
    before, after = (losses_without(models.attention, trace, reading.targets, heads) for heads in ((), off))
    encoding = models.tokenizer.encode(reading.story.text)
    pieces = pieces_from_spans(reading.story.text, encoding.spans, encoding.words, encoding.tokens)
    names = name_tokens(encoding, reading.story.text, reading.story.name)
    spot = _spot(models, reading, choice["spot"], off, after - before)
    distance_scores = models.attention["b_distance"].copy()
    return StoryReading(number, off, distance_scores, pieces[: len(before)], names, before, after, spot)


def _spot(models: Models, reading: Reading, asked: int, off: tuple[int, ...], change: Floats) -> Spot:
    """The place that is asked for; else the one hit hardest, with all heads on the last where the name comes back."""
    back = np.flatnonzero(reading.name)
    usual = int(np.argmax(change)) if off or not len(back) else int(back[-1])
    at = asked if 0 <= asked < len(change) else usual
    ids, right = reading.ids[: at + 1], int(reading.targets[at])
    before, after = (guesses(models, ids, right, heads) for heads in ((), off))
    return Spot(at, text_before(models.tokenizer, reading.story.text, at), before, after)


def read_groups(models: Models, choice: Mapping[str, Any]) -> GroupsReading:
    """Read what each head is worth over the test stories."""
    found: SwitchedOff = recorded(models, "switched_off")
    chosen = min(choice["head"], len(found.heads) - 1)
    head = found.heads[chosen]
    tokens = tuple((token_said(models, item.token), item.places, item.change) for item in head.tokens)
    return GroupsReading(found, chosen, tokens, tuple(_place(models, place) for place in head.places))


def read_pairs(models: Models, choice: Mapping[str, Any]) -> PairsReading:
    """Read what each pair of heads costs."""
    return PairsReading(recorded(models, "pairs"), choice["group"])


def _place(models: Models, place: PlaceChange) -> Place:
    """Quote a place: position i of a story guesses its token i."""
    story, at = _numbers_of_stories(models)[place.story], place.position
    text = models.stories[story].text
    spans = models.tokenizer.encode(text).spans
    token = text[slice(*spans[at])] if at < len(spans) else "(the end)"
    return Place(story, at, text_before(models.tokenizer, text, at), token, place.change)


@lru_cache(maxsize=2)
def _numbers_of_stories(models: Models) -> dict[str, int]:
    return {story.id: number for number, story in enumerate(models.stories)}
