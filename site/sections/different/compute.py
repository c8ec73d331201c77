"""The losses of both networks on the test stories, by group of tokens."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lookback.measures import GROUPS, Losses, recorded
from lookback.models import Models
from lookback.params import count
from scene.formats import percent
from sections.different import words as notices
from sections.different.units import UNITS, Unit


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
class LossesReading:
    """Both networks by group, in one unit; `chosen` is the group that is talked about.

    know_nothing: the loss (nats) of a network that finds every token equally likely.
    """

    groups: tuple[Group, ...]
    chosen: Group
    unit: Unit
    n_stories: int
    n_window: int
    know_nothing: float

    @property
    def notice(self):
        """What the chosen group shows."""
        return notices.notice(self)

    @property
    def details(self):
        """What the chosen group is."""
        return ((notices.meaning(self),),)

    @property
    def call(self) -> str:
        """The package call behind the numbers."""
        return (
            "readings = lookback.measures.read_for_measures(models.tokenizer, models.stories, models.token_counts)\n"
            "lookback.measures.losses(models.networks, readings)"
        )


def numbers(models: Models) -> dict[str, str]:
    """The counts that the prose names."""
    n_head, n_ctx = models.attention["b_distance"].shape
    tables = sum(models.attention[name].size for name in ("W_Q", "W_K", "W_V"))
    return {
        "n_head": str(n_head), "n_ctx": str(n_ctx), "tables": f"{tables:,}",
        "attention": f"{count(models.attention):,}", "window": f"{count(models.window):,}",
        "n_stories": str(len(models.stories)),
        **_shares(recorded(models, "loss"), len(models.tokenizer.tokens)),
    }  # fmt: skip


def _shares(losses: Losses, n_vocab: int) -> dict[str, str]:
    """How much of what is learned needs no looking back, and how many tokens need it."""
    gained = {network: math.log(n_vocab) - loss["all"] for network, loss in losses.loss.items()}
    share = {name: losses.positions[name] / losses.positions["all"] for name in ("out_of_reach", "name")}
    return {
        "most_of_it": percent(gained["window"] / gained["attention"]),
        "share_out_of_reach": percent(share["out_of_reach"]),
        "share_name": percent(share["name"]),
    }


def read_losses(models: Models, choice: Mapping[str, Any]) -> LossesReading:
    """Take the losses of the test stories, in the unit that is asked for."""
    return compared(
        recorded(models, "loss"), choice["group"], choice["unit"], models.n_window, len(models.tokenizer.tokens)
    )


def compared(losses: Losses, chosen: str, unit: str, n_window: int, n_vocab: int) -> LossesReading:
    """Set both networks' losses side by side."""
    attention, window = losses.loss["attention"], losses.loss["window"]
    groups = {name: Group(name, losses.positions[name], attention[name], window[name]) for name in GROUPS}
    shown = tuple(group for group in groups.values() if group.is_measured)
    return LossesReading(shown, groups[chosen], UNITS[unit], losses.n_stories, n_window, math.log(n_vocab))
