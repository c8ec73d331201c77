"""The vectors of one look back as bars: query and key on one scale, value and blend on another."""

from itertools import zip_longest

from scene import Frame, Hit, Mark, Scene, Table, line, text
from scene.formats import number
from scene.metrics import shorten, text_width
from scene.vector import ROOM, draw_vector, largest
from sections.lookup.compute import VectorsReading
from sections.lookup.naming import said
from sections.lookup.view import View

GAP = 40  # px between two vectors
TITLE = 26  # px above a vector
TALL = 124  # px of a vector
SIZE = 13.5
ROOMY = 1.12  # readers’ fonts may be wider than the estimate


def draw_vectors(reading: VectorsReading, frame: Frame) -> Scene:
    """Draw q beside k, v beside z; below each other on phones."""
    view = reading.view
    reader, key = said(view, view.reader), said(view, view.key)
    q, k, v, z = _vectors(view)
    matched, handed = largest(q, k), largest(v, z)
    panels = [
        ("q", q, "query", f"q of {reader}: what it asks for", matched),
        ("k", k, "key", f"k of {key}: what it answers to", matched),
        ("v", v, "value", f"v of {key}: what it hands over", handed),
        ("z", z, "value", f"z: the blend that {reader} gets", handed),
    ]
    columns = 1 if frame.narrow else 2
    width = (frame.width - (columns - 1) * GAP) / columns
    marks: list[Mark] = []
    hits: list[Hit] = []
    for index, (letter, values, role, title, most) in enumerate(panels):
        x, y = (index % columns) * (width + GAP), (index // columns) * (TITLE + TALL)
        marks += _title(letter, title, role, most, x, y, width)
        bars, areas = draw_vector(letter, values, (x, y + TITLE, width, TALL), role=role, most=most, letter=letter)
        marks += bars
        hits += areas
        if letter == "z":
            marks += _part_of_z(view, (x, y + TITLE, width), most)
    height = -(-len(panels) // columns) * (TITLE + TALL)
    marks += _key_to_lines(view, frame.width - width, height, width)
    return Scene(frame.width, height + 24, marks, hits, _alt(view), _table(view))


def _vectors(view: View) -> tuple[list[float], list[float], list[float], list[float]]:
    look = view.look
    return look.q.tolist(), look.k[view.key].tolist(), look.v[view.key].tolist(), look.z.tolist()


def _title(letter: str, title: str, role: str, most: float, x: float, y: float, width: float) -> list[Mark]:
    scale = f"±{number(most, 1)}"
    room = width - ROOMY * text_width(scale, 12) - 12
    shown = shorten(title, SIZE, room / ROOMY, bold=True)
    return [
        text(f"{letter}.title", x, y + 16, shown, size=SIZE, bold=True, fill=role),
        text(f"{letter}.scale", x + width, y + 16, scale, size=12, fill="muted", anchor="end"),
    ]


def _part_of_z(view: View, place: tuple[float, float, float], most: float) -> list[Mark]:
    """Mark across each bar of z how much of it the chosen token brings, all its places together."""
    same, (x, y, width) = view.same(view.key), place
    part = view.look.weights[same] @ view.look.v[same]
    step, zero, room = width / len(part), y + TALL / 2, TALL / 2 - ROOM
    marks: list[Mark] = []
    for index, value in enumerate(map(float, part)):
        at = zero - value / most * room
        left = x + index * step + step * 0.05
        marks.append(line(f"z.{index}.part", left, at, left + step * 0.9, at, stroke="key", line_width=2))
    return marks


def _key_to_lines(view: View, x: float, y: float, width: float) -> list[Mark]:
    n_places = len(view.same(view.key))
    places = "" if n_places == 1 else f", all {n_places} places"
    words = shorten(f"what {said(view, view.key)} brings{places}", 12.5, width - 26)
    return [
        line("part", x, y + 8, x + 18, y + 8, stroke="key", line_width=2),
        text("part.words", x + 26, y + 12, words, size=12.5, fill="muted"),
    ]


def _table(view: View) -> Table:
    rows = [(index + 1, *values) for index, values in enumerate(zip_longest(*_vectors(view)))]
    reader, key = said(view, view.reader), said(view, view.key)
    columns = ("Number", f"q of {reader}", f"k of {key}", f"v of {key}", "z")
    return Table(columns, tuple(rows), f"The vectors of head {view.look.head}")


def _alt(view: View) -> str:
    reader, key = said(view, view.reader), said(view, view.key)
    return (
        f"Head {view.look.head}: the query of {reader} and the key of {key} as bars of {len(view.look.q)} numbers. "
        f"Below, the value of {key} and the blend z as bars of {len(view.look.z)}; "
        f"a line across each bar of z marks the part that {key} brings."
    )
