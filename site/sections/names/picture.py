"""The story with its new name; below it, a row for each place where the name comes back."""

from scene import Frame, Hit, Scene, line, text
from scene.flow import Flow, flow, pieces_from_spans
from scene.marks import REST, Mark
from scene.metrics import shorten, text_width
from scene.story import Look, box_around, draw_story, draw_window
from sections.names.compute import Place, SwapData
from sections.names.picture_known import draw_known
from sections.names.picture_rows import EDGE, draw_rows
from sections.names.words import place_label, why_not

__all__ = ["draw_known", "draw_swap"]

HEAD = 44.0  # px for the line above the story


def draw_swap(swap: SwapData, frame: Frame) -> Scene:
    """Draw the story above, and below it both networks' probabilities at each place, before and after."""
    pieces = pieces_from_spans(swap.text, swap.encoding.spans, swap.encoding.words, swap.encoding.tokens)
    laid = flow(pieces, frame.width - 2 * EDGE, size=17 if frame.narrow else 18, row=1.95)
    look = Look(names=swap.names, faded=range(swap.n_ctx - 1, len(pieces)))
    marks = [*_head(swap, frame), *draw_story(laid, look, x=EDGE, y=HEAD)[0]]
    hits: list[Hit] = []
    for number, place in enumerate(swap.places):
        marks += [_tag(laid, place, number), *_windows(swap, laid, place, number, chosen=number == swap.chosen)]
        hits.append(_hit(swap, laid, place, number))
    rows, more, bottom = draw_rows(swap, frame, HEAD + laid.height + 22)
    return Scene(frame.width, bottom, [*marks, *rows], [*hits, *more])


def _head(swap: SwapData, frame: Frame) -> list[Mark]:
    """Strike out the old name and write the new one beside it; or say why it stays."""
    room, size = frame.width - 2 * EDGE, 20
    if not swap.swapped:
        return [text("head", EDGE, 20, shorten(why_not(swap), 14, room), size=14, fill="muted", italic=True)]
    old = shorten(swap.old, size, room / 3, "serif")
    wide = text_width(old, size, "serif")
    new = shorten(swap.name, size, room - wide - 44, "serif", bold=True)
    return [
        text("head.old", EDGE, 22, old, size=size, font="serif", fill="muted", width=wide),
        line("head.strike", EDGE - 2, 16, EDGE + wide + 2, 16, stroke="muted", line_width=1.5),
        text("head.arrow", EDGE + wide + 12, 21, "→", size=17, fill="muted"),
        text("head.new", EDGE + wide + 38, 22, new, size=size, font="serif", fill="name", bold=True),
    ]


def _tag(laid: Flow, place: Place, number: int) -> Mark:
    """Number a place above its name, as its row is numbered."""
    x, y, width, _ = box_around(laid.of(place.token), laid)
    middle = EDGE + x + width / 2
    return text(f"tag{number}", middle, HEAD + y - 2, str(number + 1), size=12, bold=True, fill="name", anchor="middle")


def _windows(swap: SwapData, laid: Flow, place: Place, number: int, *, chosen: bool) -> list[Mark]:
    """Outline what the window network sees before a place: while it is pointed at, or at rest if it is chosen."""
    whens = [f"t{place.token}", f"row{number}", *([REST] if chosen else [])]
    first = max(0, place.token - swap.n_window)
    return [
        mark
        for when in whens
        for mark in draw_window(laid, first, place.token - 1, key=f"window.{number}.{when}", x=EDGE, y=HEAD, when=when)
    ]


def _hit(swap: SwapData, laid: Flow, place: Place, number: int) -> Hit:
    boxes = [laid.of(token) for token in range(place.token, place.token + len(swap.pieces))]
    boxes = [box for box in boxes if box.row == boxes[0].row]
    left, right = min(box.x for box in boxes), max(box.x + box.w for box in boxes)
    top = HEAD + boxes[0].y - laid.size * 0.92 - 6
    wide = max(28.0, right - left)
    area = (EDGE + left, top, wide, laid.row_height)
    return Hit(f"t{place.token}", *area, place_label(swap, place, number), {"place": number})
