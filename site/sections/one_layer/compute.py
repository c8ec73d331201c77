"""What the figures read, and the numbers in the text around them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lookback.models import Models
from scene.formats import count
from scene.sentences import Run
from sections.one_layer import words as notices
from sections.one_layer.looking import Looking, invented_names, look_for_next
from sections.one_layer.measured import Measured, measured_of


@dataclass(frozen=True, eq=False)
class HeadsReading:
    """Where every head looks after the first piece of an invented name; None where no name comes back."""

    looking: Looking | None
    number: int
    example: str

    @property
    def notice(self) -> tuple[Run, ...]:
        """Which heads find what."""
        return notices.on_heads(self.looking)

    @property
    def call(self) -> str:
        """The package call behind it."""
        name, reader = (self.looking.name, self.looking.reader) if self.looking else (self.example, 0)
        return (
            f"reading, = measures.read_with(models, [models.stories[{self.number}]])\n"
            f"new = measures.renamed(models.tokenizer, reading, {name!r})\n"
            f"reader.trace_of(models, new.ids).weights[0, :, {reader}]"
        )


@dataclass(frozen=True)
class PiecesReading:
    """Both measures about pieces."""

    measured: Measured

    @property
    def notice(self) -> str:
        """What is copied, and what is not known."""
        return notices.on_pieces(self.measured)

    @property
    def call(self) -> str:
        """The package call behind it."""
        return 'measures.recorded(models, "pieces")\nmeasures.recorded(models, "second_piece")'


@dataclass(frozen=True)
class CircuitReading:
    """One lookup or two, over a short text with an invented name in `pieces`."""

    layers: str
    name: str
    pieces: tuple[str, ...]

    @property
    def notice(self) -> tuple[Run, ...]:
        """What the last piece can find out."""
        return notices.on_circuit(self.layers, *self.pieces[:2])

    @property
    def call(self) -> str:
        """The package call behind the pieces."""
        return f"models.tokenizer.encode({self.name!r}).tokens"


def read_heads(models: Models, choice: Mapping[str, Any]) -> HeadsReading:
    """Look back from the first piece of an invented name."""
    number = min(choice["story"], len(models.stories) - 1)
    looking = look_for_next(models, number, choice["name"], choice["place"], choice["row"])
    return HeadsReading(looking, number, invented_names(models)[0])


def read_pieces(models: Models, choice: Mapping[str, Any]) -> PiecesReading:
    """Read what was measured about pieces."""
    return PiecesReading(measured_of(models))


def read_circuit(models: Models, choice: Mapping[str, Any]) -> CircuitReading:
    """Cut an invented name into its pieces."""
    name, pieces = _example(models)
    return CircuitReading(choice["layers"], name, pieces)


def numbers(models: Models) -> dict[str, str]:
    """Compute what the text says about the measures."""
    measured, (name, pieces) = measured_of(models), _example(models)
    return {
        "name": name,
        "first": pieces[0],
        "second": pieces[1],
        "third": pieces[2],
        "n_names": str(len(invented_names(models))),
        "pieces": "\u00a0·\u00a0".join(pieces),
        "verdict": notices.verdict(measured),
        "places": count(measured.second.places),
        "pair_places": count(measured.second.pair_places),
    }


def _example(models: Models) -> tuple[str, tuple[str, ...]]:
    """The invented name of the text, and its pieces as typed."""
    name = invented_names(models)[0]
    return name, tuple(name[start:end] for start, end in models.tokenizer.encode(name).spans)
