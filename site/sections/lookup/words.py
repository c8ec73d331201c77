"""What to notice in each state of the figures, in words."""

import numpy as np
from lookback.lookup import LookBack
from scene.formats import count, number, weight
from scene.sentences import Run, capitalized, counted, far_back, spelled
from sections.lookup.naming import quoted
from sections.lookup.view import View

WIDE = 0.1  # a head whose largest weight is smaller reads no single token
NO_DIFFERENCE = 1e-4  # between two q.k


def on_weights(view: View) -> tuple[Run, ...]:
    """Say where most of the weight goes, and what comes next."""
    if view.n_keys == 1:
        return ("The boundary stands before everything else, so all it can read is itself: its weight is 1.",)
    top = view.look.by_weight()[0]
    here = (f"Head {view.look.head}, at ", *quoted(view, view.reader, "query"))
    there = ("itself",) if top == view.reader else quoted(view, top, "key")
    most, far = _got(view.look, top), "" if top == view.reader else f", {far_back(view.reader - top)}"
    if view.look.weights[top] < WIDE:
        looks = (f", spreads its weight widely: the most, {most}, goes to ", *there, f"{far}.")
    else:
        looks = (", reads ", *there, f"{far or ' most'}, with {most} of its weight.")
    return (*here, *looks, *_together(view, top), *_later(view), *_next(view))


def on_left_out(view: View) -> tuple[tuple[Run, ...], ...]:
    """Say which part of a long text is read; nothing if all of it is."""
    if not view.left_out:
        return ()
    n_read = len(view.pieces) - 1
    words = (
        f"The text has {count(n_read + view.left_out)} tokens, more than the network reads at once. "
        f"These are its last {count(n_read)}; the first {count(view.left_out)} are left out."
    )
    return ((words,),)


def on_scores(view: View) -> tuple[Run, ...]:
    """Set the key with the largest weight against the other token whose row is most like the reader's."""
    look, top, reader = view.look, view.look.by_weight()[0], quoted(view, view.reader, "query")
    if view.n_keys == 1:
        return ("There is nothing to choose between: the boundary is all that can be read.",)
    if view.ids[top] == view.ids[view.reader]:
        words = "the cosine is always 1.00, but its q·k can be anything: try other heads."
        return (
            "Here ",
            *reader,
            f" gives itself the largest weight, {_got(look, top)}. With a token’s own row ",
            words,
        )
    return (*_compared(view, top, reader), *_thanks_to_distance(look, top))


def _compared(view: View, top: int, reader: tuple[Run, ...]) -> tuple[Run, ...]:
    look, best = view.look, capitalized(quoted(view, top, "key"))
    others = [j for j in range(view.n_keys) if view.ids[j] not in (view.ids[top], view.ids[view.reader])]
    alike = max(others, key=lambda j: (look.cosines[j], j), default=top)
    numbers = f", at a cosine of {number(float(look.cosines[top]))}, has a q·k of {number(float(look.dots[top]))}"
    if alike == top:
        return (*best, f"{numbers} and gets {_got(look, top)} of the weight.")
    if look.cosines[alike] <= look.cosines[top]:
        cosine = number(float(look.cosines[top]))
        also = f" gets the largest weight, {_got(look, top)}, and its row is also the most like that of "
        return (*best, also, *reader, f", itself left out: their cosine is {cosine}.")
    cosine, dot = number(float(look.cosines[alike])), number(float(look.dots[alike]))
    return (
        "Itself left out, the row most like that of ", *reader, " is that of ", *quoted(view, alike, "key"),
        f", with a cosine of {cosine}. Its q·k is {dot}, and it gets {_got(look, alike)} of the weight. ",
        *best, f"{numbers} and gets {_got(look, top)}.",
    )  # fmt: skip


def _thanks_to_distance(look: LookBack, top: int) -> tuple[Run, ...]:
    """Say so where the largest weight does not go to the largest q.k."""
    if look.dots[top] >= look.dots.max() - NO_DIFFERENCE:
        return ()
    distance_score = number(float(look.distance_scores[top]))
    return (f" That q·k is not the largest; a distance score of {distance_score} makes up for it.",)


def on_vectors(view: View) -> tuple[Run, ...]:
    """Say what the blend is made of, token by token."""
    shares = _shares(view)
    if len(shares) == 1:
        return ("With one thing to read, ", ("z", "value"), " is that token’s ", ("value", "value"), ", all of it.")
    runs: list[Run] = [("z", "value"), " is a blend: "]
    for number_, (position, share, places) in enumerate(shares[:3]):
        where = "" if places == 1 else f" ({places} places)"
        start = f"{', ' if number_ else ''}{spelled(weight(share))} of the value of "
        runs += [start, *quoted(view, position, "key"), where]
    rest = len(shares) - 3
    if rest > 0:
        runs.append(f", and the rest from {counted(rest, 'other token')}")
    return (*runs, ". The same token has the same value wherever it stands.")


def _shares(view: View) -> list[tuple[int, float, int]]:
    """(latest position, weight together, places) of each different token, the largest weight first."""
    ids = np.array(view.ids[: view.n_keys])
    found = []
    for token in dict.fromkeys(ids.tolist()):
        places = np.flatnonzero(ids == token)
        found.append((int(places[-1]), float(view.look.weights[places].sum()), len(places)))
    return sorted(found, key=lambda share: -share[1])


def _together(view: View, top: int) -> tuple[Run, ...]:
    same = view.same(top)
    if len(same) < 2:
        return ()
    together = spelled(weight(float(view.look.weights[same].sum())))
    if view.is_unknown(top):
        return (f" It does not know this token; all {len(same)} it does not know look the same and get {together}.",)
    if len({view.pieces[j].text.lower() for j in same}) > 1:  # such as both kinds of quotes
        return (f" The {len(same)} places with the same token get {together} together.",)
    return (f" The {len(same)} places where ", *quoted(view, top, "key"), f" stands get {together} together.")


def _later(view: View) -> tuple[Run, ...]:
    """Say how much goes to what comes after the reader, where a changed program lets it be read."""
    if view.n_keys == view.reader + 1:
        return ()
    later = spelled(weight(float(view.look.weights[view.reader + 1 :].sum())))
    return (f" What comes after it gets {later} of the weight: this version of the program reads the future.",)


def _next(view: View) -> tuple[Run, ...]:
    if view.reader + 1 >= len(view.pieces):
        return ()
    return (" The next token is ", *quoted(view, view.reader + 1, "text"), ".")


def _got(look: LookBack, position: int) -> str:
    return spelled(weight(float(look.weights[position])))
