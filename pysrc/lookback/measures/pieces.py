"""Measure 7: an invented name that falls into pieces: is the first piece copied, and the next one after it?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback.measures.invented import INVENTED, in_pieces
from lookback.measures.reading import Reading
from lookback.measures.renaming import Renamed, probabilities_of, renamings
from lookback.measures.slices import last
from lookback.params import Params
from lookback.tokenizer import Tokenizer

N_NAMES = 2  # invented names a story
ROWS = ("first", "first_by_chance", "second", "second_by_chance")
WHOLE_ROWS = ("whole", "whole_by_chance")


@dataclass(frozen=True)
class Pieces:
    """Mean probabilities at the places where the hero's name comes back out of reach, by network.

    The hero gets an invented name that falls into pieces, two such names a story in turn: ``places`` in all.

    | ``first`` | of the name's first piece there |
    | ``first_by_chance`` | of that piece at the same place of the story as it was, about somebody else |
    | ``second`` | of the right next piece, after the first piece |
    | ``second_by_chance`` | of that piece after the first one when the story as it was is read up to the place and \
the first piece is put there: nothing to copy, only what usually follows this piece |
    | ``whole`` | of the hero's own name there, over ``whole_places`` of the heroes whose name is one token |
    | ``whole_by_chance`` | of that name at the same places of the stories about the invented one |
    """

    n_stories: int
    places: int
    whole_places: int
    probability: dict[str, dict[str, float]]


def pieces(networks: Mapping[str, Params], tokenizer: Tokenizer, readings: Sequence[Reading]) -> Pieces:
    """Rename every hero to invented names and follow the pieces."""
    return last(pieces_in_slices(networks, tokenizer, readings))


def pieces_in_slices(
    networks: Mapping[str, Params], tokenizer: Tokenizer, readings: Sequence[Reading]
) -> Iterator[Pieces]:
    """Yield the probabilities so far after each story; the last are those of ``pieces``."""
    names = in_pieces(tokenizer, INVENTED)
    found = {network: {row: [] for row in (*ROWS, *WHOLE_ROWS)} for network in networks}
    for number, reading in enumerate(readings):
        for story in renamings(tokenizer, reading, names, number, N_NAMES):
            for network, params in networks.items():
                for row, values in _story_pieces(params, tokenizer, reading, story).items():
                    found[network][row] += values.tolist()
        one = next(iter(found.values()))
        yield Pieces(number + 1, len(one["first"]), len(one["whole"]), _means(found))


def _story_pieces(
    params: Params, tokenizer: Tokenizer, reading: Reading, story: Renamed
) -> dict[str, NDArray[np.float64]]:
    """The probabilities of each row at the places of one story, (R,) each; no whole ones for a hero in pieces."""
    first = story.first_token
    second = int(story.targets[story.at[0] + 1])
    was = np.flatnonzero(reading.name)
    rows = {
        "first": probabilities_of(params, story.ids, story.at, first),
        "first_by_chance": probabilities_of(params, reading.ids, was, first),
        "second": probabilities_of(params, story.ids, story.at + 1, second),
        "second_by_chance": _second_by_chance(params, reading, was, first, second),
    }
    if len(tokenizer.encode(reading.story.name)) == 1:
        whole = int(reading.targets[was[0]])
        rows["whole"] = probabilities_of(params, reading.ids, was, whole)
        rows["whole_by_chance"] = probabilities_of(params, story.ids, story.at, whole)
    return rows


def _second_by_chance(
    params: Params, reading: Reading, places: NDArray[np.intp], first: int, second: int
) -> NDArray[np.float64]:
    """Probability of ``second`` when ``first`` is put at each place by itself in the story as it was, (R,)."""
    starts = [np.append(reading.ids[: place + 1], np.int32(first)) for place in places]
    return np.concatenate([probabilities_of(params, ids, np.array([len(ids) - 1]), second) for ids in starts])


def _means(found: Mapping[str, Mapping[str, Sequence[float]]]) -> dict[str, dict[str, float]]:
    return {
        network: {row: float(np.mean(values)) if values else float("nan") for row, values in rows.items()}
        for network, rows in found.items()
    }
