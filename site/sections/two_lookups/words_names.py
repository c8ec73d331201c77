"""What was measured of own and other second pieces, in words: medians and counts, since means hide a split."""

from statistics import median

from lookback.measures.lookups import NamePieces
from scene import Table
from scene.formats import count, percent, probability
from scene.sentences import spelled
from sections.two_lookups.compute import NamesData
from sections.two_lookups.words_circuit import TITLES as NETWORK_NAMES
from worker.contract import Words

ROWS = ("own", "other")
TITLES = NETWORK_NAMES
AXIS = "probability"
LEGEND = {"own": "own second piece, a dot for each name", "other": "the other name’s second piece"}
COIN = (0.4, 0.6)


def say_names(data: NamesData) -> Words:
    """Say how each network tells own from other."""
    found = data.found
    rows = tuple(
        (name.name, name.places, *(getattr(name, row)[network] for network in found.own for row in ROWS))
        for name in found.names
    )
    heads = [f"{TITLES[network]}, {row}" for network in found.own for row in ROWS]
    table = Table(("Name", "Places", *heads), rows, "Second pieces of invented names, own and other")
    notice = " ".join(_of(data, network) for network in found.own)
    alt = f"A dot for each of {len(found.names)} names and for each network, own and other. {notice}"
    call = 'lookback.measures.measure(models, "lookups")'
    return Words(notice=notice, call=call, alt=alt, table=table, details=(_places(data),))


def dot_label(name: NamePieces, network: str, row: str) -> str:
    """Say one dot."""
    whose = "its own" if row == "own" else "the other’s"
    return f"{name.name}, {TITLES[network].lower()}: {whose} second piece {probability(getattr(name, row)[network])}"


def better(data: NamesData, network: str) -> int:
    """How many names have more of the own than of the other piece."""
    return sum(name.own[network] > name.other[network] for name in data.found.names)


def _of(data: NamesData, network: str) -> str:
    found, names = data.found, data.found.names
    own, other = (median(getattr(name, row)[network] for name in names) for row in ROWS)
    share = found.prefers_own[network]
    choice = (
        "as a coin would"
        if COIN[0] < share < COIN[1]
        else f"for {better(data, network)} of {len(names)} names in the mean"
    )
    return (
        f"{TITLES[network]}: the own piece is ahead at {percent(share)} of the places, {choice}; the median name has "
        f"{spelled(probability(own))} for its own and {spelled(probability(other))} for the other piece."
    )


def _places(data: NamesData) -> str:
    found = data.found
    means = "; ".join(
        f"{TITLES[network].lower()} {probability(found.own[network])} and {probability(found.other[network])}"
        for network in found.own
    )
    return (
        f"Measured at {count(found.places)} places of {found.n_stories} test stories, each told with two "
        f"invented names, and again with their second pieces exchanged. The strokes are means over places, own and "
        f"other: {means}."
    )
