"""Two marks a group, one for each network, joined by an arrow from the one that cannot look back."""

import math

from scene import Frame, Hit, Mark, Scene, Table, line, rect, text
from scene.arrows import arrow
from scene.axes import bottom_axis
from scene.metrics import text_width
from scene.scales import Linear, Log
from sections.different.compute import Group, LossesReading
from sections.different.words import LABELS

LABEL = 182.0  # px of the groups' names beside the chart
VALUE = 46.0  # px kept at both ends of the axis, for numbers beside the marks
ROW, NARROW_ROW = 54.0, 74.0
RADIUS = 6.5
LEGEND = 54.0  # px
SMALL = 12.5
NOTHING = "every token equally likely"


def draw_losses(reading: LossesReading, frame: Frame) -> Scene:
    """Draw the losses; choosing a group talks about it."""
    ends = (VALUE if frame.narrow else LABEL + VALUE, frame.width - VALUE)
    least = min(min(group.attention, group.window) for group in reading.groups)
    scale = reading.unit.scale(reading.know_nothing, ends, least)
    row = NARROW_ROW if frame.narrow else ROW
    legend, top = _legend(frame)
    bottom = top + row * len(reading.groups) + 8
    areas = {group: (0.0, top + row * index, frame.width, row) for index, group in enumerate(reading.groups)}
    x, y, _, height = areas.get(reading.chosen, (0.0, top, 0.0, 8.0))
    marks = [*legend, rect("chosen", x, y + 4, 3, height - 8, r=1.5, fill="query")]
    marks += _ground(reading, scale, top, bottom)
    hits: list[Hit] = []
    for group, area in areas.items():
        marks += _group(reading, group, scale, area, narrow=frame.narrow)
        hits.append(_hit(reading, group, area))
    return Scene(frame.width, bottom + 42, marks, hits, _alt(reading), _table(reading))


def _legend(frame: Frame) -> tuple[list[Mark], float]:
    """Say which mark is which network; returns the marks and where they end."""
    words = (("attention", "the attention network"), ("window", "the window network"))
    marks: list[Mark] = []
    x = 8.0
    for network, said in words:
        marks += [_dot(f"legend.{network}", network, x + RADIUS, 14.0)]
        wide = text_width(said, 13)
        marks.append(text(f"legend.{network}.words", x + 20, 18.5, said, size=13, width=wide))
        x += 20 + wide + (14 if frame.narrow else 28)
    return marks, LEGEND


def _dot(key: str, network: str, x: float, y: float) -> Mark:
    """Draw a full dot for the network that looks back, a dashed ring for the one in its window."""
    place = (x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS)
    if network == "attention":
        return rect(key, *place, r=RADIUS, fill="text")
    return rect(key, *place, r=RADIUS, fill="paper", stroke="window", line_width=2, dash=(3, 2.5))


def _ground(reading: LossesReading, scale: Linear | Log, top: float, bottom: float) -> list[Mark]:
    """Draw the axis, light rules, and where a network would be that knows nothing."""
    ticks = scale.ticks()
    rules = [line(f"rule{index}", scale(tick), top, scale(tick), bottom) for index, tick in enumerate(ticks)]
    axis = bottom_axis("axis", scale, bottom, name=reading.unit.name, ticks=ticks, label=reading.unit.tick)
    x = scale(reading.unit.of(reading.know_nothing))
    anchor = "start" if x < sum(scale.range) / 2 else "end"
    marks = [*rules, *axis, line("nothing", x, top - 4, x, bottom, stroke="muted", dash=(2, 3))]
    return [*marks, text("nothing.words", x, top - 8, NOTHING, size=SMALL, fill="muted", anchor=anchor)]


def _group(
    reading: LossesReading, group: Group, scale: Linear | Log, area: tuple[float, float, float, float], *, narrow: bool
) -> list[Mark]:
    """Draw one group inside area (x, y, width, height)."""
    x, y, width, height = area
    key, unit = group.name, reading.unit
    middle = y + height - 25 if narrow else y + height / 2 + 4
    marks = _name(group, (x + 8, y + 21 if narrow else middle + 4.5), bold=group is reading.chosen)
    places = {name: scale(unit.of(getattr(group, name))) for name in ("window", "attention")}
    marks += _gap(key, places["window"], places["attention"], middle, better=group.attention <= group.window)
    for name, place in places.items():
        marks.append(_dot(f"{key}.{name}", name, place, middle))
    return marks + _values(reading, group, places, middle, width)


def _hit(reading: LossesReading, group: Group, area: tuple[float, float, float, float]) -> Hit:
    unit = reading.unit
    attention, window = (unit.written(unit.of(value)) for value in (group.attention, group.window))
    label = f"{LABELS[group.name]}, {unit.name}: attention network {attention}, window network {window}"
    return Hit(group.name, *area, label, {"group": group.name})


def _name(group: Group, place: tuple[float, float], *, bold: bool) -> list[Mark]:
    x, y = place
    label, role = LABELS[group.name], "name" if group.name == "name" else "text"
    words = label[0].upper() + label[1:]
    return [text(f"{group.name}.label", x, y, words, size=13.5, fill=role, bold=bold, halo=True)]


def _gap(key: str, start: float, end: float, y: float, *, better: bool) -> list[Mark]:
    """Draw an arrow between the marks where they leave room for one."""
    toward = 1 if end >= start else -1
    start, end = start + toward * (RADIUS + 1), end - toward * (RADIUS + 2)
    if (end - start) * toward < 6:
        return []
    return arrow(f"{key}.gap", (start, y), (end, y), role="better" if better else "worse", line_width=2.5)


def _values(reading: LossesReading, group: Group, places: dict[str, float], y: float, width: float) -> list[Mark]:
    """Write each network's number on its outer side, and how they compare above the arrow."""
    unit, marks = reading.unit, []
    low, high = sorted(places, key=lambda name: places[name])
    for name, side in ((low, -1), (high, 1)):
        words, x = unit.written(unit.of(getattr(group, name))), places[name] + side * (RADIUS + 6)
        anchor = "start" if side > 0 else "end"
        marks.append(text(f"{group.name}.{name}.value", x, y + 4.5, words, size=SMALL, anchor=anchor, halo=True))
    better = group.attention <= group.window
    compared = unit.compare(group.attention, group.window)
    middle = (places[low] + places[high]) / 2
    half = text_width(compared, SMALL, bold=True) / 2
    middle = max(half, min(width - half, middle))
    look = {"size": SMALL, "bold": True, "anchor": "middle", "fill": "better" if better else "worse"}
    return [*marks, text(f"{group.name}.compared", middle, y - 11, compared, **look)]


def _alt(reading: LossesReading) -> str:
    unit = reading.unit
    rows = [
        f"{LABELS[g.name]}: attention {unit.written(unit.of(g.attention))}, window {unit.written(unit.of(g.window))}"
        for g in reading.groups
    ]
    return f"Both networks on {reading.n_stories} test stories, {unit.name}. {'; '.join(rows)}."


def _table(reading: LossesReading) -> Table:
    columns = ("Tokens", "How many", "Attention, nats", "Window, nats", "Difference, nats", "Times as likely")
    rows = tuple(
        (LABELS[g.name], g.positions, g.attention, g.window, g.attention - g.window, math.exp(g.window - g.attention))
        for g in reading.groups
    )
    return Table(columns, rows, "Both networks on the test stories, by group of tokens")
