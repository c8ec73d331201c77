"""A whole training of one network: block after block of stories, with held-out losses and snapshots on the way."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from lookback.adam import AdamState, adam_init
from lookback.networks import NETWORKS, NetworkName
from lookback.params import Params, init
from lookback.snapshots import snapshot_of
from lookback.training.batches import STORIES_A_STEP, TokenIds
from lookback.training.by_block import ByBlock, spans
from lookback.training.corpus import STORIES_A_BLOCK, Corpus, block
from lookback.training.kept_out import KeptOut, held_out_loss, own_and_other
from lookback.training.steps import Schedule, steps

EVALUATE_EVERY, EVALUATE_STORIES = 25, 200


@dataclass(frozen=True)
class Plan:
    """``n_blocks`` blocks of 128 stories, the same stream for every network.

    ``peaks``: where each period begins, and the highest learning rate in it; ``held`` as `Schedule` and
    ``weight_decay`` as `adam_step` take it. ``moments``: the steps after which a snapshot is kept, if they are chosen.
    """

    network: NetworkName
    n_blocks: int
    peaks: ByBlock
    seed: int = 0
    weight_decay: float = 0.0
    held: float | None = None
    moments: tuple[int, ...] = ()


@dataclass(frozen=True)
class Point:
    """After ``step`` steps and ``positions`` read: mean training loss since the point before, held-out losses, nats.

    ``held_out`` is over TinyStories, ``own_stories`` over own ones. Where one of two made-up names comes back: the
    probability of the ``own`` and of the ``other`` name's second piece, and the loss on the own one, ``pieces``.
    """

    step: int
    positions: int
    loss: float | None
    held_out: float
    own_stories: float | None = None
    own: float | None = None
    other: float | None = None
    pieces: float | None = None


@dataclass
class Progress:
    """Where a training stands after ``n_blocks`` blocks; all that is needed to go on. Changes with every step."""

    params: Params
    state: AdamState
    n_blocks: int = 0
    positions: int = 0
    seconds: float = 0.0
    recent: list[float] = field(default_factory=list)
    curve: list[Point] = field(default_factory=list)
    snapshots: dict[int, Params] = field(default_factory=dict)
    drawn: Counter[str] = field(default_factory=Counter)


def begin(plan: Plan) -> Progress:
    """First values and nothing read."""
    params = init(NETWORKS[plan.network].shapes, np.random.default_rng(plan.seed))
    return Progress(params, adam_init(params))


def run(plan: Plan, corpus: Corpus, kept_out: KeptOut, progress: Progress) -> Iterator[Progress]:
    """Train on from ``progress``, which changes in place; comes back after each block.

    Blocks depend on the seed and their number alone, so a training that stopped goes on as if it had not.
    """
    if not progress.n_blocks:
        _look(plan, kept_out, progress, keep=bool(moments(plan)))
    while progress.n_blocks < plan.n_blocks:
        started = time.perf_counter()
        read = block(corpus, plan.seed, progress.n_blocks)
        _read_block(plan, read.stories, kept_out, progress)
        progress.n_blocks += 1
        progress.drawn.update(read.drawn)
        progress.seconds += time.perf_counter() - started
        if progress.n_blocks % EVALUATE_EVERY == 0 or progress.n_blocks == plan.n_blocks:
            _look(plan, kept_out, progress)
        yield progress


def _read_block(plan: Plan, stories: Sequence[TokenIds], kept_out: KeptOut, progress: Progress) -> None:
    """Make the steps of one block."""
    network, number, first = NETWORKS[plan.network], progress.n_blocks, progress.state.step
    begun, end, peak = next(span for span in spans(plan.peaks, plan.n_blocks) if span[1] > number)
    schedule = Schedule(peak, held=plan.held)
    batches = network.batches(stories, np.random.default_rng((plan.seed, 1, number)))
    kept = moments(plan)

    def learning_rate(step: int) -> float:
        return schedule.at((number - begun + (step + 1 - first) / len(batches)) / (end - begun))

    reports = steps(network.loss_and_grads, progress.params, progress.state, batches, learning_rate, plan.weight_decay)
    for report, (_, targets) in zip(reports, batches, strict=True):
        progress.state = report.state
        progress.recent.append(report.loss)
        progress.positions += int((targets >= 0).sum())
        if report.step in kept:
            _look(plan, kept_out, progress, keep=True)


def moments(plan: Plan) -> tuple[int, ...]:
    """Steps after which arrays are kept: over the first period, where heads form, and the last step."""
    if not NETWORKS[plan.network].snapshots:
        return ()
    a_block = STORIES_A_BLOCK // STORIES_A_STEP
    _, end, _ = next(spans(plan.peaks, plan.n_blocks))
    chosen = plan.moments or snapshot_steps(end * a_block)
    return tuple(sorted({*chosen, plan.n_blocks * a_block}))


def snapshot_steps(n_steps: int, moments: int = 8) -> tuple[int, ...]:
    """Step 0 and about eight moments from step 100 to the last, evenly on a log scale; before it, heads are alike."""
    return (0, *sorted({round(step) for step in np.geomspace(min(100, n_steps), n_steps, moments)}))


def _look(plan: Plan, kept_out: KeptOut, progress: Progress, *, keep: bool = False) -> None:
    """Add a point to the curve, and a snapshot; nothing where this step has its point."""
    step = progress.state.step
    if keep:
        progress.snapshots[step] = snapshot_of(progress.params)
    if progress.curve and progress.curve[-1].step == step:
        return
    loss = float(np.mean(progress.recent)) if progress.recent else None
    progress.recent.clear()
    progress.curve.append(Point(step, progress.positions, loss, *_measured(plan, kept_out, progress.params)))


def _measured(plan: Plan, kept_out: KeptOut, params: Params) -> Iterator[float]:
    """The held-out numbers of a point, as far as something is kept out for them."""
    network = NETWORKS[plan.network]
    few = kept_out.others[:: max(1, len(kept_out.others) // EVALUATE_STORIES)]
    yield held_out_loss(network, params, few)
    if kept_out.own:
        yield held_out_loss(network, params, kept_out.own)
    if kept_out.tellings:
        own, other = own_and_other(network, params, kept_out.tellings)
        yield from (float(own.mean()), float(other.mean()), float(-np.log(own).mean()))
