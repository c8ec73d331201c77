"""The hidden layer as bars in rows, and what the neuron that is pointed at or chosen does."""

from scene import Frame, Hit, Mark, rect, text
from scene.marks import REST
from scene.vector import draw_bars
from sections.network.following import FlowData, Neuron
from sections.network.words import neuron_label, neuron_lines

LINE = 21  # px of a line of words
SIZE = 13.5
NAMED = 3  # parts that are named as drivers, fewer on phones


def draw_hidden(data: FlowData, y: float, width: float, frame: Frame) -> tuple[list[Mark], list[Hit], float]:
    """Draw the neurons and below them four lines about one; returns the height too."""
    a_row, tall = (16, 30.0) if frame.narrow else (32, 38.0) if frame.width < 860 else (64, 46.0)
    step, values = width / a_row, data.hidden.tolist()
    marks: list[Mark] = []
    hits: list[Hit] = []
    n_rows = -(-len(values) // a_row)
    for row in range(n_rows):
        part = values[row * a_row : (row + 1) * a_row]
        area = (0.0, y + row * tall + 2, len(part) * step, tall - 4)
        marks += draw_bars(f"hidden{row}", part, area, role="muted", most=1.0)
        for col in range(len(part)):
            neuron, place = data.neurons[row * a_row + col], (col * step, y + row * tall, step, tall)
            key, choice = f"neuron{neuron.index}", {"neuron": neuron.index}
            hits.append(Hit(key, *place, neuron_label(neuron), choice, row, col))
    at = divmod(data.chosen, a_row)
    frame_area = (at[1] * step, y + at[0] * tall, step, tall)
    marks.append(rect("chosen", *frame_area, r=3, stroke="text", line_width=2))
    marks += draw_bars(
        "chosen.bar", [data.neuron.value], (frame_area[0], frame_area[1] + 2, step, tall - 4), role="text", most=1.0
    )
    top = y + n_rows * tall + 6
    for neuron, hit in zip(data.neurons, hits, strict=True):
        marks += _words(data, neuron, f"{hit.key}.words", top, frame, when=hit.key)
    marks += _words(data, data.neuron, "words", top, frame, when=REST)
    return marks, hits, n_rows * tall + 6 + 4 * LINE + 8


def _words(data: FlowData, neuron: Neuron, key: str, y: float, frame: Frame, *, when: str) -> list[Mark]:
    """Write what the neuron does and what drives it; shown only while it is meant."""
    lines = neuron_lines(data, neuron, *((NAMED - 1, 3) if frame.narrow else (NAMED, len(neuron.up))))
    look = {"size": SIZE, "max_width": frame.width, "when": when}
    return [
        text(f"{key}.{name}", 0, y + 16 + index * LINE, said, bold=name == "value", **look)
        for index, (name, said) in enumerate(lines.items())
    ]
