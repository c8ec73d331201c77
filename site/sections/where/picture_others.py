"""Small pictures of T5, ALiBi and rotary positions, each computed from its formula."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from scene import Frame, Hit, Mark, Scene, Table, line, path, polyline, rect, text
from scene.arrows import arrow
from scene.metrics import text_width
from sections.where.charts import ACROSS, BELOW, one_chart, padded
from sections.where.compute import GroupsReading, SlopesReading, TurnsReading
from sections.where.words import degrees

HEIGHT = 230.0  # px down to the lower axis
ROOMY = 1.15  # readers’ fonts may be wider than the estimate
LOWEST = -10.0  # where ALiBi's chart ends: e^-10 of a weight is nothing
KAPPA = 0.5523  # of the radius: how far a cubic's handles reach to draw a quarter of a circle


def draw_groups(reading: GroupsReading, frame: Frame) -> Scene:
    """Draw a head's curve, and over it the steps that T5's groups allow."""
    own = padded(float(reading.scores.min()), float(reading.scores.max()))  # a flat head’s steps show on no wider scale
    chart = one_chart(frame, HEIGHT, len(reading.scores), own)
    left, top, right, bottom = chart.area
    starts = [i for i in range(len(reading.groups)) if i == 0 or reading.groups[i] != reading.groups[i - 1]]
    edges = [left, *(chart.x(start - 0.5) for start in starts[1:]), right]
    bands = [
        rect(f"band{n}", start, top, end - start, bottom - top, fill="panel")
        for n, (start, end) in enumerate(pairwise(edges))
        if n % 2
    ]
    marks = [
        *bands,
        *chart.axes("axes", name=ACROSS, up_name=f"score, head {reading.head}"),
        chart.curve("learned", reading.scores.tolist(), stroke="muted", line_width=1.5),
        chart.steps("shared", reading.shared.tolist()),
        *_lines(right, top),
    ]
    rows = tuple(
        (int(group), start, float(reading.shared[start]))
        for group, start in zip(reading.groups[starts], starts, strict=True)
    )
    table = Table(
        ("Group", "From, tokens back", "Shared score"), rows, f"T5’s groups with the scores of head {reading.head}"
    )
    alt = f"A learned curve and the steps it becomes when distances share scores. {reading.notice}"
    return Scene(frame.width, bottom + BELOW, marks, (), alt, table)


def _lines(right: float, top: float) -> list[Mark]:
    """Name the two lines, above the chart."""
    look = {"size": 12.5, "anchor": "end"}
    shared, learned = "in T5’s groups", "as learned"
    x = right - ROOMY * text_width(shared, 12.5, bold=True) - 16
    return [
        text("shared.name", right, top - 12, shared, fill="query", bold=True, **look),
        text("learned.name", x, top - 12, learned, fill="muted", **look),
    ]


def draw_slopes(reading: SlopesReading, frame: Frame) -> Scene:
    """Draw a straight line for each head; choosing one makes that head the current one."""
    chart = one_chart(frame, HEIGHT, reading.scores.shape[1], (LOWEST, 0.0), spacing="even")
    left, top, right, bottom = chart.area
    marks = chart.axes("axes", name=ACROSS, up_name="added to the score")
    hits: list[Hit] = []
    n_head = len(reading.slopes)
    for head in sorted(range(n_head), key=lambda head: head == reading.head):
        current = head == reading.head
        slope = float(reading.slopes[head])
        back = min(chart.n_ctx - 1.0, -LOWEST / slope)
        end = (chart.x(back), chart.up(-slope * back))
        style = {"stroke": "query", "line_width": 2.5} if current else {"stroke": "muted", "line_width": 1.25}
        marks.append(path(f"slope{head}", polyline([(left, top), end]), **style))
        marks += _slope_name(head, end, (right, bottom), current=current)
        label = f"head {head}: minus {slope:g} for each token"
        hits.append(Hit(f"slope{head}", end[0] - 12, end[1] - 12, 24, 24, label, {"head": head}))
    rows = tuple((head, float(slope), math.log(2) / slope) for head, slope in enumerate(reading.slopes))
    table = Table(("Head", "Slope", "Weight halves every, tokens"), rows, "ALiBi’s slopes for as many heads")
    alt = f"{n_head} straight lines that fall from 0, each half as steep as the one before. {reading.notice}"
    return Scene(frame.width, bottom + BELOW, marks, hits, alt, table)


def _slope_name(head: int, end: tuple[float, float], corner: tuple[float, float], *, current: bool) -> list[Mark]:
    """Write a head's number at the end of its line, inside the chart."""
    x, y = end
    at_bottom = y >= corner[1] - 1
    place = (x + 9, y - 7) if at_bottom else (x - 8, y - 7)
    look = {"size": 12.5, "halo": True, "fill": "query" if current else "text", "bold": current}
    return [text(f"slope{head}.name", *place, str(head), anchor="middle", **look)]


def draw_turns(reading: TurnsReading, frame: Frame) -> Scene:
    """Draw one dial a pair, and the agreement by distance with a handle to drag."""
    dials, height = _dials(reading, frame)
    chart = one_chart(frame, height + 170, len(next(iter(reading.agreement.values()))), (-1.0, 1.0), spacing="even")
    left, _, right, bottom = chart.area
    chart = type(chart)((left, height + 26, right, bottom), chart.n_ctx, chart.values, chart.spacing)
    small, large = reading.agreement
    marks = [
        *dials,
        *chart.axes("axes", name=ACROSS, up_name="q·k, as a share of that at distance 0"),
        chart.curve("many", reading.agreement[large].tolist(), stroke="muted", line_width=1.5),
        chart.curve("few", reading.agreement[small].tolist(), stroke="query", line_width=2),
    ]
    x, y = chart.x(reading.distance), chart.up(float(reading.agreement[small][reading.distance]))
    marks += [
        line("here", x, height + 26, x, bottom, stroke="query", dash=(3, 3)),
        rect("handle", x - 6, y - 6, 12, 12, r=6, fill="query", stroke="paper", line_width=2),
        *_which(small, large, right, bottom),
    ]
    drag = {"x": {"control": "distance", "px": [left, right], "value": [0, chart.n_ctx - 1], "step": 1}}
    handle = Hit("handle", x - 14, y - 14, 28, 28, f"distance {reading.distance}: drag it", drag=drag)
    alt = f"Four dials with a query’s and a key’s arrow, and how well the two agree by distance. {reading.notice}"
    return Scene(frame.width, bottom + BELOW, marks, [handle], alt, _turns_table(reading))


def _which(small: int, large: int, right: float, bottom: float) -> list[Mark]:
    """Name the two curves where there is room, below them."""
    look = {"size": 12.5, "anchor": "end", "halo": True}
    return [
        text("few.name", right, bottom - 26, f"{small} numbers, as a head has here", fill="query", bold=True, **look),
        text("many.name", right, bottom - 9, f"{large} numbers, as in larger networks", fill="muted", **look),
    ]


def _dials(reading: TurnsReading, frame: Frame) -> tuple[list[Mark], float]:
    """Draw a circle a pair: the key points right, the query as far around as it has turned."""
    n = len(reading.angles)
    step = frame.width / n
    radius = min(52.0, step / 2 - 12)
    marks: list[Mark] = []
    for pair, angle in enumerate(map(float, reading.angles)):
        x, y = step * (pair + 0.5), radius + 30
        tip = (x + radius * 0.92 * math.cos(angle), y - radius * 0.92 * math.sin(angle))
        look = {"size": 12.5, "anchor": "middle"}
        marks += [
            path(f"dial{pair}", circle(x, y, radius), stroke="line", line_width=1.5),
            text(f"dial{pair}.name", x, 14, f"pair {pair + 1}", **look),
            *arrow(f"dial{pair}.k", (x, y), (x + radius * 0.92, y), role="key", line_width=2.5),
            *arrow(f"dial{pair}.q", (x, y), tip, role="query", line_width=2.5),
            text(f"dial{pair}.turned", x, y + radius + 18, f"{degrees(angle)}°", fill="query", **look),
        ]
    k = {"size": 12.5, "bold": True}
    marks += [
        text("legend.q", step * 0.5 - radius, 2 * radius + 70, "q", fill="query", **k),
        text("legend.q.words", step * 0.5 - radius + 13, 2 * radius + 70, "query, turned", size=12.5, fill="muted"),
        text("legend.k", step * 0.5 - radius + 112, 2 * radius + 70, "k", fill="key", **k),
        text("legend.k.words", step * 0.5 - radius + 125, 2 * radius + 70, "key", size=12.5, fill="muted"),
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


def _turns_table(reading: TurnsReading) -> Table:
    small, large = reading.agreement
    columns = ("Tokens back", f"{small} numbers", f"{large} numbers")
    both = np.stack([reading.agreement[small], reading.agreement[large]], axis=1).tolist()
    rows = tuple((back, *row) for back, row in enumerate(both))
    return Table(columns, rows, "q·k of an equal query and key, as a share of that at distance 0")
