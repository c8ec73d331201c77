"""Looking against saying, each name a dot."""

from scene import Frame, Hit, Mark, Scene, line, rect, text
from scene.axes import bottom_axis, left_axis
from scene.legend import Entry, draw_legend
from scene.metrics import text_width
from scene.scales import Linear
from sections.two_lookups.compute import LooksData
from sections.two_lookups.words_looks import LOOKED, NAMED, SAID, dot_label, kind_words

LEFT, RIGHT, TOP = 44.0, 18.0, 30.0
DOT, LOW = 5.0, 0.04


def draw_looks(data: LooksData, frame: Frame) -> Scene:
    """Across, the weight on the right piece; up, its probability. Names of foreign first pieces are hollow."""
    tall = min(340.0, frame.width * 0.62)
    x = Linear((0.0, 1.0), (LEFT, frame.width - RIGHT))
    y = Linear((0.0, 1.0), (TOP + tall, TOP))
    marks = left_axis("said", y, LEFT, name=SAID, rules_to=frame.width - RIGHT)
    marks += bottom_axis("looked", x, TOP + tall, name=LOOKED)
    hits: list[Hit] = []
    taken: list[tuple[float, float, float]] = []
    for name in data.found.names:
        px, py = x(name.looked), y(name.said)
        marks.append(_dot(name.name, px, py, known=name.known))
        hits.append(Hit(name.name, px - 9, py - 9, 18, 18, dot_label(name)))
        wide = text_width(name.name, 12)
        if name.name in NAMED and all(abs(py - b) > 14 or px - wide - 10 > c or px < a for a, b, c in taken):
            up = py - 5 if name.said < LOW else py + 4  # clear of the axis
            look = {"size": 12, "fill": "muted", "anchor": "end", "halo": True}
            marks.append(text(f"{name.name}.name", px - 9, up, name.name, **look))
            taken.append((px - wide - 10, py, px))
    entries = [_entry(known) for known in (True, False)]
    legend, bottom = draw_legend(entries, LEFT, TOP + tall + 56, right=frame.width)
    marks.append(line("half", x(0.5), TOP, x(0.5), TOP + tall, dash=(3, 3)))
    return Scene(frame.width, bottom + 10, [*marks, *legend], hits)


def _entry(known: bool) -> Entry:
    key = f"legend.{known}"
    return Entry(key, kind_words(known), lambda x, y: [_dot(f"{key}.dot", x + 8, y - 4, known=known)])


def _dot(key: str, x: float, y: float, *, known: bool) -> Mark:
    style = {"fill": "name-fill"} if known else {"fill": "paper", "stroke": "name", "line_width": 1.75}
    return rect(key, x - DOT, y - DOT, 2 * DOT, 2 * DOT, r=DOT, **style)
