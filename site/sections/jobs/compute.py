"""What each head read at each kept moment of training, in numbers and in sentences."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from lookback.measures import BUCKETS, Jobs, recorded
from lookback.models import Models
from lookback.tokenizer import BOUNDARY_ID
from lookback.writing import written
from scene.formats import count, number, percent
from scene.sentences import counted, listed
from scene.spoken import named
from sections.jobs.kinds import BOUNDARY_KIND, fondness, kinds_of_tokens
from sections.jobs.losses import Point, curve_of, loss_in_words
from sections.jobs.words import FOND, FOND_TIMES, NEARLY_ALIKE, HeadFacts, fond_of, job_in_words, moved

N_TOKENS = 8  # that are listed for a head
HOLD = 1000.0  # ms that the film rests on a moment


@dataclass(frozen=True)
class ReadToken:
    """A token that a head reads: its mean ``weight``, and an even reader's."""

    token: str
    weight: float
    even: float


@dataclass(frozen=True, eq=False)
class HeadJob:
    """One head at one moment: weight by band of distance (6,), the tokens it reads most, and what it does."""

    by_distance: tuple[float, ...]
    tokens: tuple[ReadToken, ...]
    words: str


@dataclass(frozen=True, eq=False)
class HeadsReading:
    """All heads at all S kept moments; ``now`` is the moment shown, ``chosen`` the head told more of.

    even: an even reader's weight by band (6,). history[moment][head]. curve: held-out losses.
    """

    steps: tuple[int, ...]
    now: int
    chosen: int
    even: tuple[float, ...]
    history: tuple[tuple[HeadJob, ...], ...]
    curve: tuple[Point, ...]
    notice: str
    hold: float = HOLD

    @property
    def heads(self) -> tuple[HeadJob, ...]:
        """The heads at the moment shown."""
        return self.history[self.now]

    @property
    def details(self) -> tuple[tuple[str, ...], ...]:
        """The tokens that the chosen head reads most."""
        most = self.heads[self.chosen].tokens
        listed = (f"{item.token} {percent(item.weight)} ({percent(item.even)})" for item in most)
        return ((f"Head {self.chosen} reads most, with an even reader’s share behind each: {', '.join(listed)}.",),)

    @property
    def call(self) -> str:
        """The package call behind it."""
        return (
            'found = lookback.measures.recorded(models, "jobs")\n'
            f"found.by_distance[{self.now}], found.most_read({self.now}, {self.chosen})"
        )


def numbers(models: Models) -> dict[str, str]:
    """The numbers of the prose."""
    found = recorded(models, "jobs")
    end = len(found.steps) - 1
    facts = _facts(models, found, end)
    n_alike = sum(of.is_even for of in facts)
    resting = [of for of in facts if any(kind.kind == BOUNDARY_KIND for kind in fond_of(of.kinds))]
    return {
        "n_head": str(len(facts)),
        "n_stories": str(found.n_stories),
        "positions": count(found.positions),
        "n_moments": str(len(found.steps)),
        "steps": count(int(found.steps[end])),
        "restarts": listed([count(step) for step in restarts(models.record)]),
        "alike": _how_many(n_alike, len(facts)),
        "resting": _how_many(len(resting), len(facts)),
        "beyond": percent(float(found.even_by_distance[-1])),
        "beyond_from": str(list(BUCKETS.values())[-1][0] - 1),
        "nearly_alike": percent(NEARLY_ALIKE),
        "fond_times": number(FOND_TIMES, 1),
        "fond": percent(FOND),
    }


def restarts(record: Mapping[str, Any]) -> tuple[int, ...]:
    """The steps after which training began again with a high learning rate, from the record that it left."""
    told = record.get("networks", {}).get("attention", {})
    return tuple(block * told["steps"] // told["n_blocks"] for block, _ in told.get("peaks", [])[1:])


def _how_many(n_such: int, n_head: int) -> str:
    """Say how many of the heads, as the subject of a sentence in the past tense."""
    return "none of them" if not n_such else "all of them" if n_such == n_head else f"{n_such} of the {n_head}"


def read_heads(models: Models, choice: Mapping[str, Any]) -> HeadsReading:
    """Read what every head read at one moment of training."""
    found = recorded(models, "jobs")
    steps, history = tuple(found.steps.tolist()), _history(models)
    now = min(choice["moment"], len(steps)) - 1
    chosen = min(choice["head"], len(history[now]) - 1)
    curve = curve_of(models.curves)
    even = tuple(found.even_by_distance.tolist())
    return HeadsReading(steps, now, chosen, even, history, curve, _notice(models, found, curve, now))


@lru_cache(maxsize=2)
def _history(models: Models) -> tuple[tuple[HeadJob, ...], ...]:
    found = recorded(models, "jobs")
    return tuple(
        tuple(_head_job(models, found, moment, head, facts) for head, facts in enumerate(_facts(models, found, moment)))
        for moment in range(len(found.steps))
    )


def _head_job(models: Models, found: Jobs, moment: int, head: int, facts: HeadFacts) -> HeadJob:
    most = found.most_read(moment, head, N_TOKENS)
    tokens = (ReadToken(token_said(models, i), float(facts.read[i]), float(facts.evenly[i])) for i in most)
    return HeadJob(tuple(facts.by_distance.tolist()), tuple(tokens), job_in_words(facts))


def _facts(models: Models, found: Jobs, moment: int) -> tuple[HeadFacts, ...]:
    kinds, even = kinds_of_tokens(models), found.even_by_distance
    by_distance, read = found.by_distance[moment], found.read[moment]
    return tuple(
        HeadFacts(by_distance[head], even, read[head], found.evenly, fondness(kinds, read[head], found.evenly))
        for head in range(len(read))
    )


def token_said(models: Models, token: int) -> str:
    """Name a token in a list: "the boundary", "period", "Lily", “and”, "…ra" for a piece that goes on with a word."""
    return "the boundary" if token == BOUNDARY_ID else named(written(models, token))


def _notice(models: Models, found: Jobs, curve: tuple[Point, ...], now: int) -> str:
    step, facts = int(found.steps[now]), _facts(models, found, now)
    n_alike, n_head = sum(of.is_even for of in facts), len(facts)
    known = loss_in_words(curve, step)
    when = "Before the first step" if step == 0 else f"After {counted(step, 'step')}"
    start = f"{when} {known}. " if known else f"{when}: "
    if n_alike == n_head:
        why = ": the tables are small random numbers, so every key gets about the same score" if step == 0 else ""
        return f"{start}All {n_head} heads read everything nearly alike{why}."
    reads = "head still reads" if n_alike == 1 else "heads still read"
    left = f"{n_alike} {reads} everything nearly alike. " if n_alike else ""
    return f"{start}{left}{_changed_most(found, now)}"


def _changed_most(found: Jobs, now: int) -> str:
    """Say which head has changed most since the moment before."""
    if now == 0:
        return ""
    changed = [moved(*found.profile[now - 1 : now + 1, head]) for head in range(found.profile.shape[1])]
    head, since = int(np.argmax(changed)), f"Since step {count(int(found.steps[now - 1]))}"
    if changed[head] < NEARLY_ALIKE:
        return f"{since} hardly any weight has moved to other distances."
    share = percent(changed[head])
    return f"{since}, head {head} has changed most: {share} of its weight has moved to other distances."


def bands() -> tuple[str, ...]:
    """Names of the bands of distance, as short as a column."""
    return tuple(_band(near, far) for near, far in BUCKETS.values())


def _band(near: int, far: int | None) -> str:
    if far is None:
        return f"{near}+"
    return "self" if far == 0 else str(near) if near == far else f"{near}–{far}"
