"""What happened in training, in words."""

from scene import Table
from scene.formats import count, probability, weight
from scene.sentences import counted, spelled
from sections.two_lookups.training import KneeData, Noted
from worker.contract import Words

COURSE, AXIS = "probability", "training steps"
LINES = {"own": "own second piece", "other": "the other name’s"}
SCORE_TITLES = {"previous_token": "on the token before", "induction": "on what came after the same"}
APART = 3.0  # own over other from which they count as told apart


def say_knee(data: KneeData) -> Words:
    """Say where training stands at the chosen moment."""
    rows = tuple((at.step, at.own, at.other, at.pieces) for at in data.course)
    heads = ("Step", "Own piece", "Other piece", "Mean loss on the own piece, nats")
    table = Table(heads, rows, "Second pieces of made-up names in kept-out stories, through training")
    parted = f"Two curves over training that part at about step {count(knee(data))}"
    alt = f"{parted}, and two scores for every head. {_notice(data)}"
    details = (
        "The curves are of training stories that were kept out, told about two made-up names; the heads’ scores are of "
        "the test stories.",
    )
    return Words(
        notice=_notice(data),
        call='noted = models.curves["two_layers"]\nlookback.measures.measure(models, "circuit")',
        alt=alt,
        table=table,
        details=details,
    )


def knee(data: KneeData) -> int:
    """The first noted step after which own stays clearly ahead of other."""
    clear = [at.own > APART * at.other for at in data.course]
    first = next((i for i in range(len(clear)) if all(clear[i:])), len(clear) - 1)
    return data.course[first].step


def head_name(layer: int, head: int) -> str:
    """Name a head with its layer."""
    return f"layer {layer + 1}, head {head}"


def moment_label(data: KneeData, moment: int) -> str:
    """Say which moment it is."""
    return f"after {counted(int(data.found.steps[moment]), 'step')}"


def score_label(layer: int, head: int, score: str, value: float) -> str:
    """Say one score of one head."""
    return f"{head_name(layer, head)}: {weight(value)} {SCORE_TITLES[score]}"


def _notice(data: KneeData) -> str:
    step = int(data.found.steps[data.now])
    before, after = (getattr(data.found, name)[data.now] for name in ("previous_token", "induction"))
    near = _nearest(data, step)
    heads = (
        f"The best head on the token before has {spelled(weight(float(before[0].max())))} (layer 1), "
        f"the best on what came after the same token {spelled(weight(float(after[1].max())))} (layer 2)."
    )
    return f"After {counted(step, 'step')}: {_state(near)} {heads}"


def _nearest(data: KneeData, step: int) -> Noted:
    return min(data.course, key=lambda at: abs(at.step - step))


def _state(at: Noted) -> str:
    own, other = spelled(probability(at.own)), spelled(probability(at.other))
    if at.own > APART * at.other:
        return f"the own piece gets {own} in the mean, the other’s {other}."
    return f"own and other are not told apart yet ({own} and {other} in the mean)."
