"""Measure 11: the second piece of an invented name with each head of the two-layer network switched off."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from lookback.measures.contract import Measure, Table
from lookback.measures.invented import INVENTED
from lookback.measures.lookups import FILES, own_and_other
from lookback.measures.prepared import PreparedStory
from lookback.measures.second_piece import couples, told_both_ways, turn
from lookback.models import Models
from lookback.params import attention_config

N_LAYER = 2


@dataclass(frozen=True, eq=False)
class CircuitOff:
    """Mean probability of the own second piece over the ``places`` of ``Lookups``.

    ``all_on``: as it is; ``off`` (n_layer, n_head): with one head's result replaced by zeros; ``pair_off``: with two
    heads of the first layer off, ``pair_first`` and ``pair_second``, which together are missed most; ``other``: of the
    other name's second piece, with all heads on.
    """

    n_stories: int
    places: int
    all_on: float
    other: float
    off: NDArray[np.float64]
    pair_first: int
    pair_second: int
    pair_off: float

    @property
    def pair(self) -> tuple[int, int]:
        """The two heads of the first layer that are missed most together."""
        return self.pair_first, self.pair_second


def circuit_off_in_slices(models: Models, stories: Sequence[PreparedStory]) -> Iterator[CircuitOff]:
    """Switch the heads off one by one: yield the means so far after each story."""
    config = attention_config(models.two_layers, N_LAYER)
    heads = [(layer, head) for layer in range(config.n_layer) for head in range(config.n_head)]
    pairs = [((0, a), (0, b)) for a, b in combinations(range(config.n_head), 2)]
    choices = couples(models.tokenizer, INVENTED)
    found = {off: [] for off in ((), *((head,) for head in heads), *pairs)}
    for number, prepared in enumerate(stories, start=1):
        couple = turn(choices, prepared, number - 1)
        both_ways = couple and told_both_ways(models.tokenizer, prepared, couple, models.n_window)
        for told, story in zip(couple.told(), both_ways, strict=True) if couple and both_ways else ():
            seconds = couple.seconds_of(told) if couple else {}
            for off, values in found.items():
                for who in told:
                    values += own_and_other(models.two_layers, story, who, seconds, off)
        means = {off: np.mean(values, axis=0) if values else np.full(2, np.nan) for off, values in found.items()}
        (_, a), (_, b) = pair = min(pairs, key=lambda pair: means[pair][0])
        off = np.array([means[head,][0] for head in heads]).reshape(config.n_layer, config.n_head)
        (own, other), n_places = means[()].tolist(), len(found[()])
        yield CircuitOff(number, n_places, own, other, off, a, b, float(means[pair][0]))


def _tables(found: CircuitOff, vocabulary: Sequence[str]) -> list[Table]:
    rows = [["none", None, found.all_on]]
    rows += [[layer + 1, head, float(p)] for layer, of in enumerate(found.off) for head, p in enumerate(of)]
    rows.append([1, " ".join(map(str, found.pair)), found.pair_off])
    title = f"Probability of an invented name's own second piece with heads off, {found.places} places"
    return [Table(title, ["layer", "head", "own"], rows)]


MEASURE = Measure("circuit_off", CircuitOff, circuit_off_in_slices, _tables, FILES)
