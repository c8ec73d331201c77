"""What the network expects at the chosen place: one list with all heads on, and beside it one without some."""

from collections.abc import Sequence
from typing import Literal

from scene import Frame, Hit, Mark, line, rect, text
from scene.guess import GuessColumns, draw_guess
from scene.metrics import shorten, shorten_start, text_width
from scene.quotes import curled
from sections.heads_off.compute import StoryData
from sections.heads_off.guessing import Guess, Spot
from sections.heads_off.words import ALL_ON, ASKED, guess_label, switched

EDGE, GAP = 6, 36  # px beside and between the lists
LINE, TITLE = 38, 27  # px of the line above, of a list's title
SIZE = 16
COLUMNS = GuessColumns(
    rank=34, word=43, bar=122, after=52, gap=6, row=25, base=17, size=SIZE, number_size=12.5,
)  # fmt: skip


def draw_guesses(data: StoryData, frame: Frame, y: float) -> tuple[list[Mark], list[Hit], float]:
    """Draw the lists from y on, side by side or on phones below each other; returns where they end, too."""
    spot, room = data.spot, frame.width - 2 * EDGE
    marks = [line("guesses.rule", EDGE, y, EDGE + room, y), *_led_up(spot, y + 22, room)]
    hits: list[Hit] = []
    lists = {ALL_ON: spot.before}
    if data.off:
        lists[switched(data.off, data.n_head)] = spot.after
    most = max(guess.probability for found in lists.values() for guess in found)
    wide = room if frame.narrow else (room - GAP) / 2
    top = bottom = y + LINE
    for number, (title, found) in enumerate(lists.items()):
        x, start = (EDGE, bottom) if frame.narrow else (EDGE + number * (wide + GAP), top)
        more, touched, end = _list(f"list{number}", title, found, (x, start, wide), most, data)
        marks, hits, bottom = [*marks, *more], [*hits, *touched], max(bottom, end)
    return marks, hits, bottom


def _led_up(spot: Spot, y: float, room: float) -> list[Mark]:
    """Quote what leads up to the place, as much of its end as fits, and a box where the next token belongs."""
    words = shorten_start(curled(spot.led_up), SIZE, room - text_width(ASKED, 13) - 60, "serif")
    wide = text_width(words, SIZE, "serif")
    return [
        text("guesses.led", EDGE, y, words, size=SIZE, font="serif", width=max(wide, 1)),
        rect("guesses.box", EDGE + wide + 5, y - 13, 28, 18, r=3, stroke="text", line_width=1.5),
        text("guesses.asked", EDGE + wide + 44, y, ASKED, size=13, fill="muted"),
    ]


def _list(
    key: str, title: str, found: Sequence[Guess], place: tuple[float, float, float], most: float, data: StoryData
) -> tuple[list[Mark], list[Hit], float]:
    x, y, width = place
    marks = [text(f"{key}.title", x, y + 18, title, size=13.5, bold=True, max_width=width)]
    hits: list[Hit] = []
    top, rank = y + TITLE, 0
    for guess in found:
        if guess.rank > rank + 1:
            marks.append(line(f"{key}.gap", x + 8, top + 3, x + width, top + 3))
            top += 6
        role = "muted" if not guess.right else "name" if data.spot.token in data.names else "text"
        marks += _row(f"{key}.{guess.token}", guess, (x, top, width), most, role)
        hits.append(Hit(f"{key}.{guess.token}", x, top, width, COLUMNS.row, guess_label(title, guess)))
        top, rank = top + COLUMNS.row, guess.rank
    return marks, hits, top


def _row(
    key: str, guess: Guess, area: tuple[float, float, float], most: float, role: Literal["muted", "text", "name"]
) -> list[Mark]:
    """Draw rank, word, bar and number; the token that came is boxed, too."""
    x, y, _ = area
    word = shorten(guess.shown, SIZE, COLUMNS.bar - COLUMNS.rank - 16, "serif", bold=guess.right)
    marks = draw_guess(key, word, guess.probability, area, most, COLUMNS, rank=guess.rank, role=role)
    if guess.right:
        wide = text_width(word, SIZE, "serif", bold=True)
        box = (x + COLUMNS.word - 5, y + 2, wide + 10, COLUMNS.row - 4)
        marks.append(rect(f"{key}.right", *box, r=3, stroke="text", line_width=1.5))
    return marks
