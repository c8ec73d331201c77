"""Each head by itself over the test stories: a grid of heads and groups, and what the chosen one was for."""

from collections.abc import Sequence

from scene import Frame, Hit, Mark, Scene, Table, line, rect, text
from scene.formats import count, signed
from scene.metrics import shorten, shorten_start, text_width
from scene.quotes import curled
from scene.scene import Cell
from scene.sentences import plain
from sections.heads_off.changes import arrow, depth, in_nats, role_of
from sections.heads_off.compute import GroupsReading, Place
from sections.heads_off.words import GROUPS

COLUMNS = {
    "all": ("all", "tokens"), "out_of_reach": ("out of", "reach"), "name": ("the", "name"), "rest": ("the", "rest"),
}  # fmt: skip
NAME, HEAD, CELL = 62, 40, 27  # px of the heads' names, of the columns' names, of a row
N_SHOWN = 6  # tokens and places
SIZE = 13
ROW = 24  # px of a line in the two lists
LEGEND = "Change of the loss in nats a token, each head off by itself"


def draw_groups(reading: GroupsReading, frame: Frame) -> Scene:
    """Draw the grid, and below it the tokens and places that suffer most without the chosen head."""
    marks, hits, y = _grid(reading, frame)
    beside = not frame.narrow
    half = (frame.width - 28) * 0.42 if beside else frame.width
    tokens, bottom = _tokens(reading, 0, y, half)
    x, top = (half + 28, y) if beside else (0, bottom + 14)
    places, more, low = _places(reading, x, top, frame.width - x)
    marks += [*tokens, *places]
    return Scene(frame.width, max(bottom, low), marks, [*hits, *more], _alt(reading), _table(reading))


def _grid(reading: GroupsReading, frame: Frame) -> tuple[list[Mark], list[Hit], float]:
    wide = (min(frame.width, 620) - NAME) / len(COLUMNS)
    most = max(abs(change) for head in reading.found.heads for change in head.change.values())
    marks = [text("legend", 0, 13, LEGEND, size=12.5, fill="muted", width=text_width(LEGEND, 12.5))]
    for column, lines in enumerate(COLUMNS.values()):
        for part, words in enumerate(lines):
            place = (NAME + (column + 0.5) * wide, 34 + part * 15)
            marks.append(text(f"column{column}.{part}", *place, words, size=12.5, fill="muted", anchor="middle"))
    hits: list[Hit] = []
    for row, head in enumerate(reading.found.heads):
        y, chosen = 24 + HEAD + row * CELL - 8, row == reading.chosen
        marks.append(text(f"head{row}", 8, y + 18, f"Head {row}", size=SIZE, bold=chosen))
        if chosen:
            marks.append(line("chosen", 1, y + 1, 1, y + CELL - 2, stroke="query", line_width=3))
        for column, group in enumerate(COLUMNS):
            key, change = f"cell{row}.{column}", head.change[group]
            cell = (NAME + column * wide, y, wide, CELL)
            marks += _cell(key, cell, change, most)
            label = f"Head {row} off, {GROUPS[group]}: {in_nats(change, 3)}"
            hits.append(Hit(key, *cell, label, {"head": row}, row, column))
    return marks, hits, 24 + HEAD + len(reading.found.heads) * CELL + 16


def _cell(key: str, cell: tuple[float, float, float, float], change: float, most: float) -> list[Mark]:
    x, y, w, h = cell
    middle, half = x + w / 2, min(w / 2 - 4, 34)
    written = signed(change, 3 if abs(change) < 1 else 2)
    return [
        rect(key, x + 1, y + 1, w - 2, h - 2, r=2, fill=role_of(change), opacity=depth(change, most)),
        arrow(f"{key}.arrow", middle - half + 1, y + h / 2, change),
        text(f"{key}.value", middle + half, y + 18, written, size=SIZE, anchor="end"),
    ]


def _tokens(reading: GroupsReading, x: float, y: float, width: float) -> tuple[list[Mark], float]:
    """List the tokens that lose most in all: their places, and the mean change at each."""
    marks = [text("tokens", x, y + 14, "Tokens hit hardest, in all", size=SIZE, bold=True)]
    for index, (name, places, change) in enumerate(reading.tokens[:N_SHOWN]):
        key, base = f"token{index}", y + 14 + (index + 1) * ROW
        marks.append(text(key, x, base, shorten(name, SIZE, width - 150), size=SIZE))
        times = f"{count(places)} places"
        marks.append(text(f"{key}.places", x + width - 62, base, times, size=12.5, fill="muted", anchor="end"))
        marks.append(_at_the_end(f"{key}.change", x + width, base, change))
    if not reading.tokens:
        marks.append(text("token0", x, y + 14 + ROW, "No token loses without it.", size=SIZE, fill="muted"))
    return marks, y + 14 + (1 + min(N_SHOWN, max(1, len(reading.tokens)))) * ROW


def _places(reading: GroupsReading, x: float, y: float, width: float) -> tuple[list[Mark], list[Hit], float]:
    """Quote the places that lose most; choosing one opens its story in the figure above."""
    marks = [text("places", x, y + 14, "Places hit hardest", size=SIZE, bold=True)]
    hits: list[Hit] = []
    for index, place in enumerate(reading.places[:N_SHOWN]):
        key, base = f"place{index}", y + 14 + (index + 1) * ROW
        before, token = _fitted(place, width - 58)
        wide = text_width(before, SIZE, "serif")
        marks.append(text(key, x, base, before, size=SIZE, font="serif", fill="muted", width=max(wide, 1)))
        look = {"size": SIZE, "font": "serif", "bold": True, "width": text_width(token, SIZE, "serif", bold=True)}
        marks.append(text(f"{key}.token", x + wide + 3, base, token, **look))
        marks.append(_at_the_end(f"{key}.change", x + width, base, place.change))
        label = f"{place.before}{place.token}: {in_nats(place.change)}; opens it above"
        hits.append(Hit(key, x, base - 17, width, ROW, label, {"story": place.story, "spot": place.position}))
    return marks, hits, y + 14 + (1 + min(N_SHOWN, len(reading.places))) * ROW


def _at_the_end(key: str, x: float, y: float, change: float) -> Mark:
    return text(key, x, y, signed(change), size=SIZE, anchor="end", fill=role_of(change))


def _fitted(place: Place, room: float) -> tuple[str, str]:
    """As much of the text before a place as fits in front of its token."""
    token = shorten(place.token, SIZE, room * 0.6, "serif", bold=True)
    left = room - text_width(token, SIZE, "serif", bold=True)
    return shorten_start(curled(place.before), SIZE, left, "serif"), token


def _alt(reading: GroupsReading) -> str:
    notice = plain(reading.notice)
    return f"A grid of {len(reading.found.heads)} heads and {len(COLUMNS)} groups of tokens. {notice}"


def _table(reading: GroupsReading) -> Table:
    columns: Sequence[str] = ("Head", *(GROUPS[group] for group in COLUMNS))
    rows: list[tuple[Cell, ...]] = [(h.head, *(h.change[group] for group in COLUMNS)) for h in reading.found.heads]
    return Table(tuple(columns), tuple(rows), "Change of the loss in nats a token with one head off")
