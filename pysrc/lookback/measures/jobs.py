"""Measure 4: where each head's weight goes, by distance back and by token, at each snapshot of training."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback import ops
from lookback.measures.contract import Measure, Table
from lookback.measures.prepared import PreparedStory
from lookback.measures.result_json import Token
from lookback.models import Models
from lookback.networks import NETWORKS
from lookback.snapshots import attention_weights

Floats = NDArray[np.float64]
BUCKETS = {"own": (0, 0), "1": (1, 1), "2": (2, 2), "3-8": (3, 8), "9-32": (9, 32), "beyond": (33, None)}
N_MOST_READ = 8


@dataclass(frozen=True)
class TokenWeight:
    """A token, the mean ``weight`` that a head puts on it, and the same for a head that reads all alike, ``evenly``."""

    token: Token
    weight: float
    evenly: float


@dataclass(frozen=True, eq=False)
class Jobs:
    """Weights of H heads at S snapshots, averaged over ``positions``.

    | ``steps`` | (S,) int | training steps made at each snapshot |
    | ``profile`` | (S, H, n_ctx) | mean weight at each distance back, 0 (the token itself) to n_ctx - 1; sums to 1 |
    | ``read`` | (S, H, n_vocab) | mean weight on each token; sums to 1 |
    | ``evenly`` | (n_vocab,) | the same for a head that reads everything in reach alike, to compare ``read`` with |
    | ``even_profile`` | (n_ctx,) | and its weight at each distance back, to compare ``profile`` with |

    The mean is over all positions: one that has nothing at a distance counts as 0 there.
    """

    n_stories: int
    positions: int
    steps: NDArray[np.int32]
    profile: Floats
    read: Floats
    evenly: Floats
    even_profile: Floats

    @property
    def buckets(self) -> tuple[str, ...]:
        """What the last axis of ``by_distance`` counts."""
        return tuple(BUCKETS)

    @property
    def by_distance(self) -> Floats:
        """Mean weight in each of BUCKETS (S, H, 6): own token, 1, 2, 3 to 8, 9 to 32 tokens back, beyond."""
        return _in_buckets(self.profile)

    @property
    def even_by_distance(self) -> Floats:
        """The same (6,) for a head that reads everything in reach alike."""
        return _in_buckets(self.even_profile)

    @property
    def most_read(self) -> list[list[list[TokenWeight]]]:
        """The tokens that get most of each head's weight, the most first: ``most_read[snapshot][head]``."""
        return [[self._most_read(of_head) for of_head in of_heads] for of_heads in self.read]

    def _most_read(self, read: Floats) -> list[TokenWeight]:
        most = np.argsort(-read, kind="stable")[:N_MOST_READ].tolist()
        return [TokenWeight(token, float(read[token]), float(self.evenly[token])) for token in most]


def jobs_in_slices(models: Models, stories: Sequence[PreparedStory]) -> Iterator[Jobs]:
    """Average the weights of every head at every snapshot: yield the averages so far after each story."""
    snapshots = models.snapshots
    n_steps, n_vocab, _ = snapshots.arrays["W_E"].shape
    _, n_head, n_ctx = snapshots.arrays["b_distance"].shape
    profile, even_profile = np.zeros((n_steps, n_head, n_ctx)), np.zeros(n_ctx)
    read, evenly = np.zeros((n_steps, n_head, n_vocab)), np.zeros(n_vocab)
    positions = 0
    for n_stories, prepared in enumerate(stories, start=1):
        ids = prepared.ids
        for step in range(n_steps):
            (weights,) = attention_weights(snapshots[step], ids)
            profile[step] += ops.distance_scores_backward(weights, n_ctx)  # sums along the diagonals
            read[step] += _by_token(ids, weights.sum(axis=-2), n_vocab)
        even = _even_weights(len(ids))
        evenly += _by_token(ids, even[None], n_vocab)[0]
        even_profile[: len(ids)] += even  # as much goes to distance d as to key d: 1/(i+1) from every i >= d
        positions += len(ids)
        sums = (profile, read, evenly, even_profile)
        yield Jobs(n_stories, positions, snapshots.steps, *(each / positions for each in sums))


def _in_buckets(profile: Floats) -> Floats:
    """Weight by distance (..., n_ctx), summed over each of BUCKETS -> (..., 6)."""
    parts = [profile[..., first : None if end is None else end + 1] for first, end in BUCKETS.values()]
    return np.stack([part.sum(axis=-1) for part in parts], axis=-1)


def _by_token(ids: NDArray[np.int32], sums: NDArray[np.floating], n_vocab: int) -> Floats:
    """Weight that each position got (H, T), summed over the positions of each token -> (H, n_vocab)."""
    return np.stack([np.bincount(ids, of_head, n_vocab).astype(np.float64) for of_head in sums])


def _even_weights(n_tokens: int) -> Floats:
    """What each key gets in all when position i gives 1/(i+1) to each key that it can read, (T,)."""
    given = 1 / np.arange(1, n_tokens + 1)
    return given[::-1].cumsum()[::-1]


def _tables(found: Jobs, vocabulary: Sequence[str]) -> list[Table]:
    shares, most_read = found.by_distance[-1].tolist(), found.most_read[-1]
    rows = [
        [head, *shares[head], " ".join(vocabulary[read.token] for read in most_read[head])]
        for head in range(len(shares))
    ]
    title = f"Weight by distance back and the tokens read most, after {int(found.steps[-1]):,} steps"
    title += f" (--json has {len(found.steps) - 1} moments before)"
    return [Table(title, ["head", *BUCKETS, "reads most"], rows, digits=3)]


MEASURE = Measure("jobs", Jobs, jobs_in_slices, _tables, (NETWORKS["attention"].snapshots,))
