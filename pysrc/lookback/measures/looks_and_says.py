"""Measure 14: looking and saying: does the two-layer network find an invented name's second piece, and say it?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback import attention, ops
from lookback.measures.circuit import after_same
from lookback.measures.contract import Measure, Table
from lookback.measures.invented import INVENTED, STRANGE, in_pieces
from lookback.measures.lookups import FILES
from lookback.measures.prepared import PreparedStory
from lookback.measures.renaming import renamings
from lookback.models import Models

NAMES_A_STORY = 4
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Found:
    """One name over its ``places``: the weight that a head put on its second piece, and the probability of that piece.

    ``known``: built like the made-up names of training; else most of its first pieces never began a name there.
    """

    name: str
    known: bool
    places: int
    looked: float
    said: float


@dataclass(frozen=True)
class LooksAndSays:
    """Where the first piece of an invented name has come back, by name, for the ``head`` of the last layer that looks.

    That is the head that puts most weight, over all places, on what came after earlier places of the same token.
    """

    n_stories: int
    head: int
    names: tuple[Found, ...]


def looks_and_says_in_slices(models: Models, stories: Sequence[PreparedStory]) -> Iterator[LooksAndSays]:
    """Rename heroes and follow both: yield what was found after each story."""
    names = in_pieces(models.tokenizer, (*INVENTED, *STRANGE))
    found: dict[str, list[tuple[Floats, float]]] = {}
    for number, prepared in enumerate(stories):
        for story in renamings(models.tokenizer, prepared, names, number, NAMES_A_STORY):
            second = models.tokenizer.encode(story.name).ids[1]
            at = story.at + 1  # the first piece has been read there
            trace = attention.forward(models.two_layers, story.ids[None], at=at)
            said = ops.softmax(trace.logits)[:, second]
            weights = trace.layers[-1].weights[0]
            for position, p in zip(at, said, strict=True):
                looked = weights[:, position, after_same(story.ids, position)].sum(axis=-1, dtype=np.float64)
                found.setdefault(story.name, []).append((looked, float(p)))
        yield _result(number + 1, found)


def _result(n_stories: int, found: Mapping[str, Sequence[tuple[Floats, float]]]) -> LooksAndSays:
    every = [looked for places in found.values() for looked, _ in places]
    head = int(np.sum(every, axis=0).argmax()) if every else 0
    names = tuple(
        Found(
            name,
            name in INVENTED,
            len(places),
            float(np.mean([looked[head] for looked, _ in places])),
            float(np.mean([said for _, said in places])),
        )
        for name, places in sorted(found.items())
    )
    return LooksAndSays(n_stories, head, names)


def _tables(found: LooksAndSays, vocabulary: Sequence[str]) -> list[Table]:
    rows = [[n.name, "yes" if n.known else "no", n.places, n.looked, n.said] for n in found.names]
    title = f"Second pieces of invented names: weight of head {found.head} of the last layer on them, and probability"
    return [Table(title, ["name", "built as in training", "places", "looked", "said"], rows, digits=3)]


MEASURE = Measure("looks_and_says", LooksAndSays, looks_and_says_in_slices, _tables, FILES)
