"""The weights of both networks as two bars cut into their arrays, and attention's small part of them enlarged."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scene import Frame, Hit, Mark, Scene, path, rect, text
from scene.formats import count
from scene.marks import polyline
from scene.metrics import text_width
from sections.network.counting import LOOKUP, CountedArray, WeightsData
from sections.network.words_counts import array_label, network_title

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


@dataclass(frozen=True)
class Placed:
    """An array's part of a bar: its start and width in px, and how many weights it stands for."""

    array: CountedArray
    size: int
    x: float
    wide: float


def draw_weights(data: WeightsData, frame: Frame) -> Scene:
    """Draw a bar for each network, both on one scale."""
    per_weight = frame.width / max(data.total("attention"), data.total("window"))
    marks, hits, placed = _network(data, "attention", 0.0, per_weight)
    more, y = _enlarged(placed, NAMES + TALL, frame.width)
    marks += more
    window, areas, _ = _network(data, "window", y, per_weight)
    return Scene(frame.width, y + NAMES + TALL + 2, [*marks, *window], [*hits, *areas])


def _network(
    data: WeightsData, network: str, y: float, per_weight: float
) -> tuple[list[Mark], list[Hit], list[Placed]]:
    marks = [text(f"{network}.title", 0, y + 14, network_title(data, network), size=14, bold=True)]
    hits: list[Hit] = []
    placed: list[Placed] = []
    x = 0.0
    for array in (array for array in data.arrays if network in array.shapes):
        key, size = f"{network}.{array.name}", array.size(network)
        placed.append(Placed(array, size, x, size * per_weight))
        marks.append(_bar(key, placed[-1], y + NAMES))
        marks += _named(key, placed[-1], y + NAMES - 18)
        hits.append(Hit(key, x, y + NAMES, max(placed[-1].wide, TINY), TALL, array_label(array, network)))
        x += placed[-1].wide
    return marks, hits, placed


def _enlarged(placed: Sequence[Placed], y: float, width: float) -> tuple[list[Mark], float]:
    """Draw attention's arrays again, wide enough to see; returns where the drawing ends."""
    small = [part for part in placed if part.array.name in LOOKUP]
    start, end = small[0].x, small[-1].x + small[-1].wide
    grown = min(width, 560.0) / (end - start)
    top = y + FUNNEL
    corners = [(start, y + 2), (end, y + 2), (grown * (end - start), top), (0, top)]
    marks: list[Mark] = [path("funnel", polyline(corners, closed=True), fill="line", opacity=0.45)]
    for part in small:
        key, larger = f"enlarged.{part.array.name}", replace(part, x=(part.x - start) * grown, wide=part.wide * grown)
        marks.append(_bar(key, larger, top))
        marks += _named(key, larger, top + TALL + 14)
    return marks, top + TALL + BELOW + GAP


def _bar(key: str, part: Placed, y: float) -> Mark:
    role, opacity = ROLES.get(part.array.name, "muted"), SHADES.get(part.array.name, 1.0)
    return rect(key, part.x, y, max(part.wide - 1, 0.75), TALL, fill=role, opacity=opacity)


def _named(key: str, part: Placed, y: float) -> list[Mark]:
    """Write an array's name and how many weights it has, in two lines, where both have room."""
    name, size = lines = (part.array.name, count(part.size))
    if part.wide < SQUEEZED * max(text_width(words, SIZE, bold=True) for words in lines) + 3:
        return []
    look = {"size": SIZE, "fill": ROLES.get(name, "text"), "max_width": part.wide - ASIDE}
    return [
        text(f"{key}.line0", part.x + 1, y, name, bold=True, **look),
        text(f"{key}.line1", part.x + 1, y + 14, size, **look),
    ]
