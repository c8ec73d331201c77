"""From the network of this page to a transformer block: results are added to the row, and norms come before them."""

from scene import Mark, rect, text
from sections.transformer import words
from sections.transformer.compute import WORDS
from sections.transformer.drawing import Area, box, corner, plus
from sections.transformer.places import ABOVE_WORDS, GUESS, HEADS, HIDDEN, Places

ROW = (424.0, 24.0)  # top and height of the row once it flows upward
MIX = (292.0, 22.0)
SUMS = (270.0, 116.0)  # heights at which the two results are added
MLP = (146.0, 46.0)
NORM = 18.0  # px of a layer norm
TURN = 68.0  # height at which the row turns to the guess


def draw_block(at: Places, stage: str) -> list[Mark]:
    """Draw the stages "added", "mlp" and "block"."""
    whole = stage == "block"
    marks = _frame(at) if whole else []
    marks += [*heads_box(at, norm=whole), *_stream(at, stage), *_mixed(at)]
    if stage == "added":
        return [*marks, *_hidden_on_top(at)]
    return [*marks, *_mlp(at, norm=whole)]


def heads_box(at: Places, *, norm: bool = False) -> list[Mark]:
    """The heads beside the row: keys and values come from all words, the query from the reader's own row."""
    (left, width), (y, height) = at.side, HEADS
    below = y + height + (NORM + 3 if norm else 0)
    marks: list[Mark] = []
    for index in range(len(WORDS)):
        end = left + (index + 0.5) * width / len(WORDS)
        marks.append(corner(f"key{index}", [(at.word(index), ABOVE_WORDS), (end, below)], stroke="key", opacity=0.6))
    if norm:
        marks += box("norm0", (left, y + height + 3, width, NORM), words.NORM, size=12, fill="panel", line_width=1)
    marks.append(corner("ask", [(at.stream, y + height / 2), (left, y + height / 2)], stroke="query"))
    marks += box("heads", (left, y, width, height), fill="panel")
    n_head, look = at.data.config.n_head, {"size": 13, "anchor": "middle", "max_width": width - 8}
    marks.append(text("heads.label", left + width / 2, y + 16, words.LOOK_BACK.format(n_head), **look))
    for head in range(n_head):
        x, _, w, _ = at.result(head)
        marks += box(f"head{head}", (x + 1, y + 22, w - 2, 22), str(head), size=12, line_width=1, r=3)
    return marks


def _stream(at: Places, stage: str) -> list[Mark]:
    """The row of the last word, flowing upward past everything that is added to it."""
    x, _, w, _ = at.row
    own = len(WORDS) - 1
    middle = at.left + at.width / 2
    below_hidden = [(at.stream, HIDDEN[0] + HIDDEN[1])] * 3
    to_guess = [(at.stream, TURN), (middle, TURN), (middle, GUESS[0] + GUESS[1])]
    upward = [(at.stream, ROW[0]), *(below_hidden if stage == "added" else to_guess)]
    turn = ROW[0] + ROW[1] + 9
    row: Area = (x, ROW[0], w, ROW[1])
    way = [(at.last, ABOVE_WORDS), (at.last, turn), (at.stream, turn), (at.stream, ROW[0] + ROW[1])]
    return [
        corner(f"up{own}", way, stroke="query"),
        corner("stream", upward, stroke="query", line_width=3),
        *box(f"row{own}", row, words.ROW, role="query"),
    ]


def _mixed(at: Places) -> list[Mark]:
    """The heads' results, mixed to the width of a row and added to it."""
    (left, width), (y, height) = at.side, MIX
    marks: list[Mark] = []
    for head in range(at.data.config.n_head):
        x, _, w, _ = at.result(head)
        middle = x + w / 2
        marks.append(corner(f"bring{head}", [(middle, HEADS[0]), (middle, y + height)], stroke="value"))
        marks.append(rect(f"z{head}", x, y + height + 8, w, 5, r=2, stroke="value", line_width=1.5, fill="paper"))
    mixed = words.MIXED.format(at.data.n_results, at.data.config.d_model)
    marks.append(corner("add0", [(at.branch, y), (at.branch, SUMS[0]), (at.stream, SUMS[0])], stroke="value"))
    return [
        *marks,
        *box("mix", (left, y, width, height), mixed, role="value", size=12),
        *plus("sum0", at.stream, SUMS[0]),
    ]


def _hidden_on_top(at: Places) -> list[Mark]:
    """The hidden layer still makes the guess, from the row alone."""
    y, height = HIDDEN
    middle = at.left + at.width / 2
    label = words.HIDDEN_LABEL.format(at.data.config.d_hidden)
    return [
        corner("out", [(middle, y), (middle, GUESS[0] + GUESS[1])]),
        *box("hidden", (at.left, y, at.width - 3, height), label, fill="panel"),
    ]


def _mlp(at: Places, *, norm: bool) -> list[Mark]:
    """The hidden layer beside the stream: it reads the row and adds to it."""
    (left, width), (y, height) = at.side, MLP
    below = y + height + (NORM + 3 if norm else 0)
    turn = y + height + 34
    marks = [
        corner("in1", [(at.stream, turn), (at.branch, turn), (at.branch, below)]),
        corner("add1", [(at.branch, y), (at.branch, SUMS[1]), (at.stream, SUMS[1])]),
    ]
    if norm:
        marks += box("norm1", (left, y + height + 3, width, NORM), words.NORM, size=12, fill="panel", line_width=1)
    label = words.MLP_SIZES.format(at.data.config.d_model, at.data.config.d_hidden)
    return [*marks, *box("hidden", (left, y, width, height), label, fill="panel"), *plus("sum1", at.stream, SUMS[1])]


def _frame(at: Places) -> list[Mark]:
    """The outline of a block."""
    y, end = SUMS[1] - 26, HEADS[0] + HEADS[1] + NORM + 8
    area = (at.left - 6, y, at.width + 9, end - y)
    look = {"size": 13, "bold": True, "anchor": "end"}
    label = text("block0.label", at.left + at.width - 4, y + 17, words.A_BLOCK, **look)
    return [rect("block0", *area, r=8, stroke="text", line_width=1.5, dash=(6, 4)), label]
