"""What each moment of the film shows, in one line; and what stands on its picture."""

from collections.abc import Callable

from lookback.tokenizer import BOUNDARY_ID, UNK_ID
from lookback.writing import listed
from scene import Table, spoken
from scene.formats import number, percent, weight
from scene.sentences import Run, all_of, capitalized, counted, far_back, plain, spelled
from sections.film.compute import Guess, LookBackData, Share
from sections.film.moments import Kind, key_at
from worker.contract import Words

SPECIAL = {BOUNDARY_ID: "the end", UNK_ID: "an unknown word"}
LEGEND = "the bar under a word: its score, up or down from 0"
Z_NAME = "z, their sum"
SCORE, DISTANCE_SCORE = "score", "distance score"
ROW, NEXT_TOKEN = "row", "next token:"


def say_look(data: LookBackData) -> Words:
    """Say what the moment shows."""
    look, notice = data.look, CAPTIONS[data.moment.kind](data)
    rows = [
        (said(data, j), data.reader - j, float(look.scores[j]), float(look.weights[j]))
        for j in reversed(range(look.n_keys))
    ]
    caption = f"What head {look.head} makes of each key from {said(data, data.reader)}, the last first"
    return Words(
        notice=notice,
        details=spoken.unknown_signs(data.shown.read.unknown_signs),
        call=data.shown.call,
        alt=f"{plain(notice)} The text as words, below it the vectors of head {look.head}.",
        table=Table(("Token", "Tokens back", "Score", "Weight"), tuple(rows), caption),
    )


def _read(data: LookBackData) -> tuple[Run, ...]:
    if data.reader == 0:
        return ("Nothing is written yet: the boundary is all that there is to read.",)
    return ("The network has read as far as ", *quoted(data, data.reader, "query"), ". What comes next?")


def _query(data: LookBackData) -> tuple[Run, ...]:
    start = f"From the row of numbers behind this token, head {data.look.head} makes a query ("
    return (start, ("q", "query"), f"): {len(data.look.q)} numbers that say what it looks for.")


def _meet(data: LookBackData) -> tuple[Run, ...]:
    look, now = data.look, data.moment
    best = key_at(look, now)
    met = "The query has met 1 key" if now.met == 1 else f"The query has met {now.met} keys"
    fits = f"fits best among the last {now.new}" if now.new > 1 else "came last"
    score = number(float(look.scores[best]))
    name = capitalized(quoted(data, best, "key"))
    return (f"{met} of {look.n_keys}. ", *name, f"{_back(data, best)} {fits}: score {score}.")


def _scored(data: LookBackData) -> tuple[Run, ...]:
    best = key_at(data.look, data.moment)
    score = number(float(data.look.scores[best]))
    if data.look.n_keys == 1:
        return (f"One key, one score: {score}.",)
    start = f"{all_of(data.look.n_keys, 'key').capitalize()} have a score. The highest, {score}, goes to "
    return (start, *quoted(data, best, "key"), f"{_back(data, best)}".removesuffix(","), ".")


def _weights(data: LookBackData) -> tuple[Run, ...]:
    most = data.apart[0]
    n_places = len(data.shown.same(most))
    where = "" if n_places == 1 else f" at the {n_places} places where it stands"
    start = ("Softmax turns the scores into weights that add up to 1: ", *quoted(data, most, "key"))
    return (*start, f" gets {spelled(weight(data.shown.together(most)))}{where}.")


def _offer(data: LookBackData) -> tuple[Run, ...]:
    n_value = data.look.v.shape[1]
    return ("Behind each token waits its value (", ("v", "value"), f"), {n_value} numbers to hand over.")


def _bring(data: LookBackData) -> tuple[Run, ...]:
    reader = quoted(data, data.reader, "query")
    if data.look.n_keys == 1:
        return ("It comes to ", *reader, ".")
    come = "Both come to " if data.look.n_keys == 2 else "All of them come to "
    return (come, *reader, ". The same token brings the same value from each of its places.")


def _scale(data: LookBackData) -> tuple[Run, ...]:
    return ("Each is multiplied by its weight: what has little weight is hardly heard.",)


def _sum(data: LookBackData) -> tuple[Run, ...]:
    most = data.apart[0]
    start = ("Added up, they are ", ("z", "value"), f", what head {data.look.head} brings back. ")
    share = f"{percent(data.shown.together(most))} of the weight in it is that of "
    return (*start, share, *quoted(data, most, "key"), ".")


def _beside(data: LookBackData) -> tuple[Run, ...]:
    first = data.guesses[0]
    start = ("z", "value"), " is laid beside the token’s own row and the results of the other heads. "
    word = guess_name(first)
    return (*start, f"From all of them together the network guesses what comes next: “{word}”, at {percent(first.p)}.")


CAPTIONS: dict[Kind, Callable[[LookBackData], tuple[Run, ...]]] = {
    "read": _read, "query": _query, "meet": _meet, "scored": _scored, "weights": _weights, "offer": _offer,
    "bring": _bring, "scale": _scale, "sum": _sum, "beside": _beside,
}  # fmt: skip


def said(data: LookBackData, position: int) -> str:
    """Name a token for a screen reader: "Bob", "comma", "the boundary"."""
    return spoken.said(data.pieces[position].text) if position else "the boundary"


def quoted(data: LookBackData, position: int, role: str) -> tuple[Run, ...]:
    """Name a token in a sentence, in its role's color: “Bob”, the comma, the boundary."""
    role = "name" if position in data.names else role
    return spoken.quoted(data.pieces[position].text, role) if position else ("the ", ("boundary", role))


def _back(data: LookBackData, position: int) -> str:
    """Say how far back, as a part of a sentence between commas."""
    far = data.reader - position
    return ", the token itself," if far == 0 else f", {far_back(far)},"


def token_label(data: LookBackData, position: int) -> str:
    """Name a token to choose, with what is known of it by now."""
    look, now, name = data.look, data.moment, said(data, position)
    if position >= look.n_keys:
        return f"{name}, which is still to come: choose it to look back from there"
    where = far_back(data.reader - position)
    if now.reached("weights"):
        return f"{name}, {where}, weight {weight(float(look.weights[position]))}"
    if position >= look.n_keys - now.met:
        return f"{name}, {where}, score {number(float(look.scores[position]))}"
    return f"{name}, {where}"


def fold_words(n_lines: int) -> str:
    """Say how many lines a fold hides."""
    return f"⋯ {counted(n_lines, 'line')}"


def fold_weight(data: LookBackData, first: int, last: int) -> str:
    """Say what the tokens of a fold weigh, once it is known, or that they are still to come."""
    if first >= data.look.n_keys:
        return ", still to come"
    if not data.moment.reached("weights"):
        return ""
    return f", weight {weight(float(data.look.weights[first : last + 1].sum()))} in all"


def fold_label(n_lines: int) -> str:
    """Name a fold to choose."""
    return f"{counted(n_lines, 'line')} folded away: choose to look back from the last word of them"


def query_title(data: LookBackData) -> str:
    """Name the query."""
    return f"q of {said(data, data.reader)}: what it looks for"


def key_title(data: LookBackData, key: int) -> str:
    """Name a key."""
    return f"k of {said(data, key)}: what it answers to"


def scaled_name(data: LookBackData) -> str:
    """Name the first part of a score."""
    return f"q·k ÷ √{len(data.look.q)}" if data.look.is_divided else "q·k, scaled"


def blend_title(data: LookBackData) -> str:
    """Name the panel of the values."""
    return "Weight × value, added up" if data.moment.reached("bring") else "The largest weights"


def share_name(data: LookBackData, share: Share) -> str:
    """Name a token whose value is shown, or all others."""
    return counted(share.n_keys, "other") if share.key is None else said(data, share.key)


def result_title(data: LookBackData) -> str:
    """Say how many numbers the hidden layer reads."""
    return f"The hidden layer reads {data.row.size + data.results.size} numbers"


def guess_name(guess: Guess) -> str:
    """Name a token that may come next, names with their capitals."""
    return SPECIAL.get(guess.token) or listed(guess.token, guess.written)


def guesses(data: LookBackData) -> str:
    """List the likeliest tokens."""
    return "  ·  ".join(f"{guess_name(guess)} {percent(guess.p)}" for guess in data.guesses)
