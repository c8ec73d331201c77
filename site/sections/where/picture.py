"""What the section draws: the learned curves here, other networks' pictures in the modules beside."""

from typing import Any

import numpy as np
from scene import Frame, Hit, Mark, Scene, line, rect, text
from scene.formats import number
from sections.where.charts import BELOW, Chart, one_chart, padded
from sections.where.compute import CurvesData
from sections.where.picture_others import draw_groups, draw_slopes, draw_turns
from sections.where.picture_places import draw_places
from sections.where.shapes import Shape
from sections.where.words import ACROSS, SCORE_LABEL, UP, highest_label

__all__ = ["draw_curves", "draw_groups", "draw_places", "draw_slopes", "draw_turns"]

PANEL = 124.0  # px of height of one small chart's area
LABELS = {"attention": 54.0, "two_layers": 128.0}  # px for the names of the heads beside the overlaid curves
APART = 16.0  # px between two such names
FAINT = 0.4  # opacity of a curve beyond the nearest tokens
COLUMNS = 32  # areas to point at across the overlaid view


def draw_curves(data: CurvesData, frame: Frame) -> Scene:
    """Draw one small chart a head, or all curves in one."""
    marks, hits, height = (_together if data.view == "together" else _apart)(data, frame)
    return Scene(frame.width, height, marks, hits)


def _range(data: CurvesData) -> tuple[float, float]:
    """Return one range for all curves, so that all are drawn alike."""
    values = np.array([shape.scores for shape in data.shapes])
    return padded(float(values.min()), float(values.max()))


def _apart(data: CurvesData, frame: Frame) -> tuple[list[Mark], list[Hit], float]:
    n_cols = 2 if frame.narrow else 4
    n_rows = -(-len(data.shapes) // n_cols)
    left, gap, step = 32.0, 14.0, PANEL + 34
    width = (frame.width - left - gap * n_cols) / n_cols
    values = _range(data)
    marks: list[Mark] = []
    hits: list[Hit] = []
    for shape in data.shapes:
        row, col = divmod(shape.head, n_cols)
        x, y = left + col * (width + gap), 24 + row * step
        chart = Chart((x, y, x + width, y + PANEL), len(shape.scores), values, data.spacing)
        found, hit = _panel(data, shape, chart, row, col)
        marks += found
        if row == n_rows - 1 or shape.head + n_cols >= len(data.shapes):
            marks += _below(shape.head, chart)
        if col == 0:
            marks += _beside(shape.head, chart)
        hits.append(hit)
    height = 24 + n_rows * step + 10
    marks.append(text("across", frame.width - gap, height - 8, ACROSS, size=12.5, fill="muted", anchor="end"))
    return marks, hits, height


def _panel(data: CurvesData, shape: Shape, chart: Chart, row: int, col: int) -> tuple[list[Mark], Hit]:
    """Draw one head's small chart; choosing it makes that head the current one everywhere."""
    left, top, right, bottom = chart.area
    key, current = f"head{shape.head}", shape.head == data.head
    style = {"stroke": "query", "line_width": 2.25} if current else {"stroke": "text", "line_width": 1.5}
    title = {"fill": "query", "bold": True} if current else {"fill": "text"}
    marks = [
        rect(f"{key}.ground", left, top, right - left, bottom - top, stroke="query" if current else "line"),
        *chart.zero(key),
        *_curve(shape, chart, **style),
        text(f"{key}.name", left + 2, top - 6, shape.name, size=13, **title),
    ]
    x, y = chart.x(shape.top), chart.up(float(shape.scores[shape.top]))
    marks.append(rect(f"{key}.top", x - 3, y - 3, 6, 6, r=3, fill=title["fill"]))
    area = (left - 6, top - 20, right - left + 12, bottom - top + 32)
    return marks, Hit(key, *area, highest_label(shape), dict(shape.sets), row, col)


def _curve(shape: Shape, chart: Chart, **style: Any) -> list[Mark]:
    """Draw a head's scores, fainter where training has read them least."""
    scores, far = shape.scores.tolist(), shape.n_read - 1
    marks = [chart.curve(f"head{shape.head}.curve", scores[: far + 1], **style)]
    if len(scores) > far + 1:
        faint = {**style, "line_width": 1, "opacity": FAINT}
        marks.insert(0, chart.curve(f"head{shape.head}.far", scores[far:], start=far, **faint))
    return marks


def _below(head: int, chart: Chart) -> list[Mark]:
    _, _, _, bottom = chart.area
    ticks = (0, 4, 20, 100) if chart.spacing == "log" else (0, 100, 200)
    look = {"size": 12, "fill": "muted", "anchor": "middle"}
    shown = [tick for tick in ticks if tick < chart.n_ctx]
    return [text(f"head{head}.tick{tick}", chart.x(tick), bottom + 15, str(tick), **look) for tick in shown]


def _beside(head: int, chart: Chart) -> list[Mark]:
    left = chart.area[0]
    look = {"size": 12, "fill": "muted", "anchor": "end"}
    ticks = chart.up.ticks(3)
    return [text(f"head{head}.up{i}", left - 5, chart.up(v) + 4, number(v, 0), **look) for i, v in enumerate(ticks)]


def _together(data: CurvesData, frame: Frame) -> tuple[list[Mark], list[Hit], float]:
    height = 300.0 if frame.narrow else 360.0
    whole = one_chart(frame, height, len(data.shapes[0].scores), _range(data), spacing=data.spacing)
    left, top, right, bottom = whole.area
    chart = Chart((left, top, right - LABELS[data.network], bottom), whole.n_ctx, whole.values, whole.spacing)
    marks = chart.axes("axes", name=ACROSS, up_name=UP)
    for shape in sorted(data.shapes, key=lambda shape: shape.head == data.head):
        current = shape.head == data.head
        style = {"stroke": "query", "line_width": 2.5} if current else {"stroke": "muted", "line_width": 1.25}
        marks += _curve(shape, chart, **style)
    names, name_hits = _names(data, chart)
    columns, column_hits = _columns(data, chart)
    return [*marks, *names, *columns], [*column_hits, *name_hits], bottom + BELOW


def _names(data: CurvesData, chart: Chart) -> tuple[list[Mark], list[Hit]]:
    """Write each head's name at its curve's end, pushed apart where ends lie close."""
    _, top, right, bottom = chart.area
    ends = sorted((chart.up(float(shape.scores[-1])), shape.head) for shape in data.shapes)
    places: list[float] = []
    for y, _ in ends:
        places.append(max(y, places[-1] + APART) if places else max(y, top))
    over = max(0.0, places[-1] - bottom)
    marks: list[Mark] = []
    hits: list[Hit] = []
    for index, ((y, head), place) in enumerate(zip(ends, places, strict=True)):
        place = max(min(place, place - over), top + index * APART - 8)
        current = head == data.head
        look = {"fill": "query" if current else "text", "bold": current}
        marks.append(line(f"head{head}.lead", right + 2, y, right + 12, place, stroke="query" if current else "line"))
        marks.append(text(f"head{head}.name", right + 15, place + 4.5, data.shapes[head].name, size=12.5, **look))
        area = (right + 6, place - 8, LABELS[data.network] + 8, APART)
        hits.append(Hit(f"head{head}", *area, data.shapes[head].name, dict(data.shapes[head].sets)))
    return marks, hits


def _columns(data: CurvesData, chart: Chart) -> tuple[list[Mark], list[Hit]]:
    """Areas to point at: each shows the current head's score at a distance."""
    left, top, right, bottom = chart.area
    step, scores = (right - left) / COLUMNS, data.shape.scores
    marks: list[Mark] = []
    hits: list[Hit] = []
    for index in range(COLUMNS):
        x = left + step * (index + 0.5)
        back = min(round(chart.across.invert(x)) - 1, chart.n_ctx - 1)
        key, value, at = f"column{index}", float(scores[back]), chart.x(back)
        marks.append(line(f"{key}.rule", at, top, at, bottom, stroke="query", when=key))
        marks.append(rect(f"{key}.dot", at - 4, chart.up(value) - 4, 8, 8, r=4, fill="query", when=key))
        label = SCORE_LABEL.format(back, data.shape.name, number(value))
        hits.append(Hit(key, left + step * index, top, step, bottom - top, label))
    return marks, hits
