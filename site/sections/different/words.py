"""What the two losses of a group say, in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from scene.formats import count
from scene.sentences import Run
from sections.different.units import chance, times

if TYPE_CHECKING:
    from sections.different.compute import Group, LossesReading

LABELS = {
    "all": "all tokens", "out_of_reach": "said before, out of reach", "name": "the hero’s name", "rest": "the rest"
}  # fmt: skip
ALIKE = 0.02  # nats that make no difference


def notice(reading: LossesReading) -> tuple[Run, ...]:
    """Compare the two networks on the chosen group, and say where looking back is worth most."""
    group = reading.chosen
    if not group.is_measured:
        return ("These stories have no such token, so there is nothing to compare.",)
    return (*_where(group), _compared(group), *_most(reading))


def meaning(reading: LossesReading) -> str:
    """Say what the chosen group is."""
    n = count(reading.chosen.positions)
    return {
        "all": f"These are all {n} tokens of the {reading.n_stories} test stories, the end of each story among them.",
        "out_of_reach": f"These are {n} tokens that stood earlier in their story, but not among the {reading.n_window} "
        "tokens before; the commonest words are left out, because they come back everywhere.",
        "name": f"These are {n} places in the {reading.n_stories} test stories.",
        "rest": f"These are {n} tokens that are new, or still within reach of the window, or among the commonest.",
    }[reading.chosen.name]  # fmt: skip


def _where(group: Group) -> tuple[Run, ...]:
    return {
        "all": ("Over all tokens",),
        "out_of_reach": ("Where a word comes back that was said out of the window’s reach",),
        "name": ("Where the ", ("hero’s name", "name"), " comes back out of the window’s reach"),
        "rest": ("Over all tokens that are not out of reach",),
    }[group.name]


def _compared(group: Group) -> str:
    gap, attention, window = group.window - group.attention, chance(group.attention), chance(group.window)
    if abs(gap) < ALIKE:
        return f", both networks do equally well: the right one typically gets {attention}."
    more = f"{times(math.exp(abs(gap)))} times as likely"
    if gap > 0:
        return f", the network that looks back finds the right one {more} as the other: {attention} against {window}."
    return f", looking back does not help: the window network finds the right one {more}, {window} against {attention}."


def _most(reading: LossesReading) -> tuple[Run, ...]:
    best = max(reading.groups, key=lambda group: group.window - group.attention)
    if best.window - best.attention < ALIKE or len(reading.groups) == 1:
        return ()
    if best is reading.chosen:
        return (" Nowhere is looking back worth more.",)
    role = ("the hero’s name", "name") if best.name == "name" else _plural(best.name)
    return (" Looking back is worth most on ", role, ".")


def _plural(name: str) -> str:
    return {"all": "all tokens together", "out_of_reach": "words out of reach", "rest": "the rest"}[name]
