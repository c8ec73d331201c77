"""What is said of invented names in pieces: words that follow from what is measured over the test stories."""

import math
from collections.abc import Mapping

from scene import Table
from scene.formats import count, percent, probability
from scene.sentences import spelled
from sections.one_layer.compute import PiecesData
from worker.contract import Words

COPIED, PARTLY = 5.0, 1.25  # times likelier than in a story about a name that begins alike
LEAST = 0.01  # a probability below is too small to speak of copying, however often it is that of a double
SPREADS = 2.0  # a share of choices within so many standard errors of one half is one that a coin could have had
NETWORKS = {"attention": "attention network", "window": "window network"}
QUESTIONS: Mapping[str, Mapping[str, str]] = {  # what is asked -> rows of either measure -> what each one is of
    "A name comes back. How likely is it?": {
        "whole": "a name that is one token",
        "first": "the first piece of an invented name",
        "first_by_chance": "the same, in a story about somebody else",
    },
    "Its first piece is read. And the second?": {
        "told": "in a story about that name",
        "double": "in one about a name that begins alike",
        "second_by_chance": "in one about somebody else",
        "third_too_soon": "its third piece instead, in a story about it",
        "third_too_soon_by_chance": "the same, in one about somebody else",
    },
    "Two such names. Whose second piece?": {
        "own": "the one that followed this first piece",
        "other": "the one that followed the other name’s",
    },
}


def say_pieces(data: PiecesData) -> Words:
    """Say whether second pieces are copied, and whether it is known what they followed."""
    call = 'lookback.measures.measure(models, "pieces")\nlookback.measures.measure(models, "second_piece")'
    notice, details = f"{copied(data)} {order(data)}", (averaged(data),)
    return Words(notice=notice, details=details, call=call, alt=_alt(data), table=_table(data))


def averaged(data: PiecesData) -> str:
    """Say what each mean is over."""
    whole, first, told, own = (count(data.places(row)) for row in ("whole", "first", "told", "own"))
    return (
        f"Each number is a mean over places of {data.second.n_stories} test stories: a name of one token at {whole}, "
        f"first pieces at {first} (two invented names a story), second pieces at {told} (one name a story), and two "
        f"names in one story at {own}, each told both ways."
    )


def read_in_story(data: PiecesData) -> str:
    """How much of a second piece's probability is owed to the story: "most", "a part" or "hardly any"."""
    told, double = data.value("told"), data.value("double")
    if told < LEAST or told < PARTLY * double:
        return "hardly any"
    return "most" if told >= COPIED * double else "a part"


def copied(data: PiecesData) -> str:
    """Set a second piece's probability against that in the story of a double, and say what follows."""
    told, double = (spelled(probability(data.value(row))) for row in ("told", "double"))
    read = read_in_story(data)
    rest = ", a part is habit" if read == "a part" else ""
    return (
        f"After its first piece, a name’s second piece gets {told} where the story has told that name, "
        f"and {double} where it has told another name that begins alike: "
        f"{read} of it is read in the story{rest}."
    )


def beyond_a_coin(data: PiecesData) -> int:
    """Whether the right piece is ahead more often (1) or less often (-1) than a coin could have it; 0 if neither.

    A fair coin's share over n choices has a standard error of sqrt(1/4 / n). A place told both ways counts once.
    """
    off, n = data.second.prefers_own["attention"] - 0.5, data.second.pair_places
    if not abs(off) > SPREADS * math.sqrt(0.25 / max(1, n)):
        return 0
    return 1 if off > 0 else -1


def order(data: PiecesData) -> str:
    """Say whether the network prefers the piece that followed."""
    own, other = (spelled(probability(data.value(row))) for row in ("own", "other"))
    share = data.second.prefers_own["attention"]
    follows = {
        0: "which a coin could do as well",
        -1: "less often than a coin would have it",
        1: "more often than a coin would have it",
    }
    return (
        f"With two such names in one story, the piece that belongs to the first piece gets {own}, the "
        f"other name’s {other}, and the right one is ahead in {percent(share)} of the places, "
        f"{follows[beyond_a_coin(data)]}."
    )


def verdict(data: PiecesData) -> str:
    """Say in one sentence what both experiments come to."""
    follows = {
        0: "does no better than a coin could at telling what it followed",
        -1: "takes what followed something else more often than not",
        1: "does better than a coin at telling what it followed",
    }
    read = read_in_story(data)
    return f"So {read} of what it gives a second piece is read in the story, and it {follows[beyond_a_coin(data)]}."


def row_label(data: PiecesData, row: str, words: str) -> str:
    """Say what both networks give what a row is of."""
    return f"{words}: " + ", ".join(f"{name} {probability(data.value(row, key))}" for key, name in NETWORKS.items())


def _alt(data: PiecesData) -> str:
    said = [f"{title} {'; '.join(row_label(data, *row) for row in rows.items())}" for title, rows in QUESTIONS.items()]
    return f"The pieces of invented names over the test stories, both networks. {'. '.join(said)}."


def _table(data: PiecesData) -> Table:
    rows = [
        (title, words, data.places(row), *(data.value(row, network) for network in NETWORKS))
        for title, of in QUESTIONS.items()
        for row, words in of.items()
    ]
    columns = ("Question", "Probability of", "Places", "Attention network", "Window network")
    return Table(columns, tuple(rows), "Pieces of names")
