"""A training step of each network over the same stories: a square for every token, the guessed ones in color."""

from collections.abc import Collection, Iterator

from scene import Frame, Hit, Mark, Scene, Table, line, rect, text
from scene.formats import count
from scene.metrics import text_width
from sections.network.stepping import StepReading

TALL = 7  # px of a square
LINE = 9  # px of a line of squares
STORY = 4  # px more between two stories
TITLE = 24
GAP = 18
ROOMY = 1.15  # readers’ fonts may be wider than the estimate


def draw_step(reading: StepReading, frame: Frame) -> Scene:
    """Draw every story as lines of squares, once for each network."""
    marks: list[Mark] = []
    hits: list[Hit] = []
    y = 0.0
    for network, n_guesses in (("attention", reading.n_guesses), ("window", len(reading.picked))):
        title = f"{network.capitalize()} network: {count(n_guesses)} guesses"
        marks.append(text(f"{network}.title", 0, y + 14, title, size=14, bold=True))
        y += TITLE
        for story in range(len(reading.guesses)):
            part, hit = _story(reading, network, story, y, frame)
            marks += part
            hits.append(hit)
            y += hit.h + STORY
        y += GAP
    legend, height = _legend(reading, y, frame.width)
    return Scene(frame.width, y + height, [*marks, *legend], hits, _alt(reading), _table(reading))


def _story(reading: StepReading, network: str, story: int, y: float, frame: Frame) -> tuple[list[Mark], Hit]:
    """Draw one story in one network's step: what is guessed, what is only read, and what is neither."""
    n, key, per_line = reading.guesses[story], f"{network}.{story}", 128 if frame.narrow else 256
    guessed = set(range(n)) if network == "attention" else reading.picked_in(story)
    read = set() if network == "attention" else reading.read_in(story) - guessed
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
    said = f"story {story + 1} in a step of the {network} network: {len(guessed)} of {n} tokens guessed"
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


def _legend(reading: StepReading, y: float, width: float) -> tuple[list[Mark], float]:
    """Say what the squares are, in as many lines as it takes; returns the height too."""
    entries = (
        ("query", 1.0, "guessed, with all that is read before it"),
        ("window", 0.6, f"only read, as one of a window’s {reading.n_window} tokens"),
        ("line", 1.0, "left out of this step"),
    )
    marks: list[Mark] = []
    x, top = 0.0, y
    for role, opacity, words in entries:
        wide = 18 + ROOMY * text_width(words, 12.5)
        if x and x + wide > width:
            x, top = 0.0, top + 20
        marks.append(rect(f"legend.{role}", x, top + 1, 12, 12, fill=role, opacity=opacity))
        marks.append(
            text(f"legend.{role}.words", x + 18, top + 11, words, size=12.5, fill="muted", max_width=width - 18)
        )
        x += wide + 20
    return marks, top + 20 - y


def _alt(reading: StepReading) -> str:
    return (
        f"{len(reading.guesses)} stories as rows of squares, one for each token. In the attention network’s step all "
        f"{count(reading.n_guesses)} are guesses; in the window network’s, {len(reading.picked)} scattered ones."
    )


def _table(reading: StepReading) -> Table:
    rows = tuple((story + 1, n, len(reading.picked_in(story))) for story, n in enumerate(reading.guesses))
    columns = ("Story", "Guesses of the attention network", "Guesses of the window network")
    return Table(columns, rows, "What one training step guesses, story by story")
