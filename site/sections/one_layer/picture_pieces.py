"""What is measured about pieces, question by question, as bars for both networks."""

from functools import partial

from scene import Frame, Hit, Scene, line, rect, text
from scene.formats import probability
from scene.legend import Entry, draw_legend
from scene.marks import Mark
from scene.scales import Linear
from sections.one_layer.compute import PiecesData
from sections.one_layer.words_pieces import NETWORKS, QUESTIONS, row_label

EDGE = 6.0
TITLE, ROW, WORDS = 38.0, 40.0, 20.0  # px of a question, of a row of bars, of the words above it on a phone
SIDE, NUMERAL = 306.0, 58.0  # px for the words beside the bars, for a bar's number


def draw_pieces(data: PiecesData, frame: Frame) -> Scene:
    """Draw each question with its rows: a full bar for the attention network, a hollow one for the window network."""
    rows = [row for of in QUESTIONS.values() for row in of]
    values = [value for row in rows for network in NETWORKS if (value := data.value(row, network)) == value]
    left = EDGE if frame.narrow else EDGE + SIDE
    scale = Linear((0, max(values, default=1.0) or 1.0), (0, frame.width - EDGE - left - NUMERAL))
    legend = [Entry(f"legend.{network}.words", name, partial(_sample, network)) for network, name in NETWORKS.items()]
    marks, y = draw_legend(legend, EDGE, 16, sample=27, gap=22)[0], 24.0
    hits: list[Hit] = []
    wide, height = frame.width - 2 * EDGE, ROW + (WORDS if frame.narrow else 0)
    for title, of in QUESTIONS.items():
        marks.append(text(f"{title}.title", EDGE, y + 24, title, size=14, bold=True, max_width=wide))
        y += TITLE
        for row, words in of.items():
            marks += _row(data, row, words, y, frame, left, scale)
            hits.append(Hit(row, EDGE, y, wide, height, row_label(data, row, words)))
            y += height
    return Scene(frame.width, y + 4, marks, hits)


def _sample(network: str, x: float, y: float) -> list[Mark]:
    return [_bar(f"legend.{network}", network, x, y - 10, 20)]


def _bar(key: str, network: str, x: float, y: float, width: float) -> Mark:
    if network == "attention":
        return rect(key, x, y, width, 12, r=2, fill="name-fill")
    return rect(key, x, y + 2, width, 7, r=2, stroke="window", line_width=1.2)


def _row(data: PiecesData, row: str, words: str, y: float, frame: Frame, left: float, scale: Linear) -> list[Mark]:
    marks = [line(f"{row}.rule", EDGE, y, frame.width - EDGE, y)]
    x, base, room = (EDGE, 16, frame.width - 2 * EDGE) if frame.narrow else (EDGE + 12, 24.5, SIDE - 26)
    marks.append(text(f"{row}.words", x, y + base, words, size=13.5, max_width=room))
    top = y + (WORDS if frame.narrow else 0) + 5
    for network in NETWORKS:
        value, key = data.value(row, network), f"{row}.{network}"
        long = max(1.5, scale(value)) if value == value else 1.5
        marks.append(_bar(key, network, left, top, long))
        look = {"size": 13, "fill": "name"} if network == "attention" else {"size": 11.5, "fill": "muted"}
        marks.append(text(f"{key}.p", left + long + 7, top + 10.5, probability(value), **look))
        top += 16
    return marks
