"""Training: a learning rate over time, and one generator of steps for both networks."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from lookback.adam import AdamState, adam_step
from lookback.params import Grads, Params

LossAndGrads = Callable[..., tuple[float, Grads]]


class TrainingDiverged(ArithmeticError):
    """The loss is not a finite number any more, or beyond anything that a guess could cost."""


LARGEST_LOSS = 1000.0  # nats; guessing blindly among 2,000 tokens costs 7.6


@dataclass(frozen=True)
class Schedule:
    """Learning rate over a training of length 1: linear warm-up to ``peak``, then half a cosine down to 0.

    (Loshchilov and Hutter 2017, "SGDR", eq. 5, one period; a training may begin another after it.) With ``held``, a
    number below 1, the rate stays at the peak until then and falls in a straight line.
    """

    peak: float
    warmup: float = 0.02
    held: float | None = None

    def at(self, progress: float) -> float:
        """Learning rate when the part ``progress``, 0 to 1, of the training is done."""
        if progress < self.warmup:
            return self.peak * progress / self.warmup
        if self.held is not None:
            return self.peak * min(1.0, (1 - progress) / (1 - self.held))
        done = min(1.0, (progress - self.warmup) / (1 - self.warmup))
        return self.peak * (1 + math.cos(math.pi * done)) / 2


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
    weight_decay: float = 0.0,
) -> Iterator[StepReport]:
    """Train ``params`` in place, one step a ``next()``: stop asking to pause, go on with the last report's state.

    ``learning_rate`` is asked with the number of steps made before; ValueError where it is impossible. Raises
    TrainingDiverged, with ``params`` as they were before that step, for a loss above LARGEST_LOSS or not finite.
    """
    for batch in batches:
        loss, grads = loss_and_grads(params, *batch)
        rate = learning_rate(state.step)
        check_step(state.step, loss, rate)
        state = adam_step(params, grads, state, rate, weight_decay=weight_decay)
        yield StepReport(state.step, loss, state)


def check_step(step: int, loss: float, rate: float) -> None:
    """Raise TrainingDiverged for a loss above LARGEST_LOSS or not finite, ValueError for an impossible rate."""
    if not abs(loss) < LARGEST_LOSS:
        raise TrainingDiverged(f"loss is {loss} at step {step}: start again with a smaller learning rate")
    if not 0 <= rate < math.inf:
        raise ValueError(f"learning rate {rate} at step {step}: give a number of 0 or more")
