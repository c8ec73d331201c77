"""When the circuit appeared: what training noted of kept-out stories, and the heads' scores at the kept moments."""

from dataclasses import dataclass

from lookback.measures import measured
from lookback.measures.circuit import Circuit
from lookback.models import Models
from worker.contract import Choice, Data


@dataclass(frozen=True)
class Noted:
    """After ``step`` steps: means over kept-out stories, noted while training: `lookback.training.run.Point`.

    Probabilities of ``own`` and ``other`` second pieces (`kept_out.own_and_other`), and the own one's loss, ``pieces``.
    """

    step: int
    own: float
    other: float
    pieces: float


@dataclass(frozen=True, eq=False)
class KneeData(Data):
    """The course of training, and the kept moment that is shown, counted from 0."""

    course: tuple[Noted, ...]
    found: Circuit
    now: int


def read_knee(models: Models, choice: Choice) -> KneeData:
    """Read the course of the training with two layers."""
    curve = models.curves["two_layers"]
    course = tuple(
        Noted(*row) for row in zip(*(curve[name] for name in ("step", "own", "other", "pieces")), strict=True)
    )
    found: Circuit = measured(models, "circuit")
    return KneeData(course, found, min(choice["moment"], len(found.steps)) - 1)
