"""The last panel: z beside the token's own row and the results of the other heads, and what is guessed from them."""

from scene import Hit, Mark, line, text
from scene.formats import percent
from scene.metrics import shorten, text_width
from scene.vector import largest
from sections.film.compute import LookReading
from sections.film.picture_blend import BLEND, LABEL, ROW, Area, bars
from sections.film.view import View

SIZE = 13.5
TALL = 54.0  # px of the bars
RESULT = 24 + TALL + 52  # px of the panel


def draw_result(
    reading: LookReading, blend: tuple[float, float, float], at: tuple[float, float]
) -> tuple[list[Mark], list[Hit]]:
    """Draw at the corner `at`, as wide as the panel `blend` (x, y, width) above it."""
    view, now = reading.view, reading.moment
    if not now.reached("sum"):
        return [], []
    x, y, width = blend
    most = largest(view.row.tolist(), view.results.ravel().tolist())
    if now.kind == "sum":  # unseen on z, from where it comes
        top = y + BLEND - ROW - 2
        return bars("mine", view.look.z.tolist(), (x + LABEL, top + 3, width - LABEL, ROW - 6), most, opacity=0), []
    area = (*at, width, TALL)
    return [*_title(view, area), *_numbers(view, area, most), *_guesses(reading, area)], []


def _title(view: View, area: Area) -> list[Mark]:
    x, y, width, _ = area
    n_numbers = view.row.size + view.results.size
    title = f"The hidden layer reads {n_numbers} numbers"
    return [text("result.title", x, y + 13, title, size=SIZE, bold=True, max_width=width)]


def _numbers(view: View, area: Area, most: float) -> list[Mark]:
    """The row, then the results of all heads in their order, this head's in full color."""
    x, y, width, height = area
    y += 24
    n_head, n_value = view.results.shape
    step = width / (view.row.size + view.results.size)
    marks: list[Mark] = [line("result.zero", x, y + height / 2, x + width, y + height / 2)]
    marks += bars("row", view.row.tolist(), (x, y, view.row.size * step, height), most, fill="muted")
    for head in range(n_head):
        left = x + (view.row.size + head * n_value) * step
        room = (left, y, n_value * step, height)
        mine = head == view.look.head
        look = {} if mine else {"opacity": 0.4}
        marks += bars("mine" if mine else f"z{head}", view.results[head].tolist(), room, most, **look)
        marks += _bracket(f"z{head}" if not mine else "mine", str(head), room, mine=mine)
    marks += _bracket("row", "row", (x, y, view.row.size * step, height), mine=False)
    return marks


def _bracket(key: str, words: str, area: Area, *, mine: bool) -> list[Mark]:
    """A line below a part, with its name."""
    x, y, width, height = area
    below = y + height + 3
    role = "value" if mine else "muted"
    name = f"z {words}" if mine and text_width(f"z {words}", 12) < width else words
    return [
        line(f"{key}.under", x + 1, below, x + width - 2, below, stroke=role, line_width=2 if mine else 1),
        text(f"{key}.words", x + width / 2, below + 14, name, size=12, fill=role, anchor="middle", bold=mine),
    ]


def _guesses(reading: LookReading, area: Area) -> list[Mark]:
    x, y, width, height = area
    words = "  ·  ".join(f"{token} {percent(p)}" for token, p in reading.guesses)
    below = y + 24 + height + 38
    title = "next token:"
    start = text_width(title, SIZE)
    room = width - start - 8
    return [
        text("guess.title", x, below, title, size=SIZE, fill="muted", width=start),
        text(
            "guess", x + start + 8, below, shorten(words, SIZE, room, bold=True), size=SIZE, bold=True, max_width=room
        ),
    ]
