"""The same text for one layer and for two: the text above, both lists of guesses below it."""

from scene import Frame, Hit, Mark, Scene, line, text
from scene.flow import Flow, Piece, flow, pieces_from_spans
from scene.guess import GuessColumns, draw_guess
from scene.metrics import shorten
from scene.paragraph import break_lines, draw_lines
from scene.story import Look, draw_story
from sections.two_lookups.compute import GuessesData
from sections.two_lookups.picture_apart import draw_apart
from sections.two_lookups.picture_circuit import draw_circuit
from sections.two_lookups.picture_knee import draw_knee
from sections.two_lookups.picture_looks import draw_looks
from sections.two_lookups.picture_names import draw_names
from sections.two_lookups.picture_nonsense import draw_nonsense
from sections.two_lookups.telling import Telling
from sections.two_lookups.words import NOTHING, TITLES, guess_label

__all__ = ["draw_apart", "draw_circuit", "draw_guesses", "draw_knee", "draw_looks", "draw_names", "draw_nonsense"]

EDGE, GAP = 6.0, 48.0
COLUMNS = GuessColumns(rank=30, word=40, bar=128, after=54, base=18.5)


def lay_telling(telling: Telling, frame: Frame, *, row: float = 1.8) -> Flow:
    """Lay the text out, with a place for the token to come behind it."""
    encoding = telling.encoding
    pieces = pieces_from_spans(telling.text, encoding.spans, encoding.words, encoding.tokens)
    size = 16 if frame.narrow else 18
    return flow((*pieces, Piece("?", "", pieces[-1].word)), frame.width - 2 * EDGE, size=size, row=row)


def draw_guesses(data: GuessesData, frame: Frame) -> Scene:
    """Draw the text, and the guesses side by side, or one list below the other on a phone."""
    telling = data.telling
    if telling is None:
        lines = break_lines(NOTHING, 14, frame.width - 2 * EDGE)
        return Scene(frame.width, 21 + 19 * len(lines), draw_lines("none", lines, EDGE, 24, size=14, fill="muted"))
    laid = lay_telling(telling, frame)
    pieces = {telling.reader - 1, *(at - 1 for at in telling.after), *(at - 2 for at in telling.after)}
    marks, _ = draw_story(laid, Look(reader=telling.reader - 1, names=pieces), x=EDGE, y=4)
    room = frame.width - 2 * EDGE
    wide = room if frame.narrow else (room - GAP) / 2
    most = max(guess.found.probability for of in data.guesses.values() for guess in of)
    hits: list[Hit] = []
    top = bottom = laid.height + 34
    for number, network in enumerate(data.guesses):
        x, y = (EDGE, bottom + 30 * number) if frame.narrow else (EDGE + number * (wide + GAP), top)
        panel, areas, end = _panel(data, network, (x, y, wide), most)
        marks, hits, bottom = [*marks, *panel], [*hits, *areas], max(bottom, end)
    return Scene(frame.width, bottom + 4, marks, hits)


def _panel(
    data: GuessesData, network: str, area: tuple[float, float, float], most: float
) -> tuple[list[Mark], list[Hit], float]:
    x, y, wide = area
    marks = [text(f"{network}.title", x, y, TITLES[network], size=15, bold=True)]
    hits: list[Hit] = []
    y, rank = y + 12, 0
    for guess in data.guesses[network]:
        if guess.found.rank > rank + 1:
            marks.append(line(f"{network}.gap", x, y + 3, x + wide, y + 3))
            y += 6
        key, role = f"{network}.{guess.found.token}", "name" if guess.wanted else "muted"
        word = shorten(guess.token, COLUMNS.size, 80, "serif")
        p, rank_now = guess.found.probability, guess.found.rank
        marks += draw_guess(key, word, p, (x, y, wide), most, COLUMNS, rank=rank_now, role=role)
        hits.append(Hit(key, x, y, wide, COLUMNS.row, guess_label(network, guess)))
        y, rank = y + COLUMNS.row, guess.found.rank
    return marks, hits, y
