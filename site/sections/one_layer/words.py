"""What the figures say, in words that follow from the numbers."""

import math

from scene.formats import percent, probability, weight
from scene.sentences import Run, spelled
from sections.one_layer.looking import Looking
from sections.one_layer.measured import Measured

COPIED, PARTLY = 5.0, 1.25  # times likelier than in a story about a name that begins alike
LEAST = 0.01  # a probability below is too small to speak of copying, however often it is that of a double
SPREADS = 2.0  # a share of choices within so many standard errors of one half is one that a coin could have had
SEEN = 0.05  # of a head's weight: less is not worth naming


def on_heads(looking: Looking | None) -> tuple[Run, ...]:
    """Say which heads find the second piece, which the first, and what comes of it."""
    if looking is None:
        return ("In this story no name comes back from beyond the window’s reach. Try another story.",)
    first, second = looking.piece(looking.reader), looking.piece(looking.reader + 1)
    heads = range(len(looking.sums))
    most = max(heads, key=lambda head: looking.sums[head].second)
    same = max(heads, key=lambda head: looking.sums[head].first)
    return (
        "“", (first, "name"), "” has been read; next comes “", (second, "name"), "”, to which the attention network "
        f"gives {spelled(probability(looking.probability['attention']))} and the window network "
        f"{spelled(probability(looking.probability['window']))}. ",
        *_too_soon(looking), *_finds(looking, most), f"The same piece where it stood before, “{first}”, gets at most "
        f"{spelled(weight(looking.sums[same].first))}, in head {same}; all it could hand over is “{first}” again.",
    )  # fmt: skip


def _too_soon(looking: Looking) -> tuple[Run, ...]:
    """Set the piece whose turn has not come against the right one."""
    right, wrong = looking.probability["attention"], looking.too_soon["attention"]
    than = {1: "more than", -1: "less than", 0: "as much as"}[compared(wrong, right)]
    gets = f"gets {spelled(probability(wrong))}, {than} the right one. "
    return ("“", (looking.piece(looking.reader + 2), "name"), f"”, which should come only after that, {gets}")


def compared(one: float, other: float) -> int:
    """Tell which of two probabilities is the larger as they are written: 1 or -1, 0 where they read alike."""
    return 0 if probability(one) == probability(other) else 1 if one > other else -1


def _finds(looking: Looking, head: int) -> tuple[Run, ...]:
    """Say what a head puts on the second pieces, and whether the third ones look like them to it."""
    sums, (second, third) = looking.sums[head], (looking.piece(looking.reader + i) for i in (1, 2))
    share, other = spelled(weight(sums.second)), spelled(weight(sums.third))
    if sums.second < SEEN:
        return (f"No head puts much on “{second}” where it stood before: {share} at most, in head {head}. ",)
    puts = f"Head {head} puts {share} of its weight on “{second}” where it stood before"
    if sums.third < SEEN:
        return (f"{puts}. ",)
    return (f"{puts} and {other} on “{third}”: no key tells it what either came after. ",)


def on_pieces(measured: Measured) -> str:
    """Say whether second pieces are copied, and whether it is known what they followed."""
    return f"{copied(measured)} {order(measured)}"


def read_in_story(measured: Measured) -> str:
    """How much of a second piece's probability is owed to the story: "most", "a part" or "hardly any"."""
    told, double = measured.value("told"), measured.value("double")
    if told < LEAST or told < PARTLY * double:
        return "hardly any"
    return "most" if told >= COPIED * double else "a part"


def copied(measured: Measured) -> str:
    """Set a second piece's probability against that in the story of a double, and say what follows."""
    told, double = (spelled(probability(measured.value(row))) for row in ("told", "double"))
    read = read_in_story(measured)
    rest = ", a part is habit" if read == "a part" else ""
    return (
        f"After its first piece, a name’s second piece gets {told} where the story has told that name, "
        f"and {double} where it has told another name that begins alike: "
        f"{read} of it is read in the story{rest}."
    )


def beyond_a_coin(measured: Measured) -> int:
    """Whether the right piece is ahead more often (1) or less often (-1) than a coin could have it; 0 if neither.

    A fair coin's share over n choices has a standard error of sqrt(1/4 / n). A place told both ways counts once.
    """
    off, n = measured.second.prefers_own["attention"] - 0.5, measured.second.pair_places
    if not abs(off) > SPREADS * math.sqrt(0.25 / max(1, n)):
        return 0
    return 1 if off > 0 else -1


def order(measured: Measured) -> str:
    """Say whether the network prefers the piece that followed."""
    own, other = (spelled(probability(measured.value(row))) for row in ("own", "other"))
    share = measured.second.prefers_own["attention"]
    follows = {
        0: "which a coin could do as well",
        -1: "less often than a coin would have it",
        1: "more often than a coin would have it",
    }
    return (
        f"With two such names in one story, the piece that belongs to the first piece gets {own}, the "
        f"other name’s {other}, and the right one is ahead in {percent(share)} of the places, "
        f"{follows[beyond_a_coin(measured)]}."
    )


def verdict(measured: Measured) -> str:
    """Say in one sentence what both experiments come to."""
    follows = {
        0: "does no better than a coin could at telling what it followed",
        -1: "takes what followed something else more often than not",
        1: "does better than a coin at telling what it followed",
    }
    read = read_in_story(measured)
    return f"So {read} of what it gives a second piece is read in the story, and it {follows[beyond_a_coin(measured)]}."


def on_circuit(layers: str, first: str, second: str) -> tuple[Run, ...]:
    """Say what the last piece can find out."""
    if layers == "one":
        return (
            f"With one lookup, each key speaks of one token. “{first}” can find “{first}”, which leads nowhere, or any "
            f"piece that might go on; that “{second}” comes after a “{first}” is written in no key.",
        )
    return (
        f"With two, the first lookup lets “{second}” learn that it comes after “{first}”. In the second, the last "
        f"“{first}” asks who comes after a “{first}”, and “{second}” answers.",
    )
