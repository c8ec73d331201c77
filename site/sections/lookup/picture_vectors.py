"""The vectors of one look back as bars: query and key on one scale, value and blend on another."""

from scene import Frame, Hit, Mark, Scene, line, text
from scene.formats import number
from scene.metrics import shorten, text_width
from scene.vector import ROOM, draw_vector, largest
from sections.lookup.compute import LookBackData
from sections.lookup.words import part_of_z, vector_titles

GAP = 40  # px between two vectors
TITLE = 26  # px above a vector
TALL = 124  # px of a vector
SIZE = 13.5
ROLES = {"q": "query", "k": "key", "v": "value", "z": "value"}
ROOMY = 1.12  # readers’ fonts may be wider than the estimate


def draw_vectors(data: LookBackData, frame: Frame) -> Scene:
    """Draw q beside k, v beside z; below each other on phones."""
    look, titles = data.look, vector_titles(data)
    vectors = {"q": look.q, "k": look.k[data.key], "v": look.v[data.key], "z": look.z}
    matched, handed = largest(vectors["q"], vectors["k"]), largest(vectors["v"], vectors["z"])
    columns = 1 if frame.narrow else 2
    width = (frame.width - (columns - 1) * GAP) / columns
    marks: list[Mark] = []
    hits: list[Hit] = []
    for index, (letter, values) in enumerate(vectors.items()):
        role, most = ROLES[letter], matched if letter in "qk" else handed
        x, y = (index % columns) * (width + GAP), (index // columns) * (TITLE + TALL)
        marks += _title(letter, titles[letter], most, x, y, width)
        bars, areas = draw_vector(letter, values, (x, y + TITLE, width, TALL), role=role, most=most, letter=letter)
        marks += bars
        hits += areas
        if letter == "z":
            marks += _part_of_z(data, (x, y + TITLE, width), most)
    height = -(-len(vectors) // columns) * (TITLE + TALL)
    marks += _key_to_lines(data, frame.width - width, height, width)
    return Scene(frame.width, height + 24, marks, hits)


def _title(letter: str, title: str, most: float, x: float, y: float, width: float) -> list[Mark]:
    scale = f"±{number(most, 1)}"
    room = width - ROOMY * text_width(scale, 12) - 12
    shown = shorten(title, SIZE, room / ROOMY, bold=True)
    return [
        text(f"{letter}.title", x, y + 16, shown, size=SIZE, bold=True, fill=ROLES[letter]),
        text(f"{letter}.scale", x + width, y + 16, scale, size=12, fill="muted", anchor="end"),
    ]


def _part_of_z(data: LookBackData, place: tuple[float, float, float], most: float) -> list[Mark]:
    """Mark across each bar of z how much of it the chosen token brings, all its places together."""
    same, (x, y, width) = data.shown.same(data.key), place
    part = data.look.weights[same] @ data.look.v[same]
    step, zero, room = width / len(part), y + TALL / 2, TALL / 2 - ROOM
    marks: list[Mark] = []
    for index, value in enumerate(map(float, part)):
        at = zero - value / most * room
        left = x + index * step + step * 0.05
        marks.append(line(f"z.{index}.part", left, at, left + step * 0.9, at, stroke="key", line_width=2))
    return marks


def _key_to_lines(data: LookBackData, x: float, y: float, width: float) -> list[Mark]:
    return [
        line("part", x, y + 8, x + 18, y + 8, stroke="key", line_width=2),
        text("part.words", x + 26, y + 12, shorten(part_of_z(data), 12.5, width - 26), size=12.5, fill="muted"),
    ]
