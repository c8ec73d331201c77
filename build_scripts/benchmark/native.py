"""Speed of the package under CPython, on one thread, beside the same work in PyTorch."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import torch
from lookback import attention, window
from lookback.adam import adam_init, adam_step
from lookback.models import Models
from lookback.networks import NETWORKS
from lookback.params import init

from build_scripts.benchmark.timing import Row, timed
from build_scripts.benchmark.work import N_STORIES, N_TOKENS, STEP, growth_rows, matmul_rows, measure_rows, step_row
from tests.reference import torch_networks

HERE, N_WINDOWS = "native NumPy", 64


def native_rows(models: Models) -> Iterator[Row]:
    """Products of tables, training steps, forward passes, everything that is measured, and how it grows."""
    yield from matmul_rows(HERE)
    yield step_row(HERE, 30)
    yield timed(f"{STEP}, native PyTorch", torch_step(), 30)
    yield timed(f"training step, window network, {N_WINDOWS} positions, {HERE}", window_step(), 100)
    story = np.resize(np.concatenate(models.story_ids), (1, 250))
    all_logits = partial(attention.forward, models.attention, story)
    yield timed(f"forward, one story of 250 tokens, all logits, {HERE}", all_logits)
    last_only = partial(attention.forward, models.attention, story, at="last")
    yield timed(f"forward, one story of 250 tokens, last logits, {HERE}", last_only)
    yield from measure_rows(HERE, models)
    yield from growth_rows(HERE)


def torch_step() -> Callable[[], None]:
    """The same step with PyTorch's operations, autograd and Adam, one thread."""
    torch.set_num_threads(1)
    rng = np.random.default_rng(0)
    ids, targets = rng.integers(0, 2000, (2, N_STORIES, N_TOKENS), dtype=np.int32)
    params = init(NETWORKS["attention"].shapes, rng)
    p = {name: torch.from_numpy(array).requires_grad_() for name, array in params.items()}
    optimizer = torch.optim.Adam(p.values(), lr=1e-3, betas=(0.9, 0.99))
    read, wanted = torch.from_numpy(ids.astype(np.int64)), torch.from_numpy(targets.astype(np.int64)).flatten()

    def step() -> None:
        optimizer.zero_grad()
        logits = torch_networks.attention(p, read)["logits"]
        torch.nn.functional.cross_entropy(logits.flatten(0, 1), wanted).backward()
        optimizer.step()

    return step


def window_step() -> Callable[[], None]:
    """One step of Adam on the window network's five arrays."""
    rng = np.random.default_rng(0)
    params = init(NETWORKS["window"].shapes, rng)
    state = adam_init(params)
    windows, targets = rng.integers(0, 2000, (N_WINDOWS, 8)), rng.integers(0, 2000, N_WINDOWS)

    def step() -> None:
        _, grads = window.loss_and_grads(params, windows, targets)
        adam_step(params, grads, state, 1e-3)

    return step
