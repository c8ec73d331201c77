"""Which words of a test story are out of the window's reach, and where each of them stood before."""

from dataclasses import dataclass

import numpy as np
from lookback.measures import measure, measured
from lookback.measures.prepared import PreparedStory, prepare
from lookback.measures.reach import Reach, tokens_back
from lookback.models import Models
from lookback.stories import Story, name_tokens
from lookback.tokenizer import Encoding
from worker.contract import Choice, Data


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
class ReachData(Data):
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


def read_reach(models: Models, choice: Choice) -> ReachData:
    """Read one test story; `word` is the token to look back from."""
    number = min(choice["story"], len(models.stories) - 1)
    (prepared,) = prepare(models, [models.stories[number]])
    encoding = models.tokenizer.encode(prepared.story.text)
    places = places_of(prepared)
    names = name_tokens(encoding, prepared.story.text, prepared.story.name)
    return ReachData(
        number, prepared.story, encoding, places, _choose(places, choice["word"]), names, models.n_window,
        measure(models, "reach", [prepared]), measured(models, "reach"),
    )  # fmt: skip


def places_of(prepared: PreparedStory) -> tuple[Place, ...]:
    """Every word out of reach, in the story's order. Position i guesses token i: the boundary stands before it."""
    back = tokens_back(prepared)
    return tuple(Place(int(i), int(back[i]), bool(prepared.name[i])) for i in np.flatnonzero(prepared.out_of_reach))


def _choose(places: tuple[Place, ...], word: int) -> Place | None:
    asked = [place for place in places if place.token == word]
    names = [place for place in places if place.is_name]
    return next(iter((*asked, *names, *places)), None)
