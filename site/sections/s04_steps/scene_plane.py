"""The plane on which a query and keys of two numbers are arrows, with handles at their tips."""

import math
from collections.abc import Sequence
from decimal import Decimal

from lookback.by_hand import Numbers
from scene import Hit, Mark, line, rect, text
from scene.arrows import arrow
from scene.formats import number
from scene.metrics import text_width
from scene.scales import Linear
from sections.s04_steps.compute import ToyReading
from sections.s04_steps.settings import TENTHS
from sections.s04_steps.writing import written

PAD = 20  # px between the frame and the furthest tip
GRIP = 30  # px of the area at a tip that can be dragged
TIP = 6  # px, radius of the ring at a tip
NEAR = 15  # px between two tips whose names are set beside each other
REACH = TENTHS / 10
FEWEST = 40  # px between two lines of equal score


class Plane:
    """Places in the square of side `side` at (x, y) px; numbers from -1.5 to 1.5 along both axes."""

    def __init__(self, x: float, y: float, side: float) -> None:
        self.left, self.top, self.side = x, y, side
        self.x = Linear((-REACH, REACH), (x + PAD, x + side - PAD))
        self.y = Linear((-REACH, REACH), (y + side - PAD, y + PAD))
        self.edge = REACH * side / (side - 2 * PAD)  # the number at the frame

    def __call__(self, pair: Sequence[Decimal | float]) -> tuple[float, float]:
        """Give the place of a pair of numbers."""
        return self.x(float(pair[0])), self.y(float(pair[1]))

    def drag(self, name: str) -> dict[str, object]:
        """Say which params a tip's place sets, in tenths."""
        return {
            axis: {"param": f"{name}{axis}", "px": list(scale.range), "value": [-TENTHS, TENTHS], "step": 1}
            for axis, scale in (("x", self.x), ("y", self.y))
        }


def draw_plane(reading: ToyReading, x: float, y: float, side: float) -> tuple[list[Mark], list[Hit]]:
    """Draw axes, lines of equal score, the keys that can be read and the query; later keys are left out."""
    plane, look, toy = Plane(x, y, side), reading.look, reading.toy
    marks = [rect("plane", x, y, side, side, r=4, stroke="line"), *_equal_scores(plane, look.q), *_axes(plane)]
    tips = [plane(key) for key in look.k]
    for j, tip in enumerate(tips):
        marks += _arrow(f"k{j}", plane, tip, "key", 2.5)
    marks += _arrow(f"q{look.reader}", plane, plane(look.q), "query", 4)
    marks += _names(plane, tips, toy.tokens, plane(look.q))
    hits = [_hit(plane, "key", f"k{j}", toy.tokens[j], key) for j, key in enumerate(look.k)]
    hits.append(_hit(plane, "query", f"q{look.reader}", toy.tokens[look.reader], look.q))
    return marks, hits


def _axes(plane: Plane) -> list[Mark]:
    (x0, y0), left, top, side = plane((0, 0)), plane.left, plane.top, plane.side
    marks = [
        line("axis.x", left, y0, left + side, y0, stroke="muted", opacity=0.6),
        line("axis.y", x0, top, x0, top + side, stroke="muted", opacity=0.6),
    ]
    for value in (-1, 1):
        look = {"size": 11.5, "fill": "muted", "halo": True}
        words = number(value, 0)
        marks.append(line(f"tick.x{value}", plane.x(value), y0 - 3, plane.x(value), y0 + 3, stroke="muted"))
        marks.append(line(f"tick.y{value}", x0 - 3, plane.y(value), x0 + 3, plane.y(value), stroke="muted"))
        marks.append(text(f"label.x{value}", plane.x(value), y0 + 15, words, anchor="middle", **look))
        marks.append(text(f"label.y{value}", x0 - 7, plane.y(value) + 4, words, anchor="end", **look))
    return marks


def _equal_scores(plane: Plane, q: Numbers) -> list[Mark]:
    """Draw dotted lines along which every key has the same score: at right angles to the query, a whole number each."""
    length = math.hypot(*q)
    if not length:
        return []
    px = (plane.side - 2 * PAD) / (2 * REACH)
    apart = next(step for step in (1, 2, 4) if step * px / length >= FEWEST or step == 4)
    ux, uy = float(q[0]) / length, float(q[1]) / length
    most = int(plane.edge * math.sqrt(2) * length / apart)
    found = {
        index: _clipped((ux * index * apart / length, uy * index * apart / length), (-uy, ux), plane.edge)
        for index in range(-most, most + 1)
    }
    drawn = {index: ends for index, ends in found.items() if ends}
    marks: list[Mark] = []
    for index, ends in drawn.items():
        places = (*plane(ends[0]), *plane(ends[1]))
        marks.append(line(f"equal{index}", *places, stroke="query", opacity=0.7, dash=(1.5, 4)))
        words = number(index * apart, 0)
        marks.append(_score_label(plane, index, f"score {words}" if index == min(drawn) else words, ends))
    return marks


def _score_label(plane: Plane, index: int, words: str, ends: Sequence[tuple[float, float]]) -> Mark:
    """Write the score at that end of its line which lies lower or, level, further left; none in the corners."""
    x, y = max((plane(end) for end in ends), key=lambda place: (round(place[1]), -place[0]))
    half = 4 + 4.5 * len(words)
    x = min(max(x, plane.left + half), plane.left + plane.side - half)
    y = min(max(y, plane.top + 14), plane.top + plane.side - 5)
    return text(f"equal{index}.score", x, y, words, size=11.5, fill="query", anchor="middle", halo=True)


def _clipped(
    point: tuple[float, float], along: tuple[float, float], edge: float
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Cut the line through `point` at the square from -edge to edge; None where they do not meet."""
    low, high = -math.inf, math.inf
    for place, step in zip(point, along, strict=True):
        if abs(step) < 1e-9:
            if abs(place) > edge:
                return None
            continue
        first, second = sorted(((-edge - place) / step, (edge - place) / step))
        low, high = max(low, first), min(high, second)
    if high - low < 0.05:
        return None
    return tuple((point[0] + t * along[0], point[1] + t * along[1]) for t in (low, high))  # type: ignore[return-value]


def _arrow(key: str, plane: Plane, tip: tuple[float, float], role: str, width: float) -> list[Mark]:
    """Draw an arrow from the middle, and a ring at its tip to take hold of."""
    x, y = tip
    ring = rect(f"{key}.ring", x - TIP, y - TIP, 2 * TIP, 2 * TIP, r=TIP, fill="paper", stroke=role, line_width=2)
    start = plane((0, 0))
    length = math.hypot(x - start[0], y - start[1])
    if length <= TIP + 1:
        return [ring]
    share = (length - TIP - 1) / length
    end = (start[0] + (x - start[0]) * share, start[1] + (y - start[1]) * share)
    return [*arrow(key, start, end, role=role, line_width=width), ring]


def _names(
    plane: Plane, tips: Sequence[tuple[float, float]], tokens: Sequence[str], query: tuple[float, float]
) -> list[Mark]:
    """Write each key's token beyond its tip, and q beyond the query's; tips at one place share a line of names."""
    groups: dict[tuple[float, float], list[int]] = {}
    for j, tip in enumerate(tips):
        place = next((other for other in groups if math.dist(other, tip) < NEAR), tip)
        groups.setdefault(place, []).append(j)
    marks = [
        _name(plane, f"k{own[0]}.name", place, ", ".join(tokens[j] for j in own), "key", _above(plane, place, query))
        for place, own in groups.items()
    ]
    crowded = any(math.dist(place, query) < 2 * NEAR for place in groups)
    alike = [place for place in groups if _is_alike(plane, place, query)]
    nearest = min(alike, key=lambda place: math.dist(place, query), default=None)
    above = not _above(plane, nearest, query) if nearest else query[1] < plane.y(0)
    marks.append(_name(plane, "q.name", query, "q", "query", above, beside=crowded))
    return marks


def _is_alike(plane: Plane, tip: tuple[float, float], query: tuple[float, float]) -> bool:
    """Whether a key and the query point less than 45 degrees apart."""
    along, across = _along_and_across(plane, tip, query)
    return along > 0 and abs(across) < along


def _along_and_across(plane: Plane, tip: tuple[float, float], query: tuple[float, float]) -> tuple[float, float]:
    """Give how far a key reaches along the query and to its right on the screen, times the query's length."""
    (x0, y0), (x, y) = plane((0, 0)), tip
    qx, qy = query[0] - x0, query[1] - y0
    return qx * (x - x0) + qy * (y - y0), qx * (y - y0) - qy * (x - x0)


def _above(plane: Plane, tip: tuple[float, float], query: tuple[float, float]) -> bool:
    """Whether a key's name goes above its tip: away from the middle, or from the query where that points alike."""
    if _is_alike(plane, tip, query):
        _, across = _along_and_across(plane, tip, query)
        return (across < 0) == (query[0] >= plane.x(0))
    return tip[1] < plane.y(0) + 1e-6


def _name(
    plane: Plane, key: str, tip: tuple[float, float], words: str, role: str, above: bool, *, beside: bool = False
) -> Mark:
    """Set words above or below a tip, or beside it, inside the frame."""
    x, y = tip
    look = {"size": 15 if role == "query" else 14, "bold": True, "fill": role, "halo": True}
    if beside:
        side = -1 if x < plane.x(0) else 1
        return text(key, x + side * (TIP + 5), y + 5, words, anchor="end" if side < 0 else "start", **look)
    place = y - TIP - 6 if above else y + TIP + 15
    place = min(max(place, plane.top + 14), plane.top + plane.side - 6)
    half = 4 + text_width(words, 14, bold=True) / 2
    x = min(max(x, plane.left + half), plane.left + plane.side - half)
    return text(key, x, place, words, anchor="middle", **look)


def _hit(plane: Plane, kind: str, name: str, token: str, pair: Numbers) -> Hit:
    x, y = plane(pair)
    label = f"{kind} of {token}: {written(pair[0])}, {written(pair[1])}"
    return Hit(name, x - GRIP / 2, y - GRIP / 2, GRIP, GRIP, label, drag=plane.drag(name))
