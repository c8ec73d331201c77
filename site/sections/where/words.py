"""What to notice in each state of the figures, in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from scene.formats import number, weight
from scene.sentences import counted, spelled
from sections.where.shapes import N_READ

if TYPE_CHECKING:
    from lookback.ops import Array
    from sections.where.compute import GroupsReading, TurnsReading
    from sections.where.shapes import Shape


def on_shape(shape: Shape) -> str:
    """Say what a head's scores favor, by the weights that they alone would give."""
    best = f"{_distance(shape.top)}, at {number(float(shape.scores[shape.top]))}"
    alone = f"If all q·k were equal, of {shape.n_read} tokens"
    near, evenly = spelled(weight(shape.near)), spelled(weight(shape.n_near / shape.n_read))
    if shape.kind == "near":
        top = spelled(weight(float(shape.weights[shape.top])))
        return (
            f"Head {shape.head} keeps to the near. Its score is highest {best}. {alone} that one would get {top} "
            f"of the weight, and the nearest {shape.n_near} together {near}."
        )
    if shape.kind == "even":
        low, high = (number(float(f(shape.scores[: shape.n_read]))) for f in (np.min, np.max))
        return (
            f"Head {shape.head} hardly cares about distance: up to {shape.n_read - 1} tokens back, its scores stay "
            f"between {low} and {high}. {alone} the nearest {shape.n_near} would get {near} of the weight; evenly it "
            f"would be {evenly}. So what it reads is decided by content."
        )
    tends = "prefers what is far back" if shape.kind == "far" else "reaches widely, but not everywhere alike"
    near_by = shape.kind == "far" and shape.top < shape.n_near
    highest = f", though its score is highest {best}." if near_by else f". Its score is highest {best}."
    return (
        f"Head {shape.head} {tends}{highest} {alone} the nearest {shape.n_near} would get {near} "
        f"of the weight, where evenly it would be {evenly}; half of it would lie within {shape.middle} tokens."
    )


def on_places(head: int, rows: str, by_place: Array) -> str:
    """Say what the two grids show."""
    left = f"Left, head {head} of this page: along a diagonal the distance is the same, and so is the score."
    if rows == "waves":
        return f"{left} Right, the waves of 2017: their products too depend on the distance alone, by a formula."
    near = np.diagonal(by_place, -1)
    low, high = number(float(near.min())), number(float(near.max()))
    return (
        f"{left} Right, learned rows before the first step of training: to itself each place is 1, and neighbors are "
        f"anything from {low} to {high}. That 20 stands beside 21 has to be learned, and 30 beside 31 once more."
    )


def on_groups(reading: GroupsReading) -> str:
    """Say what would be lost with shared scores."""
    off = np.abs(reading.scores - reading.shared)[:N_READ]
    most = int(off.argmax())
    n, n_ctx = int(reading.groups.max()) + 1, len(reading.scores)
    return (
        f"With T5’s {n} groups, the {n_ctx} scores of head {reading.head} become {n}, here the mean of each group. "
        f"Up to {len(off) - 1} tokens back they are {number(float(off.mean()))} away from what was learned on average, "
        f"and at most {number(float(off[most]))}, {_distance(most)}."
    )


def on_slope(head: int, slope: float) -> str:
    """Say what a slope does to a weight."""
    half = math.log(2) / slope
    return (
        f"ALiBi’s head {head} takes off {number(slope, 4 if slope < 0.01 else 3)} for each token. At equal q·k, a "
        f"weight is halved every {number(half, 1 if half < 9.95 else 0)} tokens. Choose another line by its number."
    )


def on_turns(reading: TurnsReading) -> str:
    """Say how far the pairs have turned, and how well query and key agree."""
    if not reading.distance:
        return "At distance 0 all pairs point the same way, and query and key agree fully. Move the slider."
    few, many = (number(float(values[reading.distance])) for values in reading.agreement.values())
    small, large = reading.agreement
    far, first, last = _distance(reading.distance), float(reading.angles[0]), float(reading.angles[-1])
    return (
        f"{far[0].upper()}{far[1:]}, the first pair has turned by {degrees(first)}°, the last by {degrees(last)}°. "
        f"With {small} numbers q·k is {few} of what it is at distance 0, with {large} numbers {many}."
    )


def degrees(angle: float) -> str:
    """Write an angle in radians as degrees: "34", "0.3"."""
    turned = math.degrees(angle)
    return number(turned, 0 if turned >= 9.95 or not turned else 1)


def _distance(back: int) -> str:
    if back == 0:
        return "at the token itself"
    return f"{counted(back, 'token')} back"
