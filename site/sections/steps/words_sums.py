"""What is said in the three steps: their heads, and each row read aloud."""

from collections.abc import Sequence
from decimal import Decimal

from sections.steps.compute import ToyData
from sections.steps.writing import written

STEPS = {
    "compare": ("1  Compare", "multiply q and k number by number, add up"),
    "weigh": ("2  Weigh", "raise e to each score, divide by the sum"),
    "blend": ("3  Blend", "multiply each value by its weight, add up"),
}  # what each is called, and what is done in it
SCORE, POWER, WEIGHT, VALUE, PART = "score", "e to the score", "weight", "value v", "weight × v"
SUM = "sum"
LATER = "comes later: not read"


def compare_words(data: ToyData, j: int) -> str:
    """Say how a score comes about."""
    look, (first, second) = data.look, data.look.products[j]
    terms = " plus ".join(f"{written(a)} times {written(b)}" for a, b in zip(look.q, look.k[j], strict=True))
    sums = f"{written(first)} {'minus' if second < 0 else 'plus'} {written(abs(second))}"
    return f"score of {data.toy.tokens[j]}: {terms} is {sums}, {written(look.scores[j])}"


def weigh_words(data: ToyData, j: int) -> str:
    """Say how a weight comes about."""
    look = data.look
    score, power, total, weight = map(written, (look.scores[j], look.powers[j], look.total, look.weights[j]))
    words = f"e to the power of {score} is {power}; divided by {total} it is {weight}"
    return f"weight of {data.toy.tokens[j]}: {words}"


def blend_words(data: ToyData, j: int) -> str:
    """Say what a token adds to the blend."""
    look = data.look
    words = f"{written(look.weights[j])} times {_listed(look.v[j])} is {_listed(look.parts[j])}"
    return f"{data.toy.tokens[j]}’s part of the blend: {words}"


def total_words(data: ToyData) -> str:
    """Name the blend."""
    return f"z, brought to “{data.toy.tokens[data.look.reader]}”"


def _listed(numbers: Sequence[Decimal]) -> str:
    return ", ".join(map(written, numbers))
