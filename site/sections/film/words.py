"""What each moment of the film shows, in one line."""

from collections.abc import Sequence

from scene.formats import number, percent, weight
from scene.sentences import Run, capitalized, far_back, spelled
from sections.film.moments import Moment
from sections.film.view import View

Guesses = Sequence[tuple[str, float]]


def caption(view: View, moment: Moment, guesses: Guesses) -> tuple[Run, ...]:
    """Say what the moment shows. guesses: tokens and probabilities, which only the last moment names."""
    return {
        "read": _read, "query": _query, "meet": _meet, "scored": _scored, "weights": _weights, "offer": _offer,
        "bring": _bring, "scale": _scale, "sum": _sum, "beside": _beside,
    }[moment.kind](view, moment, guesses)  # fmt: skip


def _read(view: View, moment: Moment, guesses: Guesses) -> tuple[Run, ...]:
    if view.reader == 0:
        return ("Nothing is written yet: the boundary is all that there is to read.",)
    return ("The network has read as far as ", *named(view, view.reader, "query"), ". What comes next?")


def _query(view: View, moment: Moment, guesses: Guesses) -> tuple[Run, ...]:
    start = f"From the row of numbers behind this token, head {view.look.head} makes a query ("
    return (start, ("q", "query"), f"): {len(view.look.q)} numbers that say what it looks for.")


def _meet(view: View, moment: Moment, guesses: Guesses) -> tuple[Run, ...]:
    best = best_of_new(view, moment)
    met = "The query has met 1 key" if moment.met == 1 else f"The query has met {moment.met} keys"
    fits = f"fits best among the last {moment.new}" if moment.new > 1 else "came last"
    score = number(float(view.look.scores[best]))
    return (
        f"{met} of {view.n_keys}. ",
        *capitalized(named(view, best, "key")),
        f"{_back(view, best)} {fits}: score {score}.",
    )


def _scored(view: View, moment: Moment, guesses: Guesses) -> tuple[Run, ...]:
    best = int(view.look.scores.argmax())
    score = number(float(view.look.scores[best]))
    if view.n_keys == 1:
        return (f"One key, one score: {score}.",)
    return (
        f"All {view.n_keys} keys have a score. The highest, {score}, goes to ",
        *named(view, best, "key"),
        f"{_back(view, best)}".removesuffix(","),
        ".",
    )


def _weights(view: View, moment: Moment, guesses: Guesses) -> tuple[Run, ...]:
    most = view.apart[0]
    n_places = len(view.same(most))
    where = "" if n_places == 1 else f" at the {n_places} places where it stands"
    start = ("Softmax turns the scores into weights that add up to 1: ", *named(view, most, "key"))
    return (*start, f" gets {spelled(weight(view.together(most)))}{where}.")


def _offer(view: View, moment: Moment, guesses: Guesses) -> tuple[Run, ...]:
    return ("Behind each token waits its value (", ("v", "value"), f"), {view.look.v.shape[1]} numbers to hand over.")


def _bring(view: View, moment: Moment, guesses: Guesses) -> tuple[Run, ...]:
    reader = named(view, view.reader, "query")
    return ("All of them come to ", *reader, ". The same token brings the same value from each of its places.")


def _scale(view: View, moment: Moment, guesses: Guesses) -> tuple[Run, ...]:
    return ("Each is multiplied by its weight: what has little weight is hardly heard.",)


def _sum(view: View, moment: Moment, guesses: Guesses) -> tuple[Run, ...]:
    most = view.apart[0]
    start = ("Added up, they are ", ("z", "value"), f", what head {view.look.head} brings back. ")
    share = f"{percent(view.together(most))} of the weight in it is that of "
    return (*start, share, *named(view, most, "key"), ".")


def _beside(view: View, moment: Moment, guesses: Guesses) -> tuple[Run, ...]:
    (first, p), *_ = guesses
    start = ("z", "value"), " is laid beside the token’s own row and the results of the other heads. "
    return (*start, f"From all of them together the network guesses what comes next: “{first}”, at {percent(p)}.")


def best_of_new(view: View, moment: Moment) -> int:
    """The key with the highest score among those that were met just now, or the last one met."""
    last = view.n_keys - moment.met
    new = range(last, last + max(1, moment.new))
    return max(new, key=lambda j: (float(view.look.scores[j]), j))


def named(view: View, position: int, role: str) -> tuple[Run, ...]:
    """Name a token in a sentence, in its role's color: “Bob”, the comma, the boundary."""
    said = view.said(position)
    role = "name" if position in view.names else role
    if position == 0:
        return ("the ", ("boundary", role))
    if said == view.pieces[position].text.strip():
        return ((f"“{said}”", role),)
    return ("" if said.startswith("an ") else "the ", (said, role))


def _back(view: View, position: int) -> str:
    """Say how far back, as a part of a sentence between commas."""
    far = view.reader - position
    return ", the token itself," if far == 0 else f", {far_back(far)},"
