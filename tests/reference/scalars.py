"""Numbers that remember how they were made, so that loops over them can be differentiated."""

import itertools
import math
from collections.abc import Iterable

_births = itertools.count()


class Scalar:
    """A float64 and the numbers it was made from, each with the slope toward it."""

    __slots__ = ("birth", "sources", "value")

    def __init__(self, value: float, sources: tuple[tuple["Scalar", float], ...] = ()):
        self.value = float(value)
        self.sources = sources
        self.birth = next(_births)

    def __add__(self, other):
        other = lift(other)
        return Scalar(self.value + other.value, ((self, 1.0), (other, 1.0)))

    def __mul__(self, other):
        other = lift(other)
        return Scalar(self.value * other.value, ((self, other.value), (other, self.value)))

    def __sub__(self, other):
        return self + lift(other) * -1.0

    def __truediv__(self, other):
        other = lift(other)
        slope = -self.value / other.value**2
        return Scalar(self.value / other.value, ((self, 1 / other.value), (other, slope)))


def lift(x) -> Scalar:
    return x if isinstance(x, Scalar) else Scalar(x)


def exp(x: Scalar) -> Scalar:
    value = math.exp(x.value)
    return Scalar(value, ((x, value),))


def log(x: Scalar) -> Scalar:
    return Scalar(math.log(x.value), ((x, 1 / x.value),))


def tanh(x: Scalar) -> Scalar:
    value = math.tanh(x.value)
    return Scalar(value, ((x, 1 - value * value),))


def total(numbers: Iterable) -> Scalar:
    result = Scalar(0.0)
    for number in numbers:
        result = result + number
    return result


def slopes(result: Scalar) -> dict[int, float]:
    """Derivative of ``result`` with respect to every number it was made from, by the number's ``birth``."""
    found, waiting = {}, [result]
    while waiting:
        number = waiting.pop()
        if number.birth not in found:
            found[number.birth] = number
            waiting += [source for source, _ in number.sources]
    slope = dict.fromkeys(found, 0.0)
    slope[result.birth] = 1.0
    for birth in sorted(found, reverse=True):
        for source, local in found[birth].sources:
            slope[source.birth] += slope[birth] * local
    return slope
