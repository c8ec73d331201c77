"""A text with curves from the words that point back to what they mean, and below it two lists of guesses."""

from dataclasses import replace

from scene import Frame, Mark, Scene, rect, text
from scene.arrows import arc
from scene.flow import Flow, flow
from scene.guess import GuessColumns, draw_guess
from scene.legend import Entry, draw_legend
from scene.marks import REST
from scene.metrics import shorten
from scene.story import Look, draw_look_back, draw_story, in_front
from sections.remembering.compute import Guesses, PointingData
from sections.remembering.examples import Pointer
from sections.remembering.words import back_words, label_words, legend_words, title_words

EDGE = 6.0  # px kept free at both sides
TOP = 26.0  # px above the first line, for the curves
COLUMNS = GuessColumns(word=0, bar=92, after=46, row=26, size=16, number_size=13)


def draw_pointing(data: PointingData, frame: Frame) -> Scene:
    """Draw the text; pointing at an underlined word shows what it means."""
    marked = data.marked
    laid = flow(marked.pieces, frame.width - 2 * EDGE, size=18 if frame.narrow else 20, row=2.05)
    marks, hits = draw_story(laid, _look(data), x=EDGE, y=TOP)
    curves = [mark for pointer in marked.pointers for mark in _curves(data, laid, pointer)]
    by_key = {f"t{pointer.piece}": pointer for pointer in marked.pointers}
    hits = [replace(hit, label=label_words(data, by_key[hit.key])) for hit in hits if hit.key in by_key]
    legend, bottom = _legend(data, frame, TOP + laid.height + 16)
    panels, height = _panels(data, frame, bottom)
    marks = [*curves, *in_front(marks), *legend, *panels]
    return Scene(frame.width, height, marks, hits)


def _look(data: PointingData) -> Look:
    marked, name = data.marked, data.example.name
    names = {i for i, piece in enumerate(marked.pieces) if name and piece.text == name}
    lines: dict[int, str | None] = {pointer.to: "key" for pointer in marked.pointers}
    lines |= {pointer.piece: "query" for pointer in marked.pointers if pointer.piece != marked.blank}
    window = None if data.window is None else (data.window, marked.blank - 1)
    return Look(reader=marked.blank, names=names, window=window, underlined=lines | dict.fromkeys(names))


def _curves(data: PointingData, laid: Flow, pointer: Pointer) -> list[Mark]:
    """Draw what a word means: thin always, in full while it is pointed at; for the word to come in full at rest."""
    key, role, where = f"back{pointer.piece}", _role(data, pointer), {"x": EDGE, "y": TOP}
    words, hit = back_words(pointer), f"t{pointer.piece}"
    full = draw_look_back(laid, pointer.piece, pointer.to, words, key=f"{key}.lit", role=role, **where, when=hit)
    if pointer is data.marked.asked:
        rest = draw_look_back(laid, pointer.piece, pointer.to, words, key=key, role=role, **where, when=REST)
        return [*full, *rest]
    boxes = (laid.of(pointer.piece), laid.of(pointer.to))
    ends = [(box.x + box.w / 2 + EDGE, box.y - laid.size * 0.92 + TOP) for box in boxes]
    thin = arc(key, ends[0], ends[1], rise=laid.size * 0.5, stroke=role, line_width=1, opacity=0.4)
    return [thin, *full]


def _role(data: PointingData, pointer: Pointer) -> str:
    return "name" if data.example.name and data.marked.word(pointer.to) == data.example.name else "query"


def _legend(data: PointingData, frame: Frame, y: float) -> tuple[list[Mark], float]:
    """Draw what the lines mean; returns the marks and where they end."""
    entries = [_entry(role, words) for role, words in legend_words(data).items()]
    marks, y = draw_legend(entries, EDGE, y + 12, right=frame.width - EDGE, gap=22, row=24, fitted=True)
    return marks, y + 28


def _entry(role: str, words: str) -> Entry:
    if role == "window":
        return Entry("legend.window", words, _window_sample)
    return Entry(f"legend.{role}", words, under=role, role="name" if role == "name" else "muted")


def _window_sample(x: float, y: float) -> list[Mark]:
    return [rect("legend.window.frame", x + 1, y - 12, 18, 16, r=4, stroke="window", line_width=1.5, dash=(4, 3))]


def _panels(data: PointingData, frame: Frame, top: float) -> tuple[list[Mark], float]:
    """Draw the guesses of both networks side by side, or one list below the other on a phone."""
    gap, room = 44.0, frame.width - 2 * EDGE
    wide = room if frame.narrow else (room - gap) / 2
    most = max((p for network in data.guesses for p in (network.name, network.first[0][1])), default=1.0)
    marks: list[Mark] = []
    bottom = top
    for number, network in enumerate(data.guesses):
        x, y = (EDGE, bottom + 14 * number) if frame.narrow else (EDGE + number * (wide + gap), top)
        panel, end = _panel(data, network, (x, y, wide), most)
        marks, bottom = [*marks, *panel], max(bottom, end)
    return marks, bottom


def _panel(
    data: PointingData, network: Guesses, area: tuple[float, float, float], most: float
) -> tuple[list[Mark], float]:
    """Draw one network's guesses, the name's last if it is not among them, in area (x, y, width)."""
    x, y, width = area
    name = data.example.name
    marks = [text(f"{network.network}.title", x, y + 12, title_words(network.network), size=13.5, bold=True)]
    rows = [*network.first, *([] if name in dict(network.first) else [(name, network.name)])]
    y += 21
    for index, (word, p) in enumerate(rows):
        key, shown = f"{network.network}.{index}", shorten(word, COLUMNS.size, 80, "serif")
        row = (x, y + index * COLUMNS.row, width)
        marks += draw_guess(key, shown, p, row, most, COLUMNS, role="name" if word == name else "muted")
    return marks, y + 5 + len(rows) * COLUMNS.row
