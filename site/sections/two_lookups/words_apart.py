"""What is lost with each head off, in words."""

from scene import Table
from scene.formats import count, probability
from scene.sentences import listed, spelled
from sections.two_lookups.compute import ApartData
from worker.contract import Words

ALL_ON, OTHER = "all heads on", "other’s piece"
BREAKS = 0.5  # of what it is with all heads on
SHARED = 0.5  # of what the lesser of two leaves by itself


def say_apart(data: ApartData) -> Words:
    """Say which heads the second piece hangs on."""
    found = data.found
    rows = [("none", "", found.all_on)]
    rows += [(str(layer + 1), str(head), float(p)) for layer, of in enumerate(found.off) for head, p in enumerate(of)]
    table = Table(("Layer off", "Head off", "Own second piece"), tuple(rows), "The own second piece with one head off")
    notice = _notice(data)
    alt = f"A bar for all heads on, and one for each head switched off. {notice}"
    return Words(notice=notice, call='lookback.measures.measure(models, "circuit_off")', alt=alt, table=table)


def row_name(layer: int, head: int) -> str:
    """Name a row by the head that is off."""
    return f"layer {layer + 1}, without {head}"


def pair_name(a: int, b: int) -> str:
    """Name the row with two heads of the first layer off."""
    return f"layer 1, without {a}, {b}"


def row_label(name: str, p: float) -> str:
    """Say one bar."""
    return f"{name}: {probability(p)}"


def broken(data: ApartData) -> list[tuple[int, int]]:
    """Heads (layer, head) without which less than half is left."""
    off, least = data.found.off, BREAKS * data.found.all_on
    return [(layer, head) for layer, of in enumerate(off) for head, p in enumerate(of) if p < least]


def _notice(data: ApartData) -> str:
    found, heads = data.found, broken(data)
    start = (
        f"With all heads on the own piece has {probability(found.all_on)}, the mean over {count(found.places)} places."
    )
    rest = [float(p) for layer, of in enumerate(found.off) for head, p in enumerate(of) if (layer, head) not in heads]
    if not heads:
        return f"{start} No single head takes half of it away."
    lost = listed(
        f"{spelled(probability(float(found.off[layer, head])))} without head {head} of layer {layer + 1}"
        for layer, head in heads
    )
    left = f" Without any other it stays at {probability(min(rest))} or more." if rest else ""
    return f"{start} It falls to {lost}.{left}{_shared(data)}"


def _shared(data: ApartData) -> str:
    """Say so where two heads of the first layer do one job between them."""
    found = data.found
    a, b = found.pair
    if found.pair_off > SHARED * min(float(found.off[0, a]), float(found.off[0, b])):
        return ""
    both = spelled(probability(found.pair_off))
    return (
        f" In layer 1, heads {a} and {b} can stand in for each other: only without both is there nothing left, {both}."
    )
