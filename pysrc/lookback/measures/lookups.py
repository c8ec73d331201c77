"""Measure 9: what a second layer adds: an invented name's second piece after its first, name by name."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lookback.guesses import probabilities_at
from lookback.measures.contract import Measure, Table
from lookback.measures.invented import INVENTED
from lookback.measures.prepared import PreparedStory
from lookback.measures.second_piece import PEOPLE, TwoNames, couples, told_both_ways, turn
from lookback.models import Models
from lookback.params import Params

FILES = ("two_layers.safetensors",)


@dataclass(frozen=True)
class NamePieces:
    """One invented name: over its ``places``, mean probability of its ``own`` and of the ``other`` second piece."""

    name: str
    places: int
    own: dict[str, float]
    other: dict[str, float]


@dataclass(frozen=True)
class Lookups:
    """Two invented names a story, told both ways, as in ``SecondPiece``: probabilities after a first piece, by network.

    ``own`` is the piece that has followed this first piece in the story, ``other`` the one that has followed the other
    name's; both are means over ``places``. ``prefers_own``: the share of the places where ``own`` is the likelier.
    """

    n_stories: int
    places: int
    own: dict[str, float]
    other: dict[str, float]
    prefers_own: dict[str, float]
    names: tuple[NamePieces, ...]


def lookups_in_slices(models: Models, stories: Sequence[PreparedStory]) -> Iterator[Lookups]:
    """Ask the networks with one layer and with two at the same places: yield what was found after each story."""
    networks = {"attention": models.attention, "two_layers": models.two_layers}
    choices = couples(models.tokenizer, INVENTED)
    found: dict[str, dict[str, list[tuple[float, float]]]] = {}
    for number, prepared in enumerate(stories, start=1):
        couple = turn(choices, prepared, number - 1)
        both_ways = couple and told_both_ways(models.tokenizer, prepared, couple, models.n_window)
        for told, story in zip(couple.told(), both_ways, strict=True) if couple and both_ways else ():
            seconds = couple.seconds_of(told) if couple else {}
            for who, name in told.items():
                for network, params in networks.items():
                    pairs = own_and_other(params, story, who, seconds)
                    found.setdefault(name, {}).setdefault(network, []).extend(pairs)
        yield _result(number, list(networks), found)


def own_and_other(
    params: Params, story: TwoNames, who: str, seconds: Mapping[str, int], off: Sequence[tuple[int, int]] = ()
) -> list[tuple[float, float]]:
    """Probabilities of the own and the other second piece at each place of a person, with heads ``off``."""
    if not len(story.at[who]):
        return []
    p = probabilities_at(params, story.ids, story.at[who], off)
    (other,) = (seconds[person] for person in PEOPLE if person != who)
    return list(zip(p[:, seconds[who]].tolist(), p[:, other].tolist(), strict=True))


def _result(
    n_stories: int, networks: Sequence[str], found: Mapping[str, Mapping[str, Sequence[tuple[float, float]]]]
) -> Lookups:
    names = []
    for name, of in sorted(found.items()):
        if not of[networks[0]]:
            continue
        means = {network: np.mean(pairs, axis=0).tolist() for network, pairs in of.items()}
        own, other = ({network: mean[i] for network, mean in means.items()} for i in (0, 1))
        names.append(NamePieces(name, len(of[networks[0]]), own, other))
    every = {n: np.array([pair for of in found.values() for pair in of[n]]).reshape(-1, 2) for n in networks}
    own, other = ({network: _mean(pairs[:, i]) for network, pairs in every.items()} for i in (0, 1))
    prefers = {network: _mean(pairs[:, 0] > pairs[:, 1]) for network, pairs in every.items()}
    return Lookups(n_stories, len(every[networks[0]]), own, other, prefers, tuple(names))


def _mean(values: np.ndarray) -> float:
    return float(np.mean(values)) if len(values) else float("nan")


def _tables(found: Lookups, vocabulary: Sequence[str]) -> list[Table]:
    rows = [[network, found.own[network], found.other[network], found.prefers_own[network]] for network in found.own]
    title = f"Probability of an invented name's own second piece and of another's, {found.places} places"
    by_name = [
        [n.name, n.places, *(values[network] for network in found.own for values in (n.own, n.other))]
        for n in found.names
    ]
    heads = [f"{network} {row}" for network in found.own for row in ("own", "other")]
    return [
        Table(title, ["network", "own", "other", "prefers own"], rows),
        Table("The same, name by name", ["name", "places", *heads], by_name),
    ]


MEASURE = Measure("lookups", Lookups, lookups_in_slices, _tables, FILES)
