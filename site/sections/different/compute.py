"""The losses of both networks on the test stories, by group of tokens."""

import math
from dataclasses import dataclass

from lookback.measures import measured
from lookback.measures.loss import Losses
from lookback.measures.prepared import GROUPS
from lookback.models import Models
from worker.contract import Choice, Data


@dataclass(frozen=True)
class Group:
    """One group of tokens: how many were guessed, and both networks' mean loss there in nats."""

    name: str
    positions: int
    attention: float
    window: float

    @property
    def is_measured(self) -> bool:
        """Whether there was any such token."""
        return self.positions > 0


@dataclass(frozen=True)
class LossesData(Data):
    """Both networks by group; `chosen` is the group that is talked about, `unit` how losses are shown: see `UNITS`.

    know_nothing: the loss (nats) of a network that finds every token equally likely.
    """

    groups: tuple[Group, ...]
    chosen: Group
    unit: str
    n_stories: int
    n_window: int
    know_nothing: float


def read_losses(models: Models, choice: Choice) -> LossesData:
    """Take the losses of the test stories, in the unit that is asked for."""
    n_vocab = len(models.tokenizer.tokens)
    return compared(measured(models, "loss"), choice["group"], choice["unit"], models.n_window, n_vocab)


def compared(losses: Losses, chosen: str, unit: str, n_window: int, n_vocab: int) -> LossesData:
    """Set both networks' losses side by side."""
    attention, window = losses.loss["attention"], losses.loss["window"]
    groups = {name: Group(name, losses.positions[name], attention[name], window[name]) for name in GROUPS}
    shown = tuple(group for group in groups.values() if group.is_measured)
    return LossesData(shown, groups[chosen], unit, losses.n_stories, n_window, math.log(n_vocab))
