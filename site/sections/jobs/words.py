"""What the heads do and how the loss stands: sentences made from measured numbers by rule."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, takewhile

import numpy as np
from lookback.measures.jobs import BUCKETS
from scene import Table
from scene.formats import count, loss, number, percent
from scene.sentences import counted, listed
from scene.spoken import named
from sections.jobs.compute import NEARLY_ALIKE, Floats, HeadFacts, HeadsData, Point, ReadToken, around
from sections.jobs.kinds import KindShare, preferred
from worker.contract import Words

ALIKE_BY_DISTANCE = 0.1  # share of the weight at other distances than an even reader's: below, distance does not decide
NEAR = 8  # tokens back
HALF = 0.5  # of its weight: with less a head only leans to a distance, beyond an even reader's share
N_NAMED = 4  # tokens that a row names
ENDS = tuple(BUCKETS.values())  # (first, last) distance of each band; the last band has no end
KINDS = {
    "boundary": "the boundary", "names": "names", "pronouns": "pronouns", "ends": "ends of sentences",
    "commas": "commas", "quotes": "quotation marks", "articles": "“the” and “a”", "pieces": "pieces of words",
}  # fmt: skip
EVEN = "Reads everything nearly alike."
NO_DISTANCE = "Distance hardly matters to it."
LEGEND = "Percent of its weight, by tokens back. Dashes: an even reader, to which all tokens are alike."
BANDS_HEAD = "back"
HEAD, MOMENT = "Head {}", "moment {}: after {} steps"
LOSS_AXIS = "loss on held-out stories, nats"


def say_heads(data: HeadsData) -> Words:
    """Say what has changed at the moment shown, and what the chosen head reads most."""
    most = data.heads[data.chosen].tokens
    tokens = ", ".join(f"{token_name(item)} {percent(item.weight)} ({percent(item.even)})" for item in most)
    details = f"Head {data.chosen} reads most, with an even reader’s share behind each: {tokens}."
    call = (
        'found = lookback.measures.measure(models, "jobs")\n'
        f"found.by_distance[{data.now}], found.most_read[{data.now}][{data.chosen}]"
    )
    return Words(notice=_notice(data), details=((details,),), call=call, alt=_alt(data), table=_table(data))


def _notice(data: HeadsData) -> str:
    step, n_head = data.steps[data.now], len(data.heads)
    n_alike = sum(head.is_even for head in data.heads)
    known = loss_in_words(data.curve, step)
    when = "Before the first step" if step == 0 else f"After {counted(step, 'step')}"
    start = f"{when} {known}. " if known else f"{when}: "
    if n_alike == n_head:
        why = ": the tables are small random numbers, so every key gets about the same score" if step == 0 else ""
        return f"{start}All {n_head} heads read everything nearly alike{why}."
    reads = "head still reads" if n_alike == 1 else "heads still read"
    left = f"{n_alike} {reads} everything nearly alike. " if n_alike else ""
    return f"{start}{left}{_changed_most(data)}"


def _changed_most(data: HeadsData) -> str:
    """Say which head has changed most since the moment before."""
    if not data.changed:
        return ""
    head, since = int(np.argmax(data.changed)), f"Since step {count(data.steps[data.now - 1])}"
    if data.changed[head] < NEARLY_ALIKE:
        return f"{since} hardly any weight has moved to other distances."
    share = percent(data.changed[head])
    return f"{since}, head {head} has changed most: {share} of its weight has moved to other distances."


def loss_in_words(curve: Sequence[Point], step: int) -> str:
    """Say the loss at a step: "the loss on held-out TinyStories was 3.46 nats", or between which two; else nothing."""
    before, after = around(curve, step)
    if before is None or after is None:
        return ""
    if before.step == after.step:
        return f"the loss on held-out TinyStories was {loss(before.loss)} nats"
    words = (f"{loss(point.loss)} at step {count(point.step)}" for point in (before, after))
    return f"the loss on held-out TinyStories was between {listed(words)}"


@lru_cache(maxsize=256)  # every moment's sentences are laid out for each
def job_in_words(head: HeadFacts) -> str:
    """Say what a head does: where it looks, then what it is fond of."""
    if head.is_even:
        return EVEN
    by_distance = head.apart_by_distance >= ALIKE_BY_DISTANCE
    where = _where(head.by_distance, head.even_by_distance) if by_distance else NO_DISTANCE
    kinds = preferred(head.kinds)
    if kinds:
        return f"{where} {favors(kinds)}"
    return where if by_distance else f"{where} No kind of token stands out."


def favors(kinds: Sequence[KindShare]) -> str:
    """Say how much they get: "Fond of names (24%, 7.3 times an even share) and commas (9%, 2.0 times)."."""
    first, *more = (f"{KINDS[kind.kind]} ({percent(kind.share)}, {number(kind.times, 1)} times" for kind in kinds)
    rest = "".join(f" and {words})" for words in more)
    return f"Fond of {first} an even share){rest}."


def _where(by_distance: Floats, even: Floats) -> str:
    first, last = clear_run(by_distance, even)
    shares = by_distance[first : last + 1]
    near, far = ENDS[first][0], ENDS[last][1]
    looks = "Looks" if shares.sum() >= HALF else "Leans"
    start = f"{looks} {'far back' if far is None else 'close by' if far <= NEAR else 'some way back'}"
    told = f"{start}: {percent(shares.sum())} of its weight goes {reach(near, far)}"
    return f"{told}." if first == last else f"{told}, the most {reach(*ENDS[first + int(np.argmax(shares))])}."


def clear_run(by_distance: Floats, even: Floats) -> tuple[int, int]:
    """First and last of the neighboring bands, around the one most beyond an even reader's, that are all beyond it."""
    beyond = by_distance - even
    top = int(np.argmax(beyond))
    before = sum(1 for _ in takewhile(lambda x: x > 0, beyond[:top][::-1]))
    after = sum(1 for _ in takewhile(lambda x: x > 0, beyond[top + 1 :]))
    return top - before, top + after


def reach(near: int, far: int | None) -> str:
    """Say from where to where: "to the token itself", "1 token back", "within 8 tokens", "3 to 8 tokens back"."""
    if far is None:
        return f"more than {near - 1} tokens back" if near else "to any distance"
    if far == 0:
        return "to the token itself"
    if near == 0:
        return f"within {counted(far, 'token')}"
    if near == far:
        return f"{counted(near, 'token')} back"
    return f"{near} to {far} tokens back"


def token_name(item: ReadToken) -> str:
    """Name a token in a list: "the boundary", "period", "Lily", “and”, "…ra" for a piece that goes on with a word."""
    return "the boundary" if item.token is None else named(item.token)


def most_read(head: HeadFacts) -> str:
    """List the tokens that a head reads most, each kept on one line with its percent."""
    tokens = ", ".join(f"{token_name(item)}\u00a0{percent(item.weight)}" for item in head.tokens[:N_NAMED])
    return f"Most read: {tokens}"


def bands() -> tuple[str, ...]:
    """Names of the bands of distance, as short as a column."""
    return tuple(_band(near, far) for near, far in ENDS)


def _band(near: int, far: int | None) -> str:
    if far is None:
        return f"{near}+"
    return "self" if far == 0 else str(near) if near == far else f"{near}–{far}"


def steps_axis(steps: Sequence[int]) -> str:
    """Name the axis of steps, and how the moments follow each other where they do so evenly."""
    times = [b / a for a, b in pairwise(step for step in steps if step)]
    if len(times) < 2 or max(times) > 1.1 * min(times):
        return "steps of training"
    return f"steps of training, each {number(sum(times) / len(times), 1)} times the one before"


def _alt(data: HeadsData) -> str:
    told = " ".join(f"{HEAD.format(n)}: {job_in_words(head)}" for n, head in enumerate(data.heads))
    when = f"after {count(data.steps[data.now])} steps of training"
    return f"What each of {len(data.heads)} heads reads {when}. {told}"


def _table(data: HeadsData) -> Table:
    rows = [
        (n, *head.by_distance, ", ".join(map(token_name, head.tokens)), job_in_words(head))
        for n, head in enumerate(data.heads)
    ]
    caption = f"Mean weight by distance back after {count(data.steps[data.now])} steps"
    even = ("even reader", *data.even, None, None)
    return Table(("Head", *bands(), "Reads most", "What it does"), (*rows, even), caption)
