"""One token's way through the network, from top to bottom: its numbers, the hidden layer, the logits, the guesses."""

from dataclasses import dataclass

from scene import Frame, Hit, Mark, Scene, path, text
from scene.flow import flow
from scene.formats import count
from scene.marks import polyline
from scene.story import Look, draw_story
from sections.network.following import FlowData
from sections.network.picture_counts import draw_weights
from sections.network.picture_hidden import draw_hidden
from sections.network.picture_inputs import draw_inputs
from sections.network.picture_logits import columns, draw_guesses, draw_logits, pixels
from sections.network.picture_step import draw_step
from sections.network.words import PHRASE_CUT, tables, titles

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


def draw_flow(data: FlowData, frame: Frame) -> Scene:
    """Draw the whole way; pointing at a neuron says what it does, choosing it keeps that."""
    page = Page(frame.width, [], [])
    wide, (said, counted) = hidden_width(frame), (titles(data), tables(data))
    page.add(_phrase(data, frame))
    page.title("inputs", *said["inputs"])
    page.add(draw_inputs(data, page.y, frame.width))
    page.funnel("hidden", counted["hidden"], frame.width, wide)
    page.title("neurons", *said["neurons"])
    page.add(draw_hidden(data, page.y, wide, frame))
    page.funnel("logits", counted["logits"], wide, frame.width)
    page.title("logits", *said["logits"])
    page.add(draw_logits(data, page.y, frame))
    page.title("guesses", *said["guesses"])
    page.add(draw_guesses(data, page.y, frame.width))
    return Scene(frame.width, page.y + 4, page.marks, page.hits, buffers=[pixels(data, columns(frame))])


def hidden_width(frame: Frame) -> float:
    """Give the width of the hidden layer: narrower than what goes in, as it is, but wide enough for fingers."""
    return frame.width if frame.narrow else frame.width * 0.8


def _phrase(data: FlowData, frame: Frame) -> tuple[list[Mark], list[Hit], float]:
    laid = flow(data.pieces, frame.width - 2 * EDGE, size=20, row=1.7)
    last = len(data.pieces) - 1
    marks, _ = draw_story(laid, Look(reader=last), x=EDGE, y=4)
    if data.n_tokens > len(data.pieces):
        words = PHRASE_CUT.format(len(data.pieces), count(data.n_tokens))
        marks.append(text("phrase.cut", EDGE, laid.height + 20, words, size=12.5, fill="muted"))
        return marks, [], laid.height + 34
    return marks, [], laid.height + 20
