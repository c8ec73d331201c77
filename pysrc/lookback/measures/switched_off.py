"""Measure 6: what is lost with each head switched off, over which groups, at which tokens and places."""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback import attention, ops
from lookback.attention import AttentionTrace
from lookback.measures.losses import means_by_group, sums_by_group
from lookback.measures.reading import GROUPS, Reading
from lookback.measures.slices import last
from lookback.params import Params

Floats = NDArray[np.float64]
N_WORST = 10


@dataclass(frozen=True)
class TokenChange:
    """A token that stands at ``places`` positions: the mean ``change`` of its loss there, in nats."""

    token: int
    places: int
    change: float


@dataclass(frozen=True)
class PlaceChange:
    """One place: the ``position`` in the story ``story`` that guesses ``token``, the ``change`` of its loss in nats."""

    change: float
    story: str
    position: int
    token: int


@dataclass(frozen=True)
class HeadOff:
    """One head off (its z is 0): the mean ``change`` of the loss by group, in nats; above 0 it was of use.

    ``tokens`` are those that add most to the loss in all (mean change times places), ``places`` those that lose most.
    """

    head: int
    change: dict[str, float]
    tokens: tuple[TokenChange, ...]
    places: tuple[PlaceChange, ...]


@dataclass(frozen=True)
class SwitchedOff:
    """Each head of the attention network switched off by itself, over ``positions[group]`` positions."""

    n_stories: int
    positions: dict[str, int]
    heads: tuple[HeadOff, ...]


def switched_off(params: Params, readings: Sequence[Reading]) -> SwitchedOff:
    """Switch each head off in turn and compare the losses."""
    return last(switched_off_in_slices(params, readings))


def switched_off_in_slices(params: Params, readings: Sequence[Reading]) -> Iterator[SwitchedOff]:
    """Yield the changes so far after each story; the last are those of ``switched_off``."""
    n_head, n_vocab = len(params["W_Q"]), len(params["W_E"])
    counts, sums = np.zeros(len(GROUPS), np.int64), np.zeros((n_head, len(GROUPS)))
    places, by_token = np.zeros(n_vocab, np.int64), np.zeros((n_head, n_vocab))
    worst: list[list[PlaceChange]] = [[] for _ in range(n_head)]
    for n_stories, reading in enumerate(readings, start=1):
        changes = story_changes(params, reading)
        counts += [mask.sum() for mask in reading.groups.values()]
        sums += sums_by_group(reading, changes)
        places += np.bincount(reading.targets, minlength=n_vocab)
        for head in range(n_head):
            by_token[head] += np.bincount(reading.targets, changes[head], n_vocab)
            worst[head] = heapq.nlargest(N_WORST, [*worst[head], *_worst(reading, changes[head])], key=_change)
        heads = (
            HeadOff(h, means_by_group(sums[h], counts), _tokens(by_token[h], places), tuple(worst[h]))
            for h in range(n_head)
        )
        yield SwitchedOff(n_stories, dict(zip(GROUPS, counts.tolist(), strict=True)), tuple(heads))


def story_changes(params: Params, reading: Reading) -> NDArray[np.floating]:
    """Change of the loss at each position of a story with each head off by itself, (H, T) in nats."""
    trace = attention.forward(params, reading.ids[None], at=None)
    with_all = losses_without(params, trace, reading.targets, ())
    heads = range(len(params["W_Q"]))
    return np.stack([losses_without(params, trace, reading.targets, (head,)) - with_all for head in heads])


def losses_without(
    params: Params,
    trace: AttentionTrace,
    targets: NDArray[np.int32],
    off: Sequence[int],
    at: NDArray[np.intp] | slice = slice(None),
) -> NDArray[np.floating]:
    """Loss at each position of the one story of ``trace`` with heads ``off``, (T,) in nats; or only at ``at`` (M,).

    The weights and results of the other heads do not depend on these, so only what follows z is computed again.
    """
    d_model, d_value = trace.x.shape[-1], trace.layers[0].z.shape[-1]
    inputs = np.array(trace.inputs[0][at])
    for head in off:
        inputs[:, d_model + head * d_value : d_model + (head + 1) * d_value] = 0
    hidden = ops.tanh_layer(inputs, params["W_hidden"], params["b_hidden"])
    return ops.token_losses(ops.linear(hidden, params["W_out"], params["b_out"]), targets[at])


def _change(place: PlaceChange) -> float:
    return place.change


def _worst(reading: Reading, changes: NDArray[np.floating]) -> list[PlaceChange]:
    positions = np.argsort(-changes, kind="stable")[:N_WORST].tolist()
    story, targets = reading.story.id, reading.targets
    return [PlaceChange(float(changes[i]), story, i, int(targets[i])) for i in positions]


def _tokens(sums: Floats, places: NDArray[np.int64]) -> tuple[TokenChange, ...]:
    worst = np.argsort(-sums, kind="stable")[:N_WORST].tolist()
    return tuple(TokenChange(i, int(places[i]), float(sums[i] / places[i])) for i in worst if sums[i] > 0)
