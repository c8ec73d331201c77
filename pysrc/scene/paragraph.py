"""Sentences inside a picture: broken into lines by estimated widths."""

from collections.abc import Sequence

from scene.marks import Mark, text
from scene.metrics import text_width


def break_lines(sentence: str, size: float, width: float) -> tuple[str, ...]:
    """Break a sentence at its spaces into lines at most `width` px wide; a longer word has a line of its own."""
    lines: list[str] = []
    used = 0.0
    for word in sentence.split():
        more = text_width(f" {word}", size)
        if lines and used + more <= width:
            lines[-1] += f" {word}"
            used += more
        else:
            lines.append(word)
            used = text_width(word, size)
    return tuple(lines)


def draw_lines(
    key: str, lines: Sequence[str], x: float, y: float, *, size: float, row: float = 1.35, **style: object
) -> list[Mark]:
    """Draw lines one below the other, the first one's baseline at (x, y), each as wide as estimated in any font.

    row: height of a line in font sizes. Keys are f"{key}.{line}". Style as for a text.
    """
    return [
        text(f"{key}.{number}", x, y + number * row * size, line, size=size, width=text_width(line, size), **style)
        for number, line in enumerate(lines)
    ]
