"""A guess for the next token as one row of a list: its rank, its word, its probability as a bar and as a number."""

from dataclasses import dataclass
from typing import Literal

from scene.formats import count, probability
from scene.marks import Mark, rect, text


@dataclass(frozen=True)
class GuessColumns:
    """Where the parts of a list's rows stand (px), and their font sizes.

    rank: the ranks' right end. word, bar: left ends. after: room for the number behind the longest bar, and for
    whatever follows it. gap: between bar and number. row: a row's height. base: from its top to the baseline.
    """

    word: float
    bar: float
    after: float
    rank: float = 0.0
    gap: float = 7.0
    row: float = 27.0
    base: float = 18.0
    size: float = 17.0
    number_size: float = 13.5


def draw_guess(
    key: str,
    word: str,
    p: float,
    area: tuple[float, float, float],
    most: float,
    columns: GuessColumns,
    *,
    rank: int | None = None,
    role: Literal["muted", "text", "name"] = "muted",
) -> list[Mark]:
    """Draw one guess in area (x, y, width), its word as it is given.

    p: its probability, 0 to 1. most: the probability whose bar is longest. rank: from 1; None draws none. role: "muted"
    for any guess; "text" and "name" stress one, with a bold word, and a name's color.
    """
    x, y, width = area
    base, bar = y + columns.base, x + columns.bar
    long = max(1.5, max(20.0, width - columns.bar - columns.after) * p / most)
    fill = "name" if role == "name" else "text"
    look = {"muted": {"fill": "muted", "opacity": 0.45}, "text": {"fill": "text"}, "name": {"fill": "name-fill"}}[role]
    ranked = text(f"{key}.rank", x + columns.rank, base, count(rank or 0), size=12.5, fill="muted", anchor="end")
    return [
        *([ranked] if rank else []),
        text(key, x + columns.word, base, word, size=columns.size, font="serif", fill=fill, bold=role != "muted"),
        rect(f"{key}.bar", bar, y + 6, long, columns.row - 12, r=2, **look),
        text(f"{key}.p", bar + long + columns.gap, base, probability(p), size=columns.number_size, fill=fill),
    ]
