"""What to notice in each state of the figures, in words."""

import numpy as np
from lookback.lookup import LookBack
from scene.formats import count, number, weight
from sections.s07_lookup.naming import Run, back, quoted
from sections.s07_lookup.view import View


def on_weights(view: View) -> tuple[Run, ...]:
    """Say where most of the weight goes, and what comes next."""
    if view.reader == 0:
        return ("The boundary stands before everything else, so all it can read is itself: its weight is 1.",)
    top = view.look.by_weight()[0]
    here = (f"Head {view.look.head}, at ", *quoted(view, view.reader, "query"))
    most = _written(float(view.look.weights[top]))
    if top == view.reader:
        return (*here, f", reads mostly itself, with {most} of its weight.", *_together(view, top), *_next(view))
    far = back(view.reader - top)
    looks = (", reads ", *quoted(view, top, "key"), f", {far}, with {most} of its weight.")
    return (*here, *looks, *_together(view, top), *_next(view))


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
    """Set the key with the largest weight against the token whose row is most like the reader's."""
    look, top = view.look, view.look.by_weight()[0]
    others = [j for j in range(view.reader + 1) if view.ids[j] != view.ids[top]]
    if not others:
        return ("There is nothing to choose between here: every key that can be read is the same.",)
    alike = max(others, key=lambda j: (look.cosines[j], j))
    if look.cosines[alike] <= look.cosines[top]:
        return (
            *_start(quoted(view, top, "key")), " gets the largest weight, ", _written(float(look.weights[top])),
            ", and here its row also points most nearly where the row of ", *quoted(view, view.reader, "query"),
            f" points: their cosine is {number(float(look.cosines[top]))}.",
        )  # fmt: skip
    if view.ids[alike] == view.ids[view.reader]:
        like = (
            "Nothing is more like ",
            *quoted(view, view.reader, "query"),
            " than the same token: the cosine is 1.00",
        )
    else:
        cosine = number(float(look.cosines[alike]))
        like = ("The row most like that of ", *quoted(view, view.reader, "query"), " is that of ",
                *quoted(view, alike, "key"), f", with a cosine of {cosine}")  # fmt: skip
    return (
        *like, f". Yet its q·k is {number(float(look.dots[alike]))}, and it gets ", _got(look, alike),
        " of the weight. ", *_start(quoted(view, top, "key")), f", at a cosine of {number(float(look.cosines[top]))}, ",
        f"has a q·k of {number(float(look.dots[top]))} and gets {_got(look, top)}.",
    )  # fmt: skip


def on_vectors(view: View) -> tuple[Run, ...]:
    """Say what the blend is made of, token by token."""
    shares = _shares(view)
    if len(shares) == 1:
        return ("With one thing to read, ", ("z", "value"), " is that token’s ", ("value", "value"), ", all of it.")
    runs: list[Run] = [("z", "value"), " is a blend: "]
    for number_, (position, share, places) in enumerate(shares[:3]):
        where = "" if places == 1 else f" ({places} places)"
        runs += [", " if number_ else "", f"{_written(share)} of the value of ", *quoted(view, position, "key"), where]
    rest = len(shares) - 3
    if rest > 0:
        runs.append(f", and a little of {rest} other token{'' if rest == 1 else 's'}")
    return (*runs, ". The same token has the same value wherever it stands.")


def _shares(view: View) -> list[tuple[int, float, int]]:
    """(latest position, weight together, places) of each different token, the largest weight first."""
    ids = np.array(view.ids[: view.reader + 1])
    found = []
    for token in dict.fromkeys(ids.tolist()):
        places = np.flatnonzero(ids == token)
        found.append((int(places[-1]), float(view.look.weights[places].sum()), len(places)))
    return sorted(found, key=lambda share: -share[1])


def _together(view: View, top: int) -> tuple[Run, ...]:
    same = view.same(top)
    if len(same) < 2:
        return ()
    together = _written(float(view.look.weights[same].sum()))
    if view.is_unknown(top):
        return (f" It does not know this token; all {len(same)} it does not know look the same and get {together}.",)
    return (f" The {len(same)} places where ", *quoted(view, top, "key"), f" stands get {together} together.")


def _next(view: View) -> tuple[Run, ...]:
    if view.reader + 1 >= len(view.pieces):
        return ()
    return (" The next token is ", *quoted(view, view.reader + 1, "text"), ".")


def _got(look: LookBack, position: int) -> str:
    return _written(float(look.weights[position]))


def _written(share: float) -> str:
    """Write a weight within a sentence: "0.30", "less than 0.01"."""
    return weight(share).replace("<", "less than ")


def _start(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """Begin a sentence with a capital where the first run is a plain word."""
    first = runs[0]
    return (first[:1].upper() + first[1:], *runs[1:]) if isinstance(first, str) else runs
