"""What is said of the heads that look for the next piece: words that follow from the numbers."""

from scene import Table
from scene.formats import probability, weight
from scene.sentences import Run, spelled
from sections.one_layer.compute import HeadsData
from sections.one_layer.looking import Looking, Sums
from sections.one_layer.words_circuit import say_circuit
from sections.one_layer.words_pieces import say_pieces
from worker.contract import Words

__all__ = ["say_circuit", "say_heads", "say_pieces"]

SEEN = 0.05  # of a head's weight: less is not worth naming
HEAD, MENTION = "head {}", "read on from here: mention {} of {} that come back"
NO_NAME = "In this story no name comes back from beyond the window’s reach. Try another story."


def say_heads(data: HeadsData) -> Words:
    """Say which heads find the second piece, which the first, and what comes of it."""
    looking, start = (
        data.looking,
        f"prepared, = lookback.measures.prepared.prepare(models, [models.stories[{data.number}]])\n",
    )
    if looking is None:
        return Words(notice=NO_NAME, call=f"{start}prepared.returns", alt="No name comes back here.", table=Table())
    call = (
        f"{start}new = lookback.measures.renaming.renamed(models.tokenizer, prepared, {looking.name!r})\n"
        f"lookback.reader.trace_of(models, new.ids).layers[0].weights[0, :, {looking.reader}]"
    )
    return Words(notice=on_heads(looking), call=call, alt=_alt(looking), table=_table(looking))


def on_heads(looking: Looking) -> tuple[Run, ...]:
    """Say which heads find the second piece, which the first, and what comes of it."""
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


def columns(looking: Looking, *, short: bool) -> tuple[str, str, str]:
    """Name the three columns of bars by the pieces that the weight falls on."""
    first, second, third = (looking.piece(looking.reader + i) for i in range(3))
    if short:
        return f"2: {second}", f"3: {third}", f"1: {first}"
    return f"2: “{second}”, wanted", f"3: “{third}”, too soon", f"1: “{first}”, earlier"


def head_label(head: int, sums: Sums) -> str:
    """Say where a head's weight falls."""
    return (
        f"Head {head}: {weight(sums.second)} of its weight on the earlier second pieces, {weight(sums.third)} on the "
        f"third ones, {weight(sums.first)} on the first ones, {weight(sums.itself)} on itself"
    )


def _alt(looking: Looking) -> str:
    rows = ". ".join(head_label(head, sums) for head, sums in enumerate(looking.sums))
    return f"A story about {looking.name}, read up to the first piece of the name. {rows}."


def _table(looking: Looking) -> Table:
    rows = [(head, s.second, s.third, s.first, s.itself, s.rest) for head, s in enumerate(looking.sums)]
    heads = ("Head", "Second piece, earlier", "Third, earlier", "First, earlier", "Itself", "All the rest")
    return Table(heads, tuple(rows), "Each head’s weight after the first piece of the name")
