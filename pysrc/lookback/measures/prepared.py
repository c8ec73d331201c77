"""A story as every measure takes it: its tokens, what each position has to guess, and what is out of reach."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback.models import Models
from lookback.stories import Story, mention_tokens
from lookback.tokenizer import BOUNDARY_ID, UNK_ID, Tokenizer

Bools = NDArray[np.bool_]
Ids = NDArray[np.int32]
GROUPS: tuple[str, ...] = ("all", "out_of_reach", "name", "rest")
N_COMMON = 100


@dataclass(frozen=True, eq=False)
class PreparedStory:
    """A story as the networks read it: T positions, each of which guesses the next token.

    | ``ids`` | (T,) int32 | the boundary, then the story's tokens |
    | ``targets`` | (T,) int32 | the token to guess at each position; the last is the boundary |
    | ``mentions`` | (M,) int | positions that guess the first token of the hero's name |
    | ``out_of_reach`` | (T,) bool | positions whose target is out of reach |
    | ``name`` | (T,) bool | those of them where the hero's name comes back |
    | ``n_ctx`` | int | most tokens that are read, the boundary among them |
    """

    story: Story
    ids: Ids
    targets: Ids
    mentions: NDArray[np.intp]
    out_of_reach: Bools
    name: Bools
    n_ctx: int

    @property
    def groups(self) -> dict[str, Bools]:
        """The positions (T,) of each group: all, out_of_reach, name (a part of out_of_reach), rest."""
        return {
            "all": np.ones(len(self.ids), bool),
            "out_of_reach": self.out_of_reach,
            "name": self.name,
            "rest": ~self.out_of_reach,
        }

    @property
    def returns(self) -> NDArray[np.intp]:
        """Which mentions, counted from 0, are those of ``name``."""
        return np.flatnonzero(self.name[self.mentions])


def prepare(models: Models, stories: Iterable[Story], n_common: int = N_COMMON) -> tuple[PreparedStory, ...]:
    """Prepare stories for the measures. A story longer than ``n_ctx`` is cut there.

    A target is *out of reach* when it already appeared earlier in its story, but not among the ``n_window`` tokens
    before it, the window network's. The ``n_common`` most common tokens by ``token_counts`` are left out, except the
    first token of the hero's name at its mentions; so are the boundary and [UNK], which are no words. ``name`` are
    the mentions of the hero that are out of reach, the first mention left out: nothing comes back there.
    """
    common = common_tokens(models.token_counts, n_common)
    return tuple(_prepared(models, story, common) for story in stories)


def common_tokens(token_counts: NDArray[np.int64], n_common: int) -> Ids:
    """Ids of the most common tokens, the most common first; equal counts in the order of ids."""
    return np.argsort(-token_counts, kind="stable")[:n_common].astype(np.int32)


def _prepared(models: Models, story: Story, common: Ids) -> PreparedStory:
    ids, targets, mentions = framed(models.tokenizer, story, models.n_ctx)
    left_out = np.isin(targets, [*common, BOUNDARY_ID, UNK_ID])
    left_out[mentions] = False
    out_of_reach = seen_beyond(ids, targets, models.n_window) & ~left_out
    name = np.zeros_like(out_of_reach)
    name[mentions[1:]] = out_of_reach[mentions[1:]]
    return PreparedStory(story, ids, targets, mentions, out_of_reach, name, models.n_ctx)


def framed(tokenizer: Tokenizer, story: Story, n_ctx: int) -> tuple[Ids, Ids, NDArray[np.intp]]:
    """Inputs (T,), targets (T,), and the positions that guess the first token of a hero's name read whole."""
    encoding = tokenizer.encode(story.text)
    tokens = np.array([BOUNDARY_ID, *encoding.ids, BOUNDARY_ID], np.int32)
    ids, targets = tokens[:-1][:n_ctx], tokens[1:][:n_ctx]
    found = mention_tokens(encoding, story.text, story.name)
    whole = [mention.first for mention in found if mention.first + mention.n_tokens < len(ids)]
    return ids, targets, np.array(whole, np.intp)


def seen_beyond(ids: Ids, targets: Ids, n_window: int) -> Bools:
    """Positions (T,) whose target is among ``ids`` up to there, but not among the last ``n_window`` of them."""
    position = np.arange(len(ids))
    distance = position[:, None] - position
    same = targets[:, None] == ids
    near = (same & (distance >= 0) & (distance < n_window)).any(axis=1)
    return (same & (distance >= n_window)).any(axis=1) & ~near
