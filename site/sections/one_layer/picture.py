"""The story shaded by one head's weights, and below it what each head puts on the pieces of the name."""

from scene import Frame, Hit, Scene, line, rect, text
from scene.flow import Flow, flow, pieces_from_spans
from scene.formats import weight
from scene.legend import weight_legend
from scene.marks import Mark
from scene.metrics import shorten
from scene.story import Look, box_around, draw_story
from sections.one_layer.compute import HeadsData
from sections.one_layer.looking import Looking, Sums
from sections.one_layer.picture_circuit import draw_circuit
from sections.one_layer.picture_pieces import draw_pieces
from sections.one_layer.words import HEAD, MENTION, columns, head_label

__all__ = ["draw_circuit", "draw_heads", "draw_pieces"]

EDGE, TOP = 6.0, 12.0
ROW, NUMERAL, GAP = 28.0, 36.0, 16.0
PARTS = ("second", "third", "first")


def draw_heads(data: HeadsData, frame: Frame) -> Scene:
    """Draw the story as one head sees it from the first piece, then a row of bars for each head."""
    looking = data.looking
    if looking is None:
        return Scene(frame.width, 40, [text("none", EDGE, 24, "—", fill="muted")])
    laid = _flow(looking, frame)
    # Token i of the text is read at position i + 1.
    weights = [float(w) for w in looking.look.weights[1:]]
    read = looking.reader
    n_tokens = len(looking.encoding)
    names = {i - 1 for first in looking.firsts for i in _mention(looking, first)} | {read - 1}
    look = Look(weights, read - 1, range(len(weights), n_tokens), names)
    marks, _ = draw_story(laid, look, x=EDGE, y=TOP)
    marks += _tags(looking, laid)
    hits = [_place(looking, laid, number) for number in range(len(looking.readers))]
    legend, _ = weight_legend("legend", EDGE, TOP + laid.height + 10)
    rows, more, bottom = _rows(looking, frame, TOP + laid.height + 76)
    return Scene(frame.width, bottom, [*marks, *legend, *rows], [*hits, *more])


def _flow(looking: Looking, frame: Frame) -> Flow:
    encoding = looking.encoding
    pieces = pieces_from_spans(looking.text, encoding.spans, encoding.words, encoding.tokens)
    return flow(pieces, frame.width - 2 * EDGE, size=17 if frame.narrow else 18, row=1.85)


def _mention(looking: Looking, first: int) -> range:
    """The positions of a mention, from its first piece to the end of its word."""
    words = looking.encoding.words
    end = first
    while end < len(words) and words[end] == words[first - 1]:
        end += 1
    return range(first, end + 1)


def _tags(looking: Looking, laid: Flow) -> list[Mark]:
    """Put a q at the reader, and 1, 2 and 3 at the earlier pieces of the name."""
    tags = [("q", looking.reader, "query")]
    for letter, places in (("1", looking.firsts), ("2", looking.seconds), ("3", looking.thirds)):
        tags += [(letter, place, "name") for place in places]
    marks: list[Mark] = []
    for letter, position, role in tags:
        x, y, width, _ = box_around(laid.of(position - 1), laid)
        middle = EDGE + x + width / 2
        look = {"size": 12, "bold": True, "fill": role, "anchor": "middle"}
        marks.append(text(f"tag.{position}", middle, TOP + y - 2, letter, **look))
    return marks


def _place(looking: Looking, laid: Flow, number: int) -> Hit:
    """Choosing a mention makes its first piece the reader."""
    position = looking.readers[number]
    x, y, width, height = box_around(laid.of(position - 1), laid)
    area = (x + EDGE, y + TOP - 6, max(28.0, width), height + 12)
    label = MENTION.format(number + 1, len(looking.readers))
    return Hit(f"place{number}", *area, label, {"place": number})


def _rows(looking: Looking, frame: Frame, top: float) -> tuple[list[Mark], list[Hit], float]:
    """One row a head: how much of its weight falls on the second pieces, the third ones, and the first ones."""
    left = EDGE + (26 if frame.narrow else 64)
    wide = (frame.width - EDGE - left - 2 * GAP) / 3
    lefts = [left + i * (wide + GAP) for i in range(3)]
    marks: list[Mark] = []
    for x, words in zip(lefts, columns(looking, short=frame.narrow), strict=True):
        marks.append(text(f"column.{x:.0f}", x, top, shorten(words, 12.5, wide), size=12.5, fill="name", bold=True))
    y = top + 10
    hits: list[Hit] = []
    for head, sums in enumerate(looking.sums):
        marks += _row(head, sums, y, frame, lefts, wide, chosen=head == looking.look.head)
        hits.append(Hit(f"head{head}", EDGE, y, frame.width - 2 * EDGE, ROW, head_label(head, sums), {"row": head}))
        y += ROW
    return marks, hits, y + 6


def _row(head: int, sums: Sums, y: float, frame: Frame, lefts: list[float], wide: float, *, chosen: bool) -> list[Mark]:
    key = f"head{head}"
    marks = [line(f"{key}.rule", EDGE, y, frame.width - EDGE, y)]
    marks.append(rect(f"{key}.lit", EDGE, y, frame.width - 2 * EDGE, ROW, fill="weight", opacity=0.14, when=key))
    if chosen:
        marks.append(rect(f"{key}.chosen", EDGE - 5, y + 4, 2.5, ROW - 8, r=1, fill="query"))
    name = str(head) if frame.narrow else HEAD.format(head)
    marks.append(text(f"{key}.name", EDGE + 4, y + 18.5, name, size=13, bold=chosen))
    room = wide - NUMERAL
    for part, x in zip(PARTS, lefts, strict=True):
        value = getattr(sums, part)
        style = {"fill": "name-fill"} if part == "second" else {"fill": "weight"}
        long = max(1.0, room * value)
        marks.append(rect(f"{key}.{part}", x, y + 8, long, 12, r=2, **style))
        marks.append(text(f"{key}.{part}.weight", x + long + 5, y + 18.5, weight(value), size=12.5))
    return marks
