"""Drawing a story: shading behind words, the reader's outline, faded words, the hero's name, the window."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from scene.arrows import arc
from scene.color import shade, text_role
from scene.flow import JOIN, Box, Flow
from scene.marks import Mark, line, rect, text
from scene.metrics import text_width
from scene.scene import Hit
from scene.spoken import spoken

FAINTEST = 0.02  # shading below this depth can't be told from paper; it isn't drawn


@dataclass(frozen=True)
class Look:
    """What a story shows besides its words. Numbers are those of pieces.

    weights: 0 to 1 for each piece, or None for a piece that gets no shading. reader: the piece that reads.
    faded: pieces that are beyond reach. names: pieces of the hero's name, in its color and with a line under them.
    window: first and last piece outlined. underlined: piece -> role of a line under it; None takes it from a name.
    """

    weights: Sequence[float | None] = ()
    reader: int | None = None
    faded: Collection[int] = ()
    names: Collection[int] = ()
    window: tuple[int, int] | None = None
    underlined: Mapping[int, str | None] = field(default_factory=dict)

    def depth(self, piece: int) -> float:
        """Return how deep a piece is shaded, 0 to 1."""
        weight = self.weights[piece] if piece < len(self.weights) else None
        return 0.0 if weight is None else shade(weight)

    def under(self, piece: int) -> str | None:
        """Return the role of the line under a piece, if there is one."""
        return self.underlined.get(piece, "name" if piece in self.names else None)


def draw_story(
    flow: Flow,
    look: Look | None = None,
    *,
    x: float = 0,
    y: float = 0,
    prefix: str = "t",
    control: str | None = None,
    label: Callable[[int], str] | None = None,
) -> tuple[list[Mark], list[Hit]]:
    """Draw laid-out text with its upper left corner at (x, y).

    Keys: f"{prefix}{piece}" is a piece's word and its hit; "….shade", "….name" and so on stand beside it.
    control: choosing a piece sets it to its number. label: what a piece's hit says (default: its text).
    """
    look = look or Look()
    boxes = [_moved(box, x, y) for box in flow.boxes]
    marks: list[Mark] = []
    for box in boxes:
        marks += _behind(box, flow, look, f"{prefix}{box.key}")
    if look.window:
        marks += draw_window(flow, *look.window, key=f"{prefix}window", x=x, y=y)
    for box in boxes:
        marks += _words(box, flow, look, f"{prefix}{box.key}")
    return marks, [_hit(box, flow, f"{prefix}{box.key}", control, label) for box in boxes]


def box_around(box: Box, flow: Flow) -> tuple[float, float, float, float]:
    """Return x, y, width, height of the area behind a word (px)."""
    pad = flow.size * 0.12
    return box.x - pad, box.y - flow.size * 0.92, box.w + 2 * pad, flow.size * 1.26


def draw_window(
    flow: Flow, first: int, last: int, *, key: str, x: float = 0, y: float = 0, **style: object
) -> list[Mark]:
    """Outline the pieces `first` to `last` as one dashed frame a row; (x, y) and style as for `draw_look_back`."""
    marks: list[Mark] = []
    boxes = [_moved(box, x, y) for box in flow.boxes]
    for row, line_of in groupby(boxes, key=lambda box: box.row):
        words = list(line_of)
        inside = [box for box in words if first <= box.piece <= last]
        if inside:
            left, right = _clear(inside, words, flow)
            _, top, _, height = box_around(inside[0], flow)
            frame = (left, top - 2, right - left, height + 4)
            marks.append(rect(f"{key}.{row}", *frame, r=5, stroke="window", line_width=1.5, dash=(4, 3), **style))
    return marks


def _clear(inside: Sequence[Box], row: Sequence[Box], flow: Flow) -> tuple[float, float]:
    """Where a frame around boxes of a row begins and ends: no nearer to the words beside it than halfway."""
    pad = flow.size * 0.12 + 2
    start, end = min(box.x for box in inside), max(box.x + box.w for box in inside)
    before = [box.x + box.w for box in row if box.x < start]
    after = [box.x for box in row if box.x + box.w > end]
    left = max([start - pad, *((start + edge) / 2 for edge in before)])
    right = min([end + pad, *((end + edge) / 2 for edge in after)])
    return left, right


def draw_look_back(
    flow: Flow,
    start: int,
    end: int,
    words: str,
    *,
    key: str,
    role: str = "query",
    x: float = 0,
    y: float = 0,
    **style: object,
) -> list[Mark]:
    """Draw a look back from piece `start` to the earlier piece `end`: its outline, a thin curve, words above it.

    role: the color of all three. (x, y) as for `draw_story`; style goes to every mark, `when` for instance.
    """
    here, there = _moved(flow.of(start), x, y), _moved(flow.of(end), x, y)
    left, top, width, height = box_around(there, flow)
    long, middle = text_width(words, 12), left + width / 2
    from_right = here.x > there.x  # the words stand on the other side of the curve
    start_at = max(x, min(x + flow.width - long, middle - 3 - long if from_right else middle + 3))
    tops = [(box.x + box.w / 2, box.y - flow.size * 0.92) for box in (here, there)]
    return [
        arc(f"{key}.curve", *tops, rise=flow.size * 0.5, stroke=role, line_width=1.25, **{"opacity": 0.7, **style}),
        rect(f"{key}.seen", left, top, width, height, r=3, stroke=role, line_width=2, **style),
        text(f"{key}.words", start_at, top - 3, words, size=12, fill=role, halo=True, width=long, **style),
    ]


def in_front(marks: Sequence[Mark]) -> list[Mark]:
    """Give the words of a story without shading a halo, so that curves drawn before them pass behind."""
    return [{**mark, "halo": True} if mark["kind"] == "text" else mark for mark in marks]


def _behind(box: Box, flow: Flow, look: Look, key: str) -> list[Mark]:
    around = box_around(box, flow)
    marks: list[Mark] = []
    if (depth := look.depth(box.piece)) >= FAINTEST:
        marks.append(rect(f"{key}.shade", *around, r=3, fill="weight", opacity=depth))
    if box.piece == look.reader:
        marks.append(rect(f"{key}.reader", *around, r=3, stroke="query", line_width=2))
    if box.joined:
        middle = box.x - JOIN * flow.size / 2
        marks.append(rect(f"{key}.join", middle - 1, box.y - flow.size * 0.26, 2, 2, r=1, fill="muted"))
    return marks


def _words(box: Box, flow: Flow, look: Look, key: str) -> list[Mark]:
    role = "name" if box.piece in look.names else "muted" if box.piece in look.faded else "text"
    fill = text_role(role, look.depth(box.piece))
    word = text(key, box.x, box.y, box.text, fill=fill, size=flow.size, font=flow.font, width=box.w)
    under = look.under(box.piece)
    if under is None:
        return [word]
    # One unbroken line under the pieces of a word.
    start = box.x - (JOIN * flow.size if box.joined and look.under(box.piece - 1) == under else 0)
    below = box.y + flow.size * 0.44
    return [word, line(f"{key}.under", start, below, box.x + box.w, below, stroke=under, line_width=2)]


def _hit(box: Box, flow: Flow, key: str, control: str | None, label: Callable[[int], str] | None) -> Hit:
    said = label(box.piece) if label else spoken(box.text)
    choice: dict[str, Any] = {control: box.piece} if control else {}
    around = box_around(box, flow)
    top = box.y - flow.size * 0.92 - (flow.row_height - around[3]) / 2
    return Hit(key, around[0], top, around[2], flow.row_height, said, choice)


def _moved(box: Box, x: float, y: float) -> Box:
    return Box(box.piece, box.part, box.text, box.x + x, box.y + y, box.w, box.row, box.joined)
