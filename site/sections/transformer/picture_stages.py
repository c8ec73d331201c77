"""The stages as diagrams, read from below. Each part keeps its key, so that it moves into its next place."""

from scene import Frame, Mark, Scene, rect, text
from sections.transformer import words
from sections.transformer.compute import WORDS, StagesData
from sections.transformer.drawing import box, corner
from sections.transformer.picture_block import draw_block, heads_box
from sections.transformer.picture_stack import draw_stack
from sections.transformer.places import ABOVE_WORDS, BAR, GUESS, HEADS, HEIGHT, HIDDEN, WORD, Places, places

NAME = "Lily"


def draw_stages(data: StagesData, frame: Frame) -> Scene:
    """Draw one stage."""
    at, stage = places(frame, data), data.stage
    marks = [*_words(at, stage), *_guess(at)]
    if stage in ("window", "alone"):
        marks += _window(at, sinks=stage == "alone")
    elif stage == "this":
        marks += _side_by_side(at)
    elif stage in ("stack", "gpt"):
        marks += draw_stack(at, stage)
    else:
        marks += draw_block(at, stage)
    return Scene(frame.width, HEIGHT, marks)


def _words(at: Places, stage: str) -> list[Mark]:
    """The story so far; the last word reads, and the window is outlined where there is one."""
    marks: list[Mark] = []
    for index, word in enumerate(WORDS):
        role = "name" if word == NAME else "query" if index == len(WORDS) - 1 else "text"
        look = {"fill": role, "font": "serif", "size": 15, "anchor": "middle", "bold": role != "text"}
        marks.append(text(f"word{index}", at.word(index), WORD, word, **look))
    step = at.width / len(WORDS)
    x = at.last - step / 2
    marks.append(rect("reader", x + 2, WORD - 16, step - 4, 22, r=3, stroke="query", line_width=2))
    if stage == "window":
        n = at.data.n_window
        area = (at.word(len(WORDS) - n) - step / 2, WORD - 19, n * step, 28)
        marks.append(rect("window", *area, r=5, stroke="window", line_width=1.5, dash=(4, 3)))
    return marks


def _guess(at: Places) -> list[Mark]:
    y, height = GUESS
    wide = min(at.width, 190.0)
    return box("guess", (at.left + (at.width - wide) / 2, y, wide, height), words.NEXT_TOKEN, fill="panel")


def _window(at: Places, *, sinks: bool) -> list[Mark]:
    """The rows of the window end to end; without it all but one sink back to their words."""
    n, own = at.data.n_window, len(WORDS) - 1
    step = at.width / n
    marks: list[Mark] = []
    for slot in range(n):
        index = len(WORDS) - n + slot
        if index == own and sinks:
            marks += _own_row(at)
            continue
        area = (at.left + slot * step, BAR[0], step - 3, BAR[1])
        if sinks:
            sunk = (at.word(index) - 8, ABOVE_WORDS - 4, 16, 3)
            marks.append(rect(f"row{index}", *sunk, r=1, stroke="muted", opacity=0.5))
            continue
        role = "query" if index == own else "text"
        marks += box(f"row{index}", area, words.ROW, role=role)
        marks.append(corner(f"up{index}", [(at.word(index), ABOVE_WORDS), (area[0] + area[2] / 2, BAR[0] + BAR[1])]))
    return [*marks, *_hidden(at, at.stream if sinks else None)]


def _own_row(at: Places) -> list[Mark]:
    x, y, w, h = at.row
    turn = y + h + 134
    line = [(at.last, ABOVE_WORDS), (at.last, turn), (x + w / 2, turn), (x + w / 2, y + h)]
    own = len(WORDS) - 1
    return [corner(f"up{own}", line, stroke="query"), *box(f"row{own}", at.row, words.ROW, role="query")]


def _hidden(at: Places, reads_at: float | None = None) -> list[Mark]:
    """The hidden layer over everything that it reads, and on to the guess."""
    y, height = HIDDEN
    middle = at.left + at.width / 2
    below = middle if reads_at is None else reads_at
    label = words.HIDDEN_LABEL.format(at.data.config.d_hidden)
    return [
        corner("read", [(below, BAR[0] - 4), (below, y + height)]),
        corner("out", [(middle, y), (middle, GUESS[0] + GUESS[1])]),
        *box("hidden", (at.left, y, at.width - 3, height), label, fill="panel"),
    ]


def _side_by_side(at: Places) -> list[Mark]:
    """The network of this page: the row, and beside it what the heads bring."""
    marks = [*_own_row(at), *heads_box(at)]
    for head in range(at.data.config.n_head):
        area = at.result(head)
        middle = area[0] + area[2] / 2
        marks.append(corner(f"bring{head}", [(middle, HEADS[0]), (middle, BAR[0] + BAR[1])], stroke="value"))
        marks += box(f"z{head}", area, f"z{head}", role="value")
    return [*marks, *_hidden(at)]
