"""What the figures read, and the numbers in the text around them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lookback.models import KnownName, Models
from scene.formats import count
from scene.sentences import Run
from sections.names import words as notices
from sections.names import words_known as notices_known
from sections.names.known import Known, known_of
from sections.names.swap import Swap, make_swap


@dataclass(frozen=True, eq=False)
class SwapReading:
    """One story with its hero's name swapped, and the place whose window is outlined, counted from 0."""

    swap: Swap
    chosen: int
    names: Mapping[str, KnownName]

    @property
    def notice(self) -> tuple[Run, ...]:
        """What the swap changes."""
        return notices.on_swap(self.swap)

    @property
    def details(self) -> tuple[tuple[Run, ...], ...]:
        """What else there is to know about this name."""
        return notices.details(self.swap, self.names)

    @property
    def call(self) -> str:
        """The package call behind it."""
        return (
            f"story = models.stories[{self.swap.number}]\n"
            "reading, = measures.read_with(models, [story])\n"
            f"new = measures.renamed(models.tokenizer, reading, {self.swap.name!r})\n"
            "guesses.probabilities_at(models.attention, new.ids, new.at)[:, new.first_token]"
        )


def read_swap(models: Models, choice: Mapping[str, Any]) -> SwapReading:
    """Swap the hero's name of one test story."""
    number = min(choice["story"], len(models.stories) - 1)
    swap = make_swap(models, number, choice["kind"], choice["name"])
    return SwapReading(swap, _choose(swap, choice["place"]), {name.name: name for name in models.names})


def _choose(swap: Swap, place: int) -> int:
    """The place that is asked for, or the one where the attention network gains most for the name."""
    gains = [found.guesses["attention"].now - found.guesses["attention"].before for found in swap.places]
    return place if 0 <= place < len(gains) else max(range(len(gains)), key=gains.__getitem__, default=0)


@dataclass(frozen=True, eq=False)
class KnownReading:
    """All names swapped into the test stories."""

    known: Known

    @property
    def notice(self) -> str:
        """Common names against rare ones."""
        return notices_known.on_known(self.known)

    @property
    def call(self) -> str:
        """The package call behind it."""
        return 'measures.recorded(models, "swaps")'


def read_known(models: Models, choice: Mapping[str, Any]) -> KnownReading:
    """Read how likely each name is, swapped into the test stories."""
    return KnownReading(known_of(models))


def numbers(models: Models) -> dict[str, str]:
    """Compute what the text says about all names."""
    known = known_of(models)
    return {
        "n_stories": str(known.n_stories),
        "places": count(known.kinds["common"].probability.places),
        "n_vocab": count(len(models.tokenizer)),
        "beginnings": notices_known.beginnings(known),
    }
