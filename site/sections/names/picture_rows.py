"""A row for each place where the name comes back: what led up to it, and the bars of both networks."""

from functools import partial

from scene import Frame, Hit, line, rect, text
from scene.formats import probability
from scene.legend import SIZE, Entry, draw_legend
from scene.marks import Mark
from scene.metrics import shorten, text_width
from scene.quotes import curled
from scene.scales import Linear
from sections.names.compute import Guess, Place, SwapData
from sections.names.words import legend, place_label
from sections.names.words_known import NETWORKS

EDGE = 6.0  # px kept free at both sides, for outlines
ROW, WORDS = 40.0, 22.0  # px of a row of bars, and of the words above it on a phone
NUMBER, LED_UP, NUMERALS = 22.0, 190.0, 52.0  # px for a row's number, for what led up to it, for a bar's number
GAP = 28.0
N_TOKENS = 10  # at most so many, where there is room, of what led up to a place


def draw_rows(swap: SwapData, frame: Frame, top: float) -> tuple[list[Mark], list[Hit], float]:
    """Draw legend, heads and rows from `top` on; returns marks, hits and where they end."""
    if not swap.places:
        return [], [], top
    left = EDGE + NUMBER + (0 if frame.narrow else LED_UP)
    wide = (frame.width - EDGE - left - GAP) / 2
    columns = {network: left + i * (wide + GAP) for i, network in enumerate(NETWORKS)}
    most = max(max(g.now, g.before, g.old) for place in swap.places for g in place.guesses.values())
    scale = Linear((0, most or 1), (0, wide - NUMERALS))
    marks, y = _legend(swap, frame, top)
    for network, x in columns.items():
        marks.append(text(f"{network}.title", x, y + 14, NETWORKS[network], size=14, bold=True, max_width=wide))
    y += 26
    hits: list[Hit] = []
    for number, place in enumerate(swap.places):
        height = ROW + (WORDS if frame.narrow else 0)
        row = (EDGE, y, frame.width - 2 * EDGE, height)
        marks += _row(swap, place, number, row, frame, columns, scale)
        hits.append(Hit(f"row{number}", *row, place_label(swap, place, number), {"place": number}))
        y += height
    return marks, hits, y + 4


def _legend(swap: SwapData, frame: Frame, y: float) -> tuple[list[Mark], float]:
    """Say what the bars are; returns where the legend ends, too."""
    old, name = (shorten(word, SIZE, 110) for word in (swap.old, swap.name))
    entries = [
        Entry(f"legend.{kind}.words", words, partial(_sample, kind))
        for kind, words in legend(old, name, swapped=swap.swapped).items()
    ]
    marks, base = draw_legend(entries, EDGE, y + 11, right=frame.width - 19, sample=25, gap=19)
    return marks, base + 17


def _sample(kind: str, x: float, y: float) -> list[Mark]:
    """Draw a row's mark in small before words with the baseline y."""
    if kind == "old":
        return [line("legend.old", x + 8, y - 11, x + 8, y + 3, stroke="text", line_width=2)]
    if kind == "now":
        return [rect("legend.now", x, y - 9, 18, 10, r=2, fill="name-fill")]
    return [rect("legend.before", x, y - 6, 18, 6, r=2, stroke="muted")]


def _row(
    swap: SwapData, place: Place, number: int, row: tuple[float, float, float, float], frame: Frame,
    columns: dict[str, float], scale: Linear,
) -> list[Mark]:  # fmt: skip
    x, y, width, height = row
    key = f"row{number}"
    marks = [line(f"{key}.rule", x, y, x + width, y)]
    for when in (f"t{place.token}", key):  # its row is lit while a place is pointed at, here or in the story
        marks.append(rect(f"{key}.lit.{when}", x, y, width, height, fill="weight", opacity=0.14, when=when))
    base = y + (18 if frame.narrow else 24)
    marks.append(text(f"{key}.number", x + 4, base, str(number + 1), size=13, bold=True, fill="name"))
    marks += _led_up(swap, place, key, x + NUMBER, base, (width if frame.narrow else LED_UP + NUMBER) - NUMBER - 10)
    if number == swap.chosen:
        marks.append(rect(f"{key}.chosen", x - 4, y + 4, 2.5, height - 8, r=1, fill="name-fill"))
    top = y + (WORDS if frame.narrow else 0) + 8
    for network, left in columns.items():
        marks += _bars(f"{key}.{network}", place.guesses[network], left, top, scale, swapped=swap.swapped)
    return marks


def _led_up(swap: SwapData, place: Place, key: str, x: float, y: float, room: float) -> list[Mark]:
    """Write the few words that led up to a place, and an empty line where the name belongs."""
    starts = [start for start, _ in swap.encoding.spans[: place.token + 1]]
    words = ""
    for start in reversed(starts[-1 - N_TOKENS : -1]):
        if swap.text[max(0, start - 1) : start].strip():
            continue  # a piece that goes on with a word, or a mark that closes one
        longer = ("… " if start else "") + curled(" ".join(swap.text[start : starts[-1]].split()))
        if text_width(longer, 15, "serif") > room - 40:
            break
        words = longer
    wide = text_width(words, 15, "serif")
    return [
        text(f"{key}.words", x, y, words or "…", size=15, font="serif", width=wide or None),
        line(f"{key}.blank", x + wide + 6, y + 2, x + wide + 34, y + 2, stroke="name", line_width=2),
    ]


def _bars(key: str, guess: Guess, x: float, y: float, scale: Linear, *, swapped: bool) -> list[Mark]:
    """Draw a full bar for the name now, a hollow one for it before, and a stroke at what the old name had."""
    now, old = max(1.5, scale(guess.now)), scale(guess.old)
    numeral = now + 6 if old < now or old > now + NUMERALS else old + 6  # beside the stroke, never across it
    marks = [
        rect(f"{key}.now", x, y, now, 11, r=2, fill="name-fill"),
        text(f"{key}.p", x + numeral, y + 10, probability(guess.now), size=13, fill="name"),
    ]
    if not swapped:
        return marks
    before = max(1.5, scale(guess.before))
    return [
        *marks,
        rect(f"{key}.before", x, y + 16, before, 6, r=2, stroke="muted"),
        text(f"{key}.was", x + before + 6, y + 23.5, probability(guess.before), size=11.5, fill="muted"),
        line(f"{key}.old", x + old, y - 3, x + old, y + 14, stroke="text", line_width=2),
    ]
