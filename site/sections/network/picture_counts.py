"""The weights of both networks as two bars cut into their arrays, and attention's small part of them enlarged."""

from collections.abc import Sequence

from scene import Frame, Hit, Mark, Scene, Table, path, rect, text
from scene.formats import count
from scene.marks import polyline
from scene.metrics import text_width
from sections.network.counting import LOOKUP, Counted, WeightsReading

ROLES = {"W_Q": "query", "W_K": "key", "W_V": "value"}
SHADES = {"W_E": 0.75, "b_distance": 0.9, "W_hidden": 0.5, "b_hidden": 0.9, "W_out": 0.3, "b_out": 0.9}
TALL = 34  # px of a bar
NAMES = 58  # px above a bar, for its network and the names of its arrays
FUNNEL = 26  # px between a bar and the part of it that is enlarged
BELOW = 40  # px for the names below the enlarged part
GAP = 18
SIZE = 12.5
SQUEEZED = 0.85  # of its natural width, the narrowest that a name is set
ASIDE = 5.0  # px between the names of two arrays
TINY = 3.0  # px of the narrowest area to point at

Placed = tuple[Counted, tuple[int, ...], float, float]  # an array, its shape, its start and width in px


def draw_weights(reading: WeightsReading, frame: Frame) -> Scene:
    """Draw a bar for each network, both on one scale."""
    per_weight = frame.width / max(reading.attention, reading.window)
    marks, hits, placed = _network(reading, "attention", 0.0, per_weight)
    more, y = _enlarged(placed, NAMES + TALL, frame.width)
    marks += more
    window, areas, _ = _network(reading, "window", y, per_weight)
    return Scene(frame.width, y + NAMES + TALL + 2, [*marks, *window], [*hits, *areas], _alt(reading), _table(reading))


def _network(
    reading: WeightsReading, network: str, y: float, per_weight: float
) -> tuple[list[Mark], list[Hit], list[Placed]]:
    title = f"{network.capitalize()} network: {count(getattr(reading, network))} weights"
    marks = [text(f"{network}.title", 0, y + 14, title, size=14, bold=True)]
    hits: list[Hit] = []
    placed: list[Placed] = []
    x = 0.0
    for array in reading.arrays:
        if shape := array.shape(network):
            placed.append((array, shape, x, Counted.size(shape) * per_weight))
            x += placed[-1][-1]
    for item in placed:
        array, shape, start, wide = item
        marks.append(_bar(f"{network}.{array.name}", array, start, y + NAMES, wide))
        marks += _named(f"{network}.{array.name}", item, y + NAMES - 18)
        what = f"{array.name} of the {network} network, {array.purpose}"
        label = f"{what}: {array.written(network)} = {count(Counted.size(shape))} weights"
        hits.append(Hit(f"{network}.{array.name}", start, y + NAMES, max(wide, TINY), TALL, label))
    return marks, hits, placed


def _enlarged(placed: Sequence[Placed], y: float, width: float) -> tuple[list[Mark], float]:
    """Draw attention's arrays again, wide enough to see; returns where the drawing ends."""
    small = [item for item in placed if item[0].name in LOOKUP]
    start, end = small[0][2], small[-1][2] + small[-1][3]
    grown = min(width, 560.0) / (end - start)
    top = y + FUNNEL
    corners = [(start, y + 2), (end, y + 2), (grown * (end - start), top), (0, top)]
    marks: list[Mark] = [path("funnel", polyline(corners, closed=True), fill="line", opacity=0.45)]
    for array, shape, x, wide in small:
        key = f"enlarged.{array.name}"
        item = (array, shape, (x - start) * grown, wide * grown)
        marks.append(_bar(key, array, item[2], top, item[3]))
        marks += _named(key, item, top + TALL + 14)
    return marks, top + TALL + BELOW + GAP


def _bar(key: str, array: Counted, x: float, y: float, wide: float) -> Mark:
    role, opacity = ROLES.get(array.name, "muted"), SHADES.get(array.name, 1.0)
    return rect(key, x, y, max(wide - 1, 0.75), TALL, fill=role, opacity=opacity)


def _named(key: str, item: Placed, y: float) -> list[Mark]:
    """Write an array's name and how many weights it has, in two lines, where both have room."""
    array, shape, x, wide = item
    lines = (array.name, count(Counted.size(shape)))
    if wide < SQUEEZED * max(text_width(words, SIZE, bold=True) for words in lines) + 3:
        return []
    role = ROLES.get(array.name, "text")
    return [
        text(
            f"{key}.line{index}",
            x + 1,
            y + 14 * index,
            words,
            size=SIZE,
            bold=not index,
            fill=role,
            max_width=wide - ASIDE,
        )
        for index, words in enumerate(lines)
    ]


def _table(reading: WeightsReading) -> Table:
    rows = [
        (array.name, array.purpose, *(cell for network in ("attention", "window") for cell in _cells(array, network)))
        for array in reading.arrays
    ]
    total = ("all", "", float(reading.attention), "", float(reading.window), "")
    columns = ("Array", "What for", "Attention network", "shape", "Window network", "its shape")
    return Table(columns, (*rows, total), "Every array of both networks, in the order in which they are used")


def _cells(array: Counted, network: str) -> tuple[float | None, str]:
    """Give size and shape; sizes as floats, so that all are written in groups, and shapes in one line."""
    shape = array.shape(network)
    return (float(Counted.size(shape)) if shape else None, array.written(network).replace(" ", "\N{NO-BREAK SPACE}"))


def _alt(reading: WeightsReading) -> str:
    parts = ", ".join(
        f"{array.name} {count(Counted.size(array.attention))}" for array in reading.arrays if array.attention
    )
    return (
        f"The weights of both networks as bars. The attention network has {count(reading.attention)}: {parts}. "
        f"The window network has {count(reading.window)}."
    )
