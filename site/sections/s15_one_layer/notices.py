"""What the figures say, in words that follow from the numbers."""

from scene.formats import percent, probability, weight
from sections.s15_one_layer.looking import Looking
from sections.s15_one_layer.measured import Measured

Run = str | tuple[str, str]
COPIED, PARTLY = 5.0, 1.25  # times likelier than in a story about a name that begins alike
COIN, MOSTLY = (
    1 / 16,
    3 / 16,
)  # how far from one half a share is that a coin could have had, and one that shows knowledge
SEEN = 0.05  # of a head's weight: less is not worth naming


def on_heads(looking: Looking | None) -> tuple[Run, ...]:
    """Say which heads find the second piece, which the first, and what comes of it."""
    if looking is None:
        return ("In this story no name comes back from beyond the window’s reach. Try another story.",)
    first, second = looking.piece(looking.reader), looking.piece(looking.reader + 1)
    heads = range(len(looking.sums))
    most = max(heads, key=lambda head: looking.sums[head].second)
    same = max(heads, key=lambda head: looking.sums[head].first)
    found = looking.sums[most].second
    return (
        "“", (first, "name"), "” has been read; next comes “", (second, "name"), "”, to which the attention network "
        f"gives {probability(looking.probability['attention'])} and the window network "
        f"{probability(looking.probability['window'])}. ",
        *_finds(most, found, second), f"The same piece where it stood before, “{first}”, gets at most "
        f"{_weight(looking.sums[same].first)}, in head {same}; all it could hand over is “{first}” again.",
    )  # fmt: skip


def _finds(head: int, weight_: float, second: str) -> tuple[Run, ...]:
    if weight_ < SEEN:
        return (f"No head puts more than {_weight(weight_)} on “{second}” where it stood before. ",)
    return (
        f"Head {head} puts {_weight(weight_)} of its weight on “{second}” where it stood before. ",
    )


def on_pieces(measured: Measured) -> str:
    """Say whether second pieces are copied, and whether it is known what they followed."""
    return f"{copied(measured)} {order(measured)}"


def copied(measured: Measured) -> str:
    """Say how much of a second piece's probability is owed to the story."""
    told, double = measured.value("told"), measured.value("double")
    start = (
        f"After its first piece, a name’s second piece gets {probability(told)} where the story has told that name, "
        f"and {probability(double)} where it has told another name that begins alike"
    )
    if told >= COPIED * double:
        return f"{start}: nearly all of it is read in the story."
    if told >= PARTLY * double:
        return f"{start}: a part of it is read in the story, a part is habit."
    return f"{start}: it is habit, and not read in the story."


def order(measured: Measured) -> str:
    """Say whether the network prefers the piece that followed."""
    own, other, share = measured.value("own"), measured.value("other"), measured.second.prefers_own["attention"]
    start = (
        f"With two such names in one story, the piece that belongs to the first piece gets {probability(own)}, the "
        f"other name’s {probability(other)}, and the right one is ahead in {percent(share)} of the places"
    )
    if abs(share - 0.5) < COIN:
        return f"{start}: a coin would do as well."
    if share < 0.5:
        return f"{start}: a coin would do better."
    if share - 0.5 < MOSTLY:
        return f"{start}, not much better than a coin."
    return f"{start}, better than a coin, which only distances can have told it."


def verdict(measured: Measured) -> str:
    """Say in one sentence what both experiments come to."""
    told, double = measured.value("told"), measured.value("double")
    share = measured.second.prefers_own["attention"]
    read = "much" if told >= COPIED * double else "some" if told >= PARTLY * double else "little"
    sentence = f"So the network reads {read} of a second piece in the story"
    if abs(share - 0.5) < COIN:
        return f"{sentence}, and cannot tell what it followed."
    if share < 0.5:
        return f"{sentence}, and takes what followed something else more often than not."
    return f"{sentence}, and does somewhat better than a coin at telling what it followed."


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


def _weight(value: float) -> str:
    return weight(value).replace("<", "less than ")
