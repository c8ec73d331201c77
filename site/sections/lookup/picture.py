"""The story as text: who reads, how the weight is shared out, which key is worked out below."""

from scene import Frame, Mark, Scene, Table, rect, text
from scene.flow import Flow, flow
from scene.formats import weight as written
from scene.legend import weight_legend
from scene.metrics import text_width
from scene.sentences import far_back, plain
from scene.story import Look, box_around, draw_story
from sections.lookup.compute import WeightsReading
from sections.lookup.naming import said, shown
from sections.lookup.picture_likeness import draw_likeness
from sections.lookup.picture_scores import draw_scores
from sections.lookup.picture_vectors import draw_vectors
from sections.lookup.view import View

__all__ = ["draw_likeness", "draw_scores", "draw_vectors", "draw_weights"]

EDGE = 6  # px around the text, for what is drawn around its words
TOP = 10  # px above the text, for the letters over its first line too


def draw_weights(reading: WeightsReading, frame: Frame) -> Scene:
    """Draw the text with the head's weights behind its words."""
    view = reading.view
    size, row = (17, 1.75) if frame.narrow else (18, 1.8)
    laid = flow(view.pieces, frame.width - 2 * EDGE, size=size, row=row)
    weights = [float(w) for w in view.look.weights]
    look = Look(weights, view.reader, {0, *range(view.n_keys, len(view.pieces))}, view.names)
    marks, hits = draw_story(laid, look, x=EDGE, y=TOP, control="token", label=lambda j: _label(view, j))
    marks += _tags(view, laid)
    legend, height = _legend(frame, laid.height + TOP + 12)
    alt = f"{plain(reading.notice)} The text as words, shaded by the weight that each gets."
    return Scene(frame.width, height, [*marks, *legend], hits, alt, _table(view))


def _legend(frame: Frame, y: float) -> tuple[list[Mark], float]:
    """Say what shading and outlines mean, in one row or two; returns the marks and where they end."""
    marks, width = weight_legend("legend", EDGE, y)
    x, y = (EDGE, y + 44) if frame.narrow else (EDGE + width + 28, y)
    for key, words, role in (("q", "q: it reads", "query"), ("k", "k: worked out below", "key")):
        marks.append(rect(f"legend.{key}", x, y + 1, 18, 14, r=3, stroke=role, line_width=2))
        marks.append(text(f"legend.{key}.words", x + 26, y + 12, words, size=12.5, fill="muted"))
        x += 26 + text_width(words, 12.5) + 20
    return marks, y + (24 if frame.narrow else 34)


def _tags(view: View, laid: Flow) -> list[Mark]:
    """Mark the chosen key, and put a letter at it and at the reader: never color alone."""
    marks: list[Mark] = []
    for letter, position, role in (("q", view.reader, "query"), ("k", view.key, "key")):
        x, y, w, h = box_around(laid.of(position), laid)
        x, y = x + EDGE, y + TOP
        if letter == "k" and view.key != view.reader:
            marks.append(rect("chosen", x, y, w, h, r=3, stroke=role, line_width=2))
        if letter == "q" or view.key != view.reader:
            look = {"size": 12, "bold": True, "fill": role, "anchor": "middle"}
            marks.append(text(f"tag.{letter}", x + w / 2, y - 4, letter, **look))
    return marks


def _label(view: View, position: int) -> str:
    name, reader = said(view, position), said(view, view.reader)
    if position >= view.n_keys:
        return f"{name}, which comes after {reader} and can’t be read from there"
    got = written(float(view.look.weights[position]))
    return f"reading from {reader}, to {name}, weight {got}, {far_back(view.reader - position)}"


def _table(view: View) -> Table:
    rows = [(shown(view, j), view.reader - j, float(w)) for j, w in enumerate(view.look.weights)]
    caption = f"What head {view.look.head} reads from {said(view, view.reader)}, in the order of the text"
    return Table(("Token", "Tokens back", "Weight"), tuple(rows), caption)
