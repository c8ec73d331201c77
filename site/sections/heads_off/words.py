"""What is said of a story with some heads off: sentences made from the numbers by rule."""

from collections.abc import Sequence

import numpy as np
from scene import Table
from scene.formats import count, loss, probability, signed
from scene.sentences import Run, counted, name_heads, plain, spelled
from scene.spoken import phrased, spoken
from sections.heads_off.compute import VISIBLE, Floats, StoryData
from sections.heads_off.guessing import N_GUESSES, Guess, Spot, right_one
from sections.heads_off.words_groups import say_groups
from sections.heads_off.words_pairs import say_pairs
from worker.contract import Words

__all__ = ["say_groups", "say_pairs", "say_story"]

N_NAMED = 4  # heads that a title names
ALL_ON = "All heads on"
HEAD, ON, OFF = "head {}", "on", "off"
ASKED = "What comes next?"
LEGEND = "change of the loss, nats:"


def say_story(data: StoryData) -> Words:
    """Say what the story loses as a whole, where most, and what becomes of the guess at one place."""
    tokens = [_phrased(data, i) for i in range(len(data.before))]
    notice = on_story(data.off, data.n_head, tokens, data.before, data.after)
    details = on_spot(data.off, data.n_head, tokens[data.spot.token], data.spot)
    alt = f"A story, each word shaded by the change of its loss. {plain((*notice, ' ', *details))}"
    return Words(notice=notice, details=(details,), call=_call(data), alt=alt, table=_table(data))


def on_story(off: Sequence[int], n_head: int, tokens: Sequence[str], before: Floats, after: Floats) -> tuple[Run, ...]:
    """Say what switching these heads off does to the story as a whole, and where most. tokens: as in a sentence."""
    if not off:
        return (f"All {n_head} heads are on, and this is the loss as it is. Switch one off above the text.",)
    change = after - before
    mean = f"{loss(float(before.mean()))} to {loss(float(after.mean()))} nats a token"
    start = f"Without {_without(off, n_head)} the loss goes from {mean}. "
    harder, easier = int((change >= VISIBLE).sum()), int((change <= -VISIBLE).sum())
    of = f"{count(harder)} of {counted(len(change), 'token')}"
    counts = f"{of} are harder to guess by {VISIBLE} or more, {count(easier)} easier."
    worst = int(np.argmax(change))
    if change[worst] < VISIBLE:
        return (start, counts)
    told = f" at one place its loss goes from {loss(float(before[worst]))} to {loss(float(after[worst]))} nats."
    return (start, counts, " Hardest hit is ", (tokens[worst], "worse"), ",", told)


def on_spot(off: Sequence[int], n_head: int, token: str, spot: Spot) -> tuple[Run, ...]:
    """Say what becomes of the guess at one place. token: as in a sentence."""
    before, after = right_one(spot.before), right_one(spot.after)
    start = f"At the outlined place comes {token}. With all heads on it is {_ranked(before)}"
    if not off:
        return (f"{start}. Choose another word to see what was expected there.",)
    instead = "" if after.rank == 1 else f", and {phrased(spot.after[0].shown)} comes first"
    return (f"{start}; without {_without(off, n_head)} it is {_ranked(after)}{instead}.",)


def _ranked(guess: Guess) -> str:
    place = "the first guess" if guess.rank == 1 else f"guess number {count(guess.rank)}"
    return f"{place}, with {spelled(probability(guess.probability))}"


def switched(off: Sequence[int], n_head: int) -> str:
    """Say as a title which heads are off."""
    if len(off) == n_head:
        return "All heads off"
    said = name_heads(off) if len(off) <= N_NAMED else f"{len(off)} heads"
    return f"{said[0].upper()}{said[1:]} off"


def _without(off: Sequence[int], n_head: int) -> str:
    return "any head" if len(off) == n_head else name_heads(off)


def token_name(data: StoryData, token: int) -> str:
    """Name a token as it was typed; what comes after the last is the story's end."""
    return spoken(data.pieces[token].text) if token < len(data.pieces) else "the end"


def _phrased(data: StoryData, token: int) -> str:
    return phrased(data.pieces[token].text) if token < len(data.pieces) else "the end"


def token_label(data: StoryData, token: int) -> str:
    """Say how a token's loss has changed."""
    before, after, change = (float(array[token]) for array in (data.before, data.after, data.change))
    changed = f"{signed(change)} nats"
    return f"{token_name(data, token)}: loss {loss(before)} with all heads, {loss(after)} now, {changed}"


def guess_label(title: str, guess: Guess) -> str:
    """Say a guess of the list with this title."""
    came = ", which came" if guess.right else ""
    return f"{title}, guess {count(guess.rank)}: {spoken(guess.shown)}, {probability(guess.probability)}{came}"


def switch_label(head: int, *, off: bool) -> str:
    """Say how a switch stands, and what choosing it does."""
    return f"head {head} is {'off: switch it on' if off else 'on: switch it off'}"


def sample(change: float, *, largest: bool) -> str:
    """Write a change in the legend."""
    written = signed(change, 0 if change == int(change) else 1)
    return f"{written} or more" if largest else written


def _call(data: StoryData) -> str:
    return (
        f"(prepared,) = lookback.measures.prepared.prepare(models, [models.stories[{data.number}]])\n"
        f"off = {list(data.off)}\n"
        "trace = lookback.reader.trace_of(models, prepared.ids)\n"
        "lookback.measures.switched_off.losses_without(models.attention, trace, prepared.targets, off)\n"
        f"ids, layer = prepared.ids[:{data.spot.token + 1}], 0\n"
        "logits = lookback.guesses.next_logits(models.attention, ids, [(layer, head) for head in off])\n"
        f"lookback.guesses.top_guesses(logits, {N_GUESSES})"
    )


def _table(data: StoryData) -> Table:
    columns = (data.before, data.after, data.change)
    rows = [(token_name(data, i), *(float(column[i]) for column in columns)) for i in range(len(data.before))]
    caption = "Loss of each token in nats, in the order of the text"
    return Table(("Token", "All heads on", "With these off", "Change"), tuple(rows), caption)
