"""The three steps as sums with every number: a row for each token, in the same place in all of them."""

from decimal import Decimal

from scene import Hit, Mark, rect
from scene.color import shade
from sections.steps.blocks import ROW, Block, bar_from_middle
from sections.steps.compute import ToyData
from sections.steps.words_sums import (
    LATER,
    PART,
    POWER,
    SCORE,
    STEPS,
    SUM,
    VALUE,
    WEIGHT,
    blend_words,
    compare_words,
    total_words,
    weigh_words,
)  # fmt: skip
from sections.steps.writing import written

# Right ends of a block's columns and middles of its signs (px), in a narrow block and in a wide one.
COMPARE = {"q1": 66, "x1": 76, "k1": 114, "plus": 126, "q2": 164, "x2": 174, "k2": 212, "is": 226, "score": 284}
COMPARE_WIDE = {
    "q1": 84, "x1": 96, "k1": 138, "plus": 152, "q2": 194, "x2": 206, "k2": 248, "is": 264, "first": 318, "sign": 333,
    "second": 374, "so": 390, "score": 446,
}  # fmt: skip
WEIGH = {"e": 48, "is": 92, "power": 148, "by": 158, "total": 218, "so": 229, "weight": 270}
WEIGH_WIDE = {"e": 70, "is": 124, "power": 186, "by": 204, "total": 266, "so": 284, "weight": 330}
BLEND = {"weight": 68, "times": 78, "v0": 104, "v1": 129, "v2": 154, "is": 164, "z0": 210, "z1": 255, "z2": 300}
BLEND_WIDE = {"weight": 84, "times": 100, "v0": 134, "v1": 168, "v2": 202, "is": 220, "z0": 290, "z1": 368, "z2": 446}
FEWEST = 32  # px of the shortest room for a bar
SIGNS = {"x1": "×", "x2": "×", "times": "×", "plus": "+", "by": "÷", "is": "=", "so": "="}


def draw_compare(data: ToyData, block: Block) -> tuple[list[Mark], list[Hit]]:
    """Draw step 1: q times k, number by number, and their sum."""
    look, places = data.look, COMPARE_WIDE if block.wide else COMPARE
    marks = block.head(*STEPS["compare"])
    roles = {"q1": "query", "k1": "key", "q2": "query", "k2": "key"}
    marks += [block.over(places[name], name[0], role) for name, role in roles.items()]
    marks.append(block.over(places["score"], SCORE, "text"))
    most = max(*map(abs, look.scores), Decimal(1))
    hits: list[Hit] = []
    for j, key in enumerate(look.k):
        first, second = look.products[j]
        cells = {"q1": look.q[0], "k1": key[0], "q2": look.q[1], "k2": key[1]}
        marks += [block.write(places[name], j, written(value), fill=roles[name]) for name, value in cells.items()]
        marks += _signs(block, places, j)
        marks.append(block.write(places["score"], j, written(look.scores[j]), bold=True))
        if block.wide:
            marks += [
                block.write(places["first"], j, written(first)),
                block.sign(places["sign"], j, "−" if second < 0 else "+"),
                block.write(places["second"], j, written(abs(second))),
                *bar_from_middle(block, places["score"] + 12, j, float(look.scores[j] / most)),
            ]
        hits.append(block.hit(j, compare_words(data, j)))
    return [*marks, *_tokens(data, block)], hits


def draw_weigh(data: ToyData, block: Block) -> tuple[list[Mark], list[Hit]]:
    """Draw step 2: e to the power of each score, and its share of their sum."""
    look, places, n = data.look, WEIGH_WIDE if block.wide else WEIGH, len(data.toy.tokens)
    marks = block.head(*STEPS["weigh"])
    marks += [block.over(places["power"], POWER, "text"), block.over(places["weight"], WEIGHT, "text")]
    hits: list[Hit] = []
    for j, power in enumerate(look.powers):
        score, total, weight = written(look.scores[j]), written(look.total), look.weights[j]
        marks += [
            block.write(places["e"], j, "e"),
            block.raised(places["e"] + 1, j, score),
            block.write(places["power"], j, written(power)),
            block.write(places["total"], j, total, fill="muted"),
            block.write(places["weight"], j, written(weight), bold=True),
            *_signs(block, places, j, about=True),
            *_weight_bar(block, places["weight"] + 10, j, float(weight)),
        ]
        hits.append(block.hit(j, weigh_words(data, j)))
    one = written(sum(look.weights, Decimal(0)))
    marks += block.rule(n, places["is"], places["power"]) + block.rule(n, places["so"] + 4, places["weight"])
    marks += [
        block.total(0, n, SUM, anchor="start", fill="muted", bold=False),
        block.total(places["power"], n, written(look.total)),
        block.total(places["weight"], n, one),
    ]
    return [*marks, *_tokens(data, block)], hits


def draw_blend(data: ToyData, block: Block) -> tuple[list[Mark], list[Hit]]:
    """Draw step 3: each value times its weight, and their sum."""
    look, places, n = data.look, BLEND_WIDE if block.wide else BLEND, len(data.toy.tokens)
    marks = block.head(*STEPS["blend"])
    heads = (("weight", WEIGHT, "text"), ("v2", VALUE, "value"), ("z2", PART, "value"))
    marks += [block.over(places[column], words, role) for column, words, role in heads]
    hits: list[Hit] = []
    for j, (value, parts) in enumerate(zip(look.v, look.parts, strict=True)):
        marks.append(block.write(places["weight"], j, written(look.weights[j]), bold=True))
        marks += _signs(block, places, j)
        for i, (number, part) in enumerate(zip(value, parts, strict=True)):
            marks.append(block.write(places[f"v{i}"], j, written(number), fill="value"))
            marks.append(block.write(places[f"z{i}"], j, written(part), fill="value"))
        hits.append(block.hit(j, blend_words(data, j)))
    marks += block.rule(n, places["is"] + 14, places["z2"])
    marks.append(block.total(0, n, total_words(data), anchor="start", fill="value"))
    marks += [block.total(places[f"z{i}"], n, written(number), fill="value") for i, number in enumerate(look.z)]
    return [*marks, *_tokens(data, block)], hits


def _signs(block: Block, places: dict[str, int], row: int, *, about: bool = False) -> list[Mark]:
    """Write the signs between the columns; about: what equals does so only once it is rounded."""
    signs = {**SIGNS, "is": "≈", "so": "≈"} if about else SIGNS
    return [block.sign(place, row, signs[name]) for name, place in places.items() if name in signs]


def _tokens(data: ToyData, block: Block) -> list[Mark]:
    """Name the rows; a later token's says that it is not read."""
    marks: list[Mark] = []
    for j, token in enumerate(data.toy.tokens):
        later = j > data.look.reader
        marks.append(block.write(0, j, token, anchor="start", fill="muted" if later else "key", bold=not later))
        if later:
            marks.append(block.write(48, j, LATER, anchor="start", fill="muted", italic=True))
    return marks


def _weight_bar(block: Block, column: float, row: int, weight: float) -> list[Mark]:
    """Draw a weight as a bar, as deep as its shading in the sentence."""
    start = block.x + column
    room, y, key = block.x + block.width - start, block.row(row), f"{block.key}{row}"
    if room < FEWEST:
        return []
    return [
        rect(f"{key}.room", start, y + 5, room, ROW - 10, stroke="line"),
        rect(f"{key}.bar", start, y + 5, room * weight, ROW - 10, fill="weight", opacity=shade(weight)),
    ]
