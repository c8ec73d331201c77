"""Which words of a test story are out of the window's reach, and where each of them stood before."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from lookback.config import AttentionConfig, WindowConfig
from lookback.explain.repeats import repeated_share
from lookback.measures import Reach, Reading, reach, read_for_measures, recorded, tokens_back
from lookback.models import Models
from lookback.params import count
from lookback.stories import Story, name_tokens
from lookback.tokenizer import Encoding

STRETCHES = (2, 4, 8)  # tokens in a row


@dataclass(frozen=True)
class Place:
    """A word out of reach: `token` of the story last stood `back` tokens before; `is_name` for the hero's name."""

    token: int
    back: int
    is_name: bool

    @property
    def seen(self) -> int:
        """The token where it stood last."""
        return self.token - self.back


@dataclass(frozen=True)
class ReachReading:
    """One story: its tokens, the `places` out of reach, the `chosen` one, the tokens of the hero's name."""

    number: int
    story: Story
    encoding: Encoding
    places: tuple[Place, ...]
    chosen: Place | None
    names: frozenset[int]
    n_window: int
    here: Reach
    everywhere: Reach

    def word(self, place: Place) -> str:
        """The word as it was typed; of a name in pieces the whole."""
        start, end = self.encoding.spans[place.token]
        return self.story.name if place.is_name else self.story.text[start:end]

    @property
    def notice(self):
        """What the chosen word says."""
        if self.chosen is None:
            return "Every word of this story is new, or still within the window’s reach."
        word = (self.word(self.chosen), "name" if self.chosen.is_name else "text")
        dashed = f"When it comes, the window network sees the {self.n_window} dashed tokens and nothing else."
        return (word, f" last stood {self.chosen.back} tokens back. {dashed}")

    @property
    def details(self):
        """How much is out of reach, here and over all stories."""
        here, every = self.here.positions, self.everywhere.positions
        hero = (f", {here['name']} of them the name ", (self.story.name, "name")) if here["name"] else ()
        start = f"In this story {here['out_of_reach']} of {here['all']} tokens are out of reach ({_percent(here)})"
        rest = (
            f". Over all {self.everywhere.n_stories} test stories it is {every['out_of_reach']:,} of "
            f"{every['all']:,} ({_percent(every)}), {every['name']:,} of them a hero’s name."
        )
        return ((start, *hero, rest),)

    @property
    def call(self) -> str:
        """The package call behind it."""
        return (
            f"story = models.stories[{self.number}]\n"
            "reading, = lookback.measures.read_for_measures(models.tokenizer, [story], models.token_counts)\n"
            "reading.out_of_reach.nonzero()"
        )


def numbers(models: Models) -> dict[str, str]:
    """The numbers of the prose: the window's weights, what a longer one would cost, and how rarely stretches repeat."""
    window, ctx = WindowConfig(), AttentionConfig().n_ctx
    slot = window.d_model * window.d_hidden
    repeats = {f"repeats_{n}": f"{100 * repeated_share(models.story_ids, n):.2g}%" for n in STRETCHES}
    return {
        "n_window": str(window.n_window),
        "beyond": str(window.n_window + 1),
        "d_model": str(window.d_model),
        "d_hidden": str(window.d_hidden),
        "n_ctx": str(ctx),
        "slot": f"{slot:,}",
        "slots": f"{slot * window.n_window:,}",
        "all_slots": f"{slot * ctx:,}",
        "window_network": f"{count(models.window):,}",
        "n_stories": str(len(models.stories)),
        **repeats,
    }


def read_reach(models: Models, choice: Mapping[str, Any]) -> ReachReading:
    """Read one test story; `word` is the token to look back from."""
    number = min(choice["story"], len(models.stories) - 1)
    (reading,) = read_for_measures(models.tokenizer, models.stories[number : number + 1], models.token_counts)
    encoding = models.tokenizer.encode(reading.story.text)
    places = places_of(reading)
    names = name_tokens(encoding, reading.story.text, reading.story.name)
    return ReachReading(
        number, reading.story, encoding, places, _choose(places, choice["word"]), names, WindowConfig.n_window,
        reach([reading]), recorded(models, "reach"),
    )  # fmt: skip


def places_of(reading: Reading) -> tuple[Place, ...]:
    """Every word out of reach, in the story's order. Position i guesses token i: the boundary stands before it."""
    back = tokens_back(reading)
    return tuple(Place(int(i), int(back[i]), bool(reading.name[i])) for i in np.flatnonzero(reading.out_of_reach))


def _choose(places: tuple[Place, ...], word: int) -> Place | None:
    asked = [place for place in places if place.token == word]
    names = [place for place in places if place.is_name]
    return next(iter((*asked, *names, *places)), None)


def _percent(positions: Mapping[str, int]) -> str:
    return f"{100 * positions['out_of_reach'] / positions['all']:.0f}%"
