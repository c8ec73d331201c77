"""A row for each guess."""

from scene import Frame, Scene
from scene.guess import GuessColumns, draw_guess
from sections.template.compute import GuessesData

COLUMNS = GuessColumns(word=0, bar=100, after=60)


def draw_guesses(data: GuessesData, frame: Frame) -> Scene:
    """Draw the guesses below each other."""
    most = data.guesses[0][1]
    rows = [(0.0, index * COLUMNS.row, frame.width) for index in range(len(data.guesses))]
    marks = [
        mark
        for index, ((word, p), row) in enumerate(zip(data.guesses, rows, strict=True))
        for mark in draw_guess(f"guess{index}", word, p, row, most, COLUMNS)
    ]
    return Scene(frame.width, len(rows) * COLUMNS.row, marks)
