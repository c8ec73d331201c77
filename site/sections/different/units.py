"""Three ways to say the same loss: in nats, as a chance, as a number of choices."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from scene.formats import count, loss, number, signed
from scene.scales import Linear, Log


@dataclass(frozen=True)
class Unit:
    """How a loss in nats is turned into this unit, written, and compared.

    of: from nats. written: its numbers. compare: the attention network's loss against the window's, both in nats.
    tick: the numbers of the axis.
    """

    name: str
    of: Callable[[float], float]
    written: Callable[[float], str]
    compare: Callable[[float, float], str]
    tick: Callable[[float], str]

    def scale(self, largest_loss: float, range_: tuple[float, float], least_loss: float) -> Linear | Log:
        """The axis from nothing to what the largest loss (nats), or for chances the least, needs."""
        if self.name == UNITS["choices"].name:
            return Log((1.0, math.exp(largest_loss)), range_)
        far = math.exp(-least_loss) if self.name == UNITS["chance"].name else largest_loss
        return Linear((0.0, far * 1.04), range_)


def times(ratio: float) -> str:
    """Write a ratio with the digits that tell: "21", "1.5"."""
    return number(ratio, 0 if ratio >= 9.95 else 1)


def chance(nats: float) -> str:
    """Write the chance of the right token that belongs to a loss: "4.7%"."""
    return _share(math.exp(-nats))


def _share(value: float) -> str:
    return "<0.1%" if 0 < value < 0.0005 else number(100 * value, 1) + "%"


def _choices(value: float) -> str:
    return count(value) if value >= 9.95 else number(value, 1)


UNITS = {
    "nats": Unit(
        "loss, in nats a token", lambda nats: nats, loss, lambda a, w: signed(a - w), lambda value: number(value, 0)
    ),
    "chance": Unit(
        "chance of the right token",
        lambda nats: math.exp(-nats),
        _share,
        lambda a, w: f"× {times(math.exp(w - a))}" if w >= a else f"÷ {times(math.exp(a - w))}",
        lambda value: number(100 * value, 0) + "%",
    ),
    "choices": Unit(
        "as good as choosing among so many tokens",
        math.exp,
        _choices,
        lambda a, w: f"÷ {times(math.exp(w - a))}" if w >= a else f"× {times(math.exp(a - w))}",
        count,
    ),
}
