"""The story with the window outlined, and under it the guesses of both networks as bars."""

from collections.abc import Sequence

from scene import Frame, Hit, Scene, Table, line, rect, text
from scene.flow import Piece, flow, pieces_from_spans
from scene.formats import probability
from scene.marks import Mark
from scene.metrics import shorten, text_width
from scene.spoken import spoken
from scene.story import Look, draw_story
from sections.question.compute import GuessesReading
from sections.question.guessing import Guess, NetworkGuesses

EDGE = 6.0  # px kept free at both sides of the story, for outlines
N_FADED = 40  # tokens beyond the reach that are still shown
LONG = 120  # tokens; a longer text is set smaller
ROW = 27.0  # px of one guess
RANK, BAR = 32.0, 128.0  # px from the left: where ranks end, where bars begin
TITLES = {"attention": "Attention network", "window": "Window network"}


def draw_guesses(reading: GuessesReading, frame: Frame) -> Scene:
    """Draw the story above, the two networks' guesses side by side below it, or one below the other on a phone."""
    marks, height = _story(reading, frame)
    gap, room = 48.0, frame.width - 2 * EDGE
    wide = room if frame.narrow else (room - gap) / 2
    most = max(guess.probability for network in reading.networks for guess in network.guesses)
    hits: list[Hit] = []
    top = bottom = height + 32
    for number, network in enumerate(reading.networks):
        x, y = (EDGE, bottom + 36 * number) if frame.narrow else (EDGE + number * (wide + gap), top)
        panel, found, end = _panel(network, x, y, wide, most)
        marks, hits, bottom = [*marks, *panel], [*hits, *found], max(bottom, end)
    return Scene(frame.width, bottom, marks, hits, _alt(reading), _table(reading))


def _story(reading: GuessesReading, frame: Frame) -> tuple[list[Mark], float]:
    """Draw the story, faded where it is out of reach, and a box where the next word belongs; returns its height too."""
    encoding, first = reading.text.encoding, reading.text.first
    start = max(0, first - N_FADED)
    spans, words, tokens = encoding.spans[start:], encoding.words[start:], reading.tokens[start:]
    pieces = pieces_from_spans(reading.text.text, spans, words, tokens)
    end = len(pieces)
    size = 18 if frame.narrow or end > LONG else 20
    laid = flow((*pieces, Piece("?", " ", -1)), frame.width - 2 * EDGE, size=size)
    look = Look(
        reader=end,
        faded=range(first - start),
        names={token - start for token in reading.names},
        window=(max(0, end - reading.n_window), end - 1) if end else None,
    )
    left_out = f"{start:,} earlier tokens are not shown" if start else ""
    note = [text("left-out", EDGE, 14, left_out, size=13, fill="muted", italic=True)] if start else []
    top = 24.0 if start else 0.0
    return [*note, *draw_story(laid, look, x=EDGE, y=top)[0]], top + laid.height


def _panel(
    network: NetworkGuesses, x: float, y: float, width: float, most: float
) -> tuple[list[Mark], list[Hit], float]:
    """Draw one network's guesses below its name; returns where they end, too."""
    marks = [
        text(f"{network.network}.title", x, y, TITLES[network.network], size=15, bold=True),
        *_reads(network, x, y),
    ]
    hits: list[Hit] = []
    top, rank = y + 34, 0
    for guess in network.guesses:
        if guess.rank > rank + 1:
            marks.append(line(f"{network.network}.gap", x, top + 4, x + width, top + 4))
            top += 8
        marks += _row(f"{network.network}.{guess.token}", guess, x, top, width, most)
        hits.append(_hit(network, guess, x, top, width))
        top, rank = top + ROW, guess.rank
    return marks, hits, top


def _reads(network: NetworkGuesses, x: float, y: float) -> list[Mark]:
    """Say what the network reads; the window network's words stand in a dashed frame like that of its tokens."""
    words = _read(network)
    if network.network == "attention":
        return [text("attention.read", x, y + 20, words, size=13, fill="muted")]
    wide = text_width(words, 13)
    frame = rect("window.frame", x, y + 6, wide + 12, 20, r=5, stroke="window", line_width=1.5, dash=(4, 3))
    return [text("window.read", x + 6, y + 20, words, size=13, fill="muted", width=wide), frame]


def _read(network: NetworkGuesses) -> str:
    if network.n_read < 2:
        return "reads the one token" if network.n_read else "has nothing to read yet"
    return f"reads {'the last' if network.n_read < network.n_tokens else 'all'} {network.n_read} tokens"


def _row(key: str, guess: Guess, x: float, y: float, width: float, most: float) -> Sequence[Mark]:
    """Draw rank, word, bar and number of one guess."""
    base, bar = y + 18.5, x + BAR
    room = width - BAR - 54
    long = max(1.5, room * guess.probability / most)
    word = shorten(guess.shown, 17, 80, "serif")
    return (
        text(f"{key}.rank", x + RANK, base, f"{guess.rank:,}", size=12.5, fill="muted", anchor="end"),
        text(key, x + RANK + 10, base, word, size=17, font="serif", fill=_role(guess), bold=guess.is_name),
        rect(f"{key}.bar", bar, y + 6, long, ROW - 12, r=2, **_fill(guess)),
        text(f"{key}.p", bar + long + 7, base, probability(guess.probability), size=13.5, fill=_role(guess)),
    )


def _fill(guess: Guess) -> dict[str, object]:
    return {"fill": "name-fill"} if guess.is_name else {"fill": "muted", "opacity": 0.45}


def _role(guess: Guess) -> str:
    return "name" if guess.is_name else "text"


def _hit(network: NetworkGuesses, guess: Guess, x: float, y: float, width: float) -> Hit:
    label = f"{TITLES[network.network]}, guess {guess.rank:,}: {spoken(guess.shown)}, {probability(guess.probability)}"
    choice = {} if guess.written is None else {"text": guess.written}
    return Hit(f"{network.network}.{guess.token}", x, y, width, ROW, label, choice)


def _alt(reading: GuessesReading) -> str:
    lists = [
        f"{TITLES[network.network]}: "
        + ", ".join(f"{spoken(guess.shown)} {probability(guess.probability)}" for guess in network.guesses)
        for network in reading.networks
    ]
    return "A story and both networks’ guesses for its next word. " + ". ".join(lists) + "."


def _table(reading: GuessesReading) -> Table:
    rows = tuple(
        (TITLES[network.network], guess.rank, guess.shown, guess.probability)
        for network in reading.networks
        for guess in network.guesses
    )
    return Table(("Network", "Rank", "Next token", "Probability"), rows, "The guesses of both networks")
