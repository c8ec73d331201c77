"""What is said of T5's groups, ALiBi's slopes and rotary positions."""

import math

import numpy as np
from scene import Table
from scene.formats import number
from scene.sentences import counted
from sections.where.compute import GroupsData, SlopesData, TurnsData
from sections.where.shapes import N_READ
from worker.contract import Words

SHARED, LEARNED = "in T5’s groups", "as learned"
PENALTY = "added to the score"
AGREEMENT = "q·k, as a share of that at distance 0"
SCORE_AXIS = "score, head {}"
SLOPE_LABEL = "head {}: minus {:g} for each token"
FEW, MANY = "{} numbers, as a head has here", "{} numbers, as in larger networks"
PAIR, HANDLE = "pair {}", "distance {}: drag it"
TURNED = {"q": "query, turned", "k": "key"}


def say_groups(data: GroupsData) -> Words:
    """Say what would be lost with shared scores."""
    notice, n_ctx = _lost(data), len(data.scores)
    rows = tuple((int(data.groups[start]), start, float(data.shared[start])) for start in data.starts)
    columns = ("Group", "From, tokens back", "Shared score")
    return Words(
        notice=notice,
        call=(
            f"groups = lookback.explain.positions.t5_buckets({n_ctx})\n"
            f'lookback.explain.positions.in_groups(models.attention["b_distance"][{data.head}], groups)'
        ),
        alt=f"A learned curve and the steps it becomes when distances share scores. {notice}",
        table=Table(columns, rows, f"T5’s groups with the scores of head {data.head}"),
    )


def _lost(data: GroupsData) -> str:
    off = np.abs(data.scores - data.shared)[:N_READ]
    most = int(off.argmax())
    n, n_ctx = int(data.groups.max()) + 1, len(data.scores)
    return (
        f"With T5’s {n} groups, the {n_ctx} scores of head {data.head} become {n}, here the mean of each group. "
        f"Up to {len(off) - 1} tokens back they are {number(float(off.mean()))} away from what was learned on average, "
        f"and at most {number(float(off[most]))}, {at_distance(most)}."
    )


def say_slopes(data: SlopesData) -> Words:
    """Say what the current slope does to a weight."""
    slope, (n_head, n_ctx) = float(data.slopes[data.head]), data.scores.shape
    half = math.log(2) / slope
    notice = (
        f"ALiBi’s head {data.head} takes off {number(slope, 4 if slope < 0.01 else 3)} for each token. At equal q·k, a "
        f"weight is halved every {number(half, 1 if half < 9.95 else 0)} tokens. Choose another line by its number."
    )
    rows = tuple((head, float(slope), math.log(2) / slope) for head, slope in enumerate(data.slopes))
    return Words(
        notice=notice,
        call=f"lookback.explain.positions.alibi_scores({n_head}, {n_ctx})",
        alt=f"{n_head} straight lines that fall from 0, each half as steep as the one before. {notice}",
        table=Table(("Head", "Slope", "Weight halves every, tokens"), rows, "ALiBi’s slopes for as many heads"),
    )


def say_turns(data: TurnsData) -> Words:
    """Say how far the pairs have turned, and how well query and key agree."""
    notice, pairs, n_ctx = _turned(data), len(data.angles), len(data.few.shares)
    both = np.stack([data.few.shares, data.many.shares], axis=1).tolist()
    columns = ("Tokens back", f"{data.few.d_head} numbers", f"{data.many.d_head} numbers")
    return Words(
        notice=notice,
        call=(
            f"q = k = numpy.tile([1.0, 0.0], {pairs})\n"
            f"lookback.explain.positions.rotary_scores(q, k, {n_ctx}) / {pairs}"
        ),
        alt=f"Four dials with a query’s and a key’s arrow, and how well the two agree by distance. {notice}",
        table=Table(
            columns,
            tuple((back, *row) for back, row in enumerate(both)),
            "q·k of an equal query and key, as a share of that at distance 0",
        ),
    )


def _turned(data: TurnsData) -> str:
    if not data.distance:
        return "At distance 0 all pairs point the same way, and query and key agree fully. Move the slider."
    few, many = (number(float(of.shares[data.distance])) for of in (data.few, data.many))
    far, first, last = at_distance(data.distance), float(data.angles[0]), float(data.angles[-1])
    return (
        f"{far[0].upper()}{far[1:]}, the first pair has turned by {degrees(first)}°, the last by {degrees(last)}°. "
        f"With {data.few.d_head} numbers q·k is {few} of what it is at distance 0, "
        f"with {data.many.d_head} numbers {many}."
    )


def degrees(angle: float) -> str:
    """Write an angle in radians as degrees: "34", "0.3"."""
    turned = math.degrees(angle)
    return number(turned, 0 if turned >= 9.95 or not turned else 1)


def at_distance(back: int) -> str:
    """Say how far back: "at the token itself", "3 tokens back"."""
    if back == 0:
        return "at the token itself"
    return f"{counted(back, 'token')} back"
