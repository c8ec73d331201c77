"""One look back of the toy."""

from dataclasses import dataclass

from lookback.explain.by_hand import LookByHand, Toy, look_by_hand
from lookback.models import Models
from sections.steps.settings import moved, toy_of
from worker.contract import Choice, Data


@dataclass(frozen=True)
class ToyData(Data):
    """The toy as its arrows stand, and the look back of the token that reads."""

    toy: Toy
    look: LookByHand


def read_toy(models: Models, choice: Choice) -> ToyData:
    """Work out the look back that the choice describes; the toy needs no network."""
    toy = toy_of(choice)
    return ToyData(toy, look_by_hand(toy, choice["reader"]), sets=moved(choice))
