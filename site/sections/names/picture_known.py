"""Every name by how often training met it and how likely it is where it comes back, for both networks."""

import math
from collections.abc import Mapping, Sequence

from lookback.measures.swaps import NameSwap, Swapped
from scene import Frame, Hit, Scene, line, path, rect, text
from scene.axes import SIZE, bottom_axis, left_axis
from scene.formats import count, probability
from scene.marks import Mark, polyline
from scene.metrics import text_width
from scene.scales import Linear, Log
from sections.names.known import KnownData, seen
from sections.names.words_known import COLUMNS, KINDS, MET_AXIS, NEVER, ON_AVERAGE, P_AXIS, name_label

_PLUS = (
    (-0.4, -1.2), (0.4, -1.2), (0.4, -0.4), (1.2, -0.4), (1.2, 0.4), (0.4, 0.4),
    (0.4, 1.2), (-0.4, 1.2), (-0.4, 0.4), (-1.2, 0.4), (-1.2, -0.4), (-0.4, -0.4),
)  # fmt: skip
SHAPES: Mapping[str, Sequence[tuple[float, float]] | None] = {  # corners in radii; None is a disk
    "common": None,
    "middle": ((0, -1.15), (1.1, 0.8), (-1.1, 0.8)),
    "rare": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "pieces": ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)),
    "invented": _PLUS,
    "strange": tuple((math.sqrt(0.5) * (x - y), math.sqrt(0.5) * (x + y)) for x, y in _PLUS),
}
ROLES = ("name", "muted", "text")  # of the columns of the list of kinds
LOWEST = 1e-5  # probabilities below are drawn there
EDGE, LEFT, RIGHT, TOP = 6.0, 72.0, 14.0, 36.0
BESIDE, KINDS_WIDE = 860.0, 316.0  # from this width on the list of kinds stands beside; its width
KIND, COLUMN = 28.0, 66.0  # px of a row of that list, and of its columns
RADIUS = 4.6


def draw_known(known: KnownData, frame: Frame) -> Scene:
    """Draw a full mark for what the attention network gives each name, a hollow one for the window network."""
    beside = frame.width >= BESIDE
    bottom, right = TOP + (300 if frame.narrow else 380), frame.width - RIGHT - (KINDS_WIDE + 30 if beside else 0)
    never = 70.0 if frame.narrow else 100.0
    y = Log((_floor(known), 1), (bottom, TOP))
    x = _x_scale(known, LEFT + never, right)
    marks = _axes(x, y, LEFT + never / 2)
    hits: list[Hit] = []
    across = _across(known, x, (LEFT + 12, LEFT + never - 20))
    for network in ("window", "attention"):
        for name in known.names:
            key, at = f"{network}.{name.name}", (across[name.name], y(max(LOWEST, name.probability.swapped[network])))
            marks += [_mark(key, name.kind, *at, network), *_pointed_at(key, name, at, right)]
            hits.append(Hit(key, at[0] - 7, at[1] - 7, 14, 14, name_label(name)))
    corner = (right + 30, TOP) if beside else (EDGE, bottom + 58)
    legend, end = draw_kinds(known, *corner, min(KINDS_WIDE, frame.width - 2 * EDGE))
    return Scene(frame.width, max(end, bottom + 40), [*marks, *legend], hits)


def draw_kinds(known: KnownData, x: float, y: float, width: float) -> tuple[list[Mark], float]:
    """List the kinds with their marks and mean probabilities; returns where the list ends, too."""
    columns = x + width - 2 * COLUMN, x + width - COLUMN, x + width
    marks = [text("kinds.names", x, y + 25, ON_AVERAGE, size=SIZE, fill="muted")]
    for right, (above, below), role in zip(columns, COLUMNS, ROLES, strict=True):
        look = {"size": SIZE, "anchor": "end", "fill": role}
        marks.append(text(f"kinds.{above}", right, y + 10, above, **look))
        marks.append(text(f"kinds.{above}.below", right, y + 25, below, **look))
    y += 34
    for kind, words in KINDS.items():
        if kind in known.kinds:
            marks.append(line(f"kinds.{kind}.rule", x, y, x + width, y))
            marks.append(_mark(f"kinds.{kind}", kind, x + 8, y + 14, "attention"))
            marks.append(_mark(f"kinds.{kind}.hollow", kind, x + 26, y + 14, "window"))
            marks.append(text(f"kinds.{kind}.words", x + 42, y + 18.5, words, size=13))
            marks += _means(f"kinds.{kind}", known.kinds[kind].probability, columns, y + 18.5)
            y += KIND
    return marks, y + 6


def _means(key: str, found: Swapped, columns: Sequence[float], y: float) -> list[Mark]:
    values = found.swapped["attention"], found.unswapped["attention"], found.swapped["window"]
    return [
        text(f"{key}.{above}", right, y, probability(value), size=13, anchor="end", fill=role)
        for right, value, (above, _), role in zip(columns, values, COLUMNS, ROLES, strict=True)
    ]


def _floor(known: KnownData) -> float:
    """The power of ten below all probabilities."""
    lowest = min(min(name.probability.swapped.values()) for name in known.names)
    return 10.0 ** math.floor(math.log10(max(LOWEST, lowest)))


def _x_scale(known: KnownData, left: float, right: float) -> Log:
    met = [seen(name) for name in known.names if seen(name)]
    return Log((min(met) / 1.2, max(met) * 1.2), (left, right))


def _across(known: KnownData, x: Log, never: tuple[float, float]) -> dict[str, float]:
    """Where each name stands across; those never met stand side by side at the left."""
    unseen = [name.name for name in known.names if not seen(name)]
    side = Linear((0, max(1, len(unseen) - 1)), never)
    met = {name.name: x(seen(name)) for name in known.names if seen(name)}
    return met | {name: side(i) for i, name in enumerate(unseen)}


def _axes(x: Log, y: Log, never: float) -> list[Mark]:
    bottom, right = max(y.range), max(x.range)
    tens = [10.0**power for power in range(round(math.log10(min(y.domain))), 1)]
    marks = left_axis("y", y, LEFT, name=P_AXIS, ticks=tens, label=_tick, rules_to=right)
    marks += bottom_axis("x", x, bottom, name=MET_AXIS, ticks=_round(x), label=count)
    marks.append(line("x.never.rule", LEFT, bottom, min(x.range) - 12, bottom, stroke="muted"))
    marks.append(text("x.never", never - 4, bottom + 17, NEVER, fill="muted", size=SIZE, anchor="middle"))
    return marks


def _round(x: Log) -> list[float]:
    """1, 2 or 5 times powers of ten inside the scale, as many as fit."""
    low, high = sorted(x.domain)
    found = [d * 10.0**p for p in range(7) for d in (1, 2, 5) if low <= d * 10.0**p <= high]
    kept: list[float] = []
    for value in found:
        if not kept or x(value) - x(kept[-1]) >= 52:
            kept.append(value)
    return kept


def _tick(value: float) -> str:
    return ("≤" if value == LOWEST else "") + f"{value:.5f}".rstrip("0").rstrip(".")


def _mark(key: str, kind: str, x: float, y: float, network: str) -> Mark:
    style = {"fill": "name-fill"} if network == "attention" else {"stroke": "window", "line_width": 1.2}
    corners = SHAPES[kind]
    if corners is None:
        return rect(key, x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS, r=RADIUS, **style)
    d = polyline([(x + RADIUS * dx, y + RADIUS * dy) for dx, dy in corners], closed=True)
    return path(key, d, **style)


def _pointed_at(key: str, name: NameSwap, at: tuple[float, float], right: float) -> list[Mark]:
    """Ring the mark and write the name beside it, while it is pointed at."""
    x, y = at
    wide = text_width(name.name, 14, "serif", bold=True)
    left = x + 10 if x + 10 + wide < right else x - 10 - wide
    look = {"size": 14, "font": "serif", "bold": True, "fill": "name", "halo": True, "when": key}
    return [
        rect(f"{key}.ring", x - 8, y - 8, 16, 16, r=8, stroke="text", line_width=1.5, when=key),
        text(f"{key}.name", left, y + 5, name.name, **look),
    ]
