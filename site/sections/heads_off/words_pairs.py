"""What is said of every pair of heads: whether two of them stand in for each other."""

from collections.abc import Sequence

from lookback.measures.pairs import REST_EVERY
from scene import Table
from scene.formats import count, percent, signed
from scene.sentences import Run, listed, name_heads, plain
from sections.heads_off.compute import Floats, PairsData
from sections.heads_off.covering import STANDS_IN, WORTH, deepest_pair, every_pair, overlap, standing_pairs, told_pair
from worker.contract import Words

MEASURED_ON = {
    "rest": "tokens within reach or new",
    "out_of_reach": "out-of-reach tokens",
    "name": "the hero’s name",
}
LEGEND = (
    "Below the diagonal: what two heads off cost beyond the sum of the two, in nats. Orange, up: each covers for the "
    "other. Blue, down: they work together.",
    "On the diagonal: what one head off costs by itself. Outlined: the pair that is told of below.",
)


def say_pairs(data: PairsData) -> Words:
    """Say whether two of them stand in for each other."""
    every = REST_EVERY if data.group == "rest" else 1
    notice = on_pairs(data.beyond, data.alone, data.positions, every)
    return Words(
        notice=notice,
        call=f'lookback.measures.measure(models, "pairs").beyond["{data.group}"]',
        alt=f"A grid of every pair of {len(data.alone)} heads. {plain(notice)}",
        table=_table(data),
    )


def on_pairs(beyond: Floats, alone: Floats, positions: int, every: int = 1) -> tuple[Run, ...]:
    """Say whether any two heads stand in for each other, or which two come closest. One place of ``every`` was read."""
    a, b = told_pair(beyond, alone)
    thinned = f", one of every {every} to save time" if every > 1 else ""
    where = f"Over {count(positions)} places{thinned}: "
    covered = overlap(beyond[a, b], alone[a], alone[b])
    if covered >= STANDS_IN:
        told = f"both off cost {signed(float(beyond[a, b]), 3)} nats beyond the sum of the two"
        share = f"{percent(covered)} of what the lesser of them is worth alone"
        return (f"{where}heads {a} and {b} stand in for each other: {told}, {share}.",)
    if beyond[a, b] <= 0:
        return (f"{where}no two heads stand in for each other. No pair costs more than its two heads do one by one.",)
    closest = f"Closest are heads {a} and {b}, whose loss together is {signed(float(beyond[a, b]), 3)} nats"
    share = f", {percent(covered)} of what the lesser of them is worth alone" if covered > 0 else ""
    return (f"{where}no two heads stand in for each other. {closest} beyond the sum of the two{share}.",)


def last_word(groups: Sequence[PairsData]) -> str:
    """Say by what rule heads stand in for each other, which ones do, and what the rule leaves out."""
    found = {data.group: standing_pairs(data.beyond, data.alone) for data in groups}
    told = [
        f"on {MEASURED_ON[group]}, heads {listed(f'{a} with {b}' for a, b in pairs)}"
        for group, pairs in found.items()
        if pairs
    ]
    rule = (
        f"Say that two heads stand in for each other if each is worth {WORTH} nats or more by itself, and both off "
        f"cost, beyond the sum of the two, {percent(STANDS_IN)} or more of what the lesser is worth"
    )
    which = f"In this network do so: {'; '.join(told)}" if told else "In this network no two heads do"
    return f"{rule}. {which}. {_left_out(groups)}"


def _left_out(groups: Sequence[PairsData]) -> str:
    """Say which pair costs most beyond its two, where a head of it is worth too little for the rule."""
    deepest = {data.group: deepest_pair(data.beyond, data.alone) for data in groups}
    out = [data for data in groups if deepest[data.group] not in standing_pairs(data.beyond, data.alone)]
    data = max(out, key=lambda data: data.beyond[deepest[data.group]], default=None)
    if data is None or data.beyond[deepest[data.group]] <= 0:
        return "No pair that the rule leaves out costs more than those"
    a, b = sorted(deepest[data.group], key=lambda head: data.alone[head])
    return (
        f"The rule leaves out {name_heads(sorted((a, b)))} on {MEASURED_ON[data.group]}, where both off cost "
        f"{signed(float(data.beyond[deepest[data.group]]), 3)} beyond the sum, since head {a} is worth "
        f"{signed(float(data.alone[a]), 3)} there by itself"
    )


def pair_label(data: PairsData, row: int, column: int) -> str:
    """Say what a pair costs, or on the diagonal one head."""
    both = f"{signed(float(data.change[row, column]), 3)} nats"
    if row == column:
        return f"head {row} off by itself: {both}"
    beyond = f"{signed(float(data.beyond[row, column]), 3)} nats"
    return f"heads {column} and {row} off: {both}, of it {beyond} beyond the sum of the two"


def _table(data: PairsData) -> Table:
    pairs = sorted(every_pair(len(data.alone)), key=lambda pair: -data.beyond[pair])
    rows = [
        (f"{a} and {b}", *map(float, (data.alone[a], data.alone[b], data.change[a, b], data.beyond[a, b])))
        for a, b in pairs
    ]
    heads = ("Heads", "First off", "Second off", "Both off", "Beyond the sum")
    return Table(heads, tuple(rows), "Change of the loss in nats a token, the pair with most beyond the sum first")
