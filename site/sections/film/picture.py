"""The film's picture: the story, and below it what the head makes of it."""

from dataclasses import dataclass

from scene import Frame, Scene
from sections.film.compute import LookBackData
from sections.film.picture_blend import BLEND, draw_blend
from sections.film.picture_match import MATCH, draw_match
from sections.film.picture_result import RESULT, draw_result
from sections.film.picture_story import EDGE, draw_film_story, lay_story

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


def draw_look(data: LookBackData, frame: Frame) -> Scene:
    """Draw one moment. Marks keep their keys from moment to moment, so that the page can move them."""
    beside = frame.width >= WIDE
    story = lay_story(data, frame)
    places = _places(frame, story.bottom, beside=beside)
    marks, hits = draw_film_story(data, story)
    more, areas = draw_match(data, story, (*places.match, places.width), stays=beside)
    marks += [
        *more,
        *draw_blend(data, story, (*places.blend, places.width)),
        *draw_result(data, (*places.blend, places.width), places.result),
    ]
    return Scene(frame.width, places.bottom, marks, [*hits, *areas])


def _places(frame: Frame, top: float, *, beside: bool) -> Places:
    """All panels side by side; on a phone the second takes the first one's place, and the third comes below it."""
    y, room = top + BETWEEN, frame.width - 2 * EDGE
    if not beside:
        below = y + BLEND + BETWEEN
        return Places((EDGE, y), (EDGE, y), (EDGE, below), room, max(below + RESULT, y + MATCH))
    width = (room - 2 * GAP) / 3
    match, blend, result = (EDGE + number * (width + GAP) for number in range(3))
    return Places((match, y), (blend, y), (result, y), width, y + max(MATCH, BLEND, RESULT))
