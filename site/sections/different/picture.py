"""Two marks a group, one for each network, joined by an arrow from the one that cannot look back."""

from functools import partial

from scene import Frame, Hit, Mark, Scene, line, rect, text
from scene.arrows import arrow
from scene.axes import bottom_axis
from scene.legend import Entry, draw_legend
from scene.metrics import text_width
from scene.scales import Linear, Log
from sections.different.compute import Group, LossesData
from sections.different.units import UNITS
from sections.different.words import LABELS, LEGEND, NOTHING, UNIT_NAMES, hit_words

LABEL = 182.0  # px of the groups' names beside the chart
VALUE = 46.0  # px kept at both ends of the axis, for numbers beside the marks
ROW, NARROW_ROW = 54.0, 74.0
RADIUS = 6.5
TOP = 54.0  # px, for the legend
SMALL = 12.5


def draw_losses(data: LossesData, frame: Frame) -> Scene:
    """Draw the losses; choosing a group talks about it."""
    ends = (VALUE if frame.narrow else LABEL + VALUE, frame.width - VALUE)
    least = min(min(group.attention, group.window) for group in data.groups)
    scale = UNITS[data.unit].scale(data.know_nothing, least, ends)
    row = NARROW_ROW if frame.narrow else ROW
    bottom = TOP + row * len(data.groups) + 8
    areas = {group: (0.0, TOP + row * index, frame.width, row) for index, group in enumerate(data.groups)}
    x, y, _, height = areas.get(data.chosen, (0.0, TOP, 0.0, 8.0))
    marks = [*_legend(frame), rect("chosen", x, y + 4, 3, height - 8, r=1.5, fill="query")]
    marks += _ground(data, scale, bottom)
    hits: list[Hit] = []
    for group, area in areas.items():
        marks += _group(data, group, scale, area, narrow=frame.narrow)
        hits.append(Hit(group.name, *area, hit_words(data, group), {"group": group.name}))
    return Scene(frame.width, bottom + 42, marks, hits)


def _legend(frame: Frame) -> list[Mark]:
    """Draw which mark is which network."""
    entries = [Entry(f"legend.{key}.words", said, partial(_sample, key), role="text") for key, said in LEGEND.items()]
    gap = 14 if frame.narrow else 28
    return draw_legend(entries, 8, 18.5, sample=20, gap=gap, size=13, fitted=True)[0]


def _sample(network: str, x: float, y: float) -> list[Mark]:
    return [_dot(f"legend.{network}", network, x + RADIUS, y - 4.5)]


def _dot(key: str, network: str, x: float, y: float) -> Mark:
    """Draw a full dot for the network that looks back, a dashed ring for the one in its window."""
    place = (x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS)
    if network == "attention":
        return rect(key, *place, r=RADIUS, fill="text")
    return rect(key, *place, r=RADIUS, fill="paper", stroke="window", line_width=2, dash=(3, 2.5))


def _ground(data: LossesData, scale: Linear | Log, bottom: float) -> list[Mark]:
    """Draw the axis, light rules, and where a network would be that knows nothing."""
    unit, ticks = UNITS[data.unit], scale.ticks()
    rules = [line(f"rule{index}", scale(tick), TOP, scale(tick), bottom) for index, tick in enumerate(ticks)]
    axis = bottom_axis("axis", scale, bottom, name=UNIT_NAMES[data.unit], ticks=ticks, label=unit.tick)
    x = scale(unit.of(data.know_nothing))
    anchor = "start" if x < sum(scale.range) / 2 else "end"
    marks = [*rules, *axis, line("nothing", x, TOP - 4, x, bottom, stroke="muted", dash=(2, 3))]
    return [*marks, text("nothing.words", x, TOP - 8, NOTHING, size=SMALL, fill="muted", anchor=anchor)]


def _group(
    data: LossesData, group: Group, scale: Linear | Log, area: tuple[float, float, float, float], *, narrow: bool
) -> list[Mark]:
    """Draw one group inside area (x, y, width, height)."""
    x, y, width, height = area
    key, unit = group.name, UNITS[data.unit]
    middle = y + height - 25 if narrow else y + height / 2 + 4
    marks = _name(group, (x + 8, y + 21 if narrow else middle + 4.5), bold=group is data.chosen)
    places = {name: scale(unit.of(getattr(group, name))) for name in ("window", "attention")}
    marks += _gap(key, places["window"], places["attention"], middle, better=group.attention <= group.window)
    for name, place in places.items():
        marks.append(_dot(f"{key}.{name}", name, place, middle))
    return marks + _values(data, group, places, middle, width)


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


def _values(data: LossesData, group: Group, places: dict[str, float], y: float, width: float) -> list[Mark]:
    """Write each network's number on its outer side, and how they compare above the arrow."""
    unit, marks = UNITS[data.unit], []
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
