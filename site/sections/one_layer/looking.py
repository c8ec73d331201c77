"""A story about an invented name: where each head looks once the first piece of a later mention has been read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from lookback.guesses import probabilities_at
from lookback.lookup import LookBack, one_look_back
from lookback.measures import measured
from lookback.measures.invented import INVENTED
from lookback.measures.prepared import prepare
from lookback.measures.renaming import renamed
from lookback.models import Models
from lookback.ops import Ids
from lookback.reader import trace_of
from lookback.stories import rename
from lookback.tokenizer import Encoding

N_PIECES = 3  # that an invented name here has at least: one is read, one is wanted, one is not wanted yet


@dataclass(frozen=True)
class Sums:
    """One head's weight by what it falls on: earlier `second`, `third` and `first` pieces, `itself`, the rest."""

    second: float
    third: float
    first: float
    itself: float

    @property
    def rest(self) -> float:
        """What goes to everything else."""
        return max(0.0, 1 - self.second - self.third - self.first - self.itself)


@dataclass(frozen=True, eq=False)
class Looking:
    """The hero of story `number` is called `name`, and position `reader` has read its first piece.

    encoding: the tokens of `text`; token i is read at position i + 1. firsts, seconds, thirds: the positions of the
    name's pieces before the reader. readers: all positions that could be asked about. sums: by head. probability: of
    the right next piece, by network; too_soon: of the third piece in its place.
    """

    number: int
    name: str
    text: str
    encoding: Encoding
    readers: tuple[int, ...]
    reader: int
    firsts: tuple[int, ...]
    seconds: tuple[int, ...]
    thirds: tuple[int, ...]
    look: LookBack
    sums: tuple[Sums, ...]
    probability: Mapping[str, float]
    too_soon: Mapping[str, float]

    def piece(self, position: int) -> str:
        """The token at a position as typed."""
        start, end = self.encoding.spans[position - 1]
        return self.text[start:end]


@lru_cache(maxsize=2)
def invented_names(models: Models) -> tuple[str, ...]:
    """Invented names in pieces, from the example on: the one whose third piece comes too soon the most above chance."""
    names = [name for name in INVENTED if len(models.tokenizer.encode(name)) >= N_PIECES]
    above = measured(models, "pieces").too_soon["attention"]
    example = names.index(max(names, key=lambda name: above.get(name, -1.0)))
    return (*names[example:], *names[:example])


def look_for_next(models: Models, number: int, turn: int, place: int, head: int) -> Looking | None:
    """Rename the hero and look back from a first piece; None where no name comes back in this story.

    turn: of the invented names, 0 is the example. place, head: any number that there is none of stands for the last
    place and for the head that puts most on the second pieces.
    """
    (prepared,) = prepare(models, [models.stories[number]])
    names = invented_names(models)
    order = [names[(turn + i) % len(names)] for i in range(len(names))]
    new = next((story for name in order if (story := renamed(models.tokenizer, prepared, name))), None)
    if new is None:
        return None
    text = rename(prepared.story, {prepared.story.name: new.name}).text
    pieces = models.tokenizer.encode(new.name).ids[:N_PIECES]
    readers = tuple((new.at + 1).tolist())
    reader = readers[place] if 0 <= place < len(readers) else readers[-1]
    firsts, seconds, thirds = _earlier(new.ids, reader, pieces)
    trace = trace_of(models, new.ids)
    weights = trace.layers[0].weights[0, :, reader]
    sums = tuple(
        Sums(float(row[seconds].sum()), float(row[thirds].sum()), float(row[firsts].sum()), float(row[reader]))
        for row in weights
    )
    most = max(range(len(sums)), key=lambda h: sums[h].second)
    look = one_look_back(trace, head if 0 <= head < len(sums) else most, reader)
    guesses = {
        network: probabilities_at(params, new.ids, np.array([reader]))[0] for network, params in models.networks.items()
    }
    probability, too_soon = ({name: float(p[piece]) for name, p in guesses.items()} for piece in pieces[1:])
    return Looking(
        number, new.name, text, models.tokenizer.encode(text), readers, reader,
        tuple(firsts), tuple(seconds), tuple(thirds), look, sums, probability, too_soon,
    )  # fmt: skip


def _earlier(ids: Ids, reader: int, pieces: Sequence[int]) -> list[list[int]]:
    """Where the name's first, second and third pieces stand before the reader."""
    first, second, third = pieces
    firsts = [i for i in range(reader) if ids[i] == first and ids[i + 1] == second]
    seconds = [i + 1 for i in firsts if i + 1 < reader]
    return [firsts, seconds, [i + 1 for i in seconds if i + 1 < reader and ids[i + 1] == third]]
