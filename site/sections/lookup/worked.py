"""One weight worked out with the digits that are shown, so that a reader who recalculates it finds the same."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal

from lookback.lookup import LookBack
from lookback.ops import Array

FEWEST, MOST = 3, 7  # decimals; float32 holds no more than 7


@dataclass(frozen=True)
class Worked:
    """Every number as written: each is rounded from the written ones before it, and the sum is exact.

    q, k, products: one entry for each number of the vectors. dot: their sum. scaled: dot / sqrt(d_head), or what a
    changed program makes of it.
    score: scaled + distance_score. below: score - highest. power: e to that. weight: power / total.
    """

    q: tuple[Decimal, ...]
    k: tuple[Decimal, ...]
    products: tuple[Decimal, ...]
    dot: Decimal
    scaled: Decimal
    distance_score: Decimal
    score: Decimal
    highest: Decimal
    below: Decimal
    power: Decimal
    total: Decimal
    weight: Decimal

    @property
    def shown(self) -> tuple[Decimal, ...]:
        """Return what the table shows too: dot, scaled, score and weight."""
        return self.dot, self.scaled, self.score, self.weight


def work_out(look: LookBack, key: int, *, digits: int = 2, weight_digits: int = 3) -> Worked:
    """Work out the weight of one key, with as few decimals as agree with the network's own numbers.

    digits, weight_digits: decimals of the table beside; rounded to them, every step equals the network's number.
    """
    places = (digits, digits, digits, weight_digits)
    goal = [float(values[key]) for values in (look.dots, look.scaled, look.scores, look.weights)]
    attempts = (_steps(look, key, decimals) for decimals in range(FEWEST, MOST))
    agreeing = (attempt for attempt in attempts if _rounded(attempt.shown, places) == _rounded(goal, places))
    return next(agreeing, _steps(look, key, MOST))


def _steps(look: LookBack, key: int, decimals: int) -> Worked:
    def written(value: float | Decimal) -> Decimal:
        return _round(value, decimals)

    q, k = _all(written, look.q), _all(written, look.k[key])
    products = tuple(written(a * b) for a, b in zip(q, k, strict=True))
    dot = sum(products, Decimal(0))
    scaled = written(_scaled(look, key, dot))
    distance_score = written(float(look.distance_scores[key]))
    score = scaled + distance_score
    best = int(look.scores.argmax())
    highest = score if best == key else written(float(look.scores[best]))
    below = score - highest
    finer = _decimals_of_small(below.exp(), decimals)
    power = _round(below.exp(), finer)
    total = written(look.total)
    return Worked(
        q, k, products, dot, scaled, distance_score, score, highest, below, power, total, _round(power / total, finer)
    )


def _scaled(look: LookBack, key: int, dot: Decimal) -> Decimal:
    """Do to the written product what the running program does to its own: divide it, unless it was changed."""
    if look.is_divided:
        return dot / Decimal(len(look.q)).sqrt()
    product, made = float(look.dots[key]), float(look.scaled[key])
    return dot * Decimal(made / product) if product else Decimal(made)


def _all(written: Callable[[float], Decimal], values: Array) -> tuple[Decimal, ...]:
    return tuple(map(written, values.tolist()))


def _rounded(values: Iterable[float | Decimal], places: Iterable[int]) -> list[Decimal]:
    return [_round(value, decimals) for value, decimals in zip(values, places, strict=True)]


def _decimals_of_small(value: Decimal, decimals: int) -> int:
    """Enough decimals for two digits of a small number that isn't 0."""
    return max(decimals, min(MOST, 1 - value.adjusted())) if value else decimals


def _round(value: float | Decimal, decimals: int) -> Decimal:
    return Decimal(value).quantize(Decimal(1).scaleb(-decimals))
