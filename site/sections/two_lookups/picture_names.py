"""Own and other second pieces, each name a dot, for one layer and for two."""

from scene import Frame, Hit, Mark, Scene, line, rect, text
from scene.axes import bottom_axis
from scene.formats import probability
from scene.legend import Entry, draw_legend
from scene.scales import Log
from sections.two_lookups.compute import NamesData
from sections.two_lookups.words_names import AXIS, LEGEND, ROWS, TITLES, dot_label

LOWEST = 1e-4  # what is less stands at the left end
LEFT, RIGHT, TOP, ROW = 24.0, 18.0, 8.0, 46.0
DOT = 4.5


def draw_names(data: NamesData, frame: Frame) -> Scene:
    """Two rows of dots a network: own filled, other hollow; a stroke marks the mean over places."""
    x = Log((LOWEST, 1.0), (LEFT, frame.width - RIGHT))
    marks: list[Mark] = []
    hits: list[Hit] = []
    y = TOP
    for network in data.found.own:
        marks.append(text(f"{network}.title", LEFT, y + 13, TITLES[network], size=14, bold=True))
        y += 22
        for row in ROWS:
            more, areas = _row(data, network, row, x, y)
            marks, hits, y = [*marks, *more], [*hits, *areas], y + ROW
        y += 12
    marks += bottom_axis("p", x, y, name=AXIS, label=probability)
    legend, bottom = draw_legend([_entry(row) for row in ROWS], LEFT, y + 56, right=frame.width)
    return Scene(frame.width, bottom + 10, [*marks, *legend], hits)


def _row(data: NamesData, network: str, row: str, x: Log, y: float) -> tuple[list[Mark], list[Hit]]:
    """The dots of one row, moved down where they would cover each other."""
    left, right = x.range
    marks = [line(f"{network}.{row}.rule", left, y + ROW / 2, right, y + ROW / 2)]
    hits: list[Hit] = []
    taken: list[tuple[float, float]] = []
    for name in sorted(data.found.names, key=lambda name: getattr(name, row)[network]):
        place = x(max(LOWEST, getattr(name, row)[network]))
        shift = _free(place, taken)
        taken.append((place, shift))
        key, middle = f"{network}.{row}.{name.name}", y + ROW / 2 + shift
        marks.append(_dot(key, place, middle, row))
        hits.append(Hit(key, place - 8, middle - 8, 16, 16, dot_label(name, network, row)))
    mean = x(max(LOWEST, getattr(data.found, row)[network]))
    marks.append(line(f"{network}.{row}.mean", mean, y + 3, mean, y + ROW - 3, stroke="text", line_width=2))
    return marks, hits


def _free(place: float, taken: list[tuple[float, float]]) -> float:
    """How far up or down a dot has to move so that it covers no other."""
    for shift in (0, -9, 9, -18, 18):
        if all(abs(place - x) > 2 * DOT or abs(shift - y) > 2 * DOT - 1 for x, y in taken):
            return shift
    return 0.0


def _dot(key: str, x: float, y: float, row: str) -> Mark:
    style = {"fill": "name-fill"} if row == "own" else {"fill": "paper", "stroke": "muted", "line_width": 1.5}
    return rect(key, x - DOT, y - DOT, 2 * DOT, 2 * DOT, r=DOT, **style)


def _entry(row: str) -> Entry:
    return Entry(f"legend.{row}", LEGEND[row], lambda x, y: [_dot(f"legend.{row}.dot", x + 8, y - 4, row)])
