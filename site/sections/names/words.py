"""What is said of a swapped story."""

from lookback.folding import folded_name
from lookback.measures.invented import INVENTED, STRANGE
from lookback.tokenizer import UNK_ID
from scene import Table
from scene.formats import probability
from scene.sentences import Run, spelled, times
from scene.spoken import unknown_signs
from sections.names.compute import Place, SwapData
from sections.names.words_known import NETWORKS, met_as, say_known
from worker.contract import Words

__all__ = ["say_known", "say_swap"]

STAYS = "so the story stays with {old}."
WHY_NOT = {
    "none comes back": "In this story no name comes back from beyond the window’s reach. Try another story.",
    "none fits": f"No name of this kind fits here, {STAYS} Try another kind.",
    "nothing typed": "Type a name, and it takes the place of {old} everywhere.",
    "same": "{old} is what the hero is called already. Type another name.",
    "taken": f"“{{typed}}” stands in this story already, {STAYS} Type another name.",
    "unreadable": f"There is nothing in that name that the networks could read, {STAYS} Type another name.",
    "too long": f"With “{{typed}}” the story has more than {{n_ctx}} tokens, {STAYS} Type a shorter name.",
    "joined": f"“{{typed}}” runs into the words around it, {STAYS} Type another name.",
}
PLACES_HEAD = ("Place", "Tokens back", "Network")
PLACES_CAPTION = "The probability of the name at each place where it comes back"


def say_swap(data: SwapData) -> Words:
    """Compare the places before and after, network by network."""
    notice = _notice(data) if data.swapped else why_not(data)
    return Words(notice=notice, details=_details(data), call=_call(data), alt=_alt(data), table=_table(data))


def why_not(data: SwapData) -> str:
    """Say why the name was not swapped, and what to do."""
    return WHY_NOT[data.why_not].format(old=data.old, typed=data.typed, n_ctx=data.n_ctx)


def _notice(swap: SwapData) -> tuple[Run, ...]:
    attention = swap.mean("attention")
    now, before, old = (spelled(probability(p)) for p in (attention.now, attention.before, attention.old))
    piece = f"{swap.pieces[0]}…" if len(swap.pieces) > 1 else swap.name
    what = f"{piece}, its first piece," if len(swap.pieces) > 1 else "it"
    return (
        "Now the story is about ", (swap.name, "name"), f", and the name comes back {times(len(swap.places))} from "
        f"beyond the window’s reach. There the attention network gives {what} {now} on average. "
        f"While the story was about {swap.old}, it gave {piece} {before}, and {swap.old} {old}. {_window(swap)}",
    )  # fmt: skip


def _window(swap: SwapData) -> str:
    window = swap.mean("window")
    now, before = (spelled(probability(p)) for p in (window.now, window.before))
    if swap.same_window:
        return f"The window network gives it {now} before and after: the tokens that it reads there are the same."
    return f"The window network gives it {now} now and gave it {before} before."


def _details(swap: SwapData) -> tuple[tuple[Run, ...], ...]:
    """How well training knew the name, what it falls into, and what else could be read for it."""
    if not swap.swapped:
        return ()
    parts = (_seen(swap), _pieces(swap), _unknown(swap), _elsewhere(swap), _within(swap))
    return tuple(part for part in parts if part)


def _seen(swap: SwapData) -> tuple[Run, ...]:
    name = (swap.name, "name")
    if swap.met is not None:
        return (name, f": {met_as(swap.met.in_corpus, swap.met.drawn)}.")
    if folded_name(swap.name) in map(folded_name, (*INVENTED, *STRANGE)):
        return (name, " is made up for this page. Training never met it.")
    return (name, f" is none of the {swap.n_known} names that training is known to have given to people.")


def _pieces(swap: SwapData) -> tuple[Run, ...]:
    if len(swap.pieces) < 2:
        return ()
    return (
        "The vocabulary does not have ", (swap.name, "name"), f", so it falls into {len(swap.pieces)} tokens: "
        f"{' · '.join(swap.pieces)}. The bars are about the first of them.",
    )  # fmt: skip


def _unknown(swap: SwapData) -> tuple[Run, ...]:
    said = unknown_signs(swap.encoding.unknown_signs(swap.text))
    return (*said, " That is the token whose probability you see.") if swap.first == UNK_ID else said


def _elsewhere(swap: SwapData) -> tuple[Run, ...]:
    if not swap.elsewhere:
        return ()
    places = "one more place" if swap.elsewhere == 1 else f"{swap.elsewhere} other places"
    return (f"The token “{swap.pieces[0]}” stands in {places} of this story, so not all of this is owed to the name.",)


def _within(swap: SwapData) -> tuple[Run, ...]:
    if swap.same_window:
        return ()
    return (
        "At some places a part of the name, old or new, stands within the window’s reach, so the window network does "
        "not read there what it read before.",
    )


def _call(swap: SwapData) -> str:
    start = f"prepared, = lookback.measures.prepared.prepare(models, [models.stories[{swap.number}]])\n"
    if not swap.swapped:
        return (
            f"{start}was = prepared.name.nonzero()[0]\n"
            "lookback.guesses.probabilities_at(models.attention, prepared.ids, was)[:, prepared.targets[was]]"
        )
    return (
        f"{start}new = lookback.measures.renaming.renamed(models.tokenizer, prepared, {swap.name!r})\n"
        "lookback.guesses.probabilities_at(models.attention, new.ids, new.at)[:, new.first_token]"
    )


def legend(old: str, name: str, *, swapped: bool) -> dict[str, str]:
    """Name the marks of a row of bars, given both names as short as they have to be."""
    if not swapped:
        return {"now": f"{name}, in the story as it is"}
    return {"now": f"{name}, now", "before": f"{name}, before the swap", "old": f"{old}, before the swap"}


def place_label(swap: SwapData, place: Place, number: int) -> str:
    """Say what both networks give the name at a place, counted from 0."""
    given = [
        f"{NETWORKS[network].lower()} {probability(guess.now)}"
        + (f", before {probability(guess.before)}" if swap.swapped else "")
        for network, guess in place.guesses.items()
    ]
    return f"Place {number + 1}, last read {place.back} tokens back: {'; '.join(given)}"


def _alt(swap: SwapData) -> str:
    if not swap.places:
        return f"A story about {swap.old}."
    places = "; ".join(place_label(swap, place, number) for number, place in enumerate(swap.places))
    who = f"{swap.name}, who was called {swap.old}" if swap.swapped else swap.old
    return f"A story about {who}, and the probability of the name at each place where it comes back. {places}."


def _table(swap: SwapData) -> Table:
    rows = [
        (number + 1, place.back, NETWORKS[network], guess.now, guess.before, guess.old)
        for number, place in enumerate(swap.places)
        for network, guess in place.guesses.items()
    ]
    heads = (*PLACES_HEAD, f"{swap.name}, now", f"{swap.name}, before", f"{swap.old}, before")
    return Table(heads, tuple(rows), PLACES_CAPTION)
