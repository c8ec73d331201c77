"""A training step of each network over the same stories: a square for every token, the guessed ones in color."""

from collections.abc import Collection, Iterator
from functools import partial

from scene import Frame, Hit, Mark, Scene, line, rect, text
from scene.formats import count
from scene.legend import Entry, draw_legend
from sections.network.stepping import StepData
from sections.network.words_step import LEGEND, STORY, TITLE

TALL = 7  # px of a square
LINE = 9  # px of a line of squares
APART = 4  # px more between two stories
TALL_TITLE = 24
GAP = 18
ROOMY = 1.15  # readers’ fonts may be wider than the estimate


def draw_step(data: StepData, frame: Frame) -> Scene:
    """Draw every story as lines of squares, once for each network."""
    marks: list[Mark] = []
    hits: list[Hit] = []
    y = 0.0
    for network, n_guesses in (("attention", data.n_guesses), ("window", len(data.picked))):
        title = TITLE.format(network.capitalize(), count(n_guesses))
        marks.append(text(f"{network}.title", 0, y + 14, title, size=14, bold=True))
        y += TALL_TITLE
        for story in range(len(data.guesses)):
            part, hit = _story(data, network, story, y, frame)
            marks += part
            hits.append(hit)
            y += hit.h + APART
        y += GAP
    legend, bottom = _legend(data, y, frame.width)
    return Scene(frame.width, bottom, [*marks, *legend], hits)


def _story(data: StepData, network: str, story: int, y: float, frame: Frame) -> tuple[list[Mark], Hit]:
    """Draw one story in one network's step: what is guessed, what is only read, and what is neither."""
    n, key, per_line = data.guesses[story], f"{network}.{story}", 128 if frame.narrow else 256
    guessed = set(range(n)) if network == "attention" else data.picked_in(story)
    read = set() if network == "attention" else data.read_in(story) - guessed
    size = frame.width / per_line
    marks: list[Mark] = []
    for name, tokens, style in (
        ("rest", set(range(n)) - guessed - read, {"stroke": "line"}),
        ("read", read, {"stroke": "window", "opacity": 0.6}),
        ("guessed", guessed, {"stroke": "query"}),
    ):
        for first, last in _runs(tokens, per_line):
            row, col = divmod(first, per_line)
            x, middle = col * size, y + row * LINE + TALL / 2
            end = x + (last - first + 0.8) * size
            look = {"line_width": TALL, "dash": (size * 0.8, size * 0.2), **style}
            marks.append(line(f"{key}.{name}{first}", x, middle, end, middle, **look))
    said = STORY.format(story + 1, network, len(guessed), n)
    return marks, Hit(key, 0, y, frame.width, -(-n // per_line) * LINE, said)


def _runs(tokens: Collection[int], per_line: int) -> Iterator[tuple[int, int]]:
    """First and last of each run of neighbors that stand in one line."""
    first = last = None
    for token in sorted(tokens):
        if first is not None and last is not None and (token > last + 1 or token % per_line == 0):
            yield first, last
            first = None
        first, last = token if first is None else first, token
    if first is not None and last is not None:
        yield first, last


def _legend(data: StepData, y: float, width: float) -> tuple[list[Mark], float]:
    """Say what the squares are, in as many lines as it takes; returns where it ends."""
    entries = [
        Entry(f"legend.{role}.words", words.format(data.n_window), partial(_square, role))
        for role, words in LEGEND.items()
    ]
    marks, last = draw_legend(
        entries, 0.0, y + 11, right=width, sample=18.0, row=20.0, roomy=ROOMY, max_width=width - 18
    )
    return marks, last + 9


def _square(role: str, x: float, y: float) -> list[Mark]:
    return [rect(f"legend.{role}", x, y - 10, 12, 12, fill=role, opacity=0.6 if role == "window" else 1.0)]
