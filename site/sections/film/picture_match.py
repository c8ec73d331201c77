"""The first panel: the query above the key that it is at, and the score that comes of it."""

from decimal import Decimal

from lookback.lookup import LookBack
from scene import Hit, Mark, rect, text
from scene.formats import number
from scene.metrics import shorten
from scene.vector import draw_vector, largest
from sections.film.moments import KINDS, Moment, moment
from sections.film.picture_story import Story
from sections.film.view import View
from sections.film.words import best_of_new

SIZE = 13.5
TALL = 76.0  # px of a vector
TITLE = 20.0  # px above it
MATCH = 2 * (TALL + TITLE) + 46  # px of the panel
FINEST = 6  # decimals


def draw_match(
    view: View, now: Moment, story: Story, area: tuple[float, float, float], *, stays: bool
) -> tuple[list[Mark], list[Hit]]:
    """Draw inside area (x, y, width). stays: the panel is still there when the weights are made."""
    x, y, width = area
    if now.kind == "read":
        return _at_the_reader(view, story), []
    if now.reached("weights") and not stays:
        return [], []
    most = largest(view.look.q.tolist(), *(view.look.k[j].tolist() for j in shown_keys(view)))
    title = shorten(f"q of {view.said(view.reader)}: what it looks for", SIZE, width, bold=True)
    marks: list[Mark] = [text("q.title", x, y + 13, title, size=SIZE, bold=True, fill="query")]
    bars, hits = draw_vector(
        "q", view.look.q.tolist(), (x, y + TITLE, width, TALL), role="query", most=most, letter="q"
    )
    marks += bars
    if now.reached("meet"):
        more, areas = _key(view, _key_at(view, now), (x, y + TITLE + TALL, width), most)
        marks, hits = [*marks, *more], [*hits, *areas]
    return marks, hits


def _at_the_reader(view: View, story: Story) -> list[Mark]:
    """The bars of the query, still unseen behind the word that they are made from."""
    x, y, w, h = story.around(view.reader)
    step = w / len(view.look.q)
    return [
        rect(f"q.{i}", x + i * step, y + h / 2, step * 0.72, 1, fill="query", opacity=0)
        for i in range(len(view.look.q))
    ]


def shown_keys(view: View) -> set[int]:
    """The keys that the film stops at; all of them are drawn on one scale."""
    moments = (moment(step, view.n_keys) for step in range(1, len(KINDS) + 1))
    return {_key_at(view, now) for now in moments if now.reached("meet")}


def _key_at(view: View, now: Moment) -> int:
    return best_of_new(view, now) if now.kind == "meet" else int(view.look.scores.argmax())


def _key(view: View, at: int, area: tuple[float, float, float], most: float) -> tuple[list[Mark], list[Hit]]:
    x, y, width = area
    title = shorten(f"k of {view.said(at)}: what it answers to", SIZE, width, bold=True)
    place = (x, y + TITLE, width, TALL)
    bars, hits = draw_vector("k", view.look.k[at].tolist(), place, role="key", most=most, letter="k")
    marks = [text("k.title", x, y + 13, title, size=SIZE, bold=True, fill="key"), *bars]
    return marks + _sum(view.look, at, (x, y + TITLE + TALL + 18, width)), hits


def _sum(look: LookBack, at: int, area: tuple[float, float, float]) -> list[Mark]:
    """Write the score as its two parts and their sum."""
    x, y, width = area
    scaled, distance, score = score_parts(look, at)
    digits = -int(score.as_tuple().exponent)
    places = (x, x + width * 0.36, x + width * 0.76)
    signs = ("", "− " if distance < 0 else "+ ", "= ")
    words = (f"q·k ÷ √{len(look.q)}" if look.is_divided else "q·k, scaled", "distance score", "score")
    marks: list[Mark] = []
    for key, place, value, word, sign in zip("abc", places, (scaled, abs(distance), score), words, signs, strict=True):
        shown = sign + number(float(value), digits)
        marks.append(text(f"sum.{key}", place, y, shown, size=15, bold=key == "c"))
        marks.append(text(f"sum.{key}.words", place, y + 17, word, size=12, fill="muted"))
    return marks


def score_parts(look: LookBack, key: int) -> tuple[Decimal, Decimal, Decimal]:
    """q.k / sqrt(d_head), the distance score and their sum, rounded to the fewest decimals (2 or more) that add up."""
    rounded = (_rounded_parts(look, key, decimals) for decimals in range(2, FINEST + 1))
    agreeing = (parts for parts in rounded if parts[0] + parts[1] == parts[2])
    scaled, distance, _ = _rounded_parts(look, key, FINEST)
    return next(agreeing, (scaled, distance, scaled + distance))


def _rounded_parts(look: LookBack, key: int, decimals: int) -> tuple[Decimal, Decimal, Decimal]:
    scaled, distance = float(look.scaled[key]), float(look.distance_scores[key])
    first, second, third = (round(Decimal(value), decimals) for value in (scaled, distance, scaled + distance))
    return first, second, third
