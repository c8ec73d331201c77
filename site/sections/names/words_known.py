"""What the names of all stories say, in words that follow from the numbers."""

import math

from scene.formats import count, number, probability
from scene.sentences import spelled
from sections.names.known import Kind, Known

ALIKE, LESS = 0.8, 0.4  # a rare name's share of a common one's probability: from here on alike; below, far less
COPIED, LITTLE = 10.0, 2.0  # times likelier than before the swap: from here on a kind counts as copied, or as a little
LIKELY, HARDLY = 0.01, 0.001  # a kind has to be as likely as this, too: many times next to nothing is still nothing
SHOWN = 0.1  # the least ratio that one decimal shows


def on_known(known: Known) -> str:
    """Set common names against rare ones, and names against what is none to the network."""
    common, rare = known.kinds["common"], known.kinds["rare"]
    return (
        f"Training met a common name {_fold(common.seen, rare.seen)} as often as a rare one. The window network gives "
        f"it {_fold(_window(common), _window(rare))} as much, {_said(_window(common))} against "
        f"{_said(_window(rare))}. The attention network gives {_said(_attention(common))} against "
        f"{_said(_attention(rare))}: {frequency(known)}."
    )


def frequency(known: Known) -> str:
    """Say what the number of meetings matters to the copy."""
    kinds = known.kinds["common"], known.kinds["rare"]
    if not any(is_copied(kind) for kind in kinds):
        return "it copies neither"
    common, rare = map(_attention, kinds)
    if ALIKE * rare > common:
        return "a rare name comes back more surely than a common one"
    if rare >= ALIKE * common:
        return "how often it met a name hardly matters"
    if rare >= LESS * common:
        return "a rare name comes back less surely than a common one"
    return "a rare name comes back far less surely than a common one"


def beginnings(known: Known) -> str:
    """Say how it fares with names in pieces, known, invented and strange."""
    pieces, invented, strange = (known.kinds[kind] for kind in ("pieces", "invented", "strange"))
    return (
        f"Names that training met, but in pieces, get {_said(_attention(pieces))} on their first piece. "
        f"Invented names, built of the syllables of which training built its own, get {_copied(invented)}. "
        f"Names that begin like none that it met get {_copied(strange)}."
    )


def is_copied(kind: Kind) -> bool:
    """Whether such a name is likely, and far likelier than in a story about somebody else."""
    return _attention(kind) >= LIKELY and kind.times >= COPIED


def _copied(kind: Kind) -> str:
    before = _said(kind.probability.unswapped["attention"])
    compared = f"{_said(_attention(kind))}, and {before} in a story about somebody else"
    if is_copied(kind):
        return f"{compared}: they are copied"
    if _attention(kind) >= HARDLY and kind.times >= LITTLE:
        return f"{compared}: little of them is copied"
    return f"{compared}: they are hardly copied at all"


def _attention(kind: Kind) -> float:
    return kind.probability.swapped["attention"]


def _window(kind: Kind) -> float:
    return kind.probability.swapped["window"]


def _said(p: float) -> str:
    return spelled(probability(p))


def _fold(most: float, least: float) -> str:
    """Write how many times the other one number is: "31 times", "1.4 times"."""
    times = most / least if least else math.inf
    if times < SHOWN:
        return f"less than {number(SHOWN, 1)} times"
    return f"{count(times) if times >= 10 else number(times, 1)} times"
