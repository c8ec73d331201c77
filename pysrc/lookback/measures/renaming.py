"""Stories whose hero gets another name, and the choice of that name."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from lookback.guesses import probabilities_at
from lookback.measures.prepared import Ids, PreparedStory, framed
from lookback.models import KnownName
from lookback.params import Params
from lookback.stories import mentions, rename
from lookback.tokenizer import Tokenizer

Positions = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Renamed:
    """A story whose hero is called ``name`` now: ``ids`` ``targets`` (T,), and ``at``, where that name comes back.

    ``at`` (R,) int are the positions that guess the new name's first token, at the very mentions that are out of
    reach in the story as it was.
    """

    name: str
    ids: Ids
    targets: Ids
    at: Positions

    @property
    def first_token(self) -> int:
        """Id of the name's first token; a place must be there."""
        return int(self.targets[self.at[0]])


def renamed(tokenizer: Tokenizer, prepared: PreparedStory, name: str) -> Renamed | None:
    """Give the hero another name everywhere; None where the name stands in the story already.

    None also where nothing comes back, or where a longer name pushes a mention out of what is read.
    """
    story = prepared.story
    if mentions(story.text, name) or not len(prepared.returns):
        return None
    ids, targets, found = framed(tokenizer, rename(story, {story.name: name}), prepared.n_ctx)
    if len(found) != len(prepared.mentions):
        return None
    return Renamed(name, ids, targets, found[prepared.returns])


def renamings(
    tokenizer: Tokenizer, prepared: PreparedStory, names: Sequence[str], number: int, count: int = 1
) -> list[Renamed]:
    """Up to ``count`` renamings, with the names that are the turn of story ``number``: all names serve in rotation."""
    turn = [names[(number * count + i) % len(names)] for i in range(len(names))]
    found = (renamed(tokenizer, prepared, name) for name in turn)
    return list(islice((story for story in found if story is not None), count))


def whole_names(tokenizer: Tokenizer, names: Sequence[KnownName], pronoun: str) -> list[KnownName]:
    """The names of a pronoun that are one token, the most often seen in training first."""
    whole = [name for name in names if name.pronoun == pronoun and len(tokenizer.encode(name.name)) == 1]
    return sorted(whole, key=lambda name: (-name.seen, name.name))


def probabilities_of(params: Params, ids: Ids, at: Positions, token: int) -> NDArray[np.float64]:
    """Probability that ``token`` comes after each of the positions ``at`` (R,) of a story -> (R,)."""
    return probabilities_at(params, ids, at)[:, token].astype(np.float64)
