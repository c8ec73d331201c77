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
ROWS = ("first", "second", "third_too_soon", "whole")


@dataclass(frozen=True)
class Pieces:
    """Mean probabilities at the places where the hero's name comes back out of reach, by network.

    The hero gets an invented name that falls into pieces, two such names a story in turn: ``places`` in all.

    | ``first`` | of the name's first piece there |
    | ``second`` | of the right next piece, after the first piece |
    | ``third_too_soon`` | of the name's third piece in the place of the second: as likely as the second, it would \
show that the pieces are known but not their order |
    | ``whole`` | of the hero's own name there, over ``whole_places`` of the heroes whose name is one token |

    Each has a row ``..._by_chance``: the same token where nothing can be copied. For ``first``, at the same place of
    the story as it was; for ``second`` and ``third_too_soon``, after the story as it was up to the place and the first
    piece; for ``whole``, at the same place of the story about the invented name.

    ``too_soon[network][name]``: how much ``third_too_soon`` is above chance for that name, over its own places.
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
                told = _story_pieces(params, tokenizer, prepared, story)
                for row, values in told.items():
                    found[network][row] += values.tolist()
                if "third_too_soon" in told:
                    above = told["third_too_soon"] - told["third_too_soon_by_chance"]
                    too_soon[network].setdefault(story.name, []).extend(above.tolist())
        one = next(iter(found.values()))
        yield Pieces(number + 1, len(one["first"]), len(one["whole"]), _means(found), _means(too_soon))


def _story_pieces(
    params: Params, tokenizer: Tokenizer, prepared: PreparedStory, story: Renamed
) -> dict[str, NDArray[np.floating]]:
    """The probabilities of each row at the places of one story, (R,) each; rows that do not apply are left out."""
    first, *later = tokenizer.encode(story.name).ids
    was = np.flatnonzero(prepared.name)
    before = probabilities_at(params, prepared.ids, was)
    at_first, at_second = (probabilities_at(params, story.ids, story.at + i) for i in (0, 1))
    alone = _after_first_piece(params, prepared, was, first)
    rows = {"first": at_first[:, first], "first_by_chance": before[:, first]}
    for row, piece in zip(("second", "third_too_soon"), later, strict=False):
        rows |= {row: at_second[:, piece], f"{row}_by_chance": alone[:, piece]}
    hero = tokenizer.encode(prepared.story.name).ids
    if len(hero) == 1:
        rows |= {"whole": before[:, hero[0]], "whole_by_chance": at_first[:, hero[0]]}
    return rows


def _after_first_piece(params: Params, prepared: PreparedStory, places: NDArray[np.intp], first: int) -> Array:
    """Probabilities of what follows when the first piece is put at each place by itself, (R, n_vocab)."""
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
