"""Blocks on top of each other, and a GPT."""

from scene import Mark, rect
from sections.s10_transformer.drawing import Area, box, corner, label_in
from sections.s10_transformer.models import GPT_2_SMALL
from sections.s10_transformer.places import ABOVE_WORDS, GUESS, Places
from sections.s10_transformer.stages import WORDS

N_STACK = 4
TOP, BOTTOM = 78.0, 440.0  # of the stack by itself
EMBED = (420.0, 26.0)  # top and height of what stands below a GPT's blocks
FINAL = (92.0, 18.0)  # its last layer norm
LOGITS = (58.0, 24.0)


def draw_stack(at: Places, stage: str) -> list[Mark]:
    """Draw the stages "stack" and "gpt"."""
    left, width = at.left + at.width * 0.12, at.width * 0.76
    middle = left + width / 2
    gpt = stage == "gpt"
    top, bottom = (FINAL[0] + FINAL[1] + 10, EMBED[0] - 10) if gpt else (TOP, BOTTOM)
    enters = EMBED[0] + EMBED[1] if gpt else bottom
    marks = [
        corner(
            f"key{index}",
            [(at.word(index), ABOVE_WORDS), (left + (index + 0.5) * width / len(WORDS), enters)],
            opacity=0.6,
        )
        for index in range(len(WORDS))
    ]
    marks.append(
        corner("stream", [(middle, enters), *[(middle, GUESS[0] + GUESS[1])] * 3], stroke="query", line_width=3)
    )
    if gpt:
        marks += _around(left, width)
    n = GPT_2_SMALL.n_layer if gpt else N_STACK
    step = (bottom - top) / n
    for block in range(n):
        area = (left, bottom - (block + 1) * step + (3 if gpt else 8), width, step - (4 if gpt else 16))
        marks += _thin(block, area) if gpt else _block(block, area)
    return marks


def _block(block: int, area: Area) -> list[Mark]:
    """A block with its two halves; the lowest one's are those of the stage before."""
    x, y, w, h = area
    heads, mlp = ("heads", "hidden") if block == 0 else (f"heads{block}", f"mlp{block}")
    part = (h - 14) / 2
    frame = rect(f"block{block}", x, y, w, h, r=8, stroke="text", line_width=1.5, dash=(6, 4), fill="paper")
    return [
        frame,
        *box(mlp, (x + 34, y + 5, w - 40, part), "MLP", fill="panel", line_width=1, size=12),
        *box(heads, (x + 34, y + 9 + part, w - 40, part), "heads", fill="panel", line_width=1, size=12),
        *label_in(f"block{block}.label", (x, y, 34, h), str(block + 1)),
    ]


def _thin(block: int, area: Area) -> list[Mark]:
    """One of many blocks, with nothing but its number."""
    x, y, w, h = area
    frame = rect(f"block{block}", x, y, w, h, r=4, stroke="text", line_width=1.25, fill="panel")
    return [frame, *label_in(f"block{block}.label", area, f"block {block + 1}", size=12)]


def _around(left: float, width: float) -> list[Mark]:
    """What stands below and above the blocks of a GPT."""
    vocabulary = GPT_2_SMALL.shape.n_vocab if GPT_2_SMALL.shape else 0
    return [
        *box(
            "embed", (left, EMBED[0], width, EMBED[1]), "row of the token + row of its place", role="query", size=12.5
        ),
        *box("norm1", (left, FINAL[0], width, FINAL[1]), "layer norm", size=12, fill="panel", line_width=1),
        *box("logits", (left, LOGITS[0], width, LOGITS[1]), f"{vocabulary:,} logits, one for each token", size=12.5),
    ]
