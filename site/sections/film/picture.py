"""The film's picture: the story, and below it what the head makes of it."""

from dataclasses import dataclass

from scene import Frame, Scene, Table
from scene.sentences import plain
from sections.film.compute import LookReading
from sections.film.picture_blend import BLEND, draw_blend
from sections.film.picture_match import MATCH, draw_match
from sections.film.picture_result import RESULT, draw_result
from sections.film.picture_story import EDGE, draw_film_story, lay_story
from sections.film.view import View

WIDE = 860  # px from which the three panels stand side by side
BETWEEN = 24.0  # px between the story and the panels, and between two below each other
GAP = 44.0  # px between two beside each other


@dataclass(frozen=True)
class Places:
    """Upper left corners and width of the panels, and where all of them end."""

    match: tuple[float, float]
    blend: tuple[float, float]
    result: tuple[float, float]
    width: float
    bottom: float


def draw_look(reading: LookReading, frame: Frame) -> Scene:
    """Draw one moment. Marks keep their keys from moment to moment, so that the page can move them."""
    view, now = reading.view, reading.moment
    beside = frame.width >= WIDE
    story = lay_story(view, frame)
    places = _places(frame, story.bottom, beside=beside)
    marks, hits = draw_film_story(view, now, story)
    for more, areas in (
        draw_match(view, now, story, (*places.match, places.width), stays=beside),
        draw_blend(view, now, story, (*places.blend, places.width)),
        draw_result(reading, (*places.blend, places.width), places.result),
    ):
        marks, hits = [*marks, *more], [*hits, *areas]
    alt = f"{plain(reading.notice)} The text as words, below it the vectors of head {view.look.head}."
    return Scene(frame.width, places.bottom, marks, hits, alt, _table(view))


def _places(frame: Frame, top: float, *, beside: bool) -> Places:
    """All panels side by side; on a phone the second takes the first one's place, and the third comes below it."""
    y, room = top + BETWEEN, frame.width - 2 * EDGE
    if not beside:
        below = y + BLEND + BETWEEN
        return Places((EDGE, y), (EDGE, y), (EDGE, below), room, max(below + RESULT, y + MATCH))
    width = (room - 2 * GAP) / 3
    match, blend, result = (EDGE + number * (width + GAP) for number in range(3))
    return Places((match, y), (blend, y), (result, y), width, y + max(MATCH, BLEND, RESULT))


def _table(view: View) -> Table:
    look = view.look
    rows = [
        (view.said(j), view.reader - j, float(look.scores[j]), float(look.weights[j]))
        for j in reversed(range(view.n_keys))
    ]
    caption = f"What head {look.head} makes of each key from {view.said(view.reader)}, the last first"
    return Table(("Token", "Tokens back", "Score", "Weight"), tuple(rows), caption)
