"""Small pictures of T5, ALiBi and rotary positions, each computed from its formula."""

import math
from collections.abc import Sequence
from itertools import pairwise

from scene import Frame, Hit, Mark, Scene, line, path, polyline, rect, text
from scene.arrows import arrow
from scene.metrics import text_width
from sections.where import words_others as words
from sections.where.charts import BELOW, one_chart, padded
from sections.where.compute import GroupsData, SlopesData, TurnsData
from sections.where.words import ACROSS

HEIGHT = 230.0  # px down to the lower axis
ROOMY = 1.15  # readers’ fonts may be wider than the estimate
LOWEST = -10.0  # where ALiBi's chart ends: e^-10 of a weight is nothing
KAPPA = 0.5523  # of the radius: how far a cubic's handles reach to draw a quarter of a circle


def draw_groups(data: GroupsData, frame: Frame) -> Scene:
    """Draw a head's curve, and over it the steps that T5's groups allow."""
    own = padded(float(data.scores.min()), float(data.scores.max()))  # a flat head’s steps show on no wider scale
    chart = one_chart(frame, HEIGHT, len(data.scores), own)
    left, top, right, bottom = chart.area
    edges = [left, *(chart.x(start - 0.5) for start in data.starts[1:]), right]
    bands = [
        rect(f"band{n}", start, top, end - start, bottom - top, fill="panel")
        for n, (start, end) in enumerate(pairwise(edges))
        if n % 2
    ]
    marks = [
        *bands,
        *chart.axes("axes", name=ACROSS, up_name=words.SCORE_AXIS.format(data.head)),
        chart.curve("learned", data.scores.tolist(), stroke="muted", line_width=1.5),
        chart.steps("shared", data.shared.tolist()),
        *_lines(right, top),
    ]
    return Scene(frame.width, bottom + BELOW, marks)


def _lines(right: float, top: float) -> list[Mark]:
    """Name the two lines, above the chart."""
    look = {"size": 12.5, "anchor": "end"}
    x = right - ROOMY * text_width(words.SHARED, 12.5, bold=True) - 16
    return [
        text("shared.name", right, top - 12, words.SHARED, fill="query", bold=True, **look),
        text("learned.name", x, top - 12, words.LEARNED, fill="muted", **look),
    ]


def draw_slopes(data: SlopesData, frame: Frame) -> Scene:
    """Draw a straight line for each head; choosing one makes that head the current one."""
    chart = one_chart(frame, HEIGHT, data.scores.shape[1], (LOWEST, 0.0), spacing="even")
    left, top, right, bottom = chart.area
    marks = chart.axes("axes", name=ACROSS, up_name=words.PENALTY)
    hits: list[Hit] = []
    n_head = len(data.slopes)
    for head in sorted(range(n_head), key=lambda head: head == data.head):
        current = head == data.head
        slope = float(data.slopes[head])
        back = min(chart.n_ctx - 1.0, -LOWEST / slope)
        end = (chart.x(back), chart.up(-slope * back))
        style = {"stroke": "query", "line_width": 2.5} if current else {"stroke": "muted", "line_width": 1.25}
        marks.append(path(f"slope{head}", polyline([(left, top), end]), **style))
        marks += _slope_name(head, end, (right, bottom), current=current)
        label = words.SLOPE_LABEL.format(head, slope)
        hits.append(Hit(f"slope{head}", end[0] - 12, end[1] - 12, 24, 24, label, {"head": head}))
    return Scene(frame.width, bottom + BELOW, marks, hits)


def _slope_name(head: int, end: tuple[float, float], corner: tuple[float, float], *, current: bool) -> list[Mark]:
    """Write a head's number at the end of its line, inside the chart."""
    x, y = end
    at_bottom = y >= corner[1] - 1
    place = (x + 9, y - 7) if at_bottom else (x - 8, y - 7)
    look = {"size": 12.5, "halo": True, "fill": "query" if current else "text", "bold": current}
    return [text(f"slope{head}.name", *place, str(head), anchor="middle", **look)]


def draw_turns(data: TurnsData, frame: Frame) -> Scene:
    """Draw one dial a pair, and the agreement by distance with a handle to drag."""
    dials, height = _dials(data, frame)
    chart = one_chart(frame, height + 170, len(data.few.shares), (-1.0, 1.0), spacing="even")
    left, _, right, bottom = chart.area
    chart = type(chart)((left, height + 26, right, bottom), chart.n_ctx, chart.values, chart.spacing)
    marks = [
        *dials,
        *chart.axes("axes", name=ACROSS, up_name=words.AGREEMENT),
        chart.curve("many", data.many.shares.tolist(), stroke="muted", line_width=1.5),
        chart.curve("few", data.few.shares.tolist(), stroke="query", line_width=2),
    ]
    x, y = chart.x(data.distance), chart.up(float(data.few.shares[data.distance]))
    marks += [
        line("here", x, height + 26, x, bottom, stroke="query", dash=(3, 3)),
        rect("handle", x - 6, y - 6, 12, 12, r=6, fill="query", stroke="paper", line_width=2),
        *_which(data, right, bottom),
    ]
    drag = {"x": {"control": "distance", "px": [left, right], "value": [0, chart.n_ctx - 1], "step": 1}}
    handle = Hit("handle", x - 14, y - 14, 28, 28, words.HANDLE.format(data.distance), drag=drag)
    return Scene(frame.width, bottom + BELOW, marks, [handle])


def _which(data: TurnsData, right: float, bottom: float) -> list[Mark]:
    """Name the two curves where there is room, below them."""
    look = {"size": 12.5, "anchor": "end", "halo": True}
    return [
        text("few.name", right, bottom - 26, words.FEW.format(data.few.d_head), fill="query", bold=True, **look),
        text("many.name", right, bottom - 9, words.MANY.format(data.many.d_head), fill="muted", **look),
    ]


def _dials(data: TurnsData, frame: Frame) -> tuple[list[Mark], float]:
    """Draw a circle a pair: the key points right, the query as far around as it has turned."""
    n = len(data.angles)
    step = frame.width / n
    radius = min(52.0, step / 2 - 12)
    marks: list[Mark] = []
    for pair, angle in enumerate(map(float, data.angles)):
        x, y = step * (pair + 0.5), radius + 30
        tip = (x + radius * 0.92 * math.cos(angle), y - radius * 0.92 * math.sin(angle))
        look = {"size": 12.5, "anchor": "middle"}
        marks += [
            path(f"dial{pair}", circle(x, y, radius), stroke="line", line_width=1.5),
            text(f"dial{pair}.name", x, 14, words.PAIR.format(pair + 1), **look),
            *arrow(f"dial{pair}.k", (x, y), (x + radius * 0.92, y), role="key", line_width=2.5),
            *arrow(f"dial{pair}.q", (x, y), tip, role="query", line_width=2.5),
            text(f"dial{pair}.turned", x, y + radius + 18, f"{words.degrees(angle)}°", fill="query", **look),
        ]
    k = {"size": 12.5, "bold": True}
    marks += [
        text("legend.q", step * 0.5 - radius, 2 * radius + 70, "q", fill="query", **k),
        text("legend.q.words", step * 0.5 - radius + 13, 2 * radius + 70, words.TURNED["q"], size=12.5, fill="muted"),
        text("legend.k", step * 0.5 - radius + 112, 2 * radius + 70, "k", fill="key", **k),
        text("legend.k.words", step * 0.5 - radius + 125, 2 * radius + 70, words.TURNED["k"], size=12.5, fill="muted"),
    ]
    return marks, 2 * radius + 84


def circle(x: float, y: float, radius: float) -> str:
    """Write the `d` of a circle as four cubics."""
    handle = KAPPA * radius
    points: Sequence[tuple[float, ...]] = (
        (x + radius, y - handle, x + handle, y - radius, x, y - radius),
        (x - handle, y - radius, x - radius, y - handle, x - radius, y),
        (x - radius, y + handle, x - handle, y + radius, x, y + radius),
        (x + handle, y + radius, x + radius, y + handle, x + radius, y),
    )
    curves = "".join("C" + " ".join(f"{value:.2f}" for value in point) for point in points)
    return f"M{x + radius:.2f} {y:.2f}{curves}Z"
