"""Measure 7: an invented name that falls into pieces: is the first piece copied, and the next one after it?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback.guesses import probabilities_at
from lookback.measures.contract import Measure, Table
from lookback.measures.invented import INVENTED, in_pieces
from lookback.measures.prepared import PreparedStory
from lookback.measures.renaming import Renamed, renamings
from lookback.models import Models
from lookback.ops import Array
from lookback.params import Params
from lookback.tokenizer import Tokenizer

N_NAMES = 2  # invented names a story
ROWS = ("first", "whole")


@dataclass(frozen=True)
class Pieces:
    """Mean probabilities at the places where the hero's name comes back out of reach, by network.

    The hero gets an invented name that falls into pieces, two such names a story in turn: ``places`` in all.

    | ``first`` | of the name's first piece there |
    | ``whole`` | of the hero's own name there, over ``whole_places`` of the heroes whose name is one token |

    Each has a row ``..._by_chance``: the same token where nothing can be copied. For ``first``, at the same place of
    the story as it was; for ``whole``, at the same place of the story about the invented name.

    ``too_soon[network][name]``: after the first piece, how much likelier that name's third piece is than where nothing
    can be copied (``second_piece.third_too_soon`` less its chance), over the name's own places here.
    """

    n_stories: int
    places: int
    whole_places: int
    probability: dict[str, dict[str, float]]
    too_soon: dict[str, dict[str, float]]


def pieces_in_slices(models: Models, stories: Sequence[PreparedStory]) -> Iterator[Pieces]:
    """Rename every hero to invented names and follow the pieces: yield the probabilities so far after each story."""
    networks, tokenizer = models.networks, models.tokenizer
    names = in_pieces(tokenizer, INVENTED)
    rows = [name for row in ROWS for name in (row, f"{row}_by_chance")]
    found = {network: {row: [] for row in rows} for network in networks}
    too_soon: dict[str, dict[str, list[float]]] = {network: {} for network in networks}
    for number, prepared in enumerate(stories):
        for story in renamings(tokenizer, prepared, names, number, N_NAMES):
            for network, params in networks.items():
                for row, values in _story_pieces(params, tokenizer, prepared, story).items():
                    found[network][row] += values.tolist()
                above = _third_too_soon(params, tokenizer, prepared, story)
                if len(above):
                    too_soon[network].setdefault(story.name, []).extend(above.tolist())
        one = next(iter(found.values()))
        yield Pieces(number + 1, len(one["first"]), len(one["whole"]), _means(found), _means(too_soon))


def _story_pieces(
    params: Params, tokenizer: Tokenizer, prepared: PreparedStory, story: Renamed
) -> dict[str, NDArray[np.floating]]:
    """The probabilities of each row at the places of one story, (R,) each; rows that do not apply are left out."""
    first = story.first_token
    before = probabilities_at(params, prepared.ids, np.flatnonzero(prepared.name))
    at_first = probabilities_at(params, story.ids, story.at)
    rows = {"first": at_first[:, first], "first_by_chance": before[:, first]}
    hero = tokenizer.encode(prepared.story.name).ids
    if len(hero) == 1:
        rows |= {"whole": before[:, hero[0]], "whole_by_chance": at_first[:, hero[0]]}
    return rows


def _third_too_soon(params: Params, tokenizer: Tokenizer, prepared: PreparedStory, story: Renamed) -> Array:
    """How much likelier the third piece is than by chance where the second should come, (R,); (0,) without a third."""
    first, _, *third = tokenizer.encode(story.name).ids
    if not third:
        return np.zeros(0, np.float32)
    told = probabilities_at(params, story.ids, story.at + 1)
    return told[:, third[0]] - after_first_piece(params, prepared, first)[:, third[0]]


def after_first_piece(params: Params, prepared: PreparedStory, first: int) -> Array:
    """Probabilities of what follows a first piece that is put where the hero's name comes back, (R, n_vocab)."""
    places = np.flatnonzero(prepared.name)
    starts = [np.append(prepared.ids[: place + 1], np.int32(first)) for place in places]
    return np.concatenate([probabilities_at(params, ids, np.array([len(ids) - 1])) for ids in starts])


def _means(found: Mapping[str, Mapping[str, Sequence[float]]]) -> dict[str, dict[str, float]]:
    return {
        network: {row: float(np.mean(values)) if values else float("nan") for row, values in rows.items()}
        for network, rows in found.items()
    }


def _tables(found: Pieces, vocabulary: Sequence[str]) -> list[Table]:
    rows = [
        [row.replace("_", " "), *(found.probability[network][row] for network in found.probability)]
        for row in next(iter(found.probability.values()))
    ]
    title = f"Probability of the pieces of invented names where they come back, {found.places} places"
    return [Table(title, ["piece", *found.probability], rows)]


MEASURE = Measure("pieces", Pieces, pieces_in_slices, _tables)
