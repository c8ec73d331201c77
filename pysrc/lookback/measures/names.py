"""How well the hero's name is known where it comes back, against the same name in a story about somebody else."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lookback.measures.reading import Reading
from lookback.measures.renaming import Renamed, probabilities_of, renamings, whole_names
from lookback.measures.slices import last
from lookback.models import KnownName
from lookback.params import Params
from lookback.tokenizer import Tokenizer

N_OTHERS = 2


@dataclass(frozen=True)
class NameProbability:
    """Mean probability of the hero's name (its first token) over the ``places`` where it comes back out of reach.

    ``own_story[network]``: in the hero's own story. ``other_story[network]``: the same token at the same places when
    the hero is somebody else there, that is renamed everywhere to two other names of the pronoun in turn, each one
    token. Nan where no story has such a place.
    """

    n_stories: int
    places: int
    own_story: dict[str, float]
    other_story: dict[str, float]

    @property
    def ratio(self) -> dict[str, float]:
        """How many times likelier the name is in its own story; nan where it is never likely elsewhere."""
        return {name: own / (self.other_story[name] or float("nan")) for name, own in self.own_story.items()}


def name_probability(
    networks: Mapping[str, Params], tokenizer: Tokenizer, readings: Sequence[Reading], names: Sequence[KnownName]
) -> NameProbability:
    """Compare the name's probability in its own story with that in somebody else's."""
    return last(name_probability_in_slices(networks, tokenizer, readings, names))


def name_probability_in_slices(
    networks: Mapping[str, Params], tokenizer: Tokenizer, readings: Sequence[Reading], names: Sequence[KnownName]
) -> Iterator[NameProbability]:
    """Yield the probabilities so far after each story; the last are those of ``name_probability``."""
    others = {p: [name.name for name in whole_names(tokenizer, names, p)] for p in {n.pronoun for n in names}}
    own: dict[str, list[float]] = {name: [] for name in networks}
    other: dict[str, list[float]] = {name: [] for name in networks}
    for number, reading in enumerate(readings):
        at = np.flatnonzero(reading.name)
        elsewhere = renamings(tokenizer, reading, others.get(reading.story.pronoun, []), number, N_OTHERS)
        for network, params in networks.items():
            if len(at):
                own[network] += probabilities_of(params, reading.ids, at, int(reading.targets[at[0]])).tolist()
                other[network] += _elsewhere(params, elsewhere, int(reading.targets[at[0]]))
        yield NameProbability(number + 1, len(next(iter(own.values()))), _means(own), _means(other))


def _elsewhere(params: Params, stories: Sequence[Renamed], token: int) -> list[float]:
    return [p for story in stories for p in probabilities_of(params, story.ids, story.at, token)]


def _means(found: Mapping[str, Sequence[float]]) -> dict[str, float]:
    return {name: float(np.mean(values)) if values else float("nan") for name, values in found.items()}
