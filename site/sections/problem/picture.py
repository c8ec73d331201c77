"""A story as text, its out-of-reach words underlined, and a look back from one of them."""

from dataclasses import replace

from scene import Frame, Hit, Scene, Table, line, rect, text
from scene.flow import Flow, flow, pieces_from_spans
from scene.marks import REST, Mark
from scene.metrics import text_width
from scene.story import Look, draw_look_back, draw_story, draw_window, in_front
from sections.problem.compute import Place, ReachReading

LEGEND = 13  # font size, px
SAMPLE = 26.0  # px for the sample of the window's frame
EDGE = 6.0  # px kept free at both sides, for outlines


def draw_reach(reading: ReachReading, frame: Frame) -> Scene:
    """Draw the story; pointing at a marked word shows where it was, choosing it keeps that."""
    legend, top = _legend(reading, frame.width)
    pieces = pieces_from_spans(reading.story.text, reading.encoding.spans, reading.encoding.words)
    laid = flow(pieces, frame.width - 2 * EDGE, size=18 if frame.narrow else 19, row=1.95)
    lines = {token: None for token in reading.names} | {place.token: _role(place) for place in reading.places}
    marks, hits = draw_story(laid, Look(names=reading.names, underlined=lines), x=EDGE, y=top, control="word")
    by_key = {f"t{place.token}": place for place in reading.places}
    looks = [
        mark for key, place in by_key.items() for mark in _look_back(reading, laid, place, top, f"look.{key}", key)
    ]
    if reading.chosen:
        looks += _look_back(reading, laid, reading.chosen, top, "look", REST)
    hits = [_labeled(hit, reading, by_key[hit.key]) for hit in hits if hit.key in by_key]
    alt = f"The story of {reading.story.name}, {len(reading.places)} words of it marked as out of reach."
    curves, words = ([mark for mark in looks if (mark["kind"] == "text") == last] for last in (False, True))
    marks = [*legend, *curves, *in_front(marks), *words]
    return Scene(frame.width, top + laid.height + 6, marks, hits, alt, _table(reading))


def _look_back(reading: ReachReading, laid: Flow, place: Place, top: float, key: str, when: str) -> list[Mark]:
    """Outline the window before a word, and lead from the word to where it last stood."""
    where = {"x": EDGE, "y": top, "when": when}
    window = draw_window(laid, place.token - reading.n_window, place.token - 1, key=f"{key}.window", **where)
    words = f"{place.back} tokens back"
    return window + draw_look_back(laid, place.token, place.seen, words, key=key, role=_role(place), **where)


def _legend(reading: ReachReading, width: float) -> tuple[list[Mark], float]:
    """Say what the marks mean, in as many rows as it takes; returns their height too."""
    entries = (
        ("said before, out of reach", "text"),
        (f"{reading.story.name}, the hero’s name", "name"),
        (f"the {reading.n_window} tokens that the window network sees", "window"),
    )
    marks: list[Mark] = []
    x, y = EDGE, 16.0
    for words, role in entries:
        wide = text_width(words, LEGEND) + (SAMPLE if role == "window" else 0)
        if x + wide > width - EDGE:
            x, y = EDGE, y + 24
        marks += _entry(words, role, x, y, wide)
        x += wide + 22
    return marks, y + 22


def _entry(words: str, role: str, x: float, y: float, wide: float) -> list[Mark]:
    """Draw words with the line that they explain, or behind a sample of the window's frame."""
    key, fill = f"legend.{role}", "name" if role == "name" else "muted"
    if role == "window":
        sample = rect(f"{key}.frame", x + 1, y - 13, 18, 17, r=4, stroke=role, line_width=1.5, dash=(4, 3))
        return [sample, text(key, x + SAMPLE, y, words, size=LEGEND, fill=fill, width=wide - SAMPLE)]
    under = line(f"{key}.line", x, y + 5, x + wide, y + 5, stroke=role, line_width=2)
    return [text(key, x, y, words, size=LEGEND, fill=fill, width=wide), under]


def _labeled(hit: Hit, reading: ReachReading, place: Place) -> Hit:
    return replace(hit, label=f"{reading.word(place)}, last said {place.back} tokens back")


def _role(place: Place) -> str:
    return "name" if place.is_name else "text"


def _table(reading: ReachReading) -> Table:
    rows = tuple((place.token + 1, reading.word(place), place.seen + 1, place.back) for place in reading.places)
    return Table(
        ("Token", "Word", "Last stood at token", "Tokens back"), rows, "Every word out of reach, in reading order"
    )
