"""Speed of the package under CPython, on one thread, beside the same work in PyTorch."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import torch
from lookback import attention, window
from lookback.adam import adam_init, adam_step
from lookback.config import AttentionConfig, WindowConfig
from lookback.measures import MEASURES, last, read_for_measures
from lookback.models import Models
from lookback.ops import Ids
from lookback.params import init

from build_scripts.benchmark.timing import Row, timed
from tests.reference import torch_networks

N_STORIES, N_TOKENS, N_WINDOWS = 8, 243, 64


def native_rows(models: Models) -> Iterator[Row]:
    """Training steps, forward passes, and everything that is measured on the test stories."""
    rng = np.random.default_rng(0)
    ids, targets = rng.integers(0, 2000, (2, N_STORIES, N_TOKENS), dtype=np.int32)
    shape = f"{N_STORIES} stories of {N_TOKENS} tokens"
    yield timed(f"training step, {shape}, NumPy", attention_step(ids, targets), 30)
    yield timed(f"training step, {shape}, PyTorch", torch_step(ids, targets), 30)
    yield timed(f"training step, window network, {N_WINDOWS} positions, NumPy", window_step(rng), 100)
    story = np.resize(np.concatenate(models.story_ids), (1, 250))
    yield timed("forward, one story of 250 tokens, all logits", partial(attention.forward, models.attention, story))
    last_only = partial(attention.forward, models.attention, story, at="last")
    yield timed("forward, one story of 250 tokens, last logits", last_only)
    readings = read_for_measures(models.tokenizer, models.stories, models.token_counts)
    for name, measure in MEASURES.items():
        yield timed(f"measure {name}, {len(readings)} stories", lambda m=measure: last(m.run(models, readings)), 3, 0)


def attention_step(ids: Ids, targets: Ids) -> Callable[[], None]:
    """One step of Adam on the attention network's nine arrays."""
    params = init(AttentionConfig(), np.random.default_rng(0))
    state = adam_init(params)

    def step() -> None:
        _, grads = attention.loss_and_grads(params, ids, targets)
        adam_step(params, grads, state, 1e-3)

    return step


def torch_step(ids: Ids, targets: Ids) -> Callable[[], None]:
    """The same step with PyTorch's operations, autograd and Adam, one thread."""
    torch.set_num_threads(1)
    params = init(AttentionConfig(), np.random.default_rng(0))
    p = {name: torch.from_numpy(array).requires_grad_() for name, array in params.items()}
    optimizer = torch.optim.Adam(p.values(), lr=1e-3, betas=(0.9, 0.99))
    read, wanted = torch.from_numpy(ids.astype(np.int64)), torch.from_numpy(targets.astype(np.int64)).flatten()

    def step() -> None:
        optimizer.zero_grad()
        logits = torch_networks.attention(p, read)["logits"]
        torch.nn.functional.cross_entropy(logits.flatten(0, 1), wanted).backward()
        optimizer.step()

    return step


def window_step(rng: np.random.Generator) -> Callable[[], None]:
    """One step of Adam on the window network's five arrays."""
    params = init(WindowConfig(), rng)
    state = adam_init(params)
    windows, targets = rng.integers(0, 2000, (N_WINDOWS, 8)), rng.integers(0, 2000, N_WINDOWS)

    def step() -> None:
        _, grads = window.loss_and_grads(params, windows, targets)
        adam_step(params, grads, state, 1e-3)

    return step
