"""What is said of the names of all stories: words that follow from the numbers."""

import math

from lookback.measures.swaps import NameSwap, Swapped
from scene import Table
from scene.formats import count, number, probability
from scene.sentences import spelled, times
from sections.names.known import Kind, KnownData, seen
from worker.contract import Words

ALIKE, LESS = 0.8, 0.4  # a rare name's share of a common one's probability: from here on alike; below, far less
COPIED, LITTLE = 10.0, 2.0  # times likelier than before the swap: from here on a kind counts as copied, or as a little
LIKELY, HARDLY = 0.01, 0.001  # a kind has to be as likely as this, too: many times next to nothing is still nothing
SHOWN = 0.1  # the least ratio that one decimal shows
NETWORKS = {"attention": "Attention network", "window": "Window network"}
KINDS = {
    "common": "common", "middle": "less common", "rare": "rare", "pieces": "in pieces",
    "invented": "invented", "strange": "strange",
}  # fmt: skip
ON_AVERAGE = "on average"
COLUMNS = (("Attention", "network"), ("before", "the swap"), ("Window", "network"))  # of that, in two lines each
P_AXIS, MET_AXIS, NEVER = "probability of the name", "times that training met the name", "never"
HEADS = ("Name", "Kind", "Met", "Places", "Attention network", "before the swap", "Window network", "before the swap")


def say_known(data: KnownData) -> Words:
    """Set common names against rare ones, and list every name."""
    call = 'lookback.measures.measure(models, "swaps")'
    return Words(notice=on_known(data), call=call, alt=_alt(data), table=_table(data))


def on_known(known: KnownData) -> str:
    """Set common names against rare ones."""
    common, rare = known.kinds["common"], known.kinds["rare"]
    return (
        f"Training met a common name {_fold(common.seen, rare.seen)} as often as a rare one. The window network gives "
        f"it {_fold(_window(common), _window(rare))} as much, {_said(_window(common))} against "
        f"{_said(_window(rare))}. The attention network gives {_said(_attention(common))} against "
        f"{_said(_attention(rare))}: {frequency(known)}."
    )


def frequency(known: KnownData) -> str:
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


def beginnings(known: KnownData) -> str:
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
    fold = most / least if least else math.inf
    if fold < SHOWN:
        return f"less than {number(SHOWN, 1)} times"
    return f"{count(fold) if fold >= 10 else number(fold, 1)} times"


def name_label(name: NameSwap) -> str:
    """Say how often training met a name, and what both networks give it."""
    met = f"met {times(seen(name))}" if seen(name) else "never met"
    swapped, before = name.probability.swapped, name.probability.unswapped
    return (
        f"{name.name}, {KINDS[name.kind]}, {met}: attention network {probability(swapped['attention'])}, before the "
        f"swap {probability(before['attention'])}; window network {probability(swapped['window'])}"
    )


def _alt(known: KnownData) -> str:
    kinds = [
        f"{KINDS[kind]}: attention network {probability(_attention(found))}, "
        f"window network {probability(_window(found))}"
        for kind, found in known.kinds.items()
    ]
    return (
        "Names by how often training met them and by their probability where they come back, for both networks. "
        f"{'; '.join(kinds)}."
    )


def _table(known: KnownData) -> Table:
    rows = [
        (name.name, KINDS[name.kind], seen(name), name.probability.places, *_values(name.probability))
        for name in known.names
    ]
    return Table(HEADS, tuple(rows), "Every name swapped into the test stories")


def _values(found: Swapped) -> tuple[float, ...]:
    return tuple(value for network in NETWORKS for value in (found.swapped[network], found.unswapped[network]))
