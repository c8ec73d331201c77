"""Tokens said twice: the tokens themselves, and the probability of each place the second time."""

from scene import Frame, Hit, Scene, line, rect
from scene.axes import left_axis
from scene.flow import Piece, flow
from scene.legend import Entry, draw_legend, weight_legend
from scene.scales import Sqrt
from scene.story import Look, draw_story
from sections.two_lookups.nonsense import NonsenseData
from sections.two_lookups.words_nonsense import AXIS, LEGEND, place_label

LEFT, RIGHT, TALL = 46.0, 10.0, 150.0
ROLES = {"attention": "muted", "two_layers": "query"}


def draw_nonsense(data: NonsenseData, frame: Frame) -> Scene:
    """Draw what is said, and below it a bar for each token the second time, for one layer and for two."""
    n = len(data.tokens)
    pieces = [Piece(token, " " if number else "", number) for number, token in enumerate(data.tokens)]
    laid = flow(pieces, frame.width - 12, size=15 if frame.narrow else 16, row=1.55)
    marks, _ = draw_story(laid, Look([float(weight) for weight in data.looked]), x=6, y=0)
    shading, _ = weight_legend("shade", 6, laid.height + 8, name="looked")
    marks += shading
    top = laid.height + 96
    y = Sqrt((0.0, 1.0), (top + TALL, top))
    ticks = (0, 0.01, 0.1, 0.25, 0.5, 1)
    marks += left_axis("p", y, LEFT, name=AXIS, ticks=ticks, label="{:g}".format, rules_to=frame.width - RIGHT)
    step = (frame.width - LEFT - RIGHT) / n
    hits: list[Hit] = []
    for place in range(n):
        for number, network in enumerate(data.probability):
            p = float(data.probability[network][1, place])
            wide = step * 0.38
            x = LEFT + place * step + step * 0.1 + number * wide
            tall = max(1.0, top + TALL - y(p))
            marks.append(rect(f"{network}.{place}", x, top + TALL - tall, wide * 0.92, tall, fill=ROLES[network]))
        hits.append(Hit(f"place{place}", LEFT + place * step, top, step, TALL, place_label(data, place)))
    marks.append(line("zero", LEFT, top + TALL, frame.width - RIGHT, top + TALL, stroke="muted"))
    entries = [_entry(network) for network in ROLES]
    legend, bottom = draw_legend(entries, LEFT, top + TALL + 28, right=frame.width)
    return Scene(frame.width, bottom + 10, [*marks, *legend], hits)


def _entry(network: str) -> Entry:
    key = f"legend.{network}"
    return Entry(key, LEGEND[network], lambda x, y: [rect(f"{key}.box", x, y - 11, 14, 12, r=2, fill=ROLES[network])])
