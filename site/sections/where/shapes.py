"""What a head's distance scores favor, said by what they would do alone: if all q.k were equal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from lookback.ops import Array, softmax
from scene.spoken import head_name

N_READ = 128  # tokens that can be read, the reader among them
EVEN = 0.9  # of the tokens: a spread at least this wide is called even


@dataclass(frozen=True)
class Shape:
    """One head's scores (n_ctx,) and the weights that they alone give to the `n_read` nearest tokens.

    top: the distance with the highest score among these. near: the share of the `n_near` nearest. spread: over how
    many tokens the weight is spread, e to its entropy. middle: the distance within which half of it lies. head: counted
    from 0 through all layers. sets: what choosing it sets.
    """

    head: int
    scores: Array
    weights: Array
    n_near: int
    name: str
    sets: Mapping[str, Any]

    @property
    def n_read(self) -> int:
        """How many tokens can be read."""
        return len(self.weights)

    @property
    def top(self) -> int:
        """The distance that gets most."""
        return int(self.weights.argmax())

    @property
    def near(self) -> float:
        """The share of the nearest tokens."""
        return float(self.weights[: self.n_near].sum())

    @property
    def spread(self) -> float:
        """Over how many tokens the weight is spread; n_read if evenly."""
        p = self.weights[self.weights > 0].astype(np.float64)
        return float(np.exp(-(p * np.log(p)).sum()))

    @property
    def middle(self) -> int:
        """The distance within which half of the weight lies."""
        return int(np.searchsorted(self.weights.cumsum(), 0.5))

    @property
    def kind(self) -> str:
        """Name it: "near", "even", "far", or "wide" for what is in between."""
        if self.near >= 0.5:
            return "near"
        if self.spread >= EVEN * self.n_read:
            return "even"
        return "far" if self.middle > self.n_read / 2 else "wide"


def shapes_of(layers: Sequence[Array], n_near: int) -> tuple[Shape, ...]:
    """Describe every head of each layer's b_distance (H, n_ctx)."""
    found: list[Shape] = []
    for layer, b_distance in enumerate(layers):
        weights = softmax(b_distance[:, : min(N_READ, b_distance.shape[1])].astype(np.float64))
        for head, scores in enumerate(b_distance):
            name, sets = head_name(head), {"head": head}
            if len(layers) > 1:
                name, sets = head_name(head, layer), {"of_two": f"{layer}.{head}"}
            found.append(Shape(len(found), scores, weights[head], n_near, name, sets))
    return tuple(found)


def heads_of(shapes: Sequence[Shape], kind: str) -> list[int]:
    """List the heads of one kind."""
    return [shape.head for shape in shapes if shape.kind == kind]
