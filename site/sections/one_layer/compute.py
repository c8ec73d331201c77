"""What the figures read: where heads look for the next piece of a name, and what is measured about pieces."""

from dataclasses import dataclass

from lookback.measures import measured
from lookback.measures.pieces import Pieces
from lookback.measures.second_piece import SecondPiece
from lookback.models import Models
from sections.one_layer.looking import Looking, invented_names, look_for_next
from worker.contract import Choice, Data


@dataclass(frozen=True, eq=False)
class HeadsData(Data):
    """Where every head looks after the first piece of an invented name; None where no name comes back."""

    looking: Looking | None
    number: int


@dataclass(frozen=True)
class PiecesData(Data):
    """Both measures over the test stories about invented names in pieces."""

    pieces: Pieces
    second: SecondPiece

    def value(self, row: str, network: str = "attention") -> float:
        """One mean probability by the name of its row in either measure."""
        of = self.second if row in self.second.probability[network] else self.pieces
        return of.probability[network][row]

    def places(self, row: str) -> int:
        """How many places the mean of a row is over."""
        if row in ("own", "other"):
            return self.second.pair_places
        if row == "whole":
            return self.pieces.whole_places
        return self.pieces.places if row in self.pieces.probability["attention"] else self.second.places


@dataclass(frozen=True)
class CircuitData(Data):
    """One lookup or two, over a short text with an invented name in `pieces`, as typed."""

    layers: str
    name: str
    pieces: tuple[str, ...]


def read_heads(models: Models, choice: Choice) -> HeadsData:
    """Look back from the first piece of an invented name."""
    number = min(choice["story"], len(models.stories) - 1)
    return HeadsData(look_for_next(models, number, choice["name"], choice["place"], choice["row"]), number)


def read_pieces(models: Models, choice: Choice) -> PiecesData:
    """Read what was measured about pieces."""
    return PiecesData(measured(models, "pieces"), measured(models, "second_piece"))


def read_circuit(models: Models, choice: Choice) -> CircuitData:
    """Cut the invented name of the text into its pieces."""
    name = invented_names(models)[0]
    pieces = tuple(name[start:end] for start, end in models.tokenizer.encode(name).spans)
    return CircuitData(choice["layers"], name, pieces)
