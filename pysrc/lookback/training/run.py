"""A whole training of one network: block after block of stories, with held-out losses and snapshots on the way."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from lookback import attention, ops, window
from lookback.adam import AdamState, adam_init
from lookback.config import AttentionConfig, WindowConfig
from lookback.models import Network
from lookback.params import Params, init
from lookback.snapshots import SNAPSHOT_ARRAYS
from lookback.tokenizer import BOUNDARY_ID
from lookback.training.by_block import ByBlock, spans
from lookback.training.corpus import STORIES_A_BLOCK, Batch, Corpus, TokenIds, block, story_batches, window_batches
from lookback.training.steps import Schedule, steps

STORIES_A_STEP, WINDOWS_A_STEP, N_CTX = 8, 64, AttentionConfig().n_ctx
EVALUATE_EVERY, EVALUATE_STORIES = 25, 200


@dataclass(frozen=True)
class Plan:
    """``n_blocks`` blocks of 128 stories, the same stream for both networks.

    ``peaks``: where each period begins, and the highest learning rate in it. ``weight_decay`` as `adam_step` takes it.
    """

    network: Network
    n_blocks: int
    peaks: ByBlock
    seed: int = 0
    weight_decay: float = 0.0


@dataclass(frozen=True)
class Point:
    """After ``step`` steps and ``positions`` read: mean training loss since the point before, held-out loss, nats."""

    step: int
    positions: int
    loss: float | None
    held_out: float


@dataclass(frozen=True)
class Progress:
    """Where a training stands after ``n_blocks`` blocks; all that is needed to go on."""

    params: Params
    state: AdamState
    n_blocks: int = 0
    positions: int = 0
    seconds: float = 0.0
    recent: tuple[float, ...] = ()
    curve: tuple[Point, ...] = ()
    snapshots: Mapping[int, Params] = field(default_factory=dict)
    drawn: Mapping[str, int] = field(default_factory=dict)


def begin(plan: Plan) -> Progress:
    """First values and nothing read."""
    config = AttentionConfig() if plan.network == "attention" else WindowConfig()
    params = init(config, np.random.default_rng(plan.seed))
    return Progress(params, adam_init(params))


def snapshot_steps(n_steps: int, moments: int = 8) -> tuple[int, ...]:
    """Step 0 and about eight moments from step 100 to the last, evenly on a log scale; before it, heads are alike."""
    return (0, *sorted({round(step) for step in np.geomspace(min(100, n_steps), n_steps, moments)}))


def batches(network: Network, stories: Sequence[TokenIds], rng: np.random.Generator) -> list[Batch]:
    """A block of stories as training steps: whole stories, or windows at every position in random order."""
    if network == "attention":
        return story_batches(stories, rng, n_ctx=N_CTX, boundary=BOUNDARY_ID, size=STORIES_A_STEP)
    n_window = WindowConfig().n_window
    return list(
        window_batches(stories, rng, n_ctx=N_CTX, n_window=n_window, boundary=BOUNDARY_ID, size=WINDOWS_A_STEP)
    )


def held_out_loss(network: Network, params: Params, stories: Sequence[TokenIds]) -> float:
    """Mean loss in nats over every position of these stories."""
    total, positions = 0.0, 0
    for inputs, targets in batches(network, stories, np.random.default_rng(0)):
        guessed = targets.ravel()[targets.ravel() >= 0]
        if network == "attention":
            logits = attention.forward(params, inputs, at=np.flatnonzero(targets.ravel() >= 0)).logits
        else:
            logits = window.forward(params, inputs).logits
        total += float(ops.token_losses(logits, guessed).sum(dtype=np.float64))
        positions += len(guessed)
    return total / positions


def run(plan: Plan, corpus: Corpus, held_out: Sequence[TokenIds], progress: Progress) -> Iterator[Progress]:
    """Train on from ``progress``, one report a block; the arrays inside change in place with the next block.

    Blocks depend on the seed and their number alone, so a training that stopped goes on as if it had not.
    """
    if not progress.n_blocks:
        progress = _evaluated(plan, _snapshot(progress, 0) if _moments(plan) else progress, held_out)
    for number in range(progress.n_blocks, plan.n_blocks):
        started = time.perf_counter()
        read = block(corpus, plan.seed, number)
        progress = _read_block(plan, progress, read.stories, held_out)
        progress = replace(
            progress,
            n_blocks=number + 1,
            drawn=Counter(progress.drawn) + Counter(read.drawn),
            seconds=progress.seconds + time.perf_counter() - started,
        )
        if progress.n_blocks % EVALUATE_EVERY == 0 or progress.n_blocks == plan.n_blocks:
            progress = _evaluated(plan, progress, held_out)
        yield progress


def _read_block(plan: Plan, progress: Progress, stories: Sequence[TokenIds], held_out: Sequence[TokenIds]) -> Progress:
    """Make the steps of one block; keep snapshots, each with the held-out loss of its moment."""
    loss_and_grads = attention.loss_and_grads if plan.network == "attention" else window.loss_and_grads
    number, first, moments = progress.n_blocks, progress.state.step, _moments(plan)
    todo = batches(plan.network, stories, np.random.default_rng((plan.seed, 1, number)))
    losses, positions = list(progress.recent), progress.positions
    begun, end, peak = next(span for span in spans(plan.peaks, plan.n_blocks) if span[1] > number)

    def learning_rate(step: int) -> float:
        return Schedule(peak).at((number - begun + (step + 1 - first) / len(todo)) / (end - begun))

    reports = steps(loss_and_grads, progress.params, progress.state, todo, learning_rate, plan.weight_decay)
    for report, (_, targets) in zip(reports, todo, strict=True):
        losses.append(report.loss)
        positions += int((targets >= 0).sum())
        if report.step in moments:
            here = replace(progress, state=report.state, positions=positions, recent=tuple(losses))
            progress, losses = _evaluated(plan, _snapshot(here, report.step), held_out), []
        progress = replace(progress, state=report.state)
    return replace(progress, positions=positions, recent=tuple(losses))


def _moments(plan: Plan) -> tuple[int, ...]:
    """Steps after which arrays are kept: over the first period, where heads form, and the last step."""
    if plan.network != "attention":
        return ()
    a_block = STORIES_A_BLOCK // STORIES_A_STEP
    _, end, _ = next(spans(plan.peaks, plan.n_blocks))
    return tuple(sorted({*snapshot_steps(end * a_block), plan.n_blocks * a_block}))


def _snapshot(progress: Progress, step: int) -> Progress:
    """Keep a copy of the arrays that the attention weights need."""
    kept: dict[str, NDArray[np.float32]] = {name: progress.params[name].copy() for name in SNAPSHOT_ARRAYS}
    return replace(progress, snapshots={**progress.snapshots, step: kept})


def _evaluated(plan: Plan, progress: Progress, held_out: Sequence[TokenIds]) -> Progress:
    """Add a point to the curve and begin a new mean of the training loss; nothing where this step has its point."""
    if progress.curve and progress.curve[-1].step == progress.state.step:
        return progress
    loss = float(np.mean(progress.recent)) if progress.recent else None
    few = held_out[:: max(1, len(held_out) // EVALUATE_STORIES)]
    held = held_out_loss(plan.network, progress.params, few)
    point = Point(progress.state.step, progress.positions, loss, held)
    return replace(progress, curve=(*progress.curve, point), recent=())
