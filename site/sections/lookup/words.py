"""What is said of the text with its weights, and of the vectors behind them."""

from itertools import zip_longest

from scene import Table
from scene.formats import count, weight
from scene.sentences import Run, all_of, counted, far_back, plain
from scene.spoken import unknown_signs
from sections.lookup.compute import LookBackData
from sections.lookup.words_likeness import say_likeness
from sections.lookup.words_scores import say_scores
from sections.lookup.words_tokens import above_the_first, as_typed, got, head_of, is_unknown, quoted, said
from worker.contract import Sentence, Words

__all__ = ["say_likeness", "say_scores", "say_vectors", "say_weights"]

WIDE = 0.1  # a head whose largest weight is smaller reads no single token
LEGEND = {"q": "q: it reads", "k": "k: worked out below"}


def say_weights(data: LookBackData) -> Words:
    """Say where most of the weight goes, and what comes next."""
    notice = _reads_most(data)
    rows = [(as_typed(data, j), data.reader - j, float(w)) for j, w in enumerate(data.look.weights)]
    caption = f"What {head_of(data)} reads from {said(data, data.reader)}, in the order of the text"
    return Words(
        notice=notice,
        details=(*_left_out(data), *above_the_first(data), *unknown_signs(data.shown.read.unknown_signs)),
        call=f"{data.shown.call}.weights",
        alt=f"{plain(notice)} The text as words, shaded by the weight that each gets.",
        table=Table(("Token", "Tokens back", "Weight"), tuple(rows), caption),
    )


def _reads_most(data: LookBackData) -> tuple[Run, ...]:
    if data.look.n_keys == 1:
        return ("The boundary stands before everything else, so all it can read is itself: its weight is 1.",)
    top = data.look.by_weight()[0]
    here = (f"{head_of(data).capitalize()}, at ", *quoted(data, data.reader, "query"))
    there = ("itself",) if top == data.reader else quoted(data, top, "key")
    most, far = got(data, top), "" if top == data.reader else f", {far_back(data.reader - top)}"
    if data.look.weights[top] < WIDE:
        looks = (f", spreads its weight widely: the most, {most}, goes to ", *there, f"{far}.")
    else:
        looks = (", reads ", *there, f"{far or ' most'}, with {most} of its weight.")
    return (*here, *looks, *_together(data, top), *_later(data), *_next(data))


def _together(data: LookBackData, top: int) -> tuple[Run, ...]:
    same = data.shown.same(top)
    if len(same) < 2:
        return ()
    together = got(data, same)
    if is_unknown(data, top):
        alike = "" if data.by_place else " look the same and"
        return (f" It does not know this token; the {len(same)} that it does not know{alike} get {together}.",)
    if len({data.pieces[j].text.lower() for j in same}) > 1:  # such as both kinds of quotes
        return (f" The {len(same)} places with the same token get {together} together.",)
    return (f" The {len(same)} places where ", *quoted(data, top, "key"), f" stands get {together} together.")


def _later(data: LookBackData) -> tuple[Run, ...]:
    """Say how much goes to what comes after the reader, where a changed program lets it be read."""
    if data.look.n_keys == data.reader + 1:
        return ()
    later = got(data, list(range(data.reader + 1, data.look.n_keys)))
    return (f" What comes after it gets {later} of the weight: this version of the program reads the future.",)


def _next(data: LookBackData) -> tuple[Run, ...]:
    if data.reader + 1 >= len(data.pieces):
        return ()
    return (" The next token is ", *quoted(data, data.reader + 1, "text"), ".")


def _left_out(data: LookBackData) -> tuple[Sentence, ...]:
    """Say which part of a long text is read; nothing if all of it is."""
    n_left, n_read = data.shown.read.first, len(data.pieces) - 1
    if not n_left:
        return ()
    words = (
        f"The text has {count(n_read + n_left)} tokens, more than the network reads at once. "
        f"These are its last {count(n_read)}; the first {count(n_left)} are left out."
    )
    return (words,)


def token_label(data: LookBackData, position: int) -> str:
    """Name a token to choose, with what it gets."""
    name, reader = said(data, position), said(data, data.reader)
    if position >= data.look.n_keys:
        return f"{name}, which comes after {reader} and can’t be read from there"
    got = weight(float(data.look.weights[position]))
    return f"reading from {reader}, to {name}, weight {got}, {far_back(data.reader - position)}"


def say_vectors(data: LookBackData) -> Words:
    """Say what the blend is made of, token by token."""
    reader, key, look = said(data, data.reader), said(data, data.key), data.look
    vectors = (look.q.tolist(), look.k[data.key].tolist(), look.v[data.key].tolist(), look.z.tolist())
    rows = [(index + 1, *values) for index, values in enumerate(zip_longest(*vectors))]
    columns = ("Number", f"q of {reader}", f"k of {key}", f"v of {key}", "z")
    alt = (
        f"{head_of(data).capitalize()}: the query of {reader} and the key of {key} as bars of {len(look.q)} numbers. "
        f"Below, the value of {key} and the blend z as bars of {len(look.z)}; "
        f"a line across each bar of z marks the part that {key} brings."
    )
    table = Table(columns, tuple(rows), f"The vectors of {head_of(data)}")
    details = (*above_the_first(data), *unknown_signs(data.shown.read.unknown_signs))
    return Words(notice=_blend(data), details=details, call=data.shown.call, alt=alt, table=table)


def _blend(data: LookBackData) -> tuple[Run, ...]:
    tokens = data.shown.by_token()
    if len(tokens) == 1:
        return ("With one thing to read, ", ("z", "value"), " is that token’s ", ("value", "value"), ", all of it.")
    runs: list[Run] = [("z", "value"), " is a blend: "]
    for number, places in enumerate(tokens[:3]):
        where = "" if len(places) == 1 else f" ({len(places)} places)"
        start = f"{', ' if number else ''}{got(data, places)} of the value of "
        runs += [start, *quoted(data, places[-1], "key"), where]
    rest = len(tokens) - 3
    if rest > 0:
        runs.append(f", and the rest from {counted(rest, 'other token')}")
    if data.by_place:
        return (*runs, ". In this layer the same token has another value at each of its places.")
    return (*runs, ". The same token has the same value wherever it stands.")


def vector_titles(data: LookBackData) -> dict[str, str]:
    """Name the four vectors, by letter."""
    reader, key = said(data, data.reader), said(data, data.key)
    return {
        "q": f"q of {reader}: what it asks for",
        "k": f"k of {key}: what it answers to",
        "v": f"v of {key}: what it hands over",
        "z": f"z: the blend that {reader} gets",
    }


def part_of_z(data: LookBackData) -> str:
    """Say what the lines across z mark."""
    n_places = len(data.shown.same(data.key))
    places = "" if n_places == 1 else f", {all_of(n_places, 'place')}"
    return f"what {said(data, data.key)} brings{places}"
