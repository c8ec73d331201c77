"""What the names of all stories say, in words that follow from the numbers."""

from scene.formats import count, number, probability
from sections.s13_names.known import Kind, Known

ALIKE, LESS = 0.8, 0.4  # a rare name's share of a common one's probability: from here on alike; below, far less
COPIED = 10  # times likelier than before the swap: from here on a kind counts as copied


def on_known(known: Known) -> str:
    """Set common names against rare ones, and names against what is none to the network."""
    common, rare = known.kinds["common"], known.kinds["rare"]
    return (
        f"Training met a common name {_fold(common.seen / rare.seen)} as often as a rare one. The window network gives "
        f"it {_fold(_window(common) / _window(rare))} as much, {probability(_window(common))} against "
        f"{probability(_window(rare))}. The attention network gives {probability(_attention(common))} against "
        f"{probability(_attention(rare))}: {frequency(known)}."
    )


def frequency(known: Known) -> str:
    """Say what the number of meetings matters to the copy."""
    share = _attention(known.kinds["rare"]) / _attention(known.kinds["common"])
    if share >= ALIKE:
        return "how often it met a name hardly matters"
    if share >= LESS:
        return "a rare name comes back less surely than a common one"
    return "a rare name comes back far less surely than a common one"


def beginnings(known: Known) -> str:
    """Say how it fares with names in pieces, known, invented and strange."""
    pieces, invented, strange = (known.kinds[kind] for kind in ("pieces", "invented", "strange"))
    return (
        f"Names that training met, but in pieces, get {_given(pieces)} on their first piece. Invented names, built of "
        f"the syllables of which training built its own, get {_given(invented)}: {_copied(invented)}. Names that begin "
        f"like none that it met get {_given(strange)}: {_copied(strange)}."
    )


def _copied(kind: Kind) -> str:
    before = kind.probability.unswapped["attention"]
    if kind.times >= COPIED:
        return f"that is {_fold(kind.times)} what they get in a story about somebody else, so they are copied too"
    if kind.times >= 2:
        return f"in a story about somebody else it is {probability(before)}, so little of them is copied"
    return f"in a story about somebody else it is {probability(before)}, so they are hardly copied at all"


def _given(kind: Kind) -> str:
    return probability(_attention(kind))


def _attention(kind: Kind) -> float:
    return kind.probability.swapped["attention"]


def _window(kind: Kind) -> float:
    return kind.probability.swapped["window"]


def _fold(times: float) -> str:
    """Write a ratio: "31 times", "1.4 times"."""
    return f"{count(times) if times >= 10 else number(times, 1)} times"
