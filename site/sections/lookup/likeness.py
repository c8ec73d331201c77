"""What q.k follows and what it does not, head by head, over all pairs of the test stories."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from lookback.explain import comparison
from lookback.measures import Directions, recorded
from lookback.models import Models
from lookback.tokenizer import BOUNDARY_ID
from scene.formats import count, number, percent
from scene.sentences import Run

SHARES = (0.1, 0.5, 0.9)  # of keys that are shorter
WEAK, STRONG = 0.3, 0.7  # correlations: below the one hardly any, above the other close


@dataclass(frozen=True)
class HeadLikeness:
    """One head's numbers.

    correlation: of q.k with the cosine of the rows, over all pairs. not_closest: share of positions whose closest key
    in direction does not have the largest q.k. lengths: of keys, which a tenth, half and nine tenths stay below.
    rank, one_way: of its table W_Q W_K^T.
    """

    head: int
    correlation: float
    not_closest: float
    lengths: tuple[float, float, float]
    rank: int
    one_way: float

    @property
    def stretch(self) -> float:
        """How many times as long the longer keys are as the shorter ones."""
        return self.lengths[2] / max(self.lengths[0], 1e-9)


@dataclass(frozen=True)
class LikenessReading:
    """Every head's numbers, and the chosen head."""

    heads: tuple[HeadLikeness, ...]
    head: int
    pairs: int
    n_stories: int

    @property
    def notice(self) -> tuple[Run, ...]:
        """Say of the chosen head how much q.k has to do with likeness and with direction."""
        chosen = self.heads[self.head]
        short, _, long = (number(length, 1) for length in chosen.lengths)
        return (
            f"Head {chosen.head}: over {count(self.pairs)} pairs, its q·k {_follows(chosen.correlation)} the cosine of "
            f"the rows (correlation {number(chosen.correlation)}). In {percent(chosen.not_closest)} of all positions "
            "the key closest in direction to the query is not the one with the largest q·k: a tenth of the ",
            ("keys", "key"),
            f" are shorter than {short}, and a tenth longer than {long}.",
        )

    @property
    def details(self) -> tuple[tuple[Run, ...], ...]:
        """Say what its table is like."""
        chosen = self.heads[self.head]
        words = (
            f"The last column: {percent(chosen.one_way)} of its table changes its sign when reader and read change "
            f"places; the table’s rank is {chosen.rank}. The green bars leave out the shortest and the longest tenth "
            "of the keys; the line across them stands where half are shorter."
        )
        return ((words,),)

    @property
    def call(self) -> str:
        """The package calls behind the numbers."""
        return (
            'measures.recorded(models, "directions")\n'
            "comparison.key_length_quantiles(models.attention, ids)\n"
            "comparison.one_way_shares(models.attention)"
        )


def read_likeness(models: Models, choice: Mapping[str, Any]) -> LikenessReading:
    """Read every head's numbers; the chosen head is the last one where there are fewer."""
    heads = likeness(models)
    found: Directions = recorded(models, "directions")
    return LikenessReading(heads, min(choice["head"], len(heads) - 1), found.pairs, len(models.stories))


@lru_cache(maxsize=2)
def likeness(models: Models) -> tuple[HeadLikeness, ...]:
    """Take every head's numbers from the measures and the tables."""
    found: Directions = recorded(models, "directions")
    params = models.attention
    ids = np.concatenate([np.array([BOUNDARY_ID, *story], np.int32)[: models.n_ctx] for story in models.story_ids])
    lengths = comparison.key_length_quantiles(params, ids, SHARES)
    columns = zip(
        np.nan_to_num(found.correlation).tolist(), found.closest_is_not_largest.tolist(), lengths.tolist(),
        comparison.ranks(params).tolist(), comparison.one_way_shares(params).tolist(), strict=True,
    )  # fmt: skip
    return tuple(
        HeadLikeness(head, correlation, share, (low, middle, high), rank, one_way)
        for head, (correlation, share, (low, middle, high), rank, one_way) in enumerate(columns)
    )


def measured_in_prose(models: Models) -> dict[str, str]:
    """Make the sentences of the text from the numbers of all heads."""
    heads, found = likeness(models), recorded(models, "directions")
    low, high = (pick(head.correlation for head in heads) for pick in (min, max))
    shares = [head.not_closest for head in heads]
    uneven = max(heads, key=lambda head: head.stretch)
    return {
        "pairs": count(found.pairs),
        "positions": count(found.positions),
        "n_stories": count(found.n_stories),
        "correlations": f"{number(low)} to {number(high)}",
        "so_likeness": _so(max(abs(low), abs(high))),
        "not_closest": _range(min(shares), max(shares)),
        "uneven": str(uneven.head),
        "short_key": number(uneven.lengths[0], 1),
        "long_key": number(uneven.lengths[2], 1),
    }


def _range(low: float, high: float) -> str:
    """Write "27% to 56%", or one share where both read the same."""
    first, last = percent(low), percent(high)
    return first if first == last else f"{first} to {last}"


def _follows(correlation: float) -> str:
    """Say how a head's q.k goes with the cosine: "hardly follows", "loosely follows", "closely runs against"."""
    if abs(correlation) < WEAK:
        return "hardly follows"
    how = "closely" if abs(correlation) > STRONG else "loosely"
    return f"{how} {'follows' if correlation > 0 else 'runs against'}"


def _so(largest: float) -> str:
    """Say what the strongest correlation of all heads means: its square is the share of the ups and downs."""
    if largest < WEAK:
        return "So whether two tokens are alike tells next to nothing about q·k, in any head"
    return f"So likeness accounts for at most {percent(largest**2)} of the ups and downs of q·k, in any head"
