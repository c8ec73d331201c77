"""The story with the window outlined, and under it the guesses of both networks as bars."""

from scene import Frame, Hit, Scene, line, rect, text
from scene.flow import Piece, flow, pieces_from_spans
from scene.guess import GuessColumns, draw_guess
from scene.marks import Mark
from scene.metrics import shorten, text_width
from scene.story import Look, draw_story
from sections.question.compute import GuessesData
from sections.question.guessing import NetworkGuesses
from sections.question.words import TITLES, hit_words, left_out_words, read_words

EDGE = 6.0  # px kept free at both sides of the story, for outlines
N_FADED = 40  # tokens beyond the reach that are still shown
LONG = 120  # tokens; a longer text is set smaller
COLUMNS = GuessColumns(rank=32, word=42, bar=128, after=54, base=18.5)


def draw_guesses(data: GuessesData, frame: Frame) -> Scene:
    """Draw the story above, the two networks' guesses side by side below it, or one below the other on a phone."""
    marks, height = _story(data, frame)
    gap, room = 48.0, frame.width - 2 * EDGE
    wide = room if frame.narrow else (room - gap) / 2
    most = max(guess.probability for network in data.networks for guess in network.guesses)
    hits: list[Hit] = []
    top = bottom = height + 32
    for number, network in enumerate(data.networks):
        x, y = (EDGE, bottom + 36 * number) if frame.narrow else (EDGE + number * (wide + gap), top)
        panel, found, end = _panel(network, x, y, wide, most)
        marks, hits, bottom = [*marks, *panel], [*hits, *found], max(bottom, end)
    return Scene(frame.width, bottom, marks, hits)


def _story(data: GuessesData, frame: Frame) -> tuple[list[Mark], float]:
    """Draw the story, faded where it is out of reach, and a box where the next word belongs; returns its height too."""
    encoding, first = data.text.encoding, data.text.first
    start = max(0, first - N_FADED)
    spans, words, tokens = encoding.spans[start:], encoding.words[start:], data.tokens[start:]
    pieces = pieces_from_spans(data.text.text, spans, words, tokens)
    end = len(pieces)
    size = 18 if frame.narrow or end > LONG else 20
    laid = flow((*pieces, Piece("?", " ", -1)), frame.width - 2 * EDGE, size=size)
    look = Look(
        reader=end,
        faded=range(first - start),
        names={token - start for token in data.names},
        window=(max(0, end - data.n_window), end - 1) if end else None,
    )
    note = text("left-out", EDGE, 14, left_out_words(start), size=13, fill="muted", italic=True)
    top = 24.0 if start else 0.0
    return [*([note] if start else []), *draw_story(laid, look, x=EDGE, y=top)[0]], top + laid.height


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
        key, row = f"{network.network}.{guess.token}", (x, top, width)
        word = shorten(guess.shown, COLUMNS.size, 80, "serif")
        role = "name" if guess.is_name else "muted"
        marks += draw_guess(key, word, guess.probability, row, most, COLUMNS, rank=guess.rank, role=role)
        choice = {} if guess.written is None else {"text": guess.written}
        hits.append(Hit(key, x, top, width, COLUMNS.row, hit_words(network, guess), choice))
        top, rank = top + COLUMNS.row, guess.rank
    return marks, hits, top


def _reads(network: NetworkGuesses, x: float, y: float) -> list[Mark]:
    """Say what the network reads; the window network's words stand in a dashed frame like that of its tokens."""
    words = read_words(network)
    if network.network == "attention":
        return [text("attention.read", x, y + 20, words, size=13, fill="muted")]
    wide = text_width(words, 13)
    frame = rect("window.frame", x, y + 6, wide + 12, 20, r=5, stroke="window", line_width=1.5, dash=(4, 3))
    return [text("window.read", x + 6, y + 20, words, size=13, fill="muted", width=wide), frame]
