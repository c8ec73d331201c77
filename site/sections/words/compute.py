"""The map and its chosen word."""

from dataclasses import dataclass

from lookback.models import Models
from sections.words.word_map import Relation, WordMap, word_map
from worker.contract import Choice, Data


@dataclass(frozen=True)
class MapData(Data):
    """The map and its chosen word."""

    map: WordMap
    word: str

    @property
    def relations(self) -> tuple[Relation, ...]:
        """The chosen word's relations."""
        return self.map.of(self.word)


def read_map(models: Models, choice: Choice) -> MapData:
    """Read the relations of the chosen word."""
    return MapData(word_map(), choice["word"])
