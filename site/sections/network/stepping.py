"""What one training step of each network reads and guesses."""

from dataclasses import dataclass

import numpy as np
from lookback.models import Models
from lookback.training.batches import STORIES_A_STEP, WINDOWS_A_STEP, frame
from worker.contract import Choice, Data

SEED = 0


@dataclass(frozen=True)
class StepData(Data):
    """One step of each network over the same stories.

    guesses: how many tokens each of the stories makes the attention network guess. picked: the places (story, token)
    from which the window network guesses; it reads the `n_window` tokens before each.
    """

    guesses: tuple[int, ...]
    picked: tuple[tuple[int, int], ...]
    n_window: int

    @property
    def n_guesses(self) -> int:
        """Guesses of the attention network in this step."""
        return sum(self.guesses)

    def picked_in(self, story: int) -> set[int]:
        """The tokens of a story that the window network guesses in this step."""
        return {token for place, token in self.picked if place == story}

    def read_in(self, story: int) -> set[int]:
        """The tokens of a story that it reads for them. Square t is a guess, made from the tokens before it."""
        return {t for token in self.picked_in(story) for t in range(max(0, token - self.n_window), token)}


def read_step(models: Models, choice: Choice) -> StepData:
    """Take a step's worth of stories, test stories in place of training stories, and places picked at random."""
    stories = models.story_ids[:STORIES_A_STEP]
    guesses = tuple(len(frame(tuple(ids), models.n_ctx)) - 1 for ids in stories)
    places = [(story, token) for story, n in enumerate(guesses) for token in range(n)]
    chosen = np.random.default_rng(SEED).choice(len(places), min(WINDOWS_A_STEP, len(places)), replace=False)
    return StepData(guesses, tuple(places[i] for i in sorted(chosen.tolist())), models.n_window)
