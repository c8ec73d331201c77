"""Scales: from numbers to px. Frozen, called like functions, domain and range given in the open."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class _Scale:
    """domain: the numbers at the two ends; range: their places in px. Ends may descend."""

    domain: tuple[float, float]
    range: tuple[float, float]

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, self.domain)) or self.domain[0] == self.domain[1]:
            raise ValueError(f"a scale's domain needs two different finite ends, got {self.domain}")
        self._bent()

    def __call__(self, value: float) -> float:
        """Return the place of a value, outside of the range too."""
        return _between(self.range, _fraction(self._bent(), self._bend(value)))

    def invert(self, place: float) -> float:
        """Return the value at a place."""
        return self._unbend(_between(self._bent(), _fraction(self.range, place)))

    def ticks(self, count: int = 5) -> tuple[float, ...]:
        """About `count` round numbers inside the domain."""
        return nice_ticks(*self.domain, count)

    def _bent(self) -> tuple[float, float]:
        return self._bend(self.domain[0]), self._bend(self.domain[1])

    def _bend(self, value: float) -> float:
        return value

    def _unbend(self, value: float) -> float:
        return value


class Linear(_Scale):
    """A straight scale."""

    def nice(self, count: int = 5) -> "Linear":
        """Widen the domain to round numbers."""
        low, high = sorted(self.domain)
        step = _step(low, high, count)
        low, high = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
        return Linear((low, high) if self.domain[0] < self.domain[1] else (high, low), self.range)


class Log(_Scale):
    """A logarithmic scale, of values above zero."""

    def ticks(self, count: int = 5) -> tuple[float, ...]:
        """Powers of ten inside the domain; with fewer than three of them, their doubles and fives too."""
        low, high = sorted(self.domain)
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        tens = [t for t in (10.0**power for power in powers) if _inside(t, low, high)]
        if len(tens) >= 3:
            return tuple(tens[:: max(1, math.ceil(len(tens) / count))])
        finer = (digit * 10.0**power for power in powers for digit in (1, 2, 5))
        return tuple(t for t in finer if _inside(t, low, high))

    def _bend(self, value: float) -> float:
        if value <= 0:
            raise ValueError(f"a logarithmic scale has no place for {value}: it needs numbers above zero")
        return math.log(value)

    def _unbend(self, value: float) -> float:
        return math.exp(value)


class Sqrt(_Scale):
    """A scale by square root, of values from zero up: small ones are spread out."""

    def _bend(self, value: float) -> float:
        if value < 0:
            raise ValueError(f"a square-root scale has no place for {value}: it needs numbers from zero up")
        return math.sqrt(value)

    def _unbend(self, value: float) -> float:
        return value**2


def nice_ticks(low: float, high: float, count: int = 5) -> tuple[float, ...]:
    """About `count` multiples of 1, 2 or 5 times a power of ten from low to high, ascending."""
    low, high = sorted((low, high))
    step = _step(low, high, count)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    digits = max(0, -math.floor(math.log10(step)))
    return tuple(round(index * step, digits) + 0.0 for index in range(first, last + 1))


def _step(low: float, high: float, count: int) -> float:
    raw = (high - low) / max(1, count)
    power = 10.0 ** math.floor(math.log10(raw))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw * 0.75)


def _fraction(ends: tuple[float, float], value: float) -> float:
    return (value - ends[0]) / (ends[1] - ends[0]) if ends[0] != ends[1] else 0.0


def _between(ends: tuple[float, float], fraction: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * fraction


def _inside(value: float, low: float, high: float) -> bool:
    return low * (1 - 1e-9) <= value <= high * (1 + 1e-9)
