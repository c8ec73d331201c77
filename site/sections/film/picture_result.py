"""The last panel: z beside the token's own row and the results of the other heads, and what is guessed from them."""

from scene import Mark, line, text
from scene.metrics import shorten, text_width
from scene.vector import largest
from sections.film import words
from sections.film.compute import LookBackData
from sections.film.picture_blend import BLEND, LABEL, ROW, Area, bars

SIZE = 13.5
TALL = 54.0  # px of the bars
RESULT = 24 + TALL + 52  # px of the panel


def draw_result(data: LookBackData, blend: tuple[float, float, float], at: tuple[float, float]) -> list[Mark]:
    """Draw at the corner `at`, as wide as the panel `blend` (x, y, width) above it."""
    if not data.moment.reached("sum"):
        return []
    x, y, width = blend
    most = largest(data.row.tolist(), data.results.ravel().tolist())
    if data.moment.kind == "sum":  # unseen on z, from where it comes
        top = y + BLEND - ROW - 2
        return bars("mine", data.look.z.tolist(), (x + LABEL, top + 3, width - LABEL, ROW - 6), most, opacity=0)
    left, top = at
    title = text("result.title", left, top + 13, words.result_title(data), size=SIZE, bold=True, max_width=width)
    return [title, *_numbers(data, (*at, width, TALL), most), *_guesses(data, (*at, width, TALL))]


def _numbers(data: LookBackData, area: Area, most: float) -> list[Mark]:
    """The row, then the results of all heads in their order, this head's in full color."""
    x, y, width, height = area
    y += 24
    n_head, n_value = data.results.shape
    step = width / (data.row.size + data.results.size)
    marks: list[Mark] = [line("result.zero", x, y + height / 2, x + width, y + height / 2)]
    marks += bars("row", data.row.tolist(), (x, y, data.row.size * step, height), most, fill="muted")
    for head in range(n_head):
        left = x + (data.row.size + head * n_value) * step
        room = (left, y, n_value * step, height)
        mine = head == data.look.head
        look = {} if mine else {"opacity": 0.4}
        key = "mine" if mine else f"z{head}"
        marks += bars(key, data.results[head].tolist(), room, most, **look)
        marks += _bracket(key, str(head), room, mine=mine)
    marks += _bracket("row", words.ROW, (x, y, data.row.size * step, height), mine=False)
    return marks


def _bracket(key: str, part: str, area: Area, *, mine: bool) -> list[Mark]:
    """A line below a part, with its name."""
    x, y, width, height = area
    below = y + height + 3
    role = "value" if mine else "muted"
    name = f"z {part}" if mine and text_width(f"z {part}", 12) < width else part
    return [
        line(f"{key}.under", x + 1, below, x + width - 2, below, stroke=role, line_width=2 if mine else 1),
        text(f"{key}.words", x + width / 2, below + 14, name, size=12, fill=role, anchor="middle", bold=mine),
    ]


def _guesses(data: LookBackData, area: Area) -> list[Mark]:
    x, y, width, height = area
    below, start = y + 24 + height + 38, text_width(words.NEXT_TOKEN, SIZE)
    room = width - start - 8
    guesses = shorten(words.guesses(data), SIZE, room, bold=True)
    return [
        text("guess.title", x, below, words.NEXT_TOKEN, size=SIZE, fill="muted", width=start),
        text("guess", x + start + 8, below, guesses, size=SIZE, bold=True, max_width=room),
    ]
