"""The loss through training, with the kept moments marked on its axis."""

from scene import Frame, Hit, Mark, line, rect, text
from scene.axes import left_axis, series
from scene.formats import count, loss
from scene.metrics import text_width
from scene.scales import Linear, Log
from sections.jobs.compute import HeadsData, around
from sections.jobs.words import LOSS_AXIS, MOMENT, steps_axis

LEFT, RIGHT = 34, 16  # px beside the curve
TOP, TALL = 26, 92
AXIS = 40  # px below the curve for its numbers and name
FINGER = 26  # px of a moment that can be touched
APART = 6  # px between two numbers of the axis


def draw_curve(data: HeadsData, frame: Frame) -> tuple[list[Mark], list[Hit], float]:
    """Draw the curve and the moments; returns marks, hits and the height used, 0 where training kept no curve."""
    if len(data.curve) < 2:
        return [], [], 0
    wide = frame.width
    x = Log((1, max(data.curve[-1].step, data.steps[-1]) + 1), (LEFT, wide - RIGHT))  # of step + 1: 0 has a place
    losses = [point.loss for point in data.curve]
    y = Linear((min(losses), max(losses)), (TOP + TALL, TOP)).nice(4)
    marks = left_axis("loss", y, LEFT, ticks=y.ticks(4), name=LOSS_AXIS, rules_to=wide - RIGHT)
    steps = [point.step + 1 for point in data.curve]
    marks.append(series("curve", steps, losses, x, y))
    places = zip(map(x, steps), map(y, losses), strict=True)
    marks += [_dot(f"measured{i}", *place, 1.5, "text") for i, place in enumerate(places)]
    marks += _moment(data, x, y)
    bottom = TOP + TALL
    hits, numbered = [], _numbered(data, x)
    for moment, step in enumerate(data.steps):
        marks += _tick(data, moment, x(step + 1), bottom, moment in numbered)
        place = (x(step + 1) - FINGER / 2, TOP, FINGER, TALL + 24)
        hits.append(Hit(f"moment{moment}", *place, MOMENT.format(moment + 1, count(step)), {"moment": moment + 1}))
    look = {"size": 12.5, "fill": "muted", "anchor": "end"}
    marks.append(text("steps", wide - RIGHT, bottom + 34, steps_axis(data.steps), **look))
    return marks, hits, bottom + AXIS + 10


def _dot(key: str, x: float, y: float, radius: float, role: str) -> Mark:
    return rect(key, x - radius, y - radius, 2 * radius, 2 * radius, r=radius, fill=role)


def _moment(data: HeadsData, x: Log, y: Linear) -> list[Mark]:
    """Draw where the moment lies; a point with its number only where the loss was measured just there."""
    step = data.steps[data.now]
    place = x(step + 1)
    marks = [line("now", place, TOP - 4, place, TOP + TALL + 5, stroke="query", line_width=2)]
    before, after = around(data.curve, step)
    if before and after and before.step == after.step:
        marks.append(_dot("now.point", place, y(before.loss), 4, "query"))
        marks.append(_loss(data, place, before.loss, x, y))
    return marks


def _loss(data: HeadsData, place: float, now: float, x: Log, y: Linear) -> Mark:
    """Write the loss beside the moment, above all of the curve that it stands over."""
    words, right = loss(now), place > (x.range[0] + x.range[1]) / 2
    wide = text_width(words, 12.5, bold=True) + 8
    left = place - wide if right else place
    under = [y(point.loss) for point in data.curve if left - 4 <= x(point.step + 1) <= left + wide + 4]
    look = {"size": 12.5, "bold": True, "fill": "query", "halo": True, "anchor": "end" if right else "start"}
    return text("now.loss", place + (-8 if right else 8), min([y(now), *under]) - 6, words, **look)


def _tick(data: HeadsData, moment: int, x: float, bottom: float, numbered: bool) -> list[Mark]:
    """Mark a kept moment, with its number of steps where that fits."""
    now = moment == data.now
    role = "query" if now else "muted"
    marks = [line(f"tick{moment}", x, bottom, x, bottom + 5, stroke=role)]
    if numbered:
        left, right = _number_place(data, moment, x)
        words = count(data.steps[moment])
        look = {"size": 12, "anchor": "middle", "bold": now, "fill": role}
        marks.append(text(f"step{moment}", (left + right) / 2, bottom + 18, words, **look))
    return marks


def _numbered(data: HeadsData, x: Log) -> set[int]:
    """The moments whose numbers stand side by side without touching: the one shown first, then from the last on."""
    chosen: set[int] = set()
    places = [_number_place(data, moment, x(step + 1)) for moment, step in enumerate(data.steps)]
    for moment in (data.now, *reversed(range(len(places)))):
        left, right = places[moment]
        if all(right + APART <= places[other][0] or places[other][1] + APART <= left for other in chosen - {moment}):
            chosen.add(moment)
    return chosen


def _number_place(data: HeadsData, moment: int, x: float) -> tuple[float, float]:
    """Left and right end of a moment's number, px; the last keeps inside the picture."""
    wide = text_width(count(data.steps[moment]), 12, bold=True)
    right = x + (12 if moment == len(data.steps) - 1 else wide / 2)
    return right - wide, right
