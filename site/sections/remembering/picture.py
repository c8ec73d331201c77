"""A text with curves from the words that point back to what they mean, and below it two lists of guesses."""

from dataclasses import replace

from scene import Frame, Hit, Mark, Scene, Table, line, rect, text
from scene.arrows import arc
from scene.flow import Flow, flow
from scene.formats import probability
from scene.marks import REST
from scene.metrics import shorten, text_width
from scene.story import Look, draw_look_back, draw_story, in_front
from sections.remembering.compute import Guesses, PointingReading
from sections.remembering.examples import Pointer

EDGE = 6.0  # px kept free at both sides
TOP = 26.0  # px above the first line, for the curves
ROW = 26.0  # px of one guess
WORD, NUMBER = 92.0, 46.0  # px of a guess's word, and of its number behind the bar
SMALL = 12.5  # font size of the legend, px


def draw_pointing(reading: PointingReading, frame: Frame) -> Scene:
    """Draw the text; pointing at an underlined word shows what it means."""
    marked = reading.marked
    laid = flow(marked.pieces, frame.width - 2 * EDGE, size=18 if frame.narrow else 20, row=2.05)
    marks, hits = draw_story(laid, _look(reading), x=EDGE, y=TOP)
    curves = [mark for pointer in marked.pointers for mark in _curves(reading, laid, pointer)]
    by_key = {f"t{pointer.piece}": pointer for pointer in marked.pointers}
    hits = [_labeled(hit, reading, by_key[hit.key]) for hit in hits if hit.key in by_key]
    legend, bottom = _legend(reading, frame, TOP + laid.height + 16)
    panels, height = _panels(reading, frame, bottom)
    marks = [*curves, *in_front(marks), *legend, *panels]
    return Scene(frame.width, height, marks, hits, _alt(reading), _table(reading))


def _look(reading: PointingReading) -> Look:
    marked, name = reading.marked, reading.example.name
    names = {i for i, piece in enumerate(marked.pieces) if name and piece.text == name}
    lines: dict[int, str | None] = {pointer.to: "key" for pointer in marked.pointers}
    lines |= {pointer.piece: "query" for pointer in marked.pointers if pointer.piece != marked.blank}
    window = None if reading.window is None else (reading.window, marked.blank - 1)
    return Look(reader=marked.blank, names=names, window=window, underlined=lines | dict.fromkeys(names))


def _curves(reading: PointingReading, laid: Flow, pointer: Pointer) -> list[Mark]:
    """Draw what a word means: thin always, in full while it is pointed at; for the word to come in full at rest."""
    key, role, where = f"back{pointer.piece}", _role(reading, pointer), {"x": EDGE, "y": TOP}
    words, hit = f"{pointer.words_back} words back", f"t{pointer.piece}"
    full = draw_look_back(laid, pointer.piece, pointer.to, words, key=f"{key}.lit", role=role, **where, when=hit)
    if pointer is reading.marked.asked:
        rest = draw_look_back(laid, pointer.piece, pointer.to, words, key=key, role=role, **where, when=REST)
        return [*full, *rest]
    boxes = (laid.of(pointer.piece), laid.of(pointer.to))
    ends = [(box.x + box.w / 2 + EDGE, box.y - laid.size * 0.92 + TOP) for box in boxes]
    thin = arc(key, ends[0], ends[1], rise=laid.size * 0.5, stroke=role, line_width=1, opacity=0.4)
    return [thin, *full]


def _role(reading: PointingReading, pointer: Pointer) -> str:
    return "name" if reading.example.name and reading.marked.word(pointer.to) == reading.example.name else "query"


def _labeled(hit: Hit, reading: PointingReading, pointer: Pointer) -> Hit:
    is_asked = pointer is reading.marked.asked
    word = "the word to come" if is_asked else f"“{reading.marked.word(pointer.piece)}”"
    meant = reading.marked.word(pointer.to)
    return replace(hit, label=f"{word} points to “{meant}”, {pointer.words_back} words back")


def _legend(reading: PointingReading, frame: Frame, y: float) -> tuple[list[Mark], float]:
    """Say what the lines mean; returns the marks and where they end."""
    entries = [("points back", "query"), ("what is meant", "key")]
    if reading.window is not None:
        entries = [*entries, (f"{reading.example.name}, the hero", "name"), ("what the window network sees", "window")]
    marks: list[Mark] = []
    x, y = EDGE, y + 12
    for words, role in entries:
        wide = text_width(words, SMALL)
        if x + wide + 26 > frame.width:
            x, y = EDGE, y + 24
        marks += _entry(words, role, x, y, wide)
        x += wide + (26 if role == "window" else 0) + 22
    return marks, y + 28


def _entry(words: str, role: str, x: float, y: float, wide: float) -> list[Mark]:
    key, fill = f"legend.{role}", "name" if role == "name" else "muted"
    if role == "window":
        sample = rect(f"{key}.frame", x + 1, y - 12, 18, 16, r=4, stroke=role, line_width=1.5, dash=(4, 3))
        return [sample, text(key, x + 26, y, words, size=SMALL, fill=fill, width=wide)]
    under = line(f"{key}.line", x, y + 5, x + wide, y + 5, stroke=role, line_width=2)
    return [text(key, x, y, words, size=SMALL, fill=fill, width=wide), under]


def _panels(reading: PointingReading, frame: Frame, top: float) -> tuple[list[Mark], float]:
    """Draw the guesses of both networks side by side, or one list below the other on a phone."""
    gap, room = 44.0, frame.width - 2 * EDGE
    wide = room if frame.narrow else (room - gap) / 2
    most = max((p for network in reading.guesses for p in (network.name, network.first[0][1])), default=1.0)
    marks: list[Mark] = []
    bottom = top
    for number, network in enumerate(reading.guesses):
        x, y = (EDGE, bottom + 14 * number) if frame.narrow else (EDGE + number * (wide + gap), top)
        panel, end = _panel(reading, network, x, y, wide, most)
        marks, bottom = [*marks, *panel], max(bottom, end)
    return marks, bottom


def _panel(
    reading: PointingReading, network: Guesses, x: float, y: float, width: float, most: float
) -> tuple[list[Mark], float]:
    key, name = network.network, reading.example.name
    marks = [text(f"{key}.title", x, y + 12, f"The {key} network’s guesses", size=13.5, bold=True)]
    rows = [*network.first, *([] if name in dict(network.first) else [(name, network.name)])]
    for index, (word, p) in enumerate(rows):
        marks += _row(f"{key}.{index}", word, p, (x, y + 22 + index * ROW, width), most, is_name=word == name)
    return marks, y + 26 + len(rows) * ROW


def _row(key: str, word: str, p: float, area: tuple[float, float, float], most: float, *, is_name: bool) -> list[Mark]:
    """Draw word, bar and number of one guess inside area (x, y, width)."""
    x, y, width = area
    base, long = y + 17, max(1.5, (width - WORD - NUMBER) * p / most)
    fill = {"fill": "name-fill"} if is_name else {"fill": "muted", "opacity": 0.45}
    role, shown = "name" if is_name else "text", shorten(word, 16, WORD - 12, "serif")
    return [
        text(key, x, base, shown, size=16, font="serif", fill=role, bold=is_name),
        rect(f"{key}.bar", x + WORD, base - 12, long, 14, r=2, **fill),
        text(f"{key}.p", x + WORD + long + 7, base, probability(p), size=13, fill=role),
    ]


def _alt(reading: PointingReading) -> str:
    marked, asked = reading.marked, reading.marked.asked
    others = [f"“{marked.word(p.piece)}” points to “{marked.word(p.to)}”" for p in marked.pointers if p is not asked]
    start = "A text that stops before its next word, with curves from words to what they mean"
    said = f"The next word, {reading.example.answer}, points {asked.words_back} words back"
    return f"{start}. {said}; {', '.join(others)}."


def _table(reading: PointingReading) -> Table:
    marked, name = reading.marked, reading.example.name
    if not reading.guesses:
        words = {marked.blank: reading.example.answer}
        rows = [(words.get(p.piece, marked.word(p.piece)), marked.word(p.to), p.words_back) for p in marked.pointers]
        return Table(("Word", "Points to", "Words back"), tuple(rows), "Every word that points back")
    guessed = {network.network: {**dict(network.first), name: network.name} for network in reading.guesses}
    rows = [(network, word, p) for network, guesses in guessed.items() for word, p in guesses.items()]
    return Table(("Network", "Next word", "Probability"), tuple(rows), "What both networks expect next")
