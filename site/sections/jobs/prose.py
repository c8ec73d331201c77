"""The numbers of the prose."""

from collections.abc import Mapping
from typing import Any

from lookback.measures import measured
from lookback.measures.jobs import BUCKETS
from lookback.models import Models
from scene.formats import count, number, percent
from scene.sentences import listed
from sections.jobs.compute import NEARLY_ALIKE, history
from sections.jobs.kinds import PREFERRED, PREFERRED_TIMES, preferred


def numbers(models: Models) -> dict[str, str]:
    """What was measured, by which rules, and how the heads stand at the end of training."""
    found = measured(models, "jobs")
    heads = history(models)[-1]
    resting = [head for head in heads if any(kind.kind == "boundary" for kind in preferred(head.kinds))]
    return {
        "n_head": str(len(heads)),
        "n_stories": str(found.n_stories),
        "positions": count(found.positions),
        "n_moments": str(len(found.steps)),
        "steps": count(int(found.steps[-1])),
        "restarts": listed([count(step) for step in restarts(models.record)]),
        "alike": _how_many(sum(head.is_even for head in heads), len(heads)),
        "resting": _how_many(len(resting), len(heads)),
        "beyond": percent(float(found.even_by_distance[-1])),
        "beyond_from": str(list(BUCKETS.values())[-1][0] - 1),
        "nearly_alike": percent(NEARLY_ALIKE),
        "fond_times": number(PREFERRED_TIMES, 1),
        "fond": percent(PREFERRED),
    }


def restarts(record: Mapping[str, Any]) -> tuple[int, ...]:
    """The steps after which training began again with a high learning rate, from the record that it left."""
    told = record.get("networks", {}).get("attention", {})
    return tuple(block * told["steps"] // told["n_blocks"] for block, _ in told.get("peaks", [])[1:])


def _how_many(n_such: int, n_head: int) -> str:
    """Say how many of the heads, as the subject of a sentence in the past tense."""
    return "none of them" if not n_such else "all of them" if n_such == n_head else f"{n_such} of the {n_head}"
