"""What one layer and two make of the same text, how the second does it, and what was measured of both."""

from dataclasses import dataclass

import numpy as np
from lookback.guesses import Ranked, likeliest, probabilities_at
from lookback.measures import measured
from lookback.measures.circuit_off import CircuitOff
from lookback.measures.looks_and_says import LooksAndSays
from lookback.measures.lookups import Lookups
from lookback.models import Models
from sections.two_lookups.circuit import read_circuit
from sections.two_lookups.nonsense import read_nonsense
from sections.two_lookups.telling import Telling, tell
from sections.two_lookups.training import read_knee
from worker.contract import Choice, Data

__all__ = ["read_apart", "read_circuit", "read_guesses", "read_knee", "read_looks", "read_names", "read_nonsense"]

N_ROWS = 5
NETWORKS = ("attention", "two_layers")


@dataclass(frozen=True)
class Guess:
    """A guess with its token's text."""

    token: str
    found: Ranked
    wanted: bool


@dataclass(frozen=True)
class GuessesData(Data):
    """What each network expects next, its first guesses and, wherever it ranks, the right token; by network."""

    telling: Telling | None
    guesses: dict[str, tuple[Guess, ...]]


@dataclass(frozen=True)
class NamesData(Data):
    """Own and other second pieces over the test stories, name by name."""

    found: Lookups


@dataclass(frozen=True)
class ApartData(Data):
    """The own second piece with each head switched off."""

    found: CircuitOff


@dataclass(frozen=True)
class LooksData(Data):
    """Where the looking head looks and what the network says, name by name."""

    found: LooksAndSays


def read_guesses(models: Models, choice: Choice) -> GuessesData:
    """Ask both networks what comes next."""
    telling = tell(models, choice)
    if telling is None:
        return GuessesData(None, {})
    networks = dict(zip(NETWORKS, (models.attention, models.two_layers), strict=True))
    guesses = {}
    for network, params in networks.items():
        (p,) = probabilities_at(params, telling.ids, np.array([telling.reader]))
        ranked = likeliest(p, N_ROWS, telling.wanted)
        guesses[network] = tuple(
            Guess(models.tokenizer.tokens[guess.token], guess, guess.token == telling.wanted) for guess in ranked
        )
    return GuessesData(telling, guesses)


def read_names(models: Models, choice: Choice) -> NamesData:
    """Read what was measured of own and other pieces."""
    return NamesData(measured(models, "lookups"))


def read_apart(models: Models, choice: Choice) -> ApartData:
    """Read what was measured with heads off."""
    return ApartData(measured(models, "circuit_off"))


def read_looks(models: Models, choice: Choice) -> LooksData:
    """Read what was measured of looking and saying."""
    return LooksData(measured(models, "looks_and_says"))
