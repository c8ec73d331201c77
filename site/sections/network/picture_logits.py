"""All logits as one picture, and the likeliest guesses as a list."""

import numpy as np
from scene import Frame, Hit, Mark, image, rect, text
from scene.formats import number, probability, signed
from scene.metrics import shorten
from scene.spoken import spoken
from sections.network.following import FlowReading, Guess

ROW = 27  # px a guess
BAR = 118  # px where bars start
ADDS = 74  # px at the right for what the neuron adds


def pixels(reading: FlowReading, cols: int) -> np.ndarray:
    """Lay out the logits in rows of `cols` as depths, (rows, cols) uint8: 0 for the lowest, 255 for the highest."""
    low, high = float(reading.logits.min()), float(reading.logits.max())
    depth = (reading.logits - low) / ((high - low) or 1.0)
    rows = -(-len(depth) // cols)
    laid = np.zeros(rows * cols)
    laid[: len(depth)] = depth**3
    return np.round(255 * laid).astype(np.uint8).reshape(rows, cols)


def columns(frame: Frame) -> int:
    """Give how many logits stand in a row."""
    return 80 if frame.narrow else 100 if frame.width < 860 else 125


def draw_logits(reading: FlowReading, y: float, frame: Frame) -> tuple[list[Mark], list[Hit], float]:
    """Draw every logit as a small square, the guesses' framed; returns the height too."""
    cols = columns(frame)
    size = frame.width / cols
    rows = -(-len(reading.logits) // cols)
    marks = [image("logits", 0, y, frame.width, rows * size, 0, role="weight")]
    for rank, guess in enumerate(reading.guesses):
        row, col = divmod(guess.token, cols)
        place = (col * size - 1.5, y + row * size - 1.5, size + 3, size + 3)
        marks.append(rect(f"cell{rank}", *_inside(place, frame.width), stroke="text", line_width=1.5))
    return marks, [], rows * size + 18


def draw_guesses(reading: FlowReading, y: float, width: float) -> tuple[list[Mark], list[Hit], float]:
    """Draw the guesses with their probabilities, and what the chosen neuron adds to each logit."""
    most = max(guess.probability for guess in reading.guesses)
    heads = ((BAR, "start", "probability"), (width - 4, "end", f"neuron {reading.chosen} adds"))
    marks = [
        text(f"guesses.head{index}", x, y + 12, words, size=12.5, fill="muted", anchor=anchor)
        for index, (x, anchor, words) in enumerate(heads)
    ]
    y += 20
    hits: list[Hit] = []
    for rank, (guess, adds) in enumerate(zip(reading.guesses, reading.adds, strict=True)):
        top, key = y + rank * ROW, f"guess{rank}"
        marks += _guess(key, rank + 1, guess, top, width, most)
        marks.append(text(f"{key}.adds", width - 4, top + 18, signed(adds), size=13.5, anchor="end"))
        words = f"guess {rank + 1}: {spoken(guess.word)}, {probability(guess.probability)}, logit {number(guess.logit)}"
        hits.append(Hit(key, 0, top, width, ROW, f"{words}; neuron {reading.chosen} adds {signed(adds)}"))
    return marks, hits, len(reading.guesses) * ROW + 24


def _guess(key: str, rank: int, guess: Guess, top: float, width: float, most: float) -> list[Mark]:
    room = max(20.0, width - BAR - ADDS - 56)
    long = max(1.5, room * guess.probability / most)
    word = shorten(guess.word, 17, 84, "serif")
    return [
        text(f"{key}.rank", 14, top + 18, str(rank), size=12.5, fill="muted", anchor="end"),
        text(key, 26, top + 18, word, size=17, font="serif"),
        rect(f"{key}.bar", BAR, top + 6, long, ROW - 12, r=2, fill="muted", opacity=0.45),
        text(f"{key}.p", BAR + long + 7, top + 18, probability(guess.probability), size=13.5),
    ]


def _inside(place: tuple[float, float, float, float], width: float) -> tuple[float, float, float, float]:
    x, y, w, h = place
    return max(1.0, min(x, width - w - 1)), y, w, h
