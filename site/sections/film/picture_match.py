"""The first panel: the query above the key that it is at, and the score that comes of it."""

from scene import Hit, Mark, rect, text
from scene.formats import number
from scene.metrics import shorten
from scene.vector import draw_vector, largest
from sections.film.compute import LookBackData, score_parts
from sections.film.moments import KINDS, key_at, moment
from sections.film.picture_story import Story
from sections.film.words import DISTANCE_SCORE, SCORE, key_title, query_title, scaled_name

SIZE = 13.5
TALL = 76.0  # px of a vector
TITLE = 20.0  # px above it
MATCH = 2 * (TALL + TITLE) + 46  # px of the panel


def draw_match(
    data: LookBackData, story: Story, area: tuple[float, float, float], *, stays: bool
) -> tuple[list[Mark], list[Hit]]:
    """Draw inside area (x, y, width). stays: the panel is still there when the weights are made."""
    (x, y, width), now, q = area, data.moment, data.look.q.tolist()
    if now.kind == "read":
        return _at_the_reader(data, story), []
    if now.reached("weights") and not stays:
        return [], []
    most = largest(q, *(data.look.k[j].tolist() for j in shown_keys(data)))
    title = shorten(query_title(data), SIZE, width, bold=True)
    marks: list[Mark] = [text("q.title", x, y + 13, title, size=SIZE, bold=True, fill="query")]
    bars, hits = draw_vector("q", q, (x, y + TITLE, width, TALL), role="query", most=most, letter="q")
    marks += bars
    if now.reached("meet"):
        more, areas = _key(data, (x, y + TITLE + TALL, width), most)
        marks, hits = [*marks, *more], [*hits, *areas]
    return marks, hits


def _at_the_reader(data: LookBackData, story: Story) -> list[Mark]:
    """The bars of the query, still unseen behind the word that they are made from."""
    x, y, w, h = story.around(data.reader)
    n_bars = len(data.look.q)
    places = ((f"q.{i}", x + i * w / n_bars) for i in range(n_bars))
    return [rect(key, left, y + h / 2, w / n_bars * 0.72, 1, fill="query", opacity=0) for key, left in places]


def shown_keys(data: LookBackData) -> set[int]:
    """The keys that the film stops at; all of them are drawn on one scale."""
    moments = (moment(step, data.look.n_keys) for step in range(1, len(KINDS) + 1))
    return {key_at(data.look, now) for now in moments if now.reached("meet")}


def _key(data: LookBackData, area: tuple[float, float, float], most: float) -> tuple[list[Mark], list[Hit]]:
    (x, y, width), at = area, key_at(data.look, data.moment)
    title = shorten(key_title(data, at), SIZE, width, bold=True)
    place = (x, y + TITLE, width, TALL)
    bars, hits = draw_vector("k", data.look.k[at].tolist(), place, role="key", most=most, letter="k")
    marks = [text("k.title", x, y + 13, title, size=SIZE, bold=True, fill="key"), *bars]
    return marks + _sum(data, at, (x, y + TITLE + TALL + 18, width)), hits


def _sum(data: LookBackData, at: int, area: tuple[float, float, float]) -> list[Mark]:
    """Write the score as its two parts and their sum."""
    x, y, width = area
    scaled, distance, score = score_parts(data.look, at)
    digits = -int(score.as_tuple().exponent)
    places = (x, x + width * 0.36, x + width * 0.76)
    signs = ("", "− " if distance < 0 else "+ ", "= ")
    words = (scaled_name(data), DISTANCE_SCORE, SCORE)
    marks: list[Mark] = []
    for key, place, value, word, sign in zip("abc", places, (scaled, abs(distance), score), words, signs, strict=True):
        shown = sign + number(float(value), digits)
        marks.append(text(f"sum.{key}", place, y, shown, size=15, bold=key == "c"))
        marks.append(text(f"sum.{key}.words", place, y + 17, word, size=12, fill="muted"))
    return marks
