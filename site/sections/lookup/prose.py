"""The numbers in the section's text: the heads' tables, what q.k follows in the test stories, and the opening look."""

from lookback.explain import comparison
from lookback.lookup import LookBack
from lookback.measures import measured
from lookback.models import Models
from lookback.opening import opening_look
from lookback.ops import softmax
from lookback.params import Params
from scene.formats import count, number, percent, weight
from scene.sentences import plain
from sections.lookup.compute import read_weights
from sections.lookup.likeness import WEAK, likeness
from sections.lookup.words_tokens import quoted

NUDGE = 0.1  # added to a score


def numbers(models: Models) -> dict[str, str]:
    """Compute every number that the text names, as text."""
    config = models.config
    sizes = {name: str(getattr(config, name)) for name in ("n_head", "d_model", "d_head", "d_value")}
    return {**sizes, **table_facts(models.attention), **likeness_numbers(models), **_example(models)}


def table_facts(params: Params) -> dict[str, str]:
    """Rank and asymmetry of W_Q W_K^T of the heads."""
    ranks, one_way = comparison.ranks(params), comparison.one_way_shares(params)
    same = ranks.min() == ranks.max()
    return {
        "rank": str(ranks[0]) if same else f"{ranks.min()} to {ranks.max()}",
        "every_head": "every head" if same else "the heads",
        "blind": f"{'' if same else 'at least '}{params['W_Q'].shape[1] - ranks.max()}",
        "one_way": f"{percent(one_way.min())} to {percent(one_way.max())}",
    }


def likeness_numbers(models: Models) -> dict[str, str]:
    """What q.k follows in the test stories, over all heads."""
    heads, found = likeness(models), measured(models, "directions")
    low, high = (pick(head.correlation for head in heads) for pick in (min, max))
    shares = [head.not_closest for head in heads]
    uneven = max(heads, key=lambda head: head.stretch)
    return {
        "pairs": count(found.pairs),
        "positions": count(found.positions),
        "n_stories": count(found.n_stories),
        "correlations": f"{number(low)} to {number(high)}",
        "so_likeness": _so(max(abs(low), abs(high))),
        "not_closest": _range(min(shares), max(shares)),
        "uneven": str(uneven.head),
        "short_key": number(uneven.lengths[0], 1),
        "long_key": number(uneven.lengths[2], 1),
    }


def _range(low: float, high: float) -> str:
    """Write "27% to 56%", or one share where both read the same."""
    first, last = percent(low), percent(high)
    return first if first == last else f"{first} to {last}"


def _so(largest: float) -> str:
    """Say what the strongest correlation of all heads means: its square is the share of the ups and downs."""
    if largest < WEAK:
        return "So whether two tokens are alike tells next to nothing about q·k, in any head"
    return f"So likeness accounts for at most {percent(largest**2)} of the ups and downs of q·k, in any head"


def _example(models: Models) -> dict[str, str]:
    """Describe the opening look back: reader, top key, q.k both ways, what the reader gives itself, and a nudge."""
    found = opening_look(models)
    looks = {"network": "attention", "head": found.head, "token": found.position}
    choice = {**looks, "source": "story", "story": found.story, "rank": 0}
    data = read_weights(models, choice)
    look, trace = data.look, data.shown.trace
    back = float(trace.layers[0].q[0, look.head, data.key] @ trace.layers[0].k[0, look.head, data.reader])
    reader, top = (plain(quoted(data, position, "key")) for position in (data.reader, data.key))
    return {
        "head": str(look.head), "reader": reader, "top": top,
        "dot": number(float(look.dots[data.key])), "dot_back": number(back),
        "self_weight": _small(float(look.weights[data.reader])), "nudge": number(NUDGE, 1),
        "weight": weight(float(look.weights[data.key])), "nudged": weight(_nudged(look, data.key)),
    }  # fmt: skip


def _small(share: float) -> str:
    """Write a weight that may be tiny: "0.042", "less than 0.001"."""
    return number(share, 3) if share >= 0.0005 else f"less than {number(0.001, 3)}"


def _nudged(look: LookBack, key: int) -> float:
    scores = look.scores.copy()
    scores[key] += NUDGE
    return float(softmax(scores)[key])
