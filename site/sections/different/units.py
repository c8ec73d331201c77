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
    tick: the numbers of the axis. scale: that axis, for the largest and the least loss (nats) and its ends (px).
    """

    of: Callable[[float], float]
    written: Callable[[float], str]
    compare: Callable[[float, float], str]
    tick: Callable[[float], str]
    scale: Callable[[float, float, tuple[float, float]], Linear | Log]


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
        of=lambda nats: nats,
        written=loss,
        compare=lambda a, w: signed(a - w),
        tick=lambda value: number(value, 0),
        scale=lambda most, least, ends: Linear((0.0, most * 1.04), ends),
    ),
    "chance": Unit(
        of=lambda nats: math.exp(-nats),
        written=_share,
        compare=lambda a, w: f"× {times(math.exp(w - a))}" if w >= a else f"÷ {times(math.exp(a - w))}",
        tick=lambda value: number(100 * value, 0) + "%",
        scale=lambda most, least, ends: Linear((0.0, math.exp(-least) * 1.04), ends),
    ),
    "choices": Unit(
        of=math.exp,
        written=_choices,
        compare=lambda a, w: f"÷ {times(math.exp(w - a))}" if w >= a else f"× {times(math.exp(a - w))}",
        tick=count,
        scale=lambda most, least, ends: Log((1.0, math.exp(most)), ends),
    ),
}
