"""One look back of the toy, and the sizes that the text sets beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lookback.config import AttentionConfig
from lookback.explain.by_hand import LookByHand, Numbers, Toy, look_back
from lookback.models import Models
from lookback.params import config_of
from scene.sentences import Run
from sections.steps import words as notices
from sections.steps.settings import TOKENS, VALUES, moved, toy_of


@dataclass(frozen=True)
class ToyReading:
    """The toy as its arrows stand, and the look back of the token that reads.

    sets: what the choice become once the reader has moved an arrow.
    """

    toy: Toy
    look: LookByHand
    sets: Mapping[str, Any]

    @property
    def notice(self) -> tuple[Run, ...]:
        """What the arrows say."""
        return notices.notice(self.toy, self.look)

    @property
    def details(self) -> tuple[tuple[Run, ...], ...]:
        """What was rounded, and how it still adds up."""
        return (notices.rounding(self.toy, self.look),)

    @property
    def call(self) -> str:
        """The package call behind the numbers."""
        arrows = ",\n".join(f"    {letter}={_written(rows)}" for letter, rows in self._arrows())
        start = f"toy = by_hand.Toy.of(\n    {self.toy.tokens!r},\n{arrows},\n)"
        return f"{start}\nby_hand.look_back(toy, reader={self.look.reader})"

    def _arrows(self) -> tuple[tuple[str, Sequence[Numbers]], ...]:
        return ("q", self.toy.q), ("k", self.toy.k), ("v", self.toy.v)


def numbers(models: Models) -> dict[str, str]:
    """The sizes of the toy and of the network on this page."""
    config = config_of(models.attention)
    assert isinstance(config, AttentionConfig)
    sizes = {name: str(getattr(config, name)) for name in ("n_head", "d_head", "d_value", "n_ctx", "d_model")}
    return {**sizes, "n_tokens": str(len(TOKENS)), "toy_head": "2", "toy_value": str(len(VALUES[0]))}


def read_toy(models: Models, choice: Mapping[str, Any]) -> ToyReading:
    """Work out the look back that the choice describe; the toy needs no network."""
    toy = toy_of(choice)
    return ToyReading(toy, look_back(toy, choice["reader"]), moved(choice))


def _written(rows: Sequence[Numbers]) -> str:
    return "[" + ", ".join(f"({', '.join(map(str, row))})" for row in rows) + "]"
