"""The numbers in the section's text: what the tables of the heads are like, and the opening look back."""

from lookback.explain import comparison
from lookback.lookup import LookBack
from lookback.models import Models
from lookback.opening import opening
from lookback.ops import softmax
from lookback.params import Params
from lookback.reader import trace_of
from scene.formats import number, percent, weight
from scene.sentences import plain
from sections.lookup.likeness import measured_in_prose
from sections.lookup.naming import quoted
from sections.lookup.view import View, make_view

NUDGE = 0.1  # added to a score


def numbers_in_prose(models: Models) -> dict[str, str]:
    """Compute every number that the text names, as text."""
    found = opening(models)
    state = {"story": found.story, "head": found.head, "token": found.position, "rank": 0}
    view = make_view(models, {**state, "source": "story", "own_text": ""})
    facts = {**table_facts(models.attention), **measured_in_prose(models)}
    return {**_sizes(models.attention), **facts, **_example(models, view)}


def _sizes(params: Params) -> dict[str, str]:
    n_head, d_model, d_head = params["W_Q"].shape
    return {
        "n_head": str(n_head), "d_model": str(d_model), "d_head": str(d_head), "d_value": str(params["W_V"].shape[2]),
    }  # fmt: skip


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


def _example(models: Models, view: View) -> dict[str, str]:
    """Describe the opening look back: reader, top key, q.k both ways, what the reader gives itself, and a nudge."""
    look, trace = view.look, trace_of(models, view.reading.ids)
    back = float(trace.q[0, look.head, view.key] @ trace.k[0, look.head, view.reader])
    reader, top = (plain(quoted(view, position, "key")) for position in (view.reader, view.key))
    return {
        "head": str(look.head), "reader": reader, "top": top,
        "dot": number(float(look.dots[view.key])), "dot_back": number(back),
        "self_weight": _small(float(look.weights[view.reader])), "nudge": number(NUDGE, 1),
        "weight": weight(float(look.weights[view.key])), "nudged": weight(_nudged(look, view.key)),
    }  # fmt: skip


def _small(share: float) -> str:
    """Write a weight that may be tiny: "0.042", "less than 0.001"."""
    return number(share, 3) if share >= 0.0005 else f"less than {number(0.001, 3)}"


def _nudged(look: LookBack, key: int) -> float:
    scores = look.scores.copy()
    scores[key] += NUDGE
    return float(softmax(scores)[key])
