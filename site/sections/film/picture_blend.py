"""The second panel: the largest weights, the values that they multiply, and their sum z."""

from collections.abc import Sequence

from scene import Mark, line, rect, text
from scene.formats import weight as written
from scene.metrics import shorten
from scene.vector import largest
from sections.film.compute import N_APART, LookBackData, Share
from sections.film.picture_story import Story
from sections.film.words import Z_NAME, blend_title, share_name

SIZE = 13.5
ROW = 40.0  # px of one value
LABEL = 144.0  # px from the left to the bars
TITLE = 24.0
BLEND = TITLE + (N_APART + 2) * ROW + 8  # px of the panel

Area = tuple[float, float, float, float]


def draw_blend(data: LookBackData, story: Story, area: tuple[float, float, float]) -> list[Mark]:
    """Draw inside area (x, y, width); before the weights are made there is nothing."""
    if not data.moment.reached("weights"):
        return []
    x, y, width = area
    rows = data.shares
    most = largest(*(row.value for row in rows), data.look.z.tolist())
    marks: list[Mark] = [text("blend.title", x, y + 13, blend_title(data), size=SIZE, bold=True, fill="text")]
    for number, row in enumerate(rows):
        marks += _row(data, story, row, (x, y + TITLE + number * ROW, width, ROW), most)
    if data.moment.reached("scale"):
        place = (x, y + TITLE + len(rows) * ROW + 6, width, ROW)
        marks += _z(data, place, (x, y + TITLE, width, ROW), most)
    return marks


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


def _row(data: LookBackData, story: Story, row: Share, area: Area, most: float) -> list[Mark]:
    now, key = data.moment, _key(row)
    x, y, width, height = area
    middle = y + height / 2
    name, role = shorten(share_name(data, row), SIZE, LABEL - 62), "name" if row.key in data.names else "text"
    times = "×" if now.reached("bring") else ""
    marks = [
        text(f"{key}.weight", x + 34, middle + 5, written(row.weight), size=SIZE, anchor="end", bold=True),
        text(f"{key}.times", x + 44, middle + 5, times, size=SIZE, fill="muted", anchor="middle"),
        text(f"{key}.name", x + 54, middle + 5, name, size=SIZE, fill=role, max_width=LABEL - 60),
    ]
    room = (x + LABEL, y + 3, width - LABEL, height - 6)
    if not now.reached("bring"):
        marks.append(rect(f"{key}.share", room[0], middle - 6, row.weight * room[2], 12, r=2, fill="weight"))
        return marks + _waiting(data, story, row, most)
    factor = row.weight if now.reached("scale") else 1.0
    marks.append(line(f"{key}.zero", room[0], middle, room[0] + room[2], middle))
    return marks + bars(key, [factor * value for value in row.value], room, most)


def _key(row: Share) -> str:
    return "rest" if row.key is None else f"v{row.key}"


def _waiting(data: LookBackData, story: Story, row: Share, most: float) -> list[Mark]:
    """The value where it waits: small, under its word."""
    if data.moment.kind != "offer" or row.key is None:
        return []
    x, y, w, h = story.under(row.key)
    wide = max(w, 26.0)
    return bars(_key(row), row.value, (x + (w - wide) / 2, y, wide, h), most)


def _z(data: LookBackData, place: Area, first: Area, most: float) -> list[Mark]:
    """The sum below a rule; before it is made it lies unseen on the first row."""
    summed = data.moment.reached("sum")
    x, y, width, height = place if summed else first
    room = (x + LABEL, y + 3, width - LABEL, height - 6)
    if not summed:
        top = data.shares[0]
        return bars("z", [top.weight * value for value in top.value], room, most, opacity=0)
    middle = y + height / 2
    return [
        line("z.rule", x, y - 3, x + width, y - 3, stroke="muted"),
        text("z.name", x + 10, middle + 5, Z_NAME, size=SIZE, bold=True, fill="value"),
        line("z.zero", room[0], middle, room[0] + room[2], middle),
        *bars("z", data.look.z.tolist(), room, most),
    ]
