"""The second panel: the largest weights, the values that they multiply, and their sum z."""

from collections.abc import Sequence
from dataclasses import dataclass

from scene import Hit, Mark, line, rect, text
from scene.formats import weight as written
from scene.metrics import shorten
from scene.sentences import counted
from scene.vector import largest
from sections.film.moments import Moment
from sections.film.picture_story import Story
from sections.film.view import N_APART, View

SIZE = 13.5
ROW = 40.0  # px of one value
LABEL = 144.0  # px from the left to the bars
TITLE = 24.0
BLEND = TITLE + (N_APART + 2) * ROW + 8  # px of the panel

Area = tuple[float, float, float, float]


@dataclass(frozen=True)
class Share:
    """One row: a token, or all others as their mean. weight: that of all its places; value: before it is weighed."""

    key: str
    name: str
    weight: float
    value: tuple[float, ...]
    is_name: bool


def draw_blend(view: View, now: Moment, story: Story, area: tuple[float, float, float]) -> tuple[list[Mark], list[Hit]]:
    """Draw inside area (x, y, width); before the weights are made there is nothing."""
    if not now.reached("weights"):
        return [], []
    x, y, width = area
    rows = shares(view)
    most = largest(*(row.value for row in rows), view.look.z.tolist())
    titles = {"weights": "The largest weights", "offer": "The largest weights"}
    title = titles.get(now.kind, "Weight × value, added up")
    marks: list[Mark] = [text("blend.title", x, y + 13, title, size=SIZE, bold=True, fill="text")]
    for number, row in enumerate(rows):
        marks += _row(view, now, story, row, (x, y + TITLE + number * ROW, width, ROW), most)
    if now.reached("scale"):
        place = (x, y + TITLE + len(rows) * ROW + 6, width, ROW)
        marks += _z(view, now, rows, place, (x, y + TITLE, width, ROW), most)
    return marks, []


def shares(view: View) -> list[Share]:
    """The tokens with the largest weights one by one, and the others together; the same token has the same value."""
    look = view.look
    rows = [
        Share(f"v{j}", view.said(j), view.together(j), tuple(look.v[j].tolist()), j in view.names) for j in view.apart
    ]
    if view.rest:
        weights = look.weights[view.rest]
        total = float(weights.sum())
        mean = weights @ look.v[view.rest] / max(total, 1e-30)
        n = len(view.rest)
        rows.append(Share("rest", counted(n, "other"), total, tuple(mean.tolist()), False))
    return rows


def bars(key: str, values: Sequence[float], area: Area, most: float, **style: object) -> list[Mark]:
    """Draw one bar a value around the middle of area (x, y, width, height); `most` reaches its edge."""
    x, y, width, height = area
    step, zero = width / len(values), y + height / 2
    marks: list[Mark] = []
    for index, value in enumerate(values):
        tall = min(abs(value) / most, 1.0) * height / 2
        top = zero - tall if value >= 0 else zero
        marks.append(rect(f"{key}.{index}", x + index * step, top, step * 0.76, tall, **{"fill": "value", **style}))
    return marks


def _row(view: View, now: Moment, story: Story, row: Share, area: Area, most: float) -> list[Mark]:
    x, y, width, height = area
    middle = y + height / 2
    name = shorten(row.name, SIZE, LABEL - 62)
    marks = [
        text(f"{row.key}.weight", x + 34, middle + 5, written(row.weight), size=SIZE, anchor="end", bold=True),
        text(
            f"{row.key}.times",
            x + 44,
            middle + 5,
            "×" if now.reached("bring") else "",
            size=SIZE,
            fill="muted",
            anchor="middle",
        ),
        text(
            f"{row.key}.name",
            x + 54,
            middle + 5,
            name,
            size=SIZE,
            fill="name" if row.is_name else "text",
            max_width=LABEL - 60,
        ),
    ]
    room = (x + LABEL, y + 3, width - LABEL, height - 6)
    if not now.reached("bring"):
        length = row.weight * room[2]
        marks.append(rect(f"{row.key}.share", room[0], middle - 6, length, 12, r=2, fill="weight"))
        return marks + _waiting(view, now, story, row, most)
    factor = row.weight if now.reached("scale") else 1.0
    marks.append(line(f"{row.key}.zero", room[0], middle, room[0] + room[2], middle))
    return marks + bars(row.key, [factor * value for value in row.value], room, most)


def _waiting(view: View, now: Moment, story: Story, row: Share, most: float) -> list[Mark]:
    """The value where it waits: small, under its word."""
    if now.kind != "offer" or row.key == "rest":
        return []
    x, y, w, h = story.under(int(row.key[1:]))
    wide = max(w, 26.0)
    return bars(row.key, row.value, (x + (w - wide) / 2, y, wide, h), most)


def _z(view: View, now: Moment, rows: Sequence[Share], place: Area, first: Area, most: float) -> list[Mark]:
    """The sum below a rule; before it is made it lies unseen on the first row."""
    x, y, width, height = place if now.reached("sum") else first
    room = (x + LABEL, y + 3, width - LABEL, height - 6)
    if not now.reached("sum"):
        top = [rows[0].weight * value for value in rows[0].value]
        return bars("z", top, room, most, opacity=0)
    middle = y + height / 2
    return [
        line("z.rule", x, y - 3, x + width, y - 3, stroke="muted"),
        text("z.name", x + 10, middle + 5, "z, their sum", size=SIZE, bold=True, fill="value"),
        line("z.zero", room[0], middle, room[0] + room[2], middle),
        *bars("z", view.look.z.tolist(), room, most),
    ]
