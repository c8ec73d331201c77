"""The circuit as a film: one head reads the token before, another finds what came after the same token."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from lookback import attention, ops
from lookback.guesses import probabilities_at
from lookback.models import Models
from lookback.ops import Array
from sections.two_lookups.telling import Telling, tell
from worker.contract import Choice, Data

Kind = Literal["read", "before", "beside", "ask", "find", "say"]
KINDS: tuple[Kind, ...] = ("read", "before", "beside", "ask", "find", "say")
HOLDS: dict[Kind, float] = {"read": 3000, "before": 4500, "beside": 4000, "ask": 4000, "find": 4500, "say": 6000}


@dataclass(frozen=True, eq=False)
class Match:
    """One head's look from position ``at`` to ``to``: its ``head``, ``q`` and ``k`` (d_head,), and all ``weights``."""

    layer: int
    head: int
    at: int
    to: int
    q: Array
    k: Array
    weights: Array

    @property
    def weight(self) -> float:
        """What goes to that one place."""
        return float(self.weights[self.to])


@dataclass(frozen=True, eq=False)
class CircuitData(Data):
    """One moment of the film. found: the look of the second layer, before: that of the first which made it possible.

    Both are None where the token just read stood nowhere before. p: probability of the token wanted, by network.
    """

    telling: Telling | None
    kind: Kind
    before: Match | None
    found: Match | None
    p: dict[str, float]

    def reached(self, kind: Kind) -> bool:
        """Whether the film has come as far as ``kind``."""
        return KINDS.index(self.kind) >= KINDS.index(kind)


def read_circuit(models: Models, choice: Choice) -> CircuitData:
    """Follow the two looks through the network with two layers. UnreadableText for a text of nothing."""
    telling, kind = tell(models, choice), KINDS[choice["step"] - 1]
    if telling is None or not telling.after or telling.wanted is None:
        return CircuitData(telling, kind, None, None, {}, hold=HOLDS[kind])
    at = np.array([telling.reader])
    trace = attention.forward(models.two_layers, telling.ids[None], at=at)
    found = _strongest(trace, 1, telling.reader, telling.after)
    before = _strongest(trace, 0, found.to, (found.to - 1,))
    p = {
        "two_layers": float(ops.softmax(trace.logits)[0, telling.wanted]),
        "attention": float(probabilities_at(models.attention, telling.ids, at)[0, telling.wanted]),
    }
    return CircuitData(telling, kind, before, found, p, hold=HOLDS[kind])


def _strongest(trace: attention.AttentionTrace, layer: int, at: int, places: tuple[int, ...]) -> Match:
    """The head of a layer that puts most on these places, and the one of them that gets most from it."""
    of = trace.layers[layer]
    weights = of.weights[0, :, at]  # (H, T)
    head = int(weights[:, list(places)].sum(axis=1).argmax())
    to = max(places, key=lambda place: (float(weights[head, place]), place))
    return Match(layer, head, at, to, of.q[0, head, at], of.k[0, head, to], weights[head, : at + 1])
