"""What the two losses of a group say, in words."""

import math

from scene import Table
from scene.formats import count
from scene.sentences import Run
from sections.different.compute import Group, LossesData
from sections.different.units import UNITS, chance, times
from worker.contract import Words

LABELS = {
    "all": "all tokens", "out_of_reach": "said before, out of reach", "name": "the hero’s name", "rest": "the rest"
}  # fmt: skip
UNIT_NAMES = {
    "nats": "loss, in nats a token",
    "chance": "chance of the right token",
    "choices": "as good as choosing among so many tokens",
}
LEGEND = {"attention": "the attention network", "window": "the window network"}
NOTHING = "every token equally likely"
ALIKE = 0.02  # nats that make no difference


def say_losses(data: LossesData) -> Words:
    """Compare the two networks on the chosen group, and say what that is and where looking back is worth most."""
    call = 'lookback.measures.measure(models, "loss").loss'
    return Words(notice=_notice(data), details=(_meaning(data),), call=call, alt=_alt(data), table=_table(data))


def hit_words(data: LossesData, group: Group) -> str:
    """Say a group with both numbers."""
    attention, window = _written(data, group)
    return f"{LABELS[group.name]}, {UNIT_NAMES[data.unit]}: attention network {attention}, window network {window}"


def _written(data: LossesData, group: Group) -> tuple[str, str]:
    unit = UNITS[data.unit]
    return unit.written(unit.of(group.attention)), unit.written(unit.of(group.window))


def _notice(data: LossesData) -> tuple[Run, ...]:
    group = data.chosen
    if not group.is_measured:
        return ("These stories have no such token, so there is nothing to compare.",)
    return (*_where(group), _compared(group), *_most(data))


def _meaning(data: LossesData) -> str:
    """Say what the chosen group is."""
    n = count(data.chosen.positions)
    return {
        "all": f"These are all {n} tokens of the {data.n_stories} test stories, the end of each story among them.",
        "out_of_reach": f"These are {n} tokens that stood earlier in their story, but not among the {data.n_window} "
        "tokens before; the commonest words are left out, because they come back everywhere.",
        "name": f"These are {n} places in the {data.n_stories} test stories.",
        "rest": f"These are {n} tokens that are new, or still within reach of the window, or among the commonest.",
    }[data.chosen.name]  # fmt: skip


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


def _most(data: LossesData) -> tuple[Run, ...]:
    best = max(data.groups, key=lambda group: group.window - group.attention)
    if best.window - best.attention < ALIKE or len(data.groups) == 1:
        return ()
    if best is data.chosen:
        return (" Nowhere is looking back worth more.",)
    role = ("the hero’s name", "name") if best.name == "name" else _plural(best.name)
    return (" Looking back is worth most on ", role, ".")


def _plural(name: str) -> str:
    return {"all": "all tokens together", "out_of_reach": "words out of reach", "rest": "the rest"}[name]


def _alt(data: LossesData) -> str:
    rows = ("{}: attention {}, window {}".format(LABELS[g.name], *_written(data, g)) for g in data.groups)
    return f"Both networks on {data.n_stories} test stories, {UNIT_NAMES[data.unit]}. {'; '.join(rows)}."


def _table(data: LossesData) -> Table:
    columns = ("Tokens", "How many", "Attention, nats", "Window, nats", "Difference, nats", "Times as likely")
    rows = tuple(
        (LABELS[g.name], g.positions, g.attention, g.window, g.attention - g.window, math.exp(g.window - g.attention))
        for g in data.groups
    )
    return Table(columns, rows, "Both networks on the test stories, by group of tokens")
