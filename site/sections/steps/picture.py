"""The toy: its sentence, the plane of arrows, and the three steps with every number."""

from scene import Frame, Hit, Mark, Scene, rect, text
from scene.color import shade, text_role
from scene.metrics import text_width
from sections.steps.blocks import ROW, Block, height
from sections.steps.compute import ToyData
from sections.steps.picture_plane import draw_plane
from sections.steps.picture_sums import draw_blend, draw_compare, draw_weigh
from sections.steps.words import HINT, legend_words, word_words
from sections.steps.writing import written

WORD = 22  # font size of the sentence, px
STEP = 1.6  # px between its words, of the font size
TOP = 108  # px that the sentence and the line below it take
GAP = 24
COLUMN_GAP = 20  # px between two columns in the width of the text
LEGEND = 64  # px of the three lines about the plane


def draw_toy(data: ToyData, frame: Frame) -> Scene:
    """Draw the sentence above; below it the plane and the steps, beside each other where there is room."""
    marks, hits = _sentence(data)
    side, blocks, legend = _layout(frame, len(data.toy.tokens))
    plane, grips = draw_plane(data, 0, TOP, side)
    steps: list[Mark] = []
    for draw, block in zip((draw_compare, draw_weigh, draw_blend), blocks, strict=True):
        more, areas = draw(data, block)
        steps += more
        hits += areas
    lit = _lit(data, blocks, hits + grips)
    marks = [*marks, *lit, *plane, *_legend(data, *legend), *steps]
    tall = max(TOP + side + 2, blocks[-1].y + height(len(data.toy.tokens), total=True))
    return Scene(frame.width, tall, marks, [*hits, *grips])


def _layout(frame: Frame, n: int) -> tuple[float, list[Block], tuple[float, float, float]]:
    """Give the plane's side, the three blocks, and x, y, width of the legend: a column on phones, else side by side."""
    plain, summed, wide = height(n, total=False), height(n, total=True), frame.width
    if frame.narrow:
        first = TOP + wide + LEGEND + GAP
        places = [(0, first), (0, first + plain + GAP), (0, first + plain + summed + 2 * GAP)]
        side = width = wide
        legend = (0.0, TOP + side, wide)
    elif wide < 860:
        side = width = (wide - COLUMN_GAP) / 2
        right, below = side + COLUMN_GAP, TOP + side + GAP
        places = [(right, TOP), (0, below), (right, below)]
        legend = (right, TOP + plain + 8, width)
    else:
        side = 430
        width = wide - side - 2 * GAP
        places = [(side + 2 * GAP, y) for y in (18, 18 + plain + GAP, 18 + plain + summed + 2 * GAP)]
        legend = (0.0, TOP + side, side)
    blocks = [Block(key, *place, width) for key, place in zip(("compare", "weigh", "blend"), places, strict=True)]
    return side, blocks, legend


def _sentence(data: ToyData) -> tuple[list[Mark], list[Hit]]:
    """Write the tokens as text: the reader outlined, the weight of each behind it and below it."""
    x = 6.0
    marks: list[Mark] = []
    hits: list[Hit] = []
    for j, token in enumerate(data.toy.tokens):
        wide = text_width(token, WORD, "serif")
        cell = max(wide, 34.0)
        area = (x + (cell - wide) / 2 - 4, 18, wide + 8, 34)
        marks += _word(data, j, area, wide)
        hits.append(Hit(f"word{j}", area[0] - 2, 12, area[2] + 4, 64, word_words(data, j), {"reader": j}))
        x += cell + STEP * WORD * 0.5
    marks.append(text("hint", 0, TOP - 12, HINT, size=12.5, fill="muted", max_width=328))
    marks.append(text("next", x + 2, 42, "…", size=WORD, font="serif", fill="muted"))
    return marks, hits


def _word(data: ToyData, j: int, area: tuple[float, float, float, float], wide: float) -> list[Mark]:
    look, token = data.look, data.toy.tokens[j]
    if j > look.reader:
        return [text(f"word{j}", area[0] + 4, 42, token, size=WORD, font="serif", fill="muted", width=wide)]
    weight, middle = float(look.weights[j]), area[0] + area[2] / 2
    marks = [rect(f"word{j}.shade", *area, r=3, fill="weight", opacity=shade(weight))]
    if j == look.reader:
        marks.append(rect("reader", *area, r=3, stroke="query", line_width=2))
        marks.append(text("reader.q", middle, 13, "q", size=12, bold=True, fill="query", anchor="middle"))
    fill = text_role("text", shade(weight))
    return [
        *marks,
        text(f"word{j}", area[0] + 4, 42, token, size=WORD, font="serif", fill=fill, width=wide),
        text(f"word{j}.weight", middle, 69, written(look.weights[j]), size=13, anchor="middle"),
    ]


def _legend(data: ToyData, x: float, y: float, width: float) -> list[Mark]:
    """Say what the arrows and lines are, in their colors."""
    looks = {"q": ("query", True), "k": ("key", True), "equal": ("query", False)}
    marks: list[Mark] = []
    for row, (key, words) in enumerate(legend_words(data).items()):
        role, bold = looks[key]
        look = {"size": 12.5, "bold": bold, "fill": role, "max_width": width}
        marks.append(text(f"legend.{key}", x, y + 20 + 19 * row, words, **look))
    return marks


def _lit(data: ToyData, blocks: list[Block], hits: list[Hit]) -> list[Mark]:
    """Lay a tint behind a token's row in all three steps while one of its areas is pointed at."""
    marks: list[Mark] = []
    for hit in hits:
        j = next((int(hit.key[len(start) :]) for start in ("word", "compare", "weigh", "blend", "k")
                  if hit.key.startswith(start) and hit.key[len(start) :].isdigit()), None)  # fmt: skip
        if j is not None and j <= data.look.reader:
            marks += [
                rect(f"lit.{hit.key}.{block.key}", block.x, block.row(j), block.width, ROW, fill="panel", when=hit.key)
                for block in blocks
            ]
    return marks
