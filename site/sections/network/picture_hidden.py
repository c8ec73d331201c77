"""The hidden layer as bars in rows, and what the neuron that is pointed at or chosen does."""

from collections.abc import Sequence

from scene import Frame, Hit, Mark, rect, text
from scene.formats import number, signed
from scene.marks import REST
from scene.spoken import spoken
from scene.vector import draw_bars
from sections.network.following import FlowReading, Neuron
from sections.network.words import part_name

LINE = 21  # px of a line of words
SIZE = 13.5
NAMED = 3  # parts that are named as drivers, fewer on phones


def draw_hidden(reading: FlowReading, y: float, width: float, frame: Frame) -> tuple[list[Mark], list[Hit], float]:
    """Draw the neurons and below them four lines about one; returns the height too."""
    a_row, tall = (16, 30.0) if frame.narrow else (32, 38.0) if frame.width < 860 else (64, 46.0)
    step, values = width / a_row, reading.hidden.tolist()
    marks: list[Mark] = []
    hits: list[Hit] = []
    n_rows = -(-len(values) // a_row)
    for row in range(n_rows):
        part = values[row * a_row : (row + 1) * a_row]
        area = (0.0, y + row * tall + 2, len(part) * step, tall - 4)
        marks += draw_bars(f"hidden{row}", part, area, role="muted", most=1.0)
        for col in range(len(part)):
            hits.append(_hit(reading.neurons[row * a_row + col], (col * step, y + row * tall, step, tall), row, col))
    at = divmod(reading.chosen, a_row)
    frame_area = (at[1] * step, y + at[0] * tall, step, tall)
    marks.append(rect("chosen", *frame_area, r=3, stroke="text", line_width=2))
    marks += draw_bars(
        "chosen.bar", [reading.neuron.value], (frame_area[0], frame_area[1] + 2, step, tall - 4), role="text", most=1.0
    )
    top = y + n_rows * tall + 6
    for neuron, hit in zip(reading.neurons, hits, strict=True):
        marks += _words(neuron, f"{hit.key}.words", top, frame, when=hit.key)
    marks += _words(reading.neuron, "words", top, frame, when=REST)
    return marks, hits, n_rows * tall + 6 + 4 * LINE + 8


def _hit(neuron: Neuron, area: tuple[float, float, float, float], row: int, col: int) -> Hit:
    up, down = (", ".join(spoken(word) for word, _ in side[:3]) for side in (neuron.up, neuron.down))
    label = f"neuron {neuron.index}: {number(neuron.value)}, raises {up}; lowers {down}"
    return Hit(f"neuron{neuron.index}", *area, label, {"neuron": neuron.index}, row, col)


def _words(neuron: Neuron, key: str, y: float, frame: Frame, *, when: str) -> list[Mark]:
    """Write what the neuron does and what drives it; shown only while it is meant."""
    n_drivers, n_tokens = (NAMED - 1, 3) if frame.narrow else (NAMED, len(neuron.up))
    drivers = ", ".join(f"{part_name(neuron, i)} {signed(float(neuron.parts[i]))}" for i in neuron.drivers[:n_drivers])
    lines = [
        ("value", f"Neuron {neuron.index} stands at {number(neuron.value)}", True),
        ("up", f"raises {_listed(neuron.up[:n_tokens])}", False),
        ("down", f"lowers {_listed(neuron.down[:n_tokens])}", False),
        ("by", f"driven by {drivers}", False),
    ]
    return [
        text(f"{key}.{name}", 0, y + 16 + index * LINE, said, size=SIZE, bold=bold, max_width=frame.width, when=when)
        for index, (name, said, bold) in enumerate(lines)
    ]


def _listed(pushed: Sequence[tuple[str, float]]) -> str:
    return ", ".join(f"{word} {signed(value, 1)}" for word, value in pushed)
