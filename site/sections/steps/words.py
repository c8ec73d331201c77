"""What is said of each state of the toy: by rule from its numbers, so that it holds wherever the arrows are."""

import math
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from lookback.explain.by_hand import LookByHand, Numbers, Toy, look_by_hand
from scene import Table
from scene.sentences import Run
from sections.steps.compute import ToyData
from sections.steps.writing import written
from worker.contract import Words

LONG = 1.7  # a query at least as long as this makes the weights sharp
ALIKE = 1e-9  # two cosines
HINT = "Drag a ring to move its arrow. Choose a word to let it read."


def say_toy(data: ToyData) -> Words:
    """Say who gets most and why, what was rounded, and how it still adds up."""
    details = (_rounding(data.toy, data.look),)
    return Words(
        notice=_notice(data.toy, data.look), details=details, call=_call(data), alt=_alt(data), table=_table(data)
    )


def legend_words(data: ToyData) -> dict[str, str]:
    """Say what the arrows and lines are."""
    return {
        "q": f"q, the query: what “{data.toy.tokens[data.look.reader]}” asks for",
        "k": "keys: what each token answers to",
        "equal": "dotted: a key that ends there has that score",
    }


def word_words(data: ToyData, j: int) -> str:
    """Say how much of a token is read."""
    look, tokens = data.look, data.toy.tokens
    if j > look.reader:
        return f"{tokens[j]} comes after {tokens[look.reader]} and isn’t read; choose it to let it read"
    return f"{tokens[look.reader]} reads {tokens[j]} with a weight of {written(look.weights[j])}"


def tip_words(kind: str, token: str, pair: Numbers) -> str:
    """Say where an arrow ends; kind: "key" or "query"."""
    return f"{kind} of {token}: {written(pair[0])}, {written(pair[1])}"


def score_words(score: str) -> str:
    """Name the score that all keys on a line share."""
    return f"score {score}"


def _call(data: ToyData) -> str:
    letters = {"q": data.toy.q, "k": data.toy.k, "v": data.toy.v}
    arrows = ",\n".join(f"    {letter}={_row_list(rows)}" for letter, rows in letters.items())
    toy = f"toy = lookback.explain.by_hand.Toy.of(\n    {data.toy.tokens!r},\n{arrows},\n)"
    return f"{toy}\nlookback.explain.by_hand.look_by_hand(toy, reader={data.look.reader})"


def _row_list(rows: Sequence[Numbers]) -> str:
    return "[" + ", ".join(f"({', '.join(map(str, row))})" for row in rows) + "]"


def _notice(toy: Toy, look: LookByHand) -> tuple[Run, ...]:
    """Say who gets most and why."""
    reader = _name(toy, look.reader, "query")
    if look.reader == 0:
        return (reader, " stands first, so all it can read is itself. Whatever the arrows say, its weight is 1.00.")
    if len(set(look.scores)) == 1:
        return _all_equal(toy, look)
    return (*_most(toy, look), *_opposite(toy, look), *_sharp(toy, look))


def _rounding(toy: Toy, look: LookByHand) -> tuple[Run, ...]:
    """Say what is rounded, and which weights were mended so that they add up to 1."""
    start = (
        "Only two things are rounded (≈): the powers of e, to three decimals, and the weights, to two. All weights are "
        "rounded down first, and the hundredths that are then missing go to those that lost most, so they always add "
        "up to 1.00. Everything after a rounding is worked out from the numbers you see."
    )
    mended = tuple(
        f" Here “{toy.tokens[j]}” has {written(look.weights[j])}, where plain rounding would give "
        f"{written((look.powers[j] / look.total).quantize(look.weights[j]))}."
        for j in look.mended
    )
    hidden = any(weight == 0 for weight in look.weights)
    small = " A weight of 0.00 stands for less than a hundredth; softmax never gives exactly nothing." if hidden else ""
    return (start, *mended, small)


def _all_equal(toy: Toy, look: LookByHand) -> tuple[Run, ...]:
    n = len(look.scores)
    shares = f"every score is {written(look.scores[0])}, so all {n} tokens get the same share, and the blend is the "
    if not any(look.q):
        return ("The query is zero: ", shares, "plain average of their values. A query of no length asks for nothing.")
    if len(set(look.k)) == 1:
        turn = "plain average of their values. Turn the query: with equal keys, there is nothing for it to choose by."
        return ("The keys are all equal: ", shares, turn)
    return ("The keys all reach equally far along the query: ", shares, "plain average of their values.")


def _most(toy: Toy, look: LookByHand) -> tuple[Run, ...]:
    top = max(range(len(look.scores)), key=lambda j: look.scores[j])
    closest = max(range(len(look.scores)), key=lambda j: (_cosine(look.q, look.k[j]), look.scores[j]))
    start = (_name(toy, look.reader, "query"), " gives the most to ", _name(toy, top, "key"))
    start = (*start, f": {written(look.weights[top])} of its weight. ")
    if look.scores[top] <= 0:
        return (*start, "No key points along the query, so no score is above zero; the highest still gets most.")
    if _cosine(look.q, look.k[top]) >= _cosine(look.q, look.k[closest]) - ALIKE:
        return (*start, "Its key points most nearly the way the query points.")
    return (
        *start, "The key of ", _name(toy, closest, "key"), " points more nearly the way the query points, but that of ",
        _name(toy, top, "key"), " is longer, and length counts too: its score is "
        f"{written(look.scores[top])} against {written(look.scores[closest])}.",
    )  # fmt: skip


def _opposite(toy: Toy, look: LookByHand) -> tuple[Run, ...]:
    """Two keys that point exactly opposite ways, or else the key that points furthest against the query."""
    for j, key in enumerate(look.k):
        mirrored = tuple(-number for number in key)
        if look.scores[j] > 0 and mirrored in look.k:
            other = look.k.index(mirrored)
            return (
                " The key of ", _name(toy, other, "key"), " is its opposite" if look.scores[j] == max(look.scores)
                else f" is the opposite of that of “{toy.tokens[j]}”",
                f": a score of {written(look.scores[other])} instead of {written(look.scores[j])}, and "
                f"{written(look.weights[other])} of the weight. Turn the query round, and the two change places.",
            )  # fmt: skip
    low = min(range(len(look.scores)), key=lambda j: look.scores[j])
    if look.scores[low] >= 0 or look.scores[low] == max(look.scores):
        return ()
    score, weight = written(look.scores[low]), written(look.weights[low])
    return (" The key of ", _name(toy, low, "key"), f" points against it: a score of {score}, a weight of {weight}.")


def _sharp(toy: Toy, look: LookByHand) -> tuple[Run, ...]:
    """Set a long query beside one of half its length."""
    top = max(range(len(look.scores)), key=lambda j: look.scores[j])
    if math.hypot(*look.q) < LONG or look.scores[top] <= 0:
        return ()
    halved = tuple(tuple(number / 2 for number in q) if i == look.reader else q for i, q in enumerate(toy.q))
    less = look_by_hand(replace(toy, q=halved), look.reader).weights[top]
    if less >= look.weights[top]:
        return ()
    return (f" This query is long, which makes the choice sharp: with half its length, it would be {written(less)}.",)


def _name(toy: Toy, token: int, role: str) -> Run:
    return (f"“{toy.tokens[token]}”", role)


def _cosine(q: Numbers, k: Numbers) -> float:
    lengths = math.hypot(*q) * math.hypot(*k)
    return float(sum((a * b for a, b in zip(q, k, strict=True)), Decimal(0))) / lengths if lengths else 0.0


def _alt(data: ToyData) -> str:
    look, tokens = data.look, data.toy.tokens
    shares = ", ".join(f"{tokens[j]} {written(weight)}" for j, weight in enumerate(look.weights))
    z = ", ".join(map(written, look.z))
    return (
        f"One look back with small numbers: {tokens[look.reader]} reads. Its query and the keys are arrows that you "
        f"can move. The weights are {shares}. The blend is {z}."
    )


def _table(data: ToyData) -> Table:
    look, n = data.look, len(data.toy.v[0])
    columns = (
        "Token", "q 1", "q 2", "k 1", "k 2", "Score", "e to the score", "Weight",
        *(f"v {i + 1}" for i in range(n)), *(f"Weight × v {i + 1}" for i in range(n)),
    )  # fmt: skip
    rows = tuple(
        (data.toy.tokens[j], *map(float, (*look.q, *look.k[j], look.scores[j], look.powers[j], look.weights[j])),
         *map(float, (*look.v[j], *look.parts[j])))
        for j in range(len(look.k))
    )  # fmt: skip
    return Table(columns, rows, f"What {data.toy.tokens[look.reader]} reads, step by step")
