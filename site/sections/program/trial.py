"""A version of the program put to the test on one story: does it give what the page needs, and what is its loss."""

from __future__ import annotations

import dataclasses
import math
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from lookback import adam, attention, config, params
from lookback.models import Models
from lookback.ops import Ids
from lookback.training import steps as train
from sections.program.version import IncompleteText, part_of

SEED, LEARNING_RATE = 0, 0.01
LOSS = "the loss"
FEW, STEP = 32, 1e-4  # tokens for measuring a slope; how far to step along the gradients


@dataclass(frozen=True)
class Problem:
    """Why a version does not run: Python's own message, and the line of the part where that is known."""

    message: str
    part: str | None = None
    line: int | None = None


@dataclass(frozen=True)
class Outcome:
    """What a program gives: its loss, and the shape of each result."""

    loss: float
    shapes: Mapping[str, tuple[int, ...]]


class UnfitResult(ValueError):
    """A version ran, but what it gave is not what the page needs."""


def one_step(models: Models, ids: Ids) -> Iterator[tuple[str, Any]]:
    """First values, then one training step on the story ids (T,), with copies of the weights: names and results."""
    first = params.init(params.attention_shapes(config.AttentionConfig()), np.random.default_rng(SEED))
    yield from ((f"the first {name}", array) for name, array in first.items())
    weights = {name: array.copy() for name, array in models.attention.items()}
    grads: params.Grads = {}

    def loss_and_grads(*batch):
        loss, found = attention.loss_and_grads(*batch)
        grads.update(found)
        return loss, found

    batches = [(ids[None, :-1], ids[None, 1:])]
    report = next(train.steps(loss_and_grads, weights, adam.adam_init(weights), batches, lambda _: LEARNING_RATE))
    yield LOSS, np.asarray(report.loss)
    yield from ((f"the gradient of {name}", array) for name, array in grads.items())
    yield from ((f"{name} after a step", array) for name, array in weights.items())


def results(models: Models, ids: Ids) -> Iterator[tuple[str, Any]]:
    """Every array that the program makes of the story ids (T,), in the order of the program, by a name for readers."""
    trace = attention.forward(models.attention, ids[None])
    for function, made in (*(("look_back", layer) for layer in trace.layers), ("forward", trace)):
        for item in dataclasses.fields(made):
            yield f"what {function} gives as {item.name}", getattr(made, item.name)
    yield from one_step(models, ids)


def outcome(models: Models, ids: Ids) -> Outcome:
    """What the program that runs now gives for the story ids (T,)."""
    found = {name: value for name, value in results(models, ids) if isinstance(value, np.ndarray)}
    return Outcome(float(found[LOSS]), {name: array.shape for name, array in found.items()})


def tried(models: Models, ids: Ids, own: Outcome) -> float:
    """Run all of the program on the story ids (T,) -> loss.

    Errors: UnfitResult for the first result that has not the form of the `own` program's, or is not finite; whatever
    the program raises.
    """
    found: dict[str, Any] = {}
    for name, value in results(models, ids):
        if name in own.shapes:
            found[name] = _checked(name, value, own.shapes[name])
    if missing := own.shapes.keys() - found.keys():
        raise UnfitResult(f"{min(missing)} is missing")
    return float(found[LOSS])


def slope(models: Models, ids: Ids) -> tuple[float, float]:
    """How fast the loss rises along its gradients, on the first tokens of ids (T,): measured, and as they promise.

    In float64, by a central difference. Errors: UnfitResult where one is not finite; whatever the program raises.
    """
    weights: dict[str, Any] = {name: array.astype(np.float64) for name, array in models.attention.items()}
    inputs, targets = ids[None, :-1][:, :FEW], ids[None, 1:][:, :FEW]
    _, grads = attention.loss_and_grads(weights, inputs, targets)
    promised = math.sqrt(sum(float((g * g).sum()) for g in grads.values()))
    if not promised:
        return 0.0, 0.0

    def loss(step: float) -> float:
        moved = {name: weights[name] + step / promised * g for name, g in grads.items()}
        return attention.loss_and_grads(moved, inputs, targets)[0]

    measured = float((loss(STEP) - loss(-STEP)) / (2 * STEP))
    if not math.isfinite(measured) or not math.isfinite(promised):
        raise UnfitResult(f"a small step along its gradients changes the loss at a rate of {measured}, not a number")
    return measured, promised


def _checked(name: str, value: Any, shape: tuple[int, ...]) -> Any:
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "iuf":
        raise UnfitResult(f"{name} is no array of numbers")
    if name.startswith("the first "):
        return value  # other sizes may be tried there: nothing on the page uses them
    if value.shape != shape:
        raise UnfitResult(f"{name} has the shape {value.shape}, where the page needs {shape}")
    if np.isnan(value).any():
        raise UnfitResult(f"{name} holds NaN, which is no number")
    if not np.isfinite(value).all():
        raise UnfitResult(f"{name} holds infinite numbers")
    return value


def problem_of(error: BaseException) -> Problem:
    """Python's own message, and the last line of the reader's text on the way to where it was raised."""
    if isinstance(error, UnfitResult):
        return Problem(f"It ran, but {error}.")
    if isinstance(error, IncompleteText):
        return Problem(str(error), error.part)
    message = f"{type(error).__name__}: {error}".strip().removesuffix(":")
    if isinstance(error, SyntaxError):
        return Problem(f"{type(error).__name__}: {error.msg}", part_of(error.filename or ""), error.lineno)
    frames = traceback.extract_tb(error.__traceback__)
    for frame in reversed(frames):
        if part := part_of(frame.filename):
            return Problem(message, part, frame.lineno)
    # what the version gave broke something that uses it
    user = next((frame.name for frame in reversed(frames) if "/lookback/" in frame.filename), None)
    return Problem(f"{message} (in {user}, which uses what your version gives)" if user else message)
