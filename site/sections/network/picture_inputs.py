"""What goes into the hidden layer: the token's row and the heads' results, all their numbers as bars."""

from scene import Hit, Mark, line, text
from scene.formats import number
from scene.spoken import head_name
from scene.vector import draw_bars, largest
from sections.network.following import FlowData
from sections.network.words import ROW

TALL = 44  # px of a line of bars
NAME = 20  # px for the names below a line


def draw_inputs(data: FlowData, y: float, width: float) -> tuple[list[Mark], list[Hit], float]:
    """Draw the bars in one line, or in as many as leave each of them room; returns the height too."""
    vectors = [("row", ROW.format(data.last), data.row.tolist(), "text")]
    vectors += [(f"z{i}", data.heads[i], z.tolist(), "value") for i, z in enumerate(data.z)]
    of_layer = [head_name(head) for n_head in data.by_layer for head in range(n_head)]  # the title names the layers
    short = {"row": vectors[0][1]} | {f"z{i}": name for i, name in enumerate(of_layer)}
    per_line = _numbers_a_line(data, width)
    step = width / per_line
    most = largest(*(values for _, _, values, _ in vectors))
    marks: list[Mark] = []
    hits: list[Hit] = []
    used, top = 0, y
    for key, name, values, role in vectors:
        if used + len(values) > per_line:
            used, top = 0, top + TALL + NAME
        x, wide = used * step, len(values) * step
        marks += draw_bars(key, values, (x + 1, top, wide - 2, TALL), role=role, most=most)
        marks.append(line(f"{key}.span", x + 2, top + TALL + 2, x + wide - 2, top + TALL + 2, stroke=role))
        look = {"size": 12, "fill": role, "anchor": "middle", "max_width": wide}
        marks.append(text(f"{key}.name", x + wide / 2, top + TALL + 16, short[key], **look))
        hits.append(Hit(key, x, top, wide, TALL + NAME, f"{name}: {', '.join(number(value) for value in values)}"))
        used += len(values)
    return marks, hits, top + TALL + NAME + 4 - y


def _numbers_a_line(data: FlowData, width: float) -> int:
    total, row, n_values = data.n_inputs, len(data.row), data.z.shape[1]
    for lines in (1, 2):
        if total % lines == 0 and width / (total // lines) >= 6:
            return total // lines
    return max(row, n_values)
