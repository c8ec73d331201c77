"""What q.k follows and what it does not, head by head, over all pairs of the test stories."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from lookback.explain import comparison
from lookback.measures import measured
from lookback.measures.directions import Directions
from lookback.models import Models
from lookback.tokenizer import BOUNDARY_ID
from worker.contract import Choice, Data

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
class LikenessData(Data):
    """Every head's numbers, and the chosen head; over how many pairs and stories."""

    heads: tuple[HeadLikeness, ...]
    head: int
    pairs: int
    n_stories: int


def read_likeness(models: Models, choice: Choice) -> LikenessData:
    """Read every head's numbers; the chosen head is the last one where there are fewer."""
    heads = likeness(models)
    found: Directions = measured(models, "directions")
    return LikenessData(heads, min(choice["head"], len(heads) - 1), found.pairs, len(models.stories))


@lru_cache(maxsize=2)
def likeness(models: Models) -> tuple[HeadLikeness, ...]:
    """Take every head's numbers from the measures and the tables."""
    found: Directions = measured(models, "directions")
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
