"""What a swapped story says, in words."""

from collections.abc import Mapping

from lookback.measures import INVENTED, STRANGE
from lookback.models import KnownName
from lookback.tokenizer import UNK_ID
from scene.formats import probability
from scene.sentences import Run, spelled, times
from sections.names.swap import Swap


def on_swap(swap: Swap) -> tuple[Run, ...]:
    """Compare the places before and after, network by network."""
    if not swap.swapped:
        return (swap.remark,)
    attention = swap.mean("attention")
    now, before, old = (spelled(probability(p)) for p in (attention.now, attention.before, attention.old))
    piece = f"{swap.pieces[0]}…" if len(swap.pieces) > 1 else swap.name
    what = f"{piece}, its first piece," if len(swap.pieces) > 1 else "it"
    return (
        "Now the story is about ", (swap.name, "name"), f", and the name comes back {times(len(swap.places))} from "
        f"beyond the window’s reach. There the attention network gives {what} {now} on average. "
        f"While the story was about {swap.old}, it gave {piece} {before}, and {swap.old} {old}. {_window(swap)}",
    )  # fmt: skip


def _window(swap: Swap) -> str:
    window = swap.mean("window")
    now, before = (spelled(probability(p)) for p in (window.now, window.before))
    if swap.same_window:
        return f"The window network gives it {now} before and after: the tokens that it reads there are the same."
    return f"The window network gives it {now} now and gave it {before} before."


def details(swap: Swap, known: Mapping[str, KnownName]) -> tuple[tuple[Run, ...], ...]:
    """How well training knew the name, what it falls into, and what else could be read for it."""
    if not swap.swapped:
        return ()
    parts = (_seen(swap, known), _pieces(swap), _unknown(swap), _elsewhere(swap), _within(swap))
    return tuple(part for part in parts if part)


def _seen(swap: Swap, known: Mapping[str, KnownName]) -> tuple[Run, ...]:
    name = (swap.name, "name")
    if swap.name in known:
        return ("Training met ", name, f" {times(known[swap.name].seen)}.")
    if swap.name in (*INVENTED, *STRANGE):
        return (name, " is made up for this page. Training never met it.")
    return (name, f" is none of the {len(known)} names that training is known to have given to people.")


def _pieces(swap: Swap) -> tuple[Run, ...]:
    if len(swap.pieces) < 2:
        return ()
    return (
        "The vocabulary does not have ", (swap.name, "name"), f", so it falls into {len(swap.pieces)} tokens: "
        f"{' · '.join(swap.pieces)}. The bars are about the first of them.",
    )  # fmt: skip


def _unknown(swap: Swap) -> tuple[Run, ...]:
    if swap.first != UNK_ID:
        return ()
    return (
        f"The networks know no such sign as “{swap.pieces[0]}”. They read every unknown sign as one and the same "
        "token, and that is the token whose probability you see.",
    )


def _elsewhere(swap: Swap) -> tuple[Run, ...]:
    if not swap.elsewhere:
        return ()
    places = "one more place" if swap.elsewhere == 1 else f"{swap.elsewhere} other places"
    return (f"The token “{swap.pieces[0]}” stands in {places} of this story, so not all of this is owed to the name.",)


def _within(swap: Swap) -> tuple[Run, ...]:
    if swap.same_window:
        return ()
    return (
        "At some places a part of the name, old or new, stands within the window’s reach, so the window network does "
        "not read there what it read before.",
    )
