"""One look back small enough to be worked out by hand, in decimals that add up as they are written.

Every step is computed from the numbers of the step before as they stand on the page, and only two steps round: powers
of e, and shares. So a reader with pencil and paper finds the same digits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from lookback.explain.rounding import rounded_together

Numbers = tuple[Decimal, ...]
Rows = Sequence[Sequence[float]]


@dataclass(frozen=True)
class Toy:
    """A few tokens, each with a query and a key of K numbers and a value of V numbers."""

    tokens: tuple[str, ...]
    q: tuple[Numbers, ...]
    k: tuple[Numbers, ...]
    v: tuple[Numbers, ...]

    @classmethod
    def of(cls, tokens: Sequence[str], q: Rows, k: Rows, v: Rows) -> "Toy":
        """Make one from numbers as they are written: 0.1 is a tenth, not the nearest float to it."""
        exact = (tuple(tuple(Decimal(str(number)) for number in row) for row in rows) for rows in (q, k, v))
        return cls(tuple(tokens), *exact)


@dataclass(frozen=True)
class LookByHand:
    """What the token at ``reader`` reads: N = reader + 1 tokens, itself the last of them.

    | ``products`` | (N, K) | the query times each key, number by number; exact |
    | ``scores`` | (N,) | q.k, their sums; exact |
    | ``powers`` | (N,) | e to the power of each score, rounded |
    | ``total`` | | the sum of the powers as written; exact |
    | ``weights`` | (N,) | powers / total, rounded together; they sum to exactly 1 |
    | ``parts`` | (N, V) | each value times its weight as written; exact |
    | ``z`` | (V,) | the sum of the parts; exact |
    """

    reader: int
    q: Numbers
    k: tuple[Numbers, ...]
    v: tuple[Numbers, ...]
    products: tuple[Numbers, ...]
    scores: Numbers
    powers: Numbers
    total: Decimal
    weights: Numbers
    parts: tuple[Numbers, ...]
    z: Numbers

    @property
    def mended(self) -> tuple[int, ...]:
        """The tokens whose weight is not power / total rounded, so that the sum is 1."""
        pairs = enumerate(zip(self.powers, self.weights, strict=True))
        return tuple(j for j, (power, weight) in pairs if weight != (power / self.total).quantize(weight))


def look_by_hand(toy: Toy, reader: int, *, power_decimals: int = 3, weight_decimals: int = 2) -> LookByHand:
    """Work out what the token at ``reader`` makes of itself and the tokens before it.

    Raises ValueError where there is no such token, and where every power would be written as 0.
    """
    if not 0 <= reader < len(toy.tokens):
        raise ValueError(f"no token {reader}: there are 0 to {len(toy.tokens) - 1}")
    q, k, v = toy.q[reader], toy.k[: reader + 1], toy.v[: reader + 1]
    products = tuple(_times(q, key) for key in k)
    scores = tuple(map(_total, products))
    powers = tuple(score.exp().quantize(Decimal(1).scaleb(-power_decimals)) for score in scores)
    total = _total(powers)
    if not total:
        raise ValueError(f"with scores up to {max(scores)} every power of e is written as 0: take smaller numbers")
    weights = rounded_together([power / total for power in powers], weight_decimals)
    parts = tuple(tuple(weight * number for number in value) for weight, value in zip(weights, v, strict=True))
    z = tuple(map(_total, zip(*parts, strict=True)))
    return LookByHand(reader, q, k, v, products, scores, powers, total, weights, parts, z)


def _times(first: Numbers, second: Numbers) -> Numbers:
    return tuple(a * b for a, b in zip(first, second, strict=True))


def _total(numbers: Sequence[Decimal]) -> Decimal:
    return sum(numbers, Decimal(0))
