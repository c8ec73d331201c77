"""A story as text, its out-of-reach words underlined, and a look back from one of them."""

from dataclasses import replace

from scene import Frame, Scene, rect
from scene.flow import Flow, flow, pieces_from_spans
from scene.legend import Entry, draw_legend
from scene.marks import REST, Mark
from scene.story import Look, draw_look_back, draw_story, draw_window, in_front
from sections.problem.compute import Place, ReachData
from sections.problem.words import back_words, label_words, legend_words

EDGE = 6.0  # px kept free at both sides, for outlines


def draw_reach(data: ReachData, frame: Frame) -> Scene:
    """Draw the story; pointing at a marked word shows where it was, choosing it keeps that."""
    legend, top = _legend(data, frame.width)
    pieces = pieces_from_spans(data.story.text, data.encoding.spans, data.encoding.words)
    laid = flow(pieces, frame.width - 2 * EDGE, size=18 if frame.narrow else 19, row=1.95)
    lines = {token: None for token in data.names} | {place.token: _role(place) for place in data.places}
    marks, hits = draw_story(laid, Look(names=data.names, underlined=lines), x=EDGE, y=top, control="word")
    by_key = {f"t{place.token}": place for place in data.places}
    looks = [mark for key, place in by_key.items() for mark in _look_back(data, laid, place, top, f"look.{key}", key)]
    if data.chosen:
        looks += _look_back(data, laid, data.chosen, top, "look", REST)
    hits = [replace(hit, label=label_words(data, by_key[hit.key])) for hit in hits if hit.key in by_key]
    curves, words = ([mark for mark in looks if (mark["kind"] == "text") == last] for last in (False, True))
    marks = [*legend, *curves, *in_front(marks), *words]
    return Scene(frame.width, top + laid.height + 6, marks, hits)


def _look_back(data: ReachData, laid: Flow, place: Place, top: float, key: str, when: str) -> list[Mark]:
    """Outline the window before a word, and lead from the word to where it last stood."""
    where = {"x": EDGE, "y": top, "when": when}
    window = draw_window(laid, place.token - data.n_window, place.token - 1, key=f"{key}.window", **where)
    role = _role(place)
    return window + draw_look_back(laid, place.token, place.seen, back_words(place), key=key, role=role, **where)


def _legend(data: ReachData, width: float) -> tuple[list[Mark], float]:
    """Draw what the marks mean, in as many rows as it takes; returns their height too."""
    out, name, sees = legend_words(data)
    entries = (
        Entry("legend.text", out, under="text"),
        Entry("legend.name", name, under="name", role="name"),
        Entry("legend.window", sees, _window_sample),
    )
    marks, y = draw_legend(entries, EDGE, 16, right=width - EDGE, gap=22, row=24, size=13, fitted=True)
    return marks, y + 22


def _window_sample(x: float, y: float) -> list[Mark]:
    return [rect("legend.window.frame", x + 1, y - 13, 18, 17, r=4, stroke="window", line_width=1.5, dash=(4, 3))]


def _role(place: Place) -> str:
    return "name" if place.is_name else "text"
