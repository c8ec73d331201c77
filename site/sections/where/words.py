"""What is said of the learned curves, and of scores by distance and by place."""

import numpy as np
from scene import Table
from scene.formats import number, weight
from scene.sentences import spelled
from sections.where.compute import GPT2_CTX, GPT2_MODEL, CurvesData, PlacesData
from sections.where.shapes import Shape
from sections.where.words_others import at_distance, say_groups, say_slopes, say_turns
from worker.contract import Words

__all__ = ["say_curves", "say_groups", "say_places", "say_slopes", "say_turns"]

ACROSS = "tokens back"
UP = "distance score"
CALLS = {
    "attention": 'models.attention["b_distance"]',
    "two_layers": '[tables["b_distance"] for tables in lookback.params.layers(models.two_layers)]',
}
SCORE_LABEL = "{} back: {} adds {}"
READERS, READ_TOKENS = "reader 0 to {} ↓", "read token 0 to {} →"
GRID_TITLES = {"learned": ("By place: GPT-2", "before training"), "waves": ("By place: 2017", "waves")}


def say_curves(data: CurvesData) -> Words:
    """Say what the current head's curve means."""
    notice, n_ctx = favors(data.shape), len(data.shape.scores)
    scores = np.array([shape.scores for shape in data.shapes], np.float64).T
    rows = tuple((back, *row) for back, row in enumerate(scores.tolist()))
    columns = ("Tokens back", *(shape.name.capitalize() for shape in data.shapes))
    return Words(
        notice=notice,
        call=CALLS[data.network],
        alt=f"The distance scores of {len(data.shapes)} heads as curves over 0 to {n_ctx - 1} tokens back. {notice}",
        table=Table(columns, rows, "The distance scores of all heads"),
    )


def favors(shape: Shape) -> str:
    """Say what a head's scores favor, by the weights that they alone would give."""
    name = shape.name.capitalize()
    best = f"{at_distance(shape.top)}, at {number(float(shape.scores[shape.top]))}"
    alone = f"If all q·k were equal, of {shape.n_read} tokens"
    near, evenly = spelled(weight(shape.near)), spelled(weight(shape.n_near / shape.n_read))
    if shape.kind == "near":
        top = spelled(weight(float(shape.weights[shape.top])))
        return (
            f"{name} keeps to the near. Its score is highest {best}. {alone} that one would get {top} "
            f"of the weight, and the nearest {shape.n_near} together {near}."
        )
    if shape.kind == "even":
        low, high = (number(float(f(shape.scores[: shape.n_read]))) for f in (np.min, np.max))
        return (
            f"{name} hardly cares about distance: up to {shape.n_read - 1} tokens back, its scores stay "
            f"between {low} and {high}. {alone} the nearest {shape.n_near} would get {near} of the weight; evenly it "
            f"would be {evenly}. So what it reads is decided by content."
        )
    tends = "prefers what is far back" if shape.kind == "far" else "reaches widely, but not everywhere alike"
    near_by = shape.kind == "far" and shape.top < shape.n_near
    highest = f", though its score is highest {best}." if near_by else f". Its score is highest {best}."
    return (
        f"{name} {tends}{highest} {alone} the nearest {shape.n_near} would get {near} "
        f"of the weight, where evenly it would be {evenly}; half of it would lie within {shape.middle} tokens."
    )


def highest_label(shape: Shape) -> str:
    """Say where a head's curve is highest."""
    return f"{shape.name}: highest {shape.top} back, {number(float(shape.scores[shape.top]))}"


def say_places(data: PlacesData) -> Words:
    """Say what the two grids show; of the thousands of cells the table lists a few readers'."""
    notice, n = _set_beside(data), len(data.by_place)
    made = {
        "learned": f"first_positions({GPT2_CTX}, {GPT2_MODEL}, numpy.random.default_rng(0))[:{n}]",
        "waves": f"wave_positions({n}, {GPT2_MODEL})",
    }
    rows = tuple(
        (i, j, float(data.by_distance[i, j]), float(data.by_place[i, j]))
        for i in range(0, n, 8)
        for j in range(0, i + 1, 8)
    )
    columns = ("Reader", "Read token", f"By distance, head {data.head}", "By place")
    return Words(
        notice=notice,
        call=f"rows = lookback.explain.positions.{made[data.rows]}\nrows @ rows.T",
        alt=f"Two triangles of scores, a row for each reader and a column for each token it can read. {notice}",
        table=Table(columns, rows, "Every eighth reader and token"),
    )


def _set_beside(data: PlacesData) -> str:
    left = f"Left, head {data.head} of this page: along a diagonal the distance is the same, and so is the score."
    if data.rows == "waves":
        return f"{left} Right, the waves of 2017: their products too depend on the distance alone, by a formula."
    near = np.diagonal(data.by_place, -1)
    low, high = number(float(near.min())), number(float(near.max()))
    return (
        f"{left} Right, learned rows before the first step of training: to itself each place is 1, and neighbors are "
        f"anything from {low} to {high}. That 20 stands beside 21 has to be learned, and 30 beside 31 once more."
    )


def grid_titles(data: PlacesData) -> tuple[tuple[str, str], tuple[str, str]]:
    """Name the two grids, each in two lines."""
    return ("By distance: here", f"head {data.head}, learned"), GRID_TITLES[data.rows]


def span(low: float, high: float) -> str:
    """Say from where to where scores reach."""
    return f"{number(low)} to {number(high)}"
