"""All logits as one picture, and the likeliest guesses as a list."""

import numpy as np
from scene import Frame, Hit, Mark, image, rect, text
from scene.formats import signed
from scene.guess import GuessColumns, draw_guess
from scene.metrics import shorten
from sections.network.following import FlowData
from sections.network.words import GUESS_HEADS, guess_label

COLUMNS = GuessColumns(rank=14, word=26, bar=118, after=130)  # what the neuron adds stands behind the bars


def pixels(data: FlowData, cols: int) -> np.ndarray:
    """Lay out the logits in rows of `cols` as depths, (rows, cols) uint8: 0 for the lowest, 255 for the highest."""
    low, high = float(data.logits.min()), float(data.logits.max())
    depth = (data.logits - low) / ((high - low) or 1.0)
    rows = -(-len(depth) // cols)
    laid = np.zeros(rows * cols)
    laid[: len(depth)] = depth**3
    return np.round(255 * laid).astype(np.uint8).reshape(rows, cols)


def columns(frame: Frame) -> int:
    """Give how many logits stand in a row."""
    return 80 if frame.narrow else 100 if frame.width < 860 else 125


def draw_logits(data: FlowData, y: float, frame: Frame) -> tuple[list[Mark], list[Hit], float]:
    """Draw every logit as a small square, the guesses' framed; returns the height too."""
    cols = columns(frame)
    size = frame.width / cols
    rows = -(-len(data.logits) // cols)
    marks = [image("logits", 0, y, frame.width, rows * size, 0, role="weight")]
    for rank, guess in enumerate(data.guesses):
        row, col = divmod(guess.token, cols)
        place = (col * size - 1.5, y + row * size - 1.5, size + 3, size + 3)
        marks.append(rect(f"cell{rank}", *_inside(place, frame.width), stroke="text", line_width=1.5))
    return marks, [], rows * size + 18


def draw_guesses(data: FlowData, y: float, width: float) -> tuple[list[Mark], list[Hit], float]:
    """Draw the guesses with their probabilities, and what the chosen neuron adds to each logit."""
    most = max(guess.probability for guess in data.guesses)
    probability, adds_head = GUESS_HEADS
    look, hits = {"size": 12.5, "fill": "muted"}, []
    marks = [
        text("guesses.head0", COLUMNS.bar, y + 12, probability, **look),
        text("guesses.head1", width - 4, y + 12, adds_head.format(data.chosen), anchor="end", **look),
    ]
    for index, (guess, adds) in enumerate(zip(data.guesses, data.adds, strict=True)):
        top, key = y + 20 + index * COLUMNS.row, f"guess{index}"
        word, area = shorten(guess.word, 17, 84, "serif"), (0.0, top, width)
        marks += draw_guess(key, word, guess.probability, area, most, COLUMNS, rank=index + 1)
        marks.append(text(f"{key}.adds", width - 4, top + 18, signed(adds), size=13.5, anchor="end"))
        label = guess_label(index + 1, guess, data.chosen, adds)
        hits.append(Hit(key, 0, top, width, COLUMNS.row, label))
    return marks, hits, len(data.guesses) * COLUMNS.row + 24


def _inside(place: tuple[float, float, float, float], width: float) -> tuple[float, float, float, float]:
    x, y, w, h = place
    return max(1.0, min(x, width - w - 1)), y, w, h
