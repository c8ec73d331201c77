"""Story text flowing inside a width: words in reading order, set as they were typed, with curled quotes.

The places are estimates made without a browser; each box is then drawn to exactly its width, so boxes and
letters agree in any font.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scene.marks import Font, printable
from scene.metrics import clusters, direction, text_width
from scene.quotes import curled

SPACE = 0.34  # of the font size; a little more than a typed space, so that shaded neighbors stay apart
JOIN = 0.22  # room for the fine mark between two pieces of one word
BASELINE = 0.66  # of the row's height
BOUNDARY_SIGN = "¶"
LONGEST = 400  # letters of one piece that are drawn; the rest becomes "…"


@dataclass(frozen=True)
class Piece:
    """One token as shown: its text as typed, the gap before it ("", " " or "\\n"), the word it belongs to."""

    text: str
    gap: str
    word: int


@dataclass(frozen=True)
class Box:
    """Where a piece, or a part of one that had to be broken, stands (px).

    piece: its number; part: 0, 1, ... along a broken piece; y: the baseline; row: the line of text;
    joined: whether it goes on with the word just before it on the same row.
    """

    piece: int
    part: int
    text: str
    x: float
    y: float
    w: float
    row: int
    joined: bool = False

    @property
    def key(self) -> str:
        """Name the box within the story: "3", or "3:1" for the second part of a broken piece."""
        return f"{self.piece}:{self.part}" if self.part else str(self.piece)


@dataclass(frozen=True)
class Flow:
    """Laid-out text: its boxes in reading order and its size in px."""

    boxes: tuple[Box, ...]
    width: float
    height: float
    size: float
    row_height: float
    font: Font = "serif"

    def of(self, piece: int) -> Box:
        """Return the first box of a piece; IndexError if there is none."""
        return self.boxes_of(piece)[0]

    def boxes_of(self, piece: int) -> tuple[Box, ...]:
        """Return every box of a piece, in reading order."""
        return tuple(box for box in self.boxes if box.piece == piece)


def pieces_from_spans(
    typed: str, spans: Sequence[tuple[int, int]], words: Sequence[int], tokens: Sequence[str] = ()
) -> tuple[Piece, ...]:
    """Cut typed text at the spans of its tokens, keeping capitals, spaces and line breaks.

    spans: (start, end) in `typed`; words: the word that each token belongs to, same length. tokens: shown where two
    tokens share one typed character, as "½" gives 1, ⁄ and 2.
    """
    pieces: list[Piece] = []
    end = 0
    for index, ((start, stop), word) in enumerate(zip(spans, words, strict=True)):
        shared = tokens and (start, stop) in (*spans[max(0, index - 1) : index], *spans[index + 1 : index + 2])
        text = tokens[index].removeprefix("##") if shared else typed[start:stop]
        pieces.append(Piece(text, _gap(typed[end:start]), word))
        end = max(end, stop)
    return tuple(pieces)


def after_boundary(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Put the boundary's sign before at least one piece, so that piece i is what position i reads."""
    first, *more = pieces
    return (Piece(BOUNDARY_SIGN, "", -1), Piece(first.text, " ", first.word), *more)


def flow(pieces: Sequence[Piece], width: float, *, size: float = 18, row: float = 1.8, font: Font = "serif") -> Flow:
    """Lay pieces out in rows at most `width` px wide. size: font size in px; row: row height in font sizes.

    What stands together stays together unless it is wider than a row; then it breaks between pieces, and a wider
    piece between letters. Text that begins right-to-left runs from the right edge.
    """
    rows: list[list[_Bit]] = [[]]
    used = 0.0
    for unit in _units(pieces, size, font):
        for bits in _broken(unit, width, size, font) if _length(unit) > width else [unit]:
            first = bits[0]
            space = SPACE * size if first.gap == " " else first.space
            if rows[-1] and (first.gap == "\n" or used + space + _length(bits) > width + 1e-6):
                rows.append([])
                used = 0.0
            space = space if rows[-1] else 0.0
            rows[-1] += [replace(first, space=space), *bits[1:]]
            used += space + _length(bits)
    boxes = tuple(_ordered(list(_boxes(rows, size * row)), width))
    height = len(rows) * size * row if boxes else 0.0
    return Flow(boxes, width, height, size, size * row, font)


@dataclass(frozen=True)
class _Bit:
    piece: int
    part: int
    text: str
    w: float
    gap: str
    space: float  # px before it
    joined: bool


def _gap(between: str) -> str:
    if "\n" in between or "\r" in between:
        return "\n"
    return " " if any(character.isspace() for character in between) else ""


def _units(pieces: Sequence[Piece], size: float, font: Font) -> Iterator[list[_Bit]]:
    """Group the pieces that no gap parts."""
    unit: list[_Bit] = []
    for index, piece in enumerate(pieces):
        if unit and piece.gap:
            yield unit
            unit = []
        joined = bool(unit) and piece.word == pieces[index - 1].word
        text = _shown(curled(piece.text, unit[-1].text[-1:] if unit else " "))
        width = max(text_width(text, size, font), size * 0.25)
        unit.append(_Bit(index, 0, text, width, piece.gap, JOIN * size if joined else 0.0, joined))
    if unit:
        yield unit


def _shown(text: str) -> str:
    letters = clusters(printable(text))
    return "".join(letters) if len(letters) <= LONGEST else "".join(letters[:LONGEST]) + "…"


def _broken(unit: Iterable[_Bit], width: float, size: float, font: Font) -> Iterator[list[_Bit]]:
    for bit in unit:
        if bit.w <= width:
            yield [bit]
            continue
        for part, text in enumerate(_chunks(bit.text, width, size, font)):
            later = {"part": part, "gap": "", "space": 0.0, "joined": False} if part else {}
            yield [replace(bit, text=text, w=min(width, text_width(text, size, font)), **later)]


def _chunks(text: str, width: float, size: float, font: Font) -> Iterator[str]:
    chunk, used = "", 0.0
    for cluster in clusters(text):
        step = text_width(cluster, size, font)
        if chunk and used + step > width:
            yield chunk
            chunk, used = "", 0.0
        chunk, used = chunk + cluster, used + step
    if chunk:
        yield chunk


def _length(bits: Sequence[_Bit]) -> float:
    return sum(bit.w for bit in bits) + sum(bit.space for bit in bits[1:])


def _boxes(rows: Sequence[Sequence[_Bit]], row_height: float) -> Iterator[Box]:
    for number, bits in enumerate(rows):
        places = itertools.accumulate((bit.space + bit.w for bit in bits), initial=0.0)
        for first, (start, bit) in enumerate(zip(places, bits, strict=False)):
            y = (number + BASELINE) * row_height
            yield Box(bit.piece, bit.part, bit.text, start + bit.space, y, bit.w, number, bit.joined and first > 0)


def _ordered(boxes: Sequence[Box], width: float) -> Iterator[Box]:
    """Set a text by its first letter's direction, and runs of the other one by theirs (Unicode Annex 9, N1 and L2)."""
    directions = [direction(box.text) for box in boxes]
    base = next(filter(None, directions), "L")
    boxes = [_mirrored(box, 0, width) if base == "R" else box for box in boxes]
    other = [found != base for found in _settled(directions, base)]
    numbered = zip(boxes, other, strict=True)
    for (_, is_other), pairs in itertools.groupby(numbered, key=lambda pair: (pair[0].row, pair[1])):
        run = [box for box, _ in pairs]
        left, right = min(box.x for box in run), max(box.x + box.w for box in run)
        yield from (_mirrored(box, left, right) for box in run) if is_other else run


def _settled(directions: Sequence[str], base: str) -> list[str]:
    """Give what has no direction that of its neighbors where both sides agree, else the text's."""
    before = itertools.accumulate(directions, _latest)
    after = reversed(list(itertools.accumulate(reversed(directions), _latest)))
    return [last if last and last == following else base for last, following in zip(before, after, strict=True)]


def _latest(last: str, found: str) -> str:
    return found or last


def _mirrored(box: Box, left: float, right: float) -> Box:
    return replace(box, x=left + right - box.x - box.w)
