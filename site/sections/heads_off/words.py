"""What to notice when heads are off, in sentences made from the numbers by rule."""

from collections.abc import Mapping, Sequence

import numpy as np
from lookback.measures import HeadOff
from numpy.typing import NDArray
from scene.formats import count, loss, percent, probability, signed
from scene.sentences import Run, listed, name_heads, spelled
from scene.spoken import phrased
from sections.heads_off.changes import VISIBLE
from sections.heads_off.covering import STANDS_IN, overlap, told_pair
from sections.heads_off.guessing import Guess, Spot, right_one

Floats = NDArray[np.floating]
USEFUL = 0.02  # nats of a group's mean: from here on a head is said to be of use there, or in the way
N_TOKENS, N_NAMED = 3, 4  # tokens that a sentence names, heads that a title does
MEASURED_ON = {
    "rest": "tokens within reach or new",
    "out_of_reach": "out-of-reach tokens",
    "name": "the hero’s name",
}
GROUPS = {
    "all": "all tokens",
    "out_of_reach": "out-of-reach tokens",
    "name": "the hero’s name where it comes back",
    "rest": "everything else",
}


def on_story(off: Sequence[int], n_head: int, tokens: Sequence[str], before: Floats, after: Floats) -> tuple[Run, ...]:
    """Say what switching these heads off does to the story as a whole, and where most. tokens: as in a sentence."""
    if not off:
        return (f"All {n_head} heads are on, and this is the loss as it is. Switch one off above the text.",)
    change = after - before
    mean = f"{loss(float(before.mean()))} to {loss(float(after.mean()))} nats a token"
    start = f"Without {_without(off, n_head)} the loss goes from {mean}. "
    harder, easier = int((change >= VISIBLE).sum()), int((change <= -VISIBLE).sum())
    of = f"{count(harder)} of {count(len(change))} tokens"
    counts = f"{of} are harder to guess by {VISIBLE} or more, {count(easier)} easier."
    worst = int(np.argmax(change))
    if change[worst] < VISIBLE:
        return (start, counts)
    told = f" at one place from {loss(float(before[worst]))} to {loss(float(after[worst]))}."
    return (start, counts, " Hardest hit is ", (tokens[worst], "worse"), ",", told)


def on_spot(off: Sequence[int], n_head: int, token: str, spot: Spot) -> tuple[Run, ...]:
    """Say what becomes of the guess at one place. token: as in a sentence."""
    before, after = right_one(spot.before), right_one(spot.after)
    start = f"At the outlined place comes {token}. With all heads on it is {_ranked(before)}"
    if not off:
        return (f"{start}. Choose another word to see what was expected there.",)
    instead = "" if after.rank == 1 else f", and {phrased(spot.after[0].shown)} comes first"
    return (f"{start}; without {_without(off, n_head)} it is {_ranked(after)}{instead}.",)


def _ranked(guess: Guess) -> str:
    place = "the first guess" if guess.rank == 1 else f"guess number {count(guess.rank)}"
    return f"{place}, with {spelled(probability(guess.probability))}"


def switched(off: Sequence[int], n_head: int) -> str:
    """Say as a title which heads are off."""
    if len(off) == n_head:
        return "All heads off"
    said = name_heads(off) if len(off) <= N_NAMED else f"{len(off)} heads"
    return f"{said[0].upper()}{said[1:]} off"


def _without(off: Sequence[int], n_head: int) -> str:
    return "every head" if len(off) == n_head else name_heads(off)


def on_groups(head: HeadOff, tokens: Sequence[tuple[str, int, float]]) -> tuple[Run, ...]:
    """Say where a head is worth most, and on which tokens."""
    change = {group: head.change[group] for group in ("out_of_reach", "name", "rest")}
    best = max(change, key=change.__getitem__)
    spared = [GROUPS[group] for group in change if change[group] <= -USEFUL]
    better_off = f" Better off without it: {listed(spared)}." if spared else ""
    if change[best] < USEFUL:
        little = f"Head {head.head} is worth little by itself: no group of tokens loses {USEFUL} nats without it."
        return (little + better_off,)
    start = f"Without head {head.head}, the loss on {GROUPS[best]} rises most: by "
    named = [f"{name} ({signed(rise)} at each of {count(places)} places)" for name, places, rise in tokens]
    most = f"The tokens that lose most in all are {', '.join(named[:N_TOKENS])}." if named else ""
    return (start, (signed(change[best]), "worse"), f" nats. {most}{better_off}")


def on_names(head: HeadOff) -> str:
    """Say what the head that names need most is worth to them."""
    on_name, on_rest = signed(head.change["name"]), signed(head.change["rest"], 3)
    if head.change["name"] < USEFUL:
        return (
            f"No head by itself is worth much to the hero’s name: without head {head.head}, which it needs most, the "
            f"loss there changes by {on_name} nats"
        )
    return (
        f"Most telling is head {head.head}. Without it, the loss on the hero’s name changes by {on_name} nats, on "
        f"everything else by {on_rest}"
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


def last_word(standing: Mapping[str, tuple[int, int]]) -> str:
    """Say over all groups whether heads stand in for each other; `standing`: the pair that does, by group."""
    if not standing:
        return "In this network, no two heads that are worth something by themselves stand in for each other"
    groups: dict[tuple[int, int], list[str]] = {}
    for group, pair in standing.items():
        groups.setdefault(pair, []).append(MEASURED_ON[group])
    told = [f"{name_heads(pair)} on {listed(on)}" for pair, on in groups.items()]
    some = "these pairs stand in for each other" if len(told) > 1 else "one pair stands in for each other"
    return f"In this network, {some}: {'; '.join(told)}. What such a head is worth alone tells too little"
