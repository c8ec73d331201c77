"""The film of the circuit: the text with its arcs, and below it the query and the key that meet."""

from scene import Frame, Hit, Mark, Scene, rect, text
from scene.arrows import arc
from scene.flow import Flow, flow, pieces_from_spans
from scene.formats import number, probability, weight
from scene.metrics import shorten, text_width
from scene.paragraph import break_lines, draw_lines
from scene.story import Look, box_around, draw_story, in_front
from scene.vector import draw_vector, largest
from sections.two_lookups.circuit import CircuitData, Match
from sections.two_lookups.telling import Telling
from sections.two_lookups.words_circuit import (
    BESIDE,
    NO_CIRCUIT,
    PRODUCT,
    TITLES,
    arc_words,
    key_title,
    query_title,
)  # fmt: skip

EDGE, TOP = 6.0, 14.0
TALL, TITLE = 70.0, 20.0
PANEL = 150.0  # px below the text
ROLES = ("key", "query")  # of the arcs, by layer


def draw_circuit(data: CircuitData, frame: Frame) -> Scene:
    """Draw one moment; marks keep their keys from moment to moment."""
    telling, found, before = data.telling, data.found, data.before
    if telling is None or found is None or before is None:
        lines = break_lines(NO_CIRCUIT, 14, frame.width - 2 * EDGE)
        return Scene(frame.width, 21 + 19 * len(lines), draw_lines("none", lines, EDGE, 24, size=14, fill="muted"))
    laid = _lay(telling, frame)
    story, _ = draw_story(laid, _look(data, telling, found), x=EDGE, y=TOP)
    arcs: list[Mark] = []
    if data.reached("before"):
        arcs += _arc(laid, before, "before", rest=data.kind != "before")
    if data.reached("find"):
        arcs += _arc(laid, found, "found", rest=False)
    beside = _beside(laid, telling, before) if data.reached("beside") else []
    top = TOP + laid.height + 22
    panel, hits = _panel(data, telling, frame, top)
    return Scene(frame.width, top + PANEL, [*arcs, *in_front(story), *beside, *panel], hits)


def _lay(telling: Telling, frame: Frame) -> Flow:
    encoding = telling.encoding
    pieces = pieces_from_spans(telling.text, encoding.spans, encoding.words, encoding.tokens)
    return flow(pieces, frame.width - 2 * EDGE, size=16 if frame.narrow else 18, row=2.3)


def _look(data: CircuitData, telling: Telling, found: Match) -> Look:
    """The names' pieces in their color; from the question on, the text is shaded by what the second head reads."""
    names = {telling.reader - 1, found.to - 1, found.to - 2}
    weights = [float(w) for w in found.weights[1:]] if data.reached("find") else []
    reader = telling.reader - 1 if data.reached("ask") else found.to - 1 if data.reached("before") else None
    return Look(weights, reader, (), names)


def _arc(laid: Flow, match: Match, key: str, *, rest: bool) -> list[Mark]:
    """The curve from the place that reads to the one that is read, in the layer's color, with head and weight."""
    here, there = laid.of(match.at - 1), laid.of(match.to - 1)
    tops = [(box.x + box.w / 2 + EDGE, box.y - laid.size * 0.95 + TOP) for box in (here, there)]
    role, words = ROLES[match.layer], arc_words(match)
    curve = arc(f"{key}.arc", *tops, rise=laid.size * 0.55, stroke=role, line_width=2, opacity=0.45 if rest else 1)
    left, top, width, height = box_around(there, laid)
    seen = rect(f"{key}.seen", left + EDGE, top + TOP, width, height, r=3, stroke=role, line_width=2)
    wide = text_width(words, 12)
    x = min(max(EDGE, (tops[0][0] + tops[1][0]) / 2 - wide / 2), EDGE + laid.width - wide)
    if here.row != there.row:
        x = min(max(EDGE, tops[1][0] + 6), EDGE + laid.width - wide)
    y = min(tops[0][1], tops[1][1]) - laid.size * 0.55 + 2
    label = text(f"{key}.words", x, y, words, size=12, fill=role, halo=True)
    return [curve, seen] if rest else [curve, seen, label]


def _beside(laid: Flow, telling: Telling, before: Match) -> list[Mark]:
    """Under the token: what now lies beside its own row."""
    left, top, width, height = box_around(laid.of(before.at - 1), laid)
    words = BESIDE.format(own=telling.piece(before.at), other=telling.piece(before.to))
    wide = text_width(words, 12) + 10
    x = min(max(EDGE, left + EDGE + width / 2 - wide / 2), EDGE + laid.width - wide)
    y = top + TOP + height + 1
    return [
        rect("beside.box", x, y, wide, 17, r=4, fill="panel", stroke="key"),
        text("beside.words", x + 5, y + 12.5, words, size=12, fill="key"),
    ]


def _panel(data: CircuitData, telling: Telling, frame: Frame, top: float) -> tuple[list[Mark], list[Hit]]:
    if data.kind in ("before", "beside") and data.before:
        return _meeting(telling, data.before, frame, top)
    if data.kind in ("ask", "find") and data.found:
        return _meeting(telling, data.found, frame, top)
    return _said(data, frame, top) if data.kind == "say" else [], []


def _meeting(telling: Telling, match: Match, frame: Frame, top: float) -> tuple[list[Mark], list[Hit]]:
    """Query and key as bars, and their product."""
    gap = 28.0
    wide = (frame.width - 2 * EDGE - gap) / 2
    q, k = match.q.tolist(), match.k.tolist()
    most = largest(q, k)
    marks: list[Mark] = []
    hits: list[Hit] = []
    for letter, role, values, x, title in (
        ("q", "query", q, EDGE, query_title(telling, match)),
        ("k", "key", k, EDGE + wide + gap, key_title(telling, match)),
    ):
        words = shorten(title, 13, wide, bold=True)
        marks.append(text(f"{letter}.title", x, top + 13, words, size=13, bold=True, fill=role))
        bars, areas = draw_vector(letter, values, (x, top + TITLE, wide, TALL), role=role, most=most, letter=letter)
        marks += bars
        hits += areas
    product = PRODUCT.format(dot=number(float(match.q @ match.k)), weight=weight(match.weight))
    lines = break_lines(product, 14, frame.width - 2 * EDGE)
    return [*marks, *draw_lines("product", lines, EDGE, top + TITLE + TALL + 34, size=14)], hits


def _said(data: CircuitData, frame: Frame, top: float) -> list[Mark]:
    """What each network gives the token wanted, as bars."""
    marks: list[Mark] = []
    label = 110.0
    room = frame.width - 2 * EDGE - label - 60
    for row, (network, p) in enumerate(sorted(data.p.items())):
        y = top + 20 + 36 * row
        marks.append(text(f"{network}.title", EDGE, y + 13, TITLES[network], size=14, bold=network == "two_layers"))
        style = {"fill": "name-fill"} if network == "two_layers" else {"fill": "muted", "opacity": 0.6}
        marks.append(rect(f"{network}.bar", EDGE + label, y, max(2.0, room * p), 18, r=2, **style))
        marks.append(text(f"{network}.p", EDGE + label + max(2.0, room * p) + 7, y + 14, probability(p), size=14))
    return marks
