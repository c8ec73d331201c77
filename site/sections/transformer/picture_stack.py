"""Blocks on top of each other, and a GPT."""

from scene import Mark, rect, text
from sections.transformer import words
from sections.transformer.compute import WORDS
from sections.transformer.drawing import Area, box, corner, label_in, plus
from sections.transformer.models import GPT_2_SMALL
from sections.transformer.places import ABOVE_WORDS, GUESS, Places

N_STACK = 4
TOP, BOTTOM = 78.0, 440.0  # of the stack by itself
EMBED = (420.0, 26.0)  # top and height of what stands below a GPT's blocks
FINAL = (92.0, 18.0)  # its last layer norm
LOGITS = (58.0, 24.0)
OPEN = 118.0  # px of a GPT's lowest block, of which the parts are drawn
HALF, NORM = 20.0, 15.0  # px of a half of it, and of the layer norm below


def draw_stack(at: Places, stage: str) -> list[Mark]:
    """Draw the stages "stack" and "gpt"."""
    left, width = at.left + at.width * 0.12, at.width * 0.76
    middle = left + width / 2
    gpt = stage == "gpt"
    top, bottom = (FINAL[0] + FINAL[1] + 10, EMBED[0] - 10) if gpt else (TOP, BOTTOM)
    enters = EMBED[0] + EMBED[1] if gpt else bottom
    ends = ((left + (index + 0.5) * width / len(WORDS), enters) for index in range(len(WORDS)))
    marks = [corner(f"key{i}", [(at.word(i), ABOVE_WORDS), end], opacity=0.6) for i, end in enumerate(ends)]
    upward = [(middle, enters), *[(middle, GUESS[0] + GUESS[1])] * 3]
    marks.append(corner("stream", upward, stroke="query", line_width=3))
    if gpt:
        marks += _around(left, width)
        thin = (bottom - OPEN - top) / (GPT_2_SMALL.n_layer - 1)
        marks += _open((left, bottom - OPEN + 2, width, OPEN - 4))
        for block in range(1, GPT_2_SMALL.n_layer):
            marks += _thin(block, (left, bottom - OPEN - block * thin + 1.5, width, thin - 3))
        return marks
    step = (bottom - top) / N_STACK
    for block in range(N_STACK):
        marks += _block(block, (left, bottom - (block + 1) * step + 8, width, step - 16))
    return marks


def _block(block: int, area: Area) -> list[Mark]:
    """A block with its two halves; the lowest one's are those of the stage before."""
    x, y, w, h = area
    heads, mlp = ("heads", "hidden") if block == 0 else (f"heads{block}", f"mlp{block}")
    part = (h - 14) / 2
    frame = rect(f"block{block}", x, y, w, h, r=8, stroke="text", line_width=1.5, dash=(6, 4), fill="paper")
    return [
        frame,
        *box(mlp, (x + 34, y + 5, w - 40, part), words.MLP, fill="panel", line_width=1, size=12),
        *box(heads, (x + 34, y + 9 + part, w - 40, part), words.HEADS_LABEL, fill="panel", line_width=1, size=12),
        *label_in(f"block{block}.label", (x, y, 34, h), str(block + 1)),
    ]


def _thin(block: int, area: Area) -> list[Mark]:
    """One of many blocks, with nothing but its number."""
    x, y, w, h = area
    frame = rect(f"block{block}", x, y, w, h, r=4, stroke="text", line_width=1.25, fill="panel")
    return [frame, *label_in(f"block{block}.label", area, words.BLOCK.format(block + 1), size=11)]


def _open(area: Area) -> list[Mark]:
    """The lowest block with its parts, as in the stages before, beside the row that flows past them."""
    x, y, w, h = area
    lane, left, middle = x + 22, x + 46, x + w / 2
    way = [(middle, y + h), (middle, y + h - 6), (lane, y + h - 6), (lane, y + 8), (middle, y + 8), (middle, y)]
    heads = y + h - 12 - NORM - 1 - HALF
    mlp = heads - 10 - NORM - 1 - HALF
    return [
        rect("block0", *area, r=8, stroke="text", line_width=1.5, dash=(6, 4), fill="paper"),
        text("block0.label", x + w - 8, y + 17, words.BLOCK.format(1), size=12, bold=True, anchor="end"),
        corner("stream0", way, stroke="query", line_width=3),
        *_half("heads", words.HEADS_LABEL, (left, heads, w - 54, HALF), lane, 0),
        *_half("hidden", words.MLP, (left, mlp, w - 54, HALF), lane, 1),
    ]


def _half(key: str, label: str, area: Area, lane: float, number: int) -> list[Mark]:
    """Heads or MLP over a layer norm: it reads the row in the lane and adds to it."""
    x, y, w, h = area
    norm, middle = (x, y + h + 1, w, NORM), y + h / 2
    reads = y + h + 1 + NORM / 2
    return [
        corner(f"in{number}", [(lane, reads), (x, reads)]),
        corner(f"add{number}", [(x, middle), (lane, middle)], stroke="value" if key == "heads" else "muted"),
        *box(f"{key}.norm", norm, words.NORM, size=11.5, fill="panel", line_width=1),
        *box(key, area, label, fill="panel", line_width=1, size=12),
        *plus(f"sum{number}", lane, middle),
    ]


def _around(left: float, width: float) -> list[Mark]:
    """What stands below and above the blocks of a GPT."""
    logits = words.LOGITS.format(GPT_2_SMALL.n_vocab)
    return [
        *box("embed", (left, EMBED[0], width, EMBED[1]), words.EMBED, role="query", size=12.5),
        *box("norm1", (left, FINAL[0], width, FINAL[1]), words.NORM, size=12, fill="panel", line_width=1),
        *box("logits", (left, LOGITS[0], width, LOGITS[1]), logits, size=12.5),
    ]
