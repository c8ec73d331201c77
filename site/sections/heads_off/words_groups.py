"""What is said of each head by itself, over the test stories."""

from collections.abc import Sequence

from lookback.measures.switched_off import HeadOff
from scene import Table
from scene.formats import count, signed
from scene.sentences import Run, listed, plain
from scene.spoken import named
from sections.heads_off.compute import GroupsData, HitPlace, HitToken
from worker.contract import Words

USEFUL = 0.02  # nats of a group's mean: from here on a head is said to be of use there, or in the way
N_TOKENS = 3  # that a sentence names
GROUPS = {
    "all": "all tokens",
    "out_of_reach": "out-of-reach tokens",
    "name": "the hero’s name where it comes back",
    "rest": "tokens within reach or new",
}
COLUMNS = {
    "all": ("all", "tokens"), "out_of_reach": ("out of", "reach"), "name": ("the", "name"),
    "rest": ("in reach", "or new"),
}  # fmt: skip
LEGEND = "Change of the loss in nats a token, each head off by itself"
TOKENS_TITLE, NO_TOKEN = "Tokens hit hardest, in all", "No token loses without it."
PLACES_TITLE = "Places hit hardest"
HEAD, PLACES = "Head {}", "{} places"


def say_groups(data: GroupsData) -> Words:
    """Say what the chosen head is for."""
    notice = on_groups(data.head, data.tokens)
    return Words(
        notice=notice,
        call=f'lookback.measures.measure(models, "switched_off").heads[{data.chosen}]',
        alt=f"A grid of {len(data.found.heads)} heads and {len(GROUPS)} groups of tokens. {plain(notice)}",
        table=_table(data),
    )


def on_groups(head: HeadOff, tokens: Sequence[HitToken]) -> tuple[Run, ...]:
    """Say where a head is worth most, and on which tokens."""
    change = {group: head.change[group] for group in ("out_of_reach", "name", "rest")}
    best = max(change, key=change.__getitem__)
    spared = [GROUPS[group] for group in change if change[group] <= -USEFUL]
    better_off = f" Better off without it: {listed(spared)}." if spared else ""
    if change[best] < USEFUL:
        little = f"Head {head.head} is worth little by itself: no group of tokens loses {USEFUL} nats without it."
        return (little + better_off,)
    start = f"Without head {head.head}, the loss on {GROUPS[best]} rises most: by "
    hit = [f"{token_name(item)} ({signed(item.change)} at each of {count(item.places)} places)" for item in tokens]
    most = f"The tokens that lose most in all are {', '.join(hit[:N_TOKENS])}." if hit else ""
    return (start, (signed(change[best]), "worse"), f" nats. {most}{better_off}")


def on_names(head: HeadOff) -> str:
    """Say what the head that names need most is worth to them."""
    on_name, on_reach, on_rest = (signed(head.change[of], 3) for of in ("name", "out_of_reach", "rest"))
    if head.change["name"] < USEFUL:
        return (
            f"No head by itself is worth much to the hero’s name: without head {head.head}, which it needs most, the "
            f"loss there changes by {on_name} nats"
        )
    return (
        f"Most telling is head {head.head}. Without it, the loss on the hero’s name changes by {on_name} nats, on "
        f"all out-of-reach tokens, the name among them, by {on_reach}, and on {GROUPS['rest']} by {on_rest}"
    )


def token_name(item: HitToken) -> str:
    """Name a token of the vocabulary: "Lily", "period", “and”, "…ra" for a piece, "the end" for the boundary."""
    return "the end" if item.token is None else named(item.token)


def cell_label(head: HeadOff, group: str) -> str:
    """Say what switching a head off does to a group."""
    return f"{HEAD.format(head.head)} off, {GROUPS[group]}: {signed(head.change[group], 3)} nats"


def place_label(place: HitPlace) -> str:
    """Say what is lost at a place, and what choosing it does."""
    return f"{place.before}{place.token}: {signed(place.change)} nats; opens it above"


def _table(data: GroupsData) -> Table:
    rows = [(head.head, *(head.change[group] for group in GROUPS)) for head in data.found.heads]
    return Table(("Head", *GROUPS.values()), tuple(rows), "Change of the loss in nats a token with one head off")
