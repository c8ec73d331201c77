"""The measures as tables for people."""

from collections.abc import Callable, Mapping
from typing import Any

from lookback.cli.report import table
from lookback.measures import BUCKETS, GROUPS

Plain = Mapping[str, Any]
N_SHOWN = 5  # tokens and places in one line; JSON has more


def _reach(found: Plain) -> str:
    far = found["mean_distance"]
    rows = [[group, found["positions"][group], far.get(group)] for group in GROUPS]
    title = f"Positions to guess, and how far back the token was last read (furthest: {found['furthest']})"
    return f"{title}\n" + table(["group", "positions", "tokens back"], rows, digits=1)


def _loss(found: Plain) -> str:
    rows = [[network, *by_group.values()] for network, by_group in found.items()]
    return "Loss, nats a token\n" + table(["network", *GROUPS], rows, digits=3)


def _name_probability(found: Plain) -> str:
    keys = ("own_story", "other_story", "ratio")
    rows = [[network, *(found[key][network] for key in keys)] for network in found["own_story"]]
    title = f"Probability of the hero's name where it comes back out of reach, {found['places']} places"
    return f"{title}\n" + table(["network", "own story", "somebody else's", "ratio"], rows)


def _directions(found: Plain) -> str:
    rows = [list(head.values()) for head in found["heads"]]
    title = f"Dot product of query and key, {found['pairs']:,} pairs and {found['positions']:,} positions"
    columns = ["head", "correlation with the rows' cosine", "closest is not largest"]
    return f"{title}\n" + table(columns, rows, digits=3)


def _jobs(found: Plain) -> str:
    *before, last = found["snapshots"]
    rows = [
        [head["head"], *head["by_distance"].values(), " ".join(t["token"] for t in head["most_read"])]
        for head in last["heads"]
    ]
    title = f"Weight by distance back and the tokens read most, after {last['step']:,} steps"
    return f"{title} (--json has {len(before)} moments before)\n" + table(
        ["head", *BUCKETS, "reads most"], rows, digits=3
    )


def _swaps(found: Plain) -> str:
    kinds = {kind: {"name": kind, "in_corpus": None, "drawn": None, **of} for kind, of in found["kinds"].items()}
    parts = []
    for title, entries in (("by kind", kinds.values()), ("name by name", found["names"])):
        rows = [
            [e["name"], e["in_corpus"], e["drawn"], e["places"]]
            + [e[when][network] for network in e["swapped"] for when in ("swapped", "unswapped")]
            for e in entries
        ]
        networks = next((list(e["swapped"]) for e in entries), [])
        columns = [f"{network} {when}" for network in networks for when in ("swapped", "unswapped")]
        parts.append(
            f"Probability of a swapped-in name where it comes back, {title}\n"
            + table(["name", "in corpus", "drawn", "places", *columns], rows)
        )
    return "\n\n".join(parts)


def _switched_off(found: Plain) -> str:
    rows = [
        [head["head"], *head["change"].values(), " ".join(t["token"] for t in head["tokens"][:N_SHOWN])]
        for head in found["heads"]
    ]
    title = "Change of the loss with one head switched off, nats a token"
    return f"{title}\n" + table(["head", *GROUPS, "tokens that suffer most"], rows, digits=3)


def _pairs(found: Plain) -> str:
    groups = list(found["positions"])
    rows = [
        [" ".join(map(str, pair["heads"])), *(pair[kind][group] for kind in ("change", "beyond") for group in groups)]
        for pair in sorted(found["pairs"], key=lambda pair: -pair["beyond"][groups[0]])
    ]
    title = "Change of the loss with two heads switched off, nats a token, and what of it is beyond the sum of the two"
    return f"{title}\n" + table(["heads", *groups, *(f"{group} beyond" for group in groups)], rows, digits=3)


def _pieces(found: Plain) -> str:
    rows = [
        [row.replace("_", " "), *(found["probability"][network][row] for network in found["probability"])]
        for row in next(iter(found["probability"].values()))
    ]
    title = f"Probability of the pieces of invented names where they come back, {found['places']} places"
    return f"{title}\n" + table(["piece", *found["probability"]], rows)


def _second_piece(found: Plain) -> str:
    networks = list(found["probability"])
    rows = [[row, *(found["probability"][n][row] for n in networks)] for row in found["probability"][networks[0]]]
    rows.append(["prefers own", *(found["prefers_own"][n] for n in networks)])
    title = (
        f"Probability of an invented name's second piece after its first, {found['places']} places, "
        f"and of the piece of either of two names, {found['pair_places']} places"
    )
    return f"{title}\n" + table(["piece", *networks], rows)


TABLES: Mapping[str, Callable[[Plain], str]] = {
    "reach": _reach,
    "loss": _loss,
    "name_probability": _name_probability,
    "directions": _directions,
    "jobs": _jobs,
    "swaps": _swaps,
    "switched_off": _switched_off,
    "pairs": _pairs,
    "pieces": _pieces,
    "second_piece": _second_piece,
}
