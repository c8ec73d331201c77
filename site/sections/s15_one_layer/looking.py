"""A story about an invented name: where each head looks once the first piece of a later mention has been read."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from lookback.guesses import probabilities_at
from lookback.lookup import LookBack, look_back
from lookback.measures import INVENTED, in_pieces, read_with, renamed
from lookback.models import Models
from lookback.reader import trace_of
from lookback.stories import rename
from lookback.tokenizer import Encoding

EXAMPLE = "Bokla"  # the invented name of the text, with which the figure opens


@dataclass(frozen=True)
class Sums:
    """One head's weight by what it falls on: earlier `second` pieces, earlier `first` ones, `itself`, the rest."""

    second: float
    first: float
    itself: float

    @property
    def rest(self) -> float:
        """What goes to everything else."""
        return max(0.0, 1 - self.second - self.first - self.itself)


@dataclass(frozen=True, eq=False)
class Looking:
    """The hero of story `number` is called `name`, and position `reader` has read its first piece.

    encoding: the tokens of `text`; token i is read at position i + 1. firsts, seconds: the positions of the name's
    first and second pieces before the reader. readers: all positions that could be asked about. sums: by head.
    probability: of the right next piece, by network.
    """

    number: int
    name: str
    text: str
    encoding: Encoding
    readers: tuple[int, ...]
    reader: int
    firsts: tuple[int, ...]
    seconds: tuple[int, ...]
    look: LookBack
    sums: tuple[Sums, ...]
    probability: Mapping[str, float]

    def piece(self, position: int) -> str:
        """The token at a position as typed."""
        start, end = self.encoding.spans[position - 1]
        return self.text[start:end]


def look_for_next(models: Models, number: int, turn: int, place: int, head: int) -> Looking | None:
    """Rename the hero and look back from a first piece; None where no name comes back in this story.

    turn: of the invented names. place, head: any number that there is none of stands for the last place and for the
    head that puts most on the second pieces.
    """
    (reading,) = read_with(models, [models.stories[number]])
    names = in_pieces(models.tokenizer, INVENTED)
    order = [names[(turn + i) % len(names)] for i in range(len(names))]
    new = next((story for name in order if (story := renamed(models.tokenizer, reading, name))), None)
    if new is None:
        return None
    text = rename(reading.story, {reading.story.name: new.name}).text
    first, second, *_ = models.tokenizer.encode(new.name).ids
    readers = tuple((new.at + 1).tolist())
    reader = readers[place] if 0 <= place < len(readers) else readers[-1]
    firsts = [i for i in range(reader) if new.ids[i] == first and new.ids[i + 1] == second]
    seconds = tuple(i + 1 for i in firsts if i + 1 < reader)
    trace = trace_of(models, new.ids)
    weights = trace.weights[0, :, reader]
    sums = tuple(Sums(float(row[list(seconds)].sum()), float(row[firsts].sum()), float(row[reader])) for row in weights)
    most = max(range(len(sums)), key=lambda h: sums[h].second)
    look = look_back(trace, head if 0 <= head < len(sums) else most, reader)
    probability = {
        network: float(probabilities_at(params, new.ids, np.array([reader]))[0, second])
        for network, params in models.networks.items()
    }
    encoding = models.tokenizer.encode(text)
    return Looking(number, new.name, text, encoding, readers, reader, tuple(firsts), seconds, look, sums, probability)
