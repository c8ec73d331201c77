"""The story as text: who reads, how the weight is shared out, which key is worked out below."""

from functools import partial

from scene import Frame, Mark, Scene, rect, text
from scene.flow import Flow, flow
from scene.legend import Entry, draw_legend, weight_legend
from scene.story import Look, box_around, draw_story
from sections.lookup.compute import LookBackData
from sections.lookup.picture_likeness import draw_likeness
from sections.lookup.picture_scores import draw_scores
from sections.lookup.picture_vectors import draw_vectors
from sections.lookup.words import LEGEND, token_label

__all__ = ["draw_likeness", "draw_scores", "draw_vectors", "draw_weights"]

EDGE = 6  # px around the text, for what is drawn around its words
TOP = 10  # px above the text, for the letters over its first line too
ROLES = {"q": "query", "k": "key"}


def draw_weights(data: LookBackData, frame: Frame) -> Scene:
    """Draw the text with the head's weights behind its words."""
    size, row = (17, 1.75) if frame.narrow else (18, 1.8)
    laid = flow(data.pieces, frame.width - 2 * EDGE, size=size, row=row)
    out_of_reach = {0, *range(data.look.n_keys, len(data.pieces))}
    look = Look(data.look.weights.tolist(), data.reader, out_of_reach, data.shown.names)
    marks, hits = draw_story(laid, look, x=EDGE, y=TOP, control="token", label=partial(token_label, data))
    legend, height = _legend(frame, laid.height + TOP + 12)
    return Scene(frame.width, height, [*marks, *_tags(data, laid), *legend], hits)


def _legend(frame: Frame, y: float) -> tuple[list[Mark], float]:
    """Say what shading and outlines mean, in one row or two; returns the marks and where they end."""
    marks, width = weight_legend("legend", EDGE, y)
    x, y = (EDGE, y + 44) if frame.narrow else (EDGE + width + 28, y)
    entries = [Entry(f"legend.{letter}.words", words, partial(_outline, letter)) for letter, words in LEGEND.items()]
    more, _ = draw_legend(entries, x, y + 12)
    return [*marks, *more], y + (24 if frame.narrow else 34)


def _outline(letter: str, x: float, y: float) -> list[Mark]:
    return [rect(f"legend.{letter}", x, y - 11, 18, 14, r=3, stroke=ROLES[letter], line_width=2)]


def _tags(data: LookBackData, laid: Flow) -> list[Mark]:
    """Mark the chosen key, and put a letter at it and at the reader: never color alone."""
    marks: list[Mark] = []
    for letter, position in (("q", data.reader), ("k", data.key)):
        x, y, w, h = box_around(laid.of(position), laid)
        x, y, role = x + EDGE, y + TOP, ROLES[letter]
        if letter == "k" and data.key != data.reader:
            marks.append(rect("chosen", x, y, w, h, r=3, stroke=role, line_width=2))
        if letter == "q" or data.key != data.reader:
            look = {"size": 12, "bold": True, "fill": role, "anchor": "middle"}
            marks.append(text(f"tag.{letter}", x + w / 2, y - 4, letter, **look))
    return marks
