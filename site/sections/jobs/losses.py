"""The loss at a moment of training, from the curve that training kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scene.formats import count, loss
from scene.sentences import listed


@dataclass(frozen=True)
class Point:
    """The loss on held-out stories after ``step`` steps, in nats."""

    step: int
    loss: float


def curve_of(curves: Mapping[str, Any]) -> tuple[Point, ...]:
    """The attention network's held-out losses in order; empty where training kept none."""
    kept = curves.get("attention", {})
    pairs = zip(kept.get("step", ()), kept.get("held_out", ()), strict=True)
    return tuple(Point(int(step), float(value)) for step, value in pairs if value is not None)


def around(curve: Sequence[Point], step: int) -> tuple[Point | None, Point | None]:
    """The last point up to a step and the first from it on; twice the same where it was measured just there."""
    before = [point for point in curve if point.step <= step]
    after = [point for point in curve if point.step >= step]
    return (before[-1] if before else None), (after[0] if after else None)


def loss_in_words(curve: Sequence[Point], step: int) -> str:
    """Say the loss at a step: "the loss on held-out TinyStories was 3.46 nats", or between which two; else nothing."""
    before, after = around(curve, step)
    if before is None or after is None:
        return ""
    if before.step == after.step:
        return f"the loss on held-out TinyStories was {loss(before.loss)} nats"
    words = (f"{loss(point.loss)} at step {count(point.step)}" for point in (before, after))
    return f"the loss on held-out TinyStories was between {listed(words)}"
