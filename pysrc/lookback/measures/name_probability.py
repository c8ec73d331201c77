"""How well the hero's name is known where it comes back, against the same name in a story about somebody else."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lookback.measures.contract import Measure, Table
from lookback.measures.prepared import PreparedStory
from lookback.measures.renaming import Renamed, probabilities_of, renamings, whole_names
from lookback.models import Models
from lookback.params import Params

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


def name_probability_in_slices(models: Models, stories: Sequence[PreparedStory]) -> Iterator[NameProbability]:
    """Compare the name's probability in its own story with that in somebody else's: yield both after each story."""
    pronouns = {known.pronoun for known in models.names}
    others = {p: [known.name for known in whole_names(models.tokenizer, models.names, p)] for p in pronouns}
    own: dict[str, list[float]] = {network: [] for network in models.networks}
    other: dict[str, list[float]] = {network: [] for network in models.networks}
    for number, prepared in enumerate(stories):
        at = np.flatnonzero(prepared.name)
        elsewhere = renamings(models.tokenizer, prepared, others.get(prepared.story.pronoun, []), number, N_OTHERS)
        for network, params in models.networks.items():
            if len(at):
                own[network] += probabilities_of(params, prepared.ids, at, int(prepared.targets[at[0]])).tolist()
                other[network] += _elsewhere(params, elsewhere, int(prepared.targets[at[0]]))
        yield NameProbability(number + 1, len(next(iter(own.values()))), _means(own), _means(other))


def _elsewhere(params: Params, stories: Sequence[Renamed], token: int) -> list[float]:
    return [p for story in stories for p in probabilities_of(params, story.ids, story.at, token)]


def _means(found: Mapping[str, Sequence[float]]) -> dict[str, float]:
    return {name: float(np.mean(values)) if values else float("nan") for name, values in found.items()}


def _tables(found: NameProbability, vocabulary: Sequence[str]) -> list[Table]:
    rows = [[n, found.own_story[n], found.other_story[n], found.ratio[n]] for n in found.own_story]
    title = f"Probability of the hero's name where it comes back out of reach, {found.places} places"
    return [Table(title, ["network", "own story", "somebody else's", "ratio"], rows)]


MEASURE = Measure("name_probability", NameProbability, name_probability_in_slices, _tables)
