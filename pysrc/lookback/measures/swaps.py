"""Measure 5: the hero's name swapped everywhere for another, by how often training saw that name."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from lookback.guesses import probabilities_at
from lookback.measures.contract import Measure, Table
from lookback.measures.invented import INVENTED, STRANGE, in_pieces
from lookback.measures.prepared import PreparedStory
from lookback.measures.renaming import Renamed, probabilities_of, renamings, whole_names
from lookback.models import KnownName, Models
from lookback.ops import Array
from lookback.params import Params
from lookback.tokenizer import Tokenizer

Sums = NDArray[np.float64]
Cast = dict[str, dict[str, list[KnownName]]]
KINDS = ("common", "middle", "rare", "pieces", "invented", "strange")


@dataclass(frozen=True)
class Swapped:
    """Mean probability of a swapped-in name (its first token) over ``places`` where the hero's name comes back.

    ``swapped[network]``: in the story with the name swapped in everywhere; ``unswapped[network]``: the same token
    at the same places of the story as it was.
    """

    places: int
    swapped: dict[str, float]
    unswapped: dict[str, float]


@dataclass(frozen=True)
class NameSwap:
    """One name: its kind, how often training saw it (``in_corpus`` mentions, ``drawn`` times), its probabilities."""

    name: str
    kind: str
    in_corpus: int
    drawn: int
    probability: Swapped


@dataclass(frozen=True)
class Swaps:
    """Names swapped in, one of each kind a story, in rotation, always of the hero's pronoun.

    ``kinds``: ``common``, ``middle`` and ``rare`` are a third each of the names of that pronoun that are one token,
    by how often training saw them (mentions in TinyStories plus times drawn as a new name); ``pieces`` are names that
    training saw, in several tokens; ``invented`` ones it never saw, of syllables like those of the names it made up;
    ``strange`` ones begin unlike any name it saw. Places are those that are out of reach in the story as it was, so
    the window network reads the same 8 tokens in both.
    """

    n_stories: int
    kinds: dict[str, Swapped]
    names: tuple[NameSwap, ...]


def swaps_in_slices(models: Models, stories: Sequence[PreparedStory]) -> Iterator[Swaps]:
    """Swap names of every kind into every story: yield the probabilities so far after each story."""
    networks, names = models.networks, models.names
    cast = {pronoun: kinds_of(models.tokenizer, names, pronoun) for pronoun in {name.pronoun for name in names}}
    found: dict[tuple[str, str], Sums] = {}
    for number, prepared in enumerate(stories):
        for kind, sums, name in _swapped_in(networks, models.tokenizer, prepared, cast, number):
            found[kind, name] = found.get((kind, name), 0) + sums
        yield Swaps(number + 1, _kinds(list(networks), found), _names(list(networks), found, names))


def _swapped_in(
    networks: Mapping[str, Params], tokenizer: Tokenizer, prepared: PreparedStory, cast: Cast, number: int
) -> Iterator[tuple[str, Sums, str]]:
    """Kind, sums and name of each swap in one story, none where the name does not come back."""
    places = np.flatnonzero(prepared.name)
    if not len(places):
        return
    before = {network: probabilities_at(params, prepared.ids, places) for network, params in networks.items()}
    for kind, candidates in cast.get(prepared.story.pronoun, {}).items():
        for story in renamings(tokenizer, prepared, [name.name for name in candidates], number):
            yield kind, _sums(networks, before, story), story.name


def kinds_of(tokenizer: Tokenizer, names: Sequence[KnownName], pronoun: str) -> dict[str, list[KnownName]]:
    """The names of a pronoun by kind."""
    whole = whole_names(tokenizer, names, pronoun)
    pieces = [name for name in names if name.pronoun == pronoun and name not in whole]
    made_up = [
        [KnownName(name, pronoun, 0, 0) for name in in_pieces(tokenizer, names)] for names in (INVENTED, STRANGE)
    ]
    cuts = [len(whole) * i // 3 for i in range(4)]
    thirds = [whole[start:end] for start, end in pairwise(cuts)]
    return dict(zip(KINDS, [*thirds, pieces, *made_up], strict=True))


def _sums(networks: Mapping[str, Params], before: Mapping[str, Array], story: Renamed) -> Sums:
    """Number of places, and the name's probability in the swapped and in the unswapped story, by network, summed.

    ``before[network]`` (R, n_vocab): all probabilities at the same places of the unswapped story.
    """
    sums: list[float] = [len(story.at)]
    for network, params in networks.items():
        sums.append(probabilities_of(params, story.ids, story.at, story.first_token).sum())
        sums.append(before[network][:, story.first_token].sum(dtype=np.float64))
    return np.array(sums)


def _mean(networks: Sequence[str], sums: Sums) -> Swapped:
    swapped, unswapped = (dict(zip(networks, (sums[i::2] / sums[0]).tolist(), strict=True)) for i in (1, 2))
    return Swapped(int(sums[0]), swapped, unswapped)


def _kinds(networks: Sequence[str], found: Mapping[tuple[str, str], Sums]) -> dict[str, Swapped]:
    by_kind = {kind: [sums for (of, _), sums in found.items() if of == kind] for kind in KINDS}
    return {kind: _mean(networks, np.sum(sums, axis=0)) for kind, sums in by_kind.items() if sums}


def _names(
    networks: Sequence[str], found: Mapping[tuple[str, str], Sums], names: Sequence[KnownName]
) -> tuple[NameSwap, ...]:
    """Every name swapped in: kind by kind, the most often seen first."""
    known = {name.name: name for name in names}
    rows = []
    for (kind, name), sums in found.items():
        seen = known.get(name, KnownName(name, "", 0, 0))
        rows.append(NameSwap(name, kind, seen.in_corpus, seen.drawn, _mean(networks, sums)))
    return tuple(sorted(rows, key=lambda row: (KINDS.index(row.kind), -row.in_corpus - row.drawn, row.name)))


def _tables(found: Swaps, vocabulary: Sequence[str]) -> list[Table]:
    kinds = [[kind, None, None, *_numbers(swapped)] for kind, swapped in found.kinds.items()]
    names = [[name.name, name.in_corpus, name.drawn, *_numbers(name.probability)] for name in found.names]
    networks = next((swapped.swapped for swapped in found.kinds.values()), ())
    columns = ["name", "in corpus", "drawn", "places"]
    columns += [f"{network} {when}" for network in networks for when in ("swapped", "unswapped")]
    title = "Probability of a swapped-in name where it comes back"
    return [Table(f"{title}, by kind", columns, kinds), Table(f"{title}, name by name", columns, names)]


def _numbers(of: Swapped) -> list[float]:
    return [of.places, *(number for network in of.swapped for number in (of.swapped[network], of.unswapped[network]))]


MEASURE = Measure("swaps", Swaps, swaps_in_slices, _tables)
