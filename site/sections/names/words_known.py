"""What is said of the names of all stories: words that follow from the numbers."""

import math

from lookback.measures.swaps import NameSwap, Swapped
from scene import Table
from scene.formats import count, number, percent, probability
from scene.sentences import counted, listed, spelled
from sections.names.known import LIKELY, TIMES, Kind, KnownData
from worker.contract import Words

ALIKE, LESS = 0.8, 0.4  # a rare name's share of a common one's probability: from here on alike; below, far less
NAMED = 5  # so many names at most are listed
SPLIT = 0.25  # of the mean: a name that brings as much is told of
SHOWN = 0.1  # the least ratio that one decimal shows
NETWORKS = {"attention": "Attention network", "window": "Window network"}
KINDS = {
    "common": "common", "middle": "less common", "rare": "rare", "pieces": "in pieces",
    "invented": "invented", "strange": "strange",
}  # fmt: skip
ON_AVERAGE = "on average"
COLUMNS = (("Attention", "network"), ("before", "the swap"), ("Window", "network"))  # of that, in two lines each
P_AXIS, MET_AXIS, NEVER = "probability of the name", "mentions in TinyStories + people given the name", "neither"
HEADS = (
    "Name", "Kind", "Mentions in TinyStories", "People given the name", "Places",
    "Attention network", "before the swap", "Window network", "before the swap",
)  # fmt: skip


def say_known(data: KnownData) -> Words:
    """Set common names against rare ones, and list every name."""
    call = 'lookback.measures.measure(models, "swaps")'
    return Words(notice=on_known(data), call=call, alt=_alt(data), table=_table(data))


def on_known(known: KnownData) -> str:
    """Set common names against rare ones."""
    common, rare = known.kinds["common"], known.kinds["rare"]
    return (
        f"Mentions in TinyStories and people given the name together, training met a common name "
        f"{_fold(common.seen, rare.seen)} as often as a rare one. The window network gives "
        f"it {_fold(_window(common), _window(rare))} as much, {_said(_window(common))} against "
        f"{_said(_window(rare))}. The attention network gives {_said(_attention(common))} against "
        f"{_said(_attention(rare))}: {frequency(known)}."
    )


def frequency(known: KnownData) -> str:
    """Say what the number of meetings matters to the copy."""
    kinds = known.kinds["common"], known.kinds["rare"]
    if not any(kind.mostly_copied for kind in kinds):
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
    """Say how it fares with names in pieces, known, invented and strange, name by name."""
    pieces, invented, strange = (known.kinds[kind] for kind in ("pieces", "invented", "strange"))
    return (
        f"Let us call a name copied if its first piece gets {_said(LIKELY)} or more, and at least {TIMES:.0f} times "
        f"what it gets in a story about somebody else. Of {_number(pieces)} that training met, but in pieces, "
        f"{_copied(pieces)}. Of {_number(invented)} that are invented, of the syllables of which training built its "
        f"own, {_copied(invented)}. Of {_number(strange)} that begin like none that it met, {_copied(strange)}."
    )


def _number(kind: Kind) -> str:
    return counted(len(kind.names), "name")


def _copied(kind: Kind) -> str:
    """Say how many are copied, what the middle name gets, and whether one alone makes much of the mean."""
    found = kind.copied
    names = f" ({listed([name.name for name in found])})" if 0 < len(found) <= NAMED else ""
    many = "none is copied" if not found else f"{len(found)} {'is' if len(found) == 1 else 'are'} copied{names}"
    now, before = _said(kind.median("swapped")), _said(kind.median("unswapped"))
    middle = f"the median name gets {now} {'before and after' if now == before else f'against {before}'}"
    most = max(kind.names, key=kind.share)
    split = f", and {most.name} alone makes {percent(kind.share(most))} of the mean, {_said(_attention(kind))}"
    return f"{many}: {middle}{split if found and kind.share(most) >= SPLIT else ''}"


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


def met_as(in_corpus: int, drawn: int) -> str:
    """Say in which two ways training met a name."""
    if not in_corpus and not drawn:
        return "never met"
    return f"{counted(in_corpus, 'mention')} in TinyStories, given to {count(drawn)} people in training"


def name_label(name: NameSwap) -> str:
    """Say how often training met a name, and what both networks give it."""
    met = met_as(name.in_corpus, name.drawn)
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
        (name.name, KINDS[name.kind], name.in_corpus, name.drawn, name.probability.places, *_values(name.probability))
        for name in known.names
    ]
    return Table(HEADS, tuple(rows), "Every name swapped into the test stories")


def _values(found: Swapped) -> tuple[float, ...]:
    return tuple(value for network in NETWORKS for value in (found.swapped[network], found.unswapped[network]))
