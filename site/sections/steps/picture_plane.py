"""The plane on which a query and keys of two numbers are arrows, with handles at their tips."""

import math
from collections.abc import Sequence
from decimal import Decimal

from lookback.explain.by_hand import Numbers
from scene import Hit, Mark, line, rect, text
from scene.arrows import arrow
from scene.formats import number
from scene.scales import Linear
from sections.steps.compute import ToyData
from sections.steps.labels import Area, Label, Place, Room
from sections.steps.settings import TENTHS
from sections.steps.words import score_words, tip_words

PAD = 20  # px between the frame and the furthest tip
GRIP = 30  # px of the area at a tip that can be dragged
TIP = 6  # px, radius of the ring at a tip
NEAR = 15  # px between two tips whose names are set beside each other
FAR = 24  # px from a tip to its name from which a line leads there
SMALL = 11.5  # font size of the numbers
REACH = TENTHS / 10
CLEAR = 3  # px between a score and the line of its keys, or an axis
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
        """Say which choice a tip's place sets, in tenths."""
        return {
            axis: {"control": f"{name}{axis}", "px": list(scale.range), "value": [-TENTHS, TENTHS], "step": 1}
            for axis, scale in (("x", self.x), ("y", self.y))
        }


def draw_plane(data: ToyData, x: float, y: float, side: float) -> tuple[list[Mark], list[Hit]]:
    """Draw axes, lines of equal score, the keys that can be read and the query; later keys are left out."""
    plane, look, toy = Plane(x, y, side), data.look, data.toy
    tips, query = [plane(key) for key in look.k], plane(look.q)
    room = Room(Area(x + 3, y + 3, x + side - 3, y + side - 3), [_around(tip) for tip in (*tips, query)])
    marks = [rect("plane", x, y, side, side, r=4, stroke="line"), *_axes(plane, room, [*tips, query])]
    marks += _equal_scores(plane, look.q, room)
    for j, tip in enumerate(tips):
        marks += _arrow(f"k{j}", plane, tip, "key", 2.5)
    marks += _arrow(f"q{look.reader}", plane, query, "query", 4)
    marks += _names(plane, tips, toy.tokens, query, room)
    hits = [_hit(plane, f"k{j}", tip_words("key", toy.tokens[j], key), key) for j, key in enumerate(look.k)]
    hits.append(_hit(plane, f"q{look.reader}", tip_words("query", toy.tokens[look.reader], look.q), look.q))
    return marks, hits


def _around(tip: Place) -> Area:
    """The area of a ring."""
    return Area(tip[0] - TIP - 1, tip[1] - TIP - 1, tip[0] + TIP + 1, tip[1] + TIP + 1)


def _axes(plane: Plane, room: Room, tips: Sequence[Place]) -> list[Mark]:
    """Draw both axes, with a number at each tick that no ring stands on; beside an arrow to a tip, not under it."""
    (x0, y0), left, top, side = plane((0, 0)), plane.left, plane.top, plane.side
    marks = [
        line("axis.x", left, y0, left + side, y0, stroke="muted", opacity=0.6),
        line("axis.y", x0, top, x0, top + side, stroke="muted", opacity=0.6),
    ]
    for value in (-1, 1):
        label = Label(number(value, 0), SMALL)
        marks.append(line(f"tick.x{value}", plane.x(value), y0 - 3, plane.x(value), y0 + 3, stroke="muted"))
        marks.append(line(f"tick.y{value}", x0 - 3, plane.y(value), x0 + 3, plane.y(value), stroke="muted"))
        beside = 7 + label.width / 2
        sides = {
            "x": [(plane.x(value), y0 + 15), (plane.x(value), y0 - 8)],
            "y": [(x0 - beside, plane.y(value) + 4), (x0 + beside, plane.y(value) + 4)],
        }
        for axis, places in sides.items():
            free = [place for place in places if room.is_free(label.around(*place))]
            clear = [place for place in free if not any(label.around(*place).is_crossed((x0, y0), tip) for tip in tips)]
            for place in [*clear, *free][:1]:
                room.take(label.around(*place))
                marks.append(_text(f"label.{axis}{value}", label, place, fill="muted"))
    return marks


def _text(key: str, label: Label, place: Place, *, fill: str) -> Mark:
    x, y = place
    look = {"size": label.size, "bold": label.bold, "fill": fill, "anchor": "middle", "halo": True}
    return text(key, x, y, label.text, max_width=label.width, **look)


def _equal_scores(plane: Plane, q: Numbers, room: Room) -> list[Mark]:
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
    (x0, y0), frame = plane((0, 0)), room.frame
    upright = Area(x0 - CLEAR, frame.top, x0 + CLEAR, frame.bottom)
    axes = (upright, Area(frame.left, y0 - CLEAR, frame.right, y0 + CLEAR))
    marks: list[Mark] = []
    scores: list[Mark] = []
    for index, ends in ((index, ends) for index, ends in found.items() if ends):
        # that end for the score which lies lower or, level, further left
        end, other = sorted(map(plane, ends), key=lambda place: (-round(place[1]), place[0]))
        written = number(index * apart, 0)
        label = Label(written if scores else score_words(written), SMALL)
        for here, there in ((end, other), (other, end)):
            if place := _score_place(label, here, room, axes):
                scores.append(_text(f"equal{index}.score", label, place, fill="query"))
                end, other = _outside(label.around(*place), here, there), there
                break
        marks.append(line(f"equal{index}", *end, *other, stroke="query", opacity=0.7, dash=(1.5, 4)))
    return marks + scores


def _score_place(label: Label, end: Place, room: Room, axes: Sequence[Area]) -> Place | None:
    """Take the place for a score at the end of its line, inside the frame and off the axes, if it is free."""
    frame, half, tall = room.frame, label.width / 2, label.around(0, 0)
    x = min(max(end[0], frame.left + half), frame.right - half)
    y = min(max(end[1], frame.top - tall.top), frame.bottom - tall.bottom)
    area = label.around(x, y)
    return None if any(area.meets(axis) for axis in axes) or not room.take(area) else (x, y)


def _outside(area: Area, end: Place, other: Place) -> Place:
    """Draw the end of a line back until it leaves the area of its score, whose digits a dot would follow."""
    n = 1 + int(math.dist(end, other))  # a px a step
    places = [(end[0] + (other[0] - end[0]) * i / n, end[1] + (other[1] - end[1]) * i / n) for i in range(n + 1)]
    room = Area(area.left - CLEAR, area.top - CLEAR, area.right + CLEAR, area.bottom + CLEAR)
    inside = [i for i, place in enumerate(places) if room.meets(Area(*place, *place))]
    return places[min(inside[-1] + 1, n)] if inside else end


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


def _names(plane: Plane, tips: Sequence[Place], tokens: Sequence[str], query: Place, room: Room) -> list[Mark]:
    """Write q and each key's token beside their tips; tips at one place share a line of names."""
    groups: dict[Place, list[int]] = {}
    for j, tip in enumerate(tips):
        place = next((other for other in groups if math.dist(other, tip) < NEAR), tip)
        groups.setdefault(place, []).append(j)
    named = [(f"k{own[0]}.name", tip, ", ".join(tokens[j] for j in own), "key") for tip, own in groups.items()]
    shafts = [*tips, query]
    marks: list[Mark] = []
    for key, tip, name, role in (("q.name", query, "q", "query"), *named):
        label = Label(name, 15 if role == "query" else 14, bold=True)
        if place := room.name(label, tip, plane((0, 0)), shafts):
            marks += [*_leader(key, tip, label.around(*place), role), _text(key, label, place, fill=role)]
    return marks


def _leader(key: str, tip: Place, area: Area, role: str) -> list[Mark]:
    """Lead from a ring to its name where that had to go far away."""
    end = min(max(tip[0], area.left), area.right), min(max(tip[1], area.top), area.bottom)
    far = math.dist(tip, end)
    if far < FAR:
        return []
    start = (tip[0] + (end[0] - tip[0]) * TIP / far, tip[1] + (end[1] - tip[1]) * TIP / far)
    return [line(f"{key}.leader", *start, *end, stroke=role)]


def _hit(plane: Plane, name: str, label: str, pair: Numbers) -> Hit:
    x, y = plane(pair)
    return Hit(name, x - GRIP / 2, y - GRIP / 2, GRIP, GRIP, label, drag=plane.drag(name))
