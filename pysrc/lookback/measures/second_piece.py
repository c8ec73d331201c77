"""Measure 8: is the second piece of an invented name copied, and does the network know which piece it followed?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lookback.guesses import probabilities_at
from lookback.measures.contract import Measure, Table
from lookback.measures.invented import INVENTED, in_pieces
from lookback.measures.pieces import after_first_piece
from lookback.measures.prepared import Ids, PreparedStory, framed
from lookback.measures.renaming import renamed
from lookback.models import Models
from lookback.params import Params
from lookback.stories import mentions, rename
from lookback.tokenizer import PREFIX, Tokenizer

PEOPLE = ("hero", "friend")
ONE_NAME = ("told", "double", "second_by_chance", "third_too_soon", "third_too_soon_by_chance")
Values = dict[str, list[float]]


@dataclass(frozen=True)
class Couple:
    """Two invented names ``a`` and ``b``, and the two with everything after their first pieces exchanged.

    ``a_crossed`` begins as ``a`` and goes on as ``b``. ``seconds``: the second pieces of ``a`` and ``b``, as tokens.
    """

    a: str
    b: str
    a_crossed: str
    b_crossed: str
    seconds: tuple[int, int]

    def told(self) -> tuple[dict[str, str], dict[str, str]]:
        """Who is called what in the two tellings: as the two are, and with the later pieces exchanged."""
        return {"hero": self.a, "friend": self.b}, {"hero": self.a_crossed, "friend": self.b_crossed}

    def seconds_of(self, told: Mapping[str, str]) -> dict[str, int]:
        """The second piece of each person's name in a telling."""
        hero, friend = self.seconds if told["hero"] == self.a else self.seconds[::-1]
        return {"hero": hero, "friend": friend}


@dataclass(frozen=True)
class SecondPiece:
    """Mean probabilities after an invented name's first piece, where the name comes back out of reach, by network.

    One invented name a story, over ``places``:

    | ``told`` | of its second piece |
    | ``double`` | of the same piece, where the story is about a name with the same first and another second piece |
    | ``third_too_soon`` | of its third piece in the place of the second: as likely as the second, it would show that \
the pieces are known but not their order |
    | ``second_by_chance``, ``third_too_soon_by_chance`` | of the two, where nothing can be copied: the first piece is \
put into the story as it was |

    Two invented names a story, for the hero and the friend, over ``pair_places`` mentions of either:

    | ``own`` | of the piece that has followed this first piece in the story |
    | ``other`` | of the piece that has followed the other name's first piece |

    ``prefers_own[network]``: the share of these places where ``own`` is the likelier; half is what a coin finds. Each
    such story is told a second time with the two pieces exchanged, so that neither of them is at an advantage, and
    the hero's places weigh as much as the friend's (if both have any), since the hero's piece stands there more often.
    Nan without places.
    """

    n_stories: int
    places: int
    pair_places: int
    probability: dict[str, dict[str, float]]
    prefers_own: dict[str, float]


def second_piece_in_slices(models: Models, stories: Sequence[PreparedStory]) -> Iterator[SecondPiece]:
    """Follow second pieces where another would have to be chosen: yield the probabilities so far after each story."""
    networks, tokenizer = models.networks, models.tokenizer
    choices = couples(tokenizer, INVENTED)
    alone: dict[str, Values] = {network: {row: [] for row in ONE_NAME} for network in networks}
    both = {network: {(who, row): [] for who in PEOPLE for row in ("own", "other")} for network in networks}
    for number, prepared in enumerate(stories):
        couple = turn(choices, prepared, number)
        if couple:
            both_ways = told_both_ways(tokenizer, prepared, couple, models.n_window)
            for network, params in networks.items():
                for row, values in _one_name(params, tokenizer, prepared, couple).items():
                    alone[network][row] += values
                for key, values in _two_names(params, both_ways, couple).items():
                    both[network][key] += values
        yield _result(number + 1, alone, both)


def couples(tokenizer: Tokenizer, names: Sequence[str]) -> list[Couple]:
    """All pairs of names whose later pieces can be exchanged, neighbors in the list first.

    They can where both first and both second pieces differ, and the exchanged names are cut into these very pieces.
    """
    names = in_pieces(tokenizer, names)
    pairs = [(names[i], names[i + apart]) for apart in range(1, len(names)) for i in range(len(names) - apart)]
    return [couple for pair in pairs if (couple := _couple(tokenizer, *pair))]


def _couple(tokenizer: Tokenizer, a: str, b: str) -> Couple | None:
    (first_a, *later_a), (first_b, *later_b) = (tokenizer.encode(name).ids for name in (a, b))
    if first_a == first_b or later_a[0] == later_b[0]:
        return None
    crossed = []
    for pieces in ((first_a, *later_b), (first_b, *later_a)):
        name = "".join(tokenizer.tokens[piece].removeprefix(PREFIX) for piece in pieces).capitalize()
        if tokenizer.encode(name).ids != pieces:
            return None
        crossed.append(name)
    a_crossed, b_crossed = crossed
    return Couple(a, b, a_crossed, b_crossed, (later_a[0], later_b[0]))


def turn(choices: Sequence[Couple], prepared: PreparedStory, number: int) -> Couple | None:
    """The couple whose turn it is, or the next of which no name stands in the story."""
    turn = (choices[(number + i) % len(choices)] for i in range(len(choices)))
    free = (c for c in turn if not any(mentions(prepared.story.text, n) for n in (c.a, c.b, c.a_crossed, c.b_crossed)))
    return next(free, None)


def _one_name(params: Params, tokenizer: Tokenizer, prepared: PreparedStory, couple: Couple) -> Values:
    """Probabilities of the later pieces of ``a``, in the story about ``a``, about its double, and as it was."""
    told, double = (renamed(tokenizer, prepared, name) for name in (couple.a, couple.a_crossed))
    if not (told and double):
        return {}
    first, second, *third = tokenizer.encode(couple.a).ids
    after, of_double = (probabilities_at(params, story.ids, story.at + 1) for story in (told, double))
    chance = after_first_piece(params, prepared, first)
    rows = {"told": after[:, second], "double": of_double[:, second], "second_by_chance": chance[:, second]}
    for piece in third[:1]:
        rows |= {"third_too_soon": after[:, piece], "third_too_soon_by_chance": chance[:, piece]}
    return {row: values.tolist() for row, values in rows.items()}


@dataclass(frozen=True, eq=False)
class TwoNames:
    """A story about two invented names: ``at[who]`` (R,) are the positions that have read a first piece."""

    ids: Ids
    at: dict[str, NDArray[np.intp]]


def told_both_ways(
    tokenizer: Tokenizer, prepared: PreparedStory, couple: Couple, n_window: int
) -> tuple[TwoNames, TwoNames] | None:
    """The story about ``a`` and ``b``, and with their later pieces exchanged, with the same places in both.

    A place is a mention of either before which both second pieces have stood, neither among the last ``n_window``
    tokens. None where the story has no friend.
    """
    if prepared.story.friend is None:
        return None
    told = [_two(tokenizer, prepared, *pair) for pair in ((couple.a, couple.b), (couple.a_crossed, couple.b_crossed))]
    kept: list[dict[str, list[int]]] = [{who: [] for who in PEOPLE} for _ in told]
    for who in PEOPLE:
        for places in zip(*(story.at[who].tolist() for story in told), strict=False):
            if all(_far(story.ids, at, couple, n_window) for story, at in zip(told, places, strict=True)):
                for found, at in zip(kept, places, strict=True):
                    found[who].append(at)
    first, second = (
        TwoNames(story.ids, {who: np.array(at, np.intp) for who, at in found.items()})
        for story, found in zip(told, kept, strict=True)
    )
    return first, second


def _two(tokenizer: Tokenizer, prepared: PreparedStory, hero: str, friend: str) -> TwoNames:
    story = prepared.story
    new = rename(story, {story.name: hero, str(story.friend): friend})
    ids, _, heroes = framed(tokenizer, new, prepared.n_ctx)
    _, _, friends = framed(tokenizer, replace(new, name=friend, friend=hero), prepared.n_ctx)
    return TwoNames(ids, {"hero": heroes + 1, "friend": friends + 1})


def _far(ids: Ids, at: int, couple: Couple, n_window: int) -> bool:
    """Whether both second pieces have been read at a position, and neither lately."""
    lately = ids[max(0, at + 1 - n_window) : at + 1]
    return all(piece in ids[: at + 1] and piece not in lately for piece in couple.seconds)


def _two_names(
    params: Params, stories: tuple[TwoNames, TwoNames] | None, couple: Couple
) -> dict[tuple[str, str], list[float]]:
    """Probabilities of either second piece at the places of either person, both ways of telling."""
    found: dict[tuple[str, str], list[float]] = {}
    for crossed, story in enumerate(stories or ()):
        for i, who in enumerate(PEOPLE):
            if not len(story.at[who]):
                continue
            own = couple.seconds[i ^ crossed]  # exchanged, the hero's name goes on with the second piece of b
            other = couple.seconds[1 - (i ^ crossed)]
            p = probabilities_at(params, story.ids, story.at[who])
            for row, piece in (("own", own), ("other", other)):
                found.setdefault((who, row), []).extend(p[:, piece].tolist())
    return found


def _result(
    n_stories: int, alone: Mapping[str, Values], both: Mapping[str, Mapping[tuple[str, str], Sequence[float]]]
) -> SecondPiece:
    probability, prefers = {}, {}
    for network, rows in alone.items():
        people = both[network]
        probability[network] = {row: _mean(values) for row, values in rows.items()} | {
            row: _mean([_mean(people[who, row]) for who in PEOPLE if people[who, row]]) for row in ("own", "other")
        }
        shares = (_share_above(people[who, "own"], people[who, "other"]) for who in PEOPLE if people[who, "own"])
        prefers[network] = _mean(list(shares))
    one, two = next(iter(alone.values())), next(iter(both.values()))
    pair_places = sum(len(two[who, "own"]) for who in PEOPLE) // 2
    return SecondPiece(n_stories, len(one["told"]), pair_places, probability, prefers)


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if len(values) else float("nan")


def _share_above(first: Sequence[float], second: Sequence[float]) -> float:
    """Share of the pairs whose first number is the larger; equal ones count half."""
    return _mean([float(a > b) + 0.5 * float(a == b) for a, b in zip(first, second, strict=True)])


def _tables(found: SecondPiece, vocabulary: Sequence[str]) -> list[Table]:
    networks = list(found.probability)
    rows = [[row, *(found.probability[n][row] for n in networks)] for row in found.probability[networks[0]]]
    rows.append(["prefers own", *(found.prefers_own[n] for n in networks)])
    title = (
        f"Probability of an invented name's second piece after its first, {found.places} places, "
        f"and of the piece of either of two names, {found.pair_places} places"
    )
    return [Table(title, ["piece", *networks], rows)]


MEASURE = Measure("second_piece", SecondPiece, second_piece_in_slices, _tables)
