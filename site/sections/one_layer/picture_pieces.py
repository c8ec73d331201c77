"""What is measured about pieces, question by question, as bars for both networks."""

from scene import Frame, Hit, Scene, Table, line, rect, text
from scene.formats import probability
from scene.marks import Mark
from scene.metrics import text_width
from scene.scales import Linear
from sections.one_layer.compute import PiecesReading
from sections.one_layer.measured import Group, Measured, Row

EDGE = 6.0
TITLE, ROW, WORDS = 38.0, 40.0, 20.0  # px of a question, of a row of bars, of the words above it on a phone
SIDE, NUMERAL = 306.0, 58.0  # px for the words beside the bars, for a bar's number
NAMES = {"attention": "attention network", "window": "window network"}


def draw_pieces(reading: PiecesReading, frame: Frame) -> Scene:
    """Draw each question with its rows: a full bar for the attention network, a hollow one for the window network."""
    groups = reading.measured.groups
    values = [value for group in groups for row in group.rows for value in row.values.values() if value == value]
    left = EDGE if frame.narrow else EDGE + SIDE
    scale = Linear((0, max(values, default=1.0) or 1.0), (0, frame.width - EDGE - left - NUMERAL))
    marks, y = _legend()
    hits: list[Hit] = []
    for group in groups:
        marks.append(
            text(
                f"{group.title}.title", EDGE, y + 24, group.title, size=14, bold=True, max_width=frame.width - 2 * EDGE
            )
        )
        y += TITLE
        for row in group.rows:
            height = ROW + (WORDS if frame.narrow else 0)
            marks += _row(row, y, frame, left, scale)
            hits.append(Hit(row.key, EDGE, y, frame.width - 2 * EDGE, height, _label(row)))
            y += height
    return Scene(frame.width, y + 4, marks, hits, _alt(groups), _table(reading.measured))


def _legend() -> tuple[list[Mark], float]:
    marks: list[Mark] = []
    x = EDGE
    for network, words in NAMES.items():
        marks.append(_bar(f"legend.{network}", network, x, 6, 20))
        marks.append(text(f"legend.{network}.words", x + 27, 16, words, size=12.5, fill="muted"))
        x += 27 + text_width(words, 12.5) + 22
    return marks, 24.0


def _bar(key: str, network: str, x: float, y: float, width: float) -> Mark:
    if network == "attention":
        return rect(key, x, y, width, 12, r=2, fill="name-fill")
    return rect(key, x, y + 2, width, 7, r=2, stroke="window", line_width=1.2)


def _row(row: Row, y: float, frame: Frame, left: float, scale: Linear) -> list[Mark]:
    marks = [line(f"{row.key}.rule", EDGE, y, frame.width - EDGE, y)]
    x, base, room = (EDGE, 16, frame.width - 2 * EDGE) if frame.narrow else (EDGE + 12, 24.5, SIDE - 26)
    marks.append(text(f"{row.key}.words", x, y + base, row.words, size=13.5, max_width=room))
    top = y + (WORDS if frame.narrow else 0) + 5
    for network, value in row.values.items():
        long, key = max(1.5, scale(value)) if value == value else 1.5, f"{row.key}.{network}"
        marks.append(_bar(key, network, left, top, long))
        look = {"size": 13, "fill": "name"} if network == "attention" else {"size": 11.5, "fill": "muted"}
        marks.append(text(f"{key}.p", left + long + 7, top + 10.5, probability(value), **look))
        top += 16
    return marks


def _label(row: Row) -> str:
    return f"{row.words}: " + ", ".join(f"{NAMES[network]} {probability(p)}" for network, p in row.values.items())


def _alt(groups: tuple[Group, ...]) -> str:
    said = [f"{group.title} " + "; ".join(_label(row) for row in group.rows) for group in groups]
    return "The pieces of invented names over the test stories, both networks. " + ". ".join(said) + "."


def _table(measured: Measured) -> Table:
    rows = [
        (group.title, row.words, row.values["attention"], row.values["window"])
        for group in measured.groups
        for row in group.rows
    ]
    return Table(("Question", "Probability of", "Attention network", "Window network"), tuple(rows), "Pieces of names")
