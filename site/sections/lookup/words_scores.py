"""What is said of the arithmetic from q.k to one weight."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from lookback.lookup import LookBack
from scene import Table
from scene.formats import number
from scene.sentences import Run, all_of, capitalized
from scene.spoken import unknown_signs
from sections.lookup.compute import LookBackData
from sections.lookup.words_tokens import above_the_first, as_typed, got, head_of, quoted, said
from worker.contract import Words

NO_DIFFERENCE = 1e-4  # between two q.k
COLUMNS = ("Token", "Back", "Weight", "Score", "q·k", "{}", "Distance score", "Cosine of rows")
PRODUCT_HEADS = ("q", "k", "q × k")
SUM = "their sum, q·k"
STEPS_TITLE = "From q·k to the weight"


@dataclass(frozen=True)
class Step:
    """A line of the arithmetic after the products. result: it is what comes of those above."""

    words: str
    value: Decimal
    result: bool = False


def say_scores(data: LookBackData) -> Words:
    """Set the key with the largest weight against the other token whose row is most like the reader's."""
    alt, table = _alt(data), _table(data)
    details = (*above_the_first(data), *unknown_signs(data.shown.read.unknown_signs))
    return Words(notice=_notice(data), details=details, call=data.shown.call, alt=alt, table=table)


def _notice(data: LookBackData) -> tuple[Run, ...]:
    look, ids, reader = data.look, data.shown.read.ids, quoted(data, data.reader, "query")
    top = look.by_weight()[0]
    if look.n_keys == 1:
        return ("There is nothing to choose between: the boundary is all that can be read.",)
    if top == data.reader or (ids[top] == ids[data.reader] and not data.by_place):
        words = "the cosine is always 1.00, but its q·k can be anything: try other heads."
        most = f" gives itself the largest weight, {got(data, top)}. With a token’s own row "
        return ("Here ", *reader, most, words)
    return (*_compared(data, top, reader), *_thanks_to_distance(look, top))


def _compared(data: LookBackData, top: int, reader: Sequence[Run]) -> tuple[Run, ...]:
    look, ids, best = data.look, data.shown.read.ids, capitalized(quoted(data, top, "key"))
    others = [j for j in range(look.n_keys) if ids[j] not in (ids[top], ids[data.reader])]
    alike = max(others, key=lambda j: (look.cosines[j], j), default=top)
    numbers = f", at a cosine of {number(float(look.cosines[top]))}, has a q·k of {number(float(look.dots[top]))}"
    if alike == top:
        return (*best, f"{numbers} and gets {got(data, top)} of the weight.")
    if look.cosines[alike] <= look.cosines[top]:
        cosine = number(float(look.cosines[top]))
        also = f" gets the largest weight, {got(data, top)}, and its row is also the most like that of "
        return (*best, also, *reader, f", itself left out: their cosine is {cosine}.")
    cosine, dot = number(float(look.cosines[alike])), number(float(look.dots[alike]))
    return (
        "Itself left out, the row most like that of ", *reader, " is that of ", *quoted(data, alike, "key"),
        f", with a cosine of {cosine}. Its q·k is {dot}, and it gets {got(data, alike)} of the weight. ",
        *best, f"{numbers} and gets {got(data, top)}.",
    )  # fmt: skip


def _thanks_to_distance(look: LookBack, top: int) -> tuple[Run, ...]:
    """Say so where the largest weight does not go to the largest q.k."""
    if look.dots[top] >= look.dots.max() - NO_DIFFERENCE:
        return ()
    distance_score = number(float(look.distance_scores[top]))
    return (f" That q·k is not the largest; a distance score of {distance_score} makes up for it.",)


def products_title(data: LookBackData) -> tuple[str, str]:
    """Name both vectors: "q of When", "k of Sara"."""
    return f"q of {said(data, data.reader)}", f"k of {said(data, data.key)}"


def product_label(index: int, numbers: Sequence[str]) -> str:
    """Say one product, counted from 0."""
    return f"number {index + 1}: {_product(numbers)}"


def _product(numbers: Sequence[str]) -> str:
    q, k, product = numbers
    return f"{q} times {k} is {product}"


def steps(data: LookBackData) -> list[Step]:
    """Name the steps from q.k to the weight."""
    look, worked = data.look, data.worked
    distance = data.reader - data.key
    far = "itself" if distance == 0 else f"{abs(distance)} {'back' if distance > 0 else 'later'}"
    return [
        Step("q·k", worked.dot),
        Step(f"divided by √{len(look.q)}" if look.is_divided else "as this version scales it", worked.scaled),
        Step(f"plus the distance score, {far}", worked.distance_score),
        Step("the score", worked.score, result=True),
        Step("minus the highest score of all", worked.highest),
        Step("what is left", worked.below, result=True),
        Step("e to the power of that", worked.power),
        Step(f"divided by the sum for {all_of(look.n_keys, 'key')}", worked.total),
        Step("the weight", worked.weight, result=True),
    ]


def written(value: Decimal) -> str:
    """Write a number with all its decimals."""
    return number(float(value), -int(value.as_tuple().exponent))


def _alt(data: LookBackData) -> str:
    worked = data.worked
    start = f"How {said(data, data.key)} gets its weight from {said(data, data.reader)} in {head_of(data)}."
    rows = zip(worked.q, worked.k, worked.products, strict=True)
    products = ", ".join(_product(tuple(map(written, row))) for row in rows)
    told = ", ".join(f"{step.words}: {written(step.value)}" for step in steps(data))
    return f"{start} {products}. Then {told}."


def _table(data: LookBackData) -> Table:
    look = data.look
    columns = [name.format(f"q·k ÷ √{len(look.q)}" if look.is_divided else "q·k, scaled") for name in COLUMNS]
    numbers = (look.weights, look.scores, look.dots, look.scaled, look.distance_scores, look.cosines)
    rows = [(as_typed(data, j), data.reader - j, *(float(array[j]) for array in numbers)) for j in look.by_weight()]
    read = f"{head_of(data).capitalize()}, read from {said(data, data.reader)}"
    caption = f"{read}: choose a row to see it worked out above"
    return Table(tuple(columns), tuple(rows), caption)
