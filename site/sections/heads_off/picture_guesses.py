"""What the network expects at the chosen place: one list with all heads on, and beside it one without some."""

from collections.abc import Sequence

from scene import Frame, Hit, Mark, line, rect, text
from scene.formats import count, probability
from scene.metrics import shorten, shorten_start, text_width
from scene.quotes import curled
from scene.spoken import spoken
from sections.heads_off.compute import StoryReading
from sections.heads_off.guessing import Guess, Spot
from sections.heads_off.words import switched

EDGE, GAP = 6, 36  # px beside and between the lists
LINE, TITLE, ROW = 38, 27, 25  # px of the line above, of a list's title, of a guess
RANK, BAR, NUMBER = 34, 122, 52  # px: where ranks end, where bars begin, for a bar's number
SIZE = 16


def draw_guesses(reading: StoryReading, frame: Frame, y: float) -> tuple[list[Mark], list[Hit], float]:
    """Draw the lists from y on, side by side or on phones below each other; returns where they end, too."""
    spot, room = reading.spot, frame.width - 2 * EDGE
    marks = [line("guesses.rule", EDGE, y, EDGE + room, y), *_led_up(spot, y + 22, room)]
    hits: list[Hit] = []
    lists = {"All heads on": spot.before}
    if reading.off:
        lists[switched(reading.off, reading.n_head)] = spot.after
    most = max(guess.probability for found in lists.values() for guess in found)
    wide = room if frame.narrow else (room - GAP) / 2
    top = bottom = y + LINE
    for number, (title, found) in enumerate(lists.items()):
        x, start = (EDGE, bottom) if frame.narrow else (EDGE + number * (wide + GAP), top)
        more, touched, end = _list(f"list{number}", title, found, (x, start, wide), most, reading)
        marks, hits, bottom = [*marks, *more], [*hits, *touched], max(bottom, end)
    return marks, hits, bottom


def _led_up(spot: Spot, y: float, room: float) -> list[Mark]:
    """Quote what leads up to the place, as much of its end as fits, and a box where the next token belongs."""
    asked = "What comes next?"
    words = shorten_start(curled(spot.led_up), SIZE, room - text_width(asked, 13) - 60, "serif")
    wide = text_width(words, SIZE, "serif")
    return [
        text("guesses.led", EDGE, y, words, size=SIZE, font="serif", width=max(wide, 1)),
        rect("guesses.box", EDGE + wide + 5, y - 13, 28, 18, r=3, stroke="text", line_width=1.5),
        text("guesses.asked", EDGE + wide + 44, y, asked, size=13, fill="muted"),
    ]


def _list(
    key: str, title: str, found: Sequence[Guess], place: tuple[float, float, float], most: float, reading: StoryReading
) -> tuple[list[Mark], list[Hit], float]:
    x, y, width = place
    marks = [text(f"{key}.title", x, y + 18, title, size=13.5, bold=True, max_width=width)]
    hits: list[Hit] = []
    top, rank = y + TITLE, 0
    for guess in found:
        if guess.rank > rank + 1:
            marks.append(line(f"{key}.gap", x + 8, top + 3, x + width, top + 3))
            top += 6
        name = guess.right and reading.spot.token in reading.names
        marks += _row(f"{key}.{guess.token}", guess, (x, top, width), most, name=name)
        came = ", which came" if guess.right else ""
        label = f"{title}, guess {count(guess.rank)}: {spoken(guess.shown)}, {probability(guess.probability)}{came}"
        hits.append(Hit(f"{key}.{guess.token}", x, top, width, ROW, label))
        top, rank = top + ROW, guess.rank
    return marks, hits, top


def _row(key: str, guess: Guess, place: tuple[float, float, float], most: float, *, name: bool) -> list[Mark]:
    """Draw rank, word, bar and number; the token that came is bold and boxed, a name in its color."""
    x, y, width = place
    base, room = y + 17, width - BAR - NUMBER
    long = max(1.5, room * guess.probability / most)
    look = {"size": SIZE, "font": "serif", "bold": guess.right}
    word = shorten(guess.shown, SIZE, BAR - RANK - 16, "serif", bold=guess.right)
    fill = "name" if name else "text"
    bar = {"fill": "name-fill"} if name else {"fill": "text"} if guess.right else {"fill": "muted", "opacity": 0.45}
    marks = [
        text(f"{key}.rank", x + RANK, base, count(guess.rank), size=12.5, fill="muted", anchor="end"),
        text(key, x + RANK + 9, base, word, fill=fill, **look),
        rect(f"{key}.bar", x + BAR, y + 6, long, ROW - 12, r=2, **bar),
        text(f"{key}.p", x + BAR + long + 6, base, probability(guess.probability), size=12.5, fill=fill),
    ]
    if guess.right:
        wide = text_width(word, SIZE, "serif", bold=True)
        marks.append(rect(f"{key}.right", x + RANK + 4, y + 2, wide + 10, ROW - 4, r=3, stroke="text", line_width=1.5))
    return marks
