"""One token's way through the network, from top to bottom: its numbers, the hidden layer, the logits, the guesses."""

from dataclasses import dataclass

from scene import Frame, Hit, Mark, Scene, Table, path, text
from scene.flow import flow
from scene.formats import count, number
from scene.marks import polyline
from scene.story import Look, draw_story
from sections.network.following import FlowReading
from sections.network.picture_counts import draw_weights
from sections.network.picture_hidden import draw_hidden
from sections.network.picture_inputs import draw_inputs
from sections.network.picture_logits import columns, draw_guesses, draw_logits, pixels
from sections.network.picture_step import draw_step

__all__ = ["draw_flow", "draw_step", "draw_weights"]

EDGE = 4
FUNNEL = 54  # px of a table of weights between two layers


@dataclass
class Page:
    """What is drawn so far, and where the next part begins (px)."""

    width: float
    marks: list[Mark]
    hits: list[Hit]
    y: float = 0.0

    def add(self, part: tuple[list[Mark], list[Hit], float]) -> None:
        """Take a part's marks and areas, and go on below it."""
        marks, hits, height = part
        self.marks += marks
        self.hits += hits
        self.y += height

    def title(self, key: str, words: str, more: str) -> None:
        """Write what comes next, and in quieter letters what it is."""
        self.marks.append(text(f"{key}.title", 0, self.y + 15, words, size=15, bold=True))
        self.marks.append(text(f"{key}.more", 0, self.y + 33, more, size=12.5, fill="muted", max_width=self.width))
        self.y += 42

    def funnel(self, key: str, words: str, above: float, below: float) -> None:
        """Draw the table of weights that leads from a layer `above` px wide to one `below` px wide."""
        top, bottom = self.y + 4, self.y + FUNNEL - 6
        shape = polyline([(0, top), (above, top), (below, bottom), (0, bottom)], closed=True)
        self.marks.append(path(f"{key}.funnel", shape, fill="line", opacity=0.45))
        self.marks.append(
            text(f"{key}.table", 10, self.y + FUNNEL / 2 + 4, words, size=13, max_width=min(above, below) - 20)
        )
        self.y += FUNNEL


def draw_flow(reading: FlowReading, frame: Frame) -> Scene:
    """Draw the whole way; pointing at a neuron says what it does, choosing it keeps that."""
    page = Page(frame.width, [], [])
    page.add(_phrase(reading, frame))
    n_heads = len(reading.z)
    n_inputs = len(reading.row) + reading.z.size
    page.title(
        "inputs", f"{n_inputs} numbers go in", f"the row of “{reading.last}” beside what {n_heads} heads bring back"
    )
    page.add(draw_inputs(reading, page.y, frame.width))
    n_hidden = len(reading.hidden)
    wide = hidden_width(frame)
    page.funnel("hidden", f"{n_inputs} × {n_hidden} = {count(reading.n_weights)} weights, then tanh", frame.width, wide)
    page.title("neurons", f"{n_hidden} hidden neurons", "each between −1 and 1; point at one, or choose it")
    page.add(draw_hidden(reading, page.y, wide, frame))
    page.funnel(
        "logits",
        f"{n_hidden} × {count(len(reading.logits))} = {count(n_hidden * len(reading.logits))} weights",
        wide,
        frame.width,
    )
    page.title("logits", f"{count(len(reading.logits))} logits", "one for every token; framed: the guesses below")
    page.add(draw_logits(reading, page.y, frame))
    page.title("guesses", "The guesses", "softmax makes probabilities of all the logits")
    page.add(draw_guesses(reading, page.y, frame.width))
    buffers = [pixels(reading, columns(frame))]
    return Scene(frame.width, page.y + 4, page.marks, page.hits, _alt(reading), _table(reading), buffers)


def hidden_width(frame: Frame) -> float:
    """Give the width of the hidden layer: narrower than what goes in, as it is, but wide enough for fingers."""
    return frame.width if frame.narrow else frame.width * 0.8


def _phrase(reading: FlowReading, frame: Frame) -> tuple[list[Mark], list[Hit], float]:
    laid = flow(reading.pieces, frame.width - 2 * EDGE, size=20, row=1.7)
    last = len(reading.pieces) - 1
    marks, _ = draw_story(laid, Look(reader=last), x=EDGE, y=4)
    if reading.n_tokens > len(reading.pieces):
        words = f"the last {len(reading.pieces)} of {count(reading.n_tokens)} tokens"
        marks.append(text("phrase.cut", EDGE, laid.height + 20, words, size=12.5, fill="muted"))
        return marks, [], laid.height + 34
    return marks, [], laid.height + 20


def _alt(reading: FlowReading) -> str:
    guesses = ", ".join(f"{guess.word} {number(guess.probability)}" for guess in reading.guesses[:5])
    neuron = reading.neuron
    up, down = (", ".join(word for word, _ in side) for side in (neuron.up, neuron.down))
    return (
        f"The last token of a phrase, {reading.last}, followed through the network. The guesses are {guesses}. Neuron "
        f"{neuron.index} stands at {number(neuron.value)}; it raises the logits of {up} and lowers those of {down}."
    )


def _table(reading: FlowReading) -> Table:
    rows = tuple(
        (
            neuron.index,
            neuron.value,
            float(neuron.total),
            neuron.up[0][0],
            neuron.up[0][1],
            neuron.down[0][0],
            neuron.down[0][1],
        )
        for neuron in reading.neurons
    )
    columns = ("Neuron", "Value", "What tanh gets", "Raises most", "by", "Lowers most", "by this")
    return Table(columns, rows, "Every hidden neuron: choose a row to look at it")
