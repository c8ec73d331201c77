"""Each head by itself over the test stories: a grid of heads and groups, and what the chosen one was for."""

from scene import Frame, Hit, Mark, Scene, line, rect, text
from scene.formats import count, signed
from scene.metrics import shorten, shorten_start, text_width
from scene.quotes import curled
from sections.heads_off.compute import GroupsData, HitPlace
from sections.heads_off.picture_changes import arrow, depth, role_of
from sections.heads_off.words_groups import (
    COLUMNS,
    HEAD,
    LEGEND,
    NO_TOKEN,
    PLACES,
    PLACES_TITLE,
    TOKENS_TITLE,
    cell_label,
    place_label,
    token_name,
)

NAME, HEADS, CELL = 62, 40, 27  # px of the heads' names, of the columns' names, of a row
N_SHOWN = 6  # tokens and places
SIZE = 13
ROW = 24  # px of a line in the two lists


def draw_groups(data: GroupsData, frame: Frame) -> Scene:
    """Draw the grid, and below it the tokens and places that suffer most without the chosen head."""
    marks, hits, y = _grid(data, frame)
    beside = not frame.narrow
    half = (frame.width - 28) * 0.42 if beside else frame.width
    tokens, bottom = _tokens(data, 0, y, half)
    x, top = (half + 28, y) if beside else (0, bottom + 14)
    places, more, low = _places(data, x, top, frame.width - x)
    marks += [*tokens, *places]
    return Scene(frame.width, max(bottom, low), marks, [*hits, *more])


def _grid(data: GroupsData, frame: Frame) -> tuple[list[Mark], list[Hit], float]:
    wide = (min(frame.width, 620) - NAME) / len(COLUMNS)
    most = max(abs(change) for head in data.found.heads for change in head.change.values())
    marks = [text("legend", 0, 13, LEGEND, size=12.5, fill="muted", width=text_width(LEGEND, 12.5))]
    for column, lines in enumerate(COLUMNS.values()):
        for part, words in enumerate(lines):
            place = (NAME + (column + 0.5) * wide, 34 + part * 15)
            marks.append(text(f"column{column}.{part}", *place, words, size=12.5, fill="muted", anchor="middle"))
    hits: list[Hit] = []
    for row, head in enumerate(data.found.heads):
        y, chosen = 24 + HEADS + row * CELL - 8, row == data.chosen
        marks.append(text(f"head{row}", 8, y + 18, HEAD.format(row), size=SIZE, bold=chosen))
        if chosen:
            marks.append(line("chosen", 1, y + 1, 1, y + CELL - 2, stroke="query", line_width=3))
        for column, group in enumerate(COLUMNS):
            key, change = f"cell{row}.{column}", head.change[group]
            cell = (NAME + column * wide, y, wide, CELL)
            marks += _cell(key, cell, change, most)
            hits.append(Hit(key, *cell, cell_label(head, group), {"head": row}, row, column))
    return marks, hits, 24 + HEADS + len(data.found.heads) * CELL + 16


def _cell(key: str, cell: tuple[float, float, float, float], change: float, most: float) -> list[Mark]:
    x, y, w, h = cell
    middle, half = x + w / 2, min(w / 2 - 4, 34)
    written = signed(change, 3 if abs(change) < 1 else 2)
    return [
        rect(key, x + 1, y + 1, w - 2, h - 2, r=2, fill=role_of(change), opacity=depth(change, most)),
        arrow(f"{key}.arrow", middle - half + 1, y + h / 2, change),
        text(f"{key}.value", middle + half, y + 18, written, size=SIZE, anchor="end"),
    ]


def _tokens(data: GroupsData, x: float, y: float, width: float) -> tuple[list[Mark], float]:
    """List the tokens that lose most in all: their places, and the mean change at each."""
    marks = [text("tokens", x, y + 14, TOKENS_TITLE, size=SIZE, bold=True)]
    for index, item in enumerate(data.tokens[:N_SHOWN]):
        key, base = f"token{index}", y + 14 + (index + 1) * ROW
        marks.append(text(key, x, base, shorten(token_name(item), SIZE, width - 150), size=SIZE))
        look = {"size": 12.5, "fill": "muted", "anchor": "end"}
        marks.append(text(f"{key}.places", x + width - 62, base, PLACES.format(count(item.places)), **look))
        marks.append(_at_the_end(f"{key}.change", x + width, base, item.change))
    if not data.tokens:
        marks.append(text("token0", x, y + 14 + ROW, NO_TOKEN, size=SIZE, fill="muted"))
    return marks, y + 14 + (1 + min(N_SHOWN, max(1, len(data.tokens)))) * ROW


def _places(data: GroupsData, x: float, y: float, width: float) -> tuple[list[Mark], list[Hit], float]:
    """Quote the places that lose most; choosing one opens its story in the figure above."""
    marks = [text("places", x, y + 14, PLACES_TITLE, size=SIZE, bold=True)]
    hits: list[Hit] = []
    for index, place in enumerate(data.places[:N_SHOWN]):
        key, base = f"place{index}", y + 14 + (index + 1) * ROW
        before, token = _fitted(place, width - 58)
        wide = text_width(before, SIZE, "serif")
        marks.append(text(key, x, base, before, size=SIZE, font="serif", fill="muted", width=max(wide, 1)))
        look = {"size": SIZE, "font": "serif", "bold": True, "width": text_width(token, SIZE, "serif", bold=True)}
        marks.append(text(f"{key}.token", x + wide + 3, base, token, **look))
        marks.append(_at_the_end(f"{key}.change", x + width, base, place.change))
        opens = {"story": place.story, "spot": place.position}
        hits.append(Hit(key, x, base - 17, width, ROW, place_label(place), opens))
    return marks, hits, y + 14 + (1 + min(N_SHOWN, len(data.places))) * ROW


def _at_the_end(key: str, x: float, y: float, change: float) -> Mark:
    return text(key, x, y, signed(change), size=SIZE, anchor="end", fill=role_of(change))


def _fitted(place: HitPlace, room: float) -> tuple[str, str]:
    """As much of the text before a place as fits in front of its token."""
    token = shorten(place.token, SIZE, room * 0.6, "serif", bold=True)
    left = room - text_width(token, SIZE, "serif", bold=True)
    return shorten_start(curled(place.before), SIZE, left, "serif"), token
