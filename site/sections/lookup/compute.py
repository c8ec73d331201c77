"""What the figures read, and the numbers in the text around them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lookback.models import Models
from scene.sentences import Run
from sections.lookup.likeness import read_likeness
from sections.lookup.prose_numbers import numbers_in_prose
from sections.lookup.view import View, make_view
from sections.lookup.words import on_left_out, on_scores, on_vectors, on_weights
from sections.lookup.worked import Worked, work_out

__all__ = ["numbers", "read_likeness", "read_scores", "read_vectors", "read_weights"]


def numbers(models: Models) -> dict[str, str]:
    """Compute what the text names."""
    return numbers_in_prose(models)


@dataclass(frozen=True, eq=False)
class WeightsReading:
    """How one head shares out its weight over a text."""

    view: View
    notice: tuple[Run, ...]
    details: tuple[tuple[Run, ...], ...]

    @property
    def call(self) -> str:
        """The package call behind the picture."""
        return f"{self.view.call}.weights"


@dataclass(frozen=True, eq=False)
class ScoresReading:
    """The same look back as numbers, with one weight worked out."""

    view: View
    worked: Worked
    notice: tuple[Run, ...]

    @property
    def call(self) -> str:
        """The package call behind the numbers."""
        return self.view.call


@dataclass(frozen=True, eq=False)
class VectorsReading:
    """The query, the chosen key and its value, and the blend."""

    view: View
    notice: tuple[Run, ...]

    @property
    def call(self) -> str:
        """The package call behind the bars."""
        return self.view.call


def read_weights(models: Models, choice: Mapping[str, Any]) -> WeightsReading:
    """Read how one head shares out its weight. UnreadableText where it has no tokens."""
    view = make_view(models, choice)
    return WeightsReading(view, on_weights(view), on_left_out(view))


def read_scores(models: Models, choice: Mapping[str, Any]) -> ScoresReading:
    """Read every step from q.k to the weight. UnreadableText where it has no tokens."""
    view = make_view(models, choice)
    return ScoresReading(view, work_out(view.look, view.key), on_scores(view))


def read_vectors(models: Models, choice: Mapping[str, Any]) -> VectorsReading:
    """Read the vectors of the query, the chosen key and the blend. UnreadableText where it has no tokens."""
    view = make_view(models, choice)
    return VectorsReading(view, on_vectors(view))
