"""Training: a learning rate over time, and one generator of steps for both networks."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from lookback.adam import AdamState, adam_step
from lookback.params import Grads, Params

LossAndGrads = Callable[..., tuple[float, Grads]]


class TrainingDiverged(ArithmeticError):
    """The loss is not a finite number any more."""


@dataclass(frozen=True)
class Schedule:
    """Learning rate: linear warm-up, then half a cosine from ``peak`` to ``peak * floor`` at ``n_steps``.

    (Loshchilov and Hutter 2017, "SGDR", eq. 5, one period.)
    """

    n_steps: int
    peak: float
    warmup: int = 200
    floor: float = 0.0

    def at(self, step: int) -> float:
        """Learning rate of step 0, 1, ..."""
        if step < self.warmup:
            return self.peak * (step + 1) / self.warmup
        done = min(1.0, (step - self.warmup) / max(1, self.n_steps - self.warmup))
        return self.peak * (self.floor + (1 - self.floor) * (1 + math.cos(math.pi * done)) / 2)


@dataclass(frozen=True)
class StepReport:
    """``step`` steps have been made; ``loss`` in nats of the batch just read; the optimiser's state after it."""

    step: int
    loss: float
    state: AdamState


def steps(
    loss_and_grads: LossAndGrads,
    params: Params,
    state: AdamState,
    batches: Iterable[tuple[Any, ...]],
    learning_rate: Callable[[int], float],
) -> Iterator[StepReport]:
    """Train ``params`` in place, one step a ``next()``: stop asking to pause, go on with the last report's state.

    Raises TrainingDiverged, with ``params`` as they were before that step, where the loss is not finite.
    """
    for batch in batches:
        loss, grads = loss_and_grads(params, *batch)
        if not math.isfinite(loss):
            raise TrainingDiverged(f"loss is {loss} at step {state.step}: start again with a smaller learning rate")
        state = adam_step(params, grads, state, learning_rate(state.step))
        yield StepReport(state.step, loss, state)
