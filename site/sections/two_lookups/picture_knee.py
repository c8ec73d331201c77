"""The course of training: own and other second pieces, and the two heads' scores, with the kept moments to choose."""

from scene import Frame, Hit, Mark, Scene, line, rect, text
from scene.axes import bottom_axis, left_axis, series
from scene.formats import count, weight
from scene.legend import Entry, draw_legend
from scene.scales import Linear, Log
from sections.two_lookups.training import KneeData
from sections.two_lookups.words_knee import AXIS, COURSE, LINES, SCORE_TITLES, head_name, moment_label, score_label

LEFT, RIGHT, TOP, TALL = 40.0, 16.0, 28.0, 170.0
EARLIEST = 100  # steps; before them nothing happens
ROW, FINGER = 22.0, 26.0
ROLES = {"own": "name", "other": "muted"}


def draw_knee(data: KneeData, frame: Frame) -> Scene:
    """Draw the two curves over steps on a logarithmic axis, the chosen moment, and every head's scores then."""
    x = Log((EARLIEST, data.course[-1].step), (LEFT, frame.width - RIGHT))
    y = Linear((0.0, 1.0), (TOP + TALL, TOP))
    marks = left_axis("p", y, LEFT, name=COURSE, rules_to=frame.width - RIGHT)
    marks += bottom_axis("steps", x, TOP + TALL, name=AXIS, label=count)
    noted = [at for at in data.course if at.step >= EARLIEST]
    for row, role in ROLES.items():
        points = [getattr(at, row) for at in noted]
        marks.append(series(row, [at.step for at in noted], points, x, y, stroke=role, line_width=2))
    entries = [Entry(f"legend.{row}", LINES[row], lambda x, y, row=row: [_sample(row, x, y)]) for row in ROLES]
    legend, bottom = draw_legend(entries, LEFT, TOP + TALL + 56, right=frame.width)
    hits: list[Hit] = []
    for moment, step in enumerate(data.found.steps.tolist()):
        place = x(max(EARLIEST, step))
        now = moment == data.now
        marks.append(line(f"moment{moment}", place, TOP - 4 if now else TOP + TALL - 6, place, TOP + TALL + 5,
                          stroke="query" if now else "muted", line_width=2 if now else 1))  # fmt: skip
        area = (place - FINGER / 2, TOP, FINGER, TALL + 10)
        hits.append(Hit(f"at{moment}", *area, moment_label(data, moment), {"moment": moment + 1}))
    scores, areas, bottom = _scores(data, frame, bottom + 34)
    return Scene(frame.width, bottom, [*marks, *legend, *scores], [*hits, *areas])


def _sample(row: str, x: float, y: float) -> Mark:
    return line(f"legend.{row}.line", x, y - 4, x + 20, y - 4, stroke=ROLES[row], line_width=2)


def _scores(data: KneeData, frame: Frame, top: float) -> tuple[list[Mark], list[Hit], float]:
    """Two columns of bars, a row a head: the weight on the token before, and on what came after the same token."""
    label, gap = 108.0 if frame.narrow else 130.0, 20.0
    wide = (frame.width - 12 - label - gap) / 2
    marks: list[Mark] = []
    hits: list[Hit] = []
    scores = {"previous_token": data.found.previous_token[data.now], "induction": data.found.induction[data.now]}
    for column, name in enumerate(scores):
        x = 6 + label + column * (wide + gap)
        marks.append(text(f"{name}.title", x, top, SCORE_TITLES[name], size=12.5, bold=True, max_width=wide))
    n_layer, n_head = scores["induction"].shape
    for number in range(n_layer * n_head):
        layer, head = divmod(number, n_head)
        y = top + 10 + number * ROW + 8 * layer
        marks.append(text(f"head{number}.name", 6, y + 14, head_name(layer, head), size=13))
        for column, (name, of) in enumerate(scores.items()):
            x, value = 6 + label + column * (wide + gap), float(of[layer, head])
            best = bool(value == of.max())
            key, long = f"{name}.{number}", max(1.5, (wide - 40) * value)
            marks.append(
                rect(f"{key}.bar", x, y + 3, long, 14, r=2, fill=("key", "query")[column] if best else "weight")
            )
            marks.append(text(f"{key}.value", x + long + 5, y + 14.5, weight(value), size=12.5, bold=best))
            hits.append(Hit(key, x, y, wide, ROW, score_label(layer, head, name, value)))
    return marks, hits, top + 10 + n_layer * n_head * ROW + 8 * n_layer
