"""What is timed both natively and in the page: the same functions on the same sizes. Runs in Pyodide too."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from lookback import attention
from lookback.adam import adam_init, adam_step
from lookback.config import AttentionConfig
from lookback.measures import MEASURES, all_readings, last
from lookback.models import Models
from lookback.params import attention_shapes, init

from build_scripts.benchmark.timing import Row, timed

N_STORIES, N_TOKENS = 8, 243
STEP = f"training step, {N_STORIES} stories of {N_TOKENS} tokens"
LENGTHS, HEADS = (32, 64, 128, 256), (1, 2, 4, 8, 16)
# The shapes of the hidden layer, of the output layer forward and backward, and of 64 heads' scores at once: one head's
# take less than a browser's clock shows.
MATMULS = {
    "(2048,160) @ (160,128)": ((2048, 160), (160, 128)),
    "(2048,128) @ (128,2000)": ((2048, 128), (128, 2000)),
    "(2048,128).T @ (2048,2000)": ((128, 2048), (2048, 2000)),
    "(2048,2000) @ (128,2000).T": ((2048, 2000), (2000, 128)),
    "(64,256,8) @ (64,8,256)": ((64, 256, 8), (64, 8, 256)),
}


def matmul_rows(where: str, n: int = 15) -> Iterator[Row]:
    """Products of float32 tables; those of transposed ones are made from views, as the backward pass does."""
    rng = np.random.default_rng(0)
    for what, (a, b) in MATMULS.items():
        left, right = (rng.standard_normal(shape, np.float32) for shape in (a, b))
        if ").T @" in what:
            left = np.ascontiguousarray(left.T).T
        if what.endswith(".T"):
            right = np.ascontiguousarray(right.T).T
        yield timed(f"matmul {what}, {where}", partial(np.matmul, left, right), n)


def attention_step(n_stories: int, n_tokens: int, config: AttentionConfig) -> Callable[[], None]:
    """One step of Adam on the attention network's nine arrays, on random tokens."""
    rng = np.random.default_rng(0)
    ids, targets = rng.integers(0, config.n_vocab, (2, n_stories, n_tokens), dtype=np.int32)
    params = init(attention_shapes(config), rng)
    state = adam_init(params)

    def step() -> None:
        _, grads = attention.loss_and_grads(params, ids, targets)
        adam_step(params, grads, state, 1e-3)

    return step


def step_row(where: str, n: int) -> Row:
    """The step that the networks were trained with."""
    return timed(f"{STEP}, {where}", attention_step(N_STORIES, N_TOKENS, AttentionConfig()), n)


def growth_rows(where: str, n: int = 7) -> Iterator[Row]:
    """Forward pass of one story and a step of 8, by length and by number of heads."""
    rng = np.random.default_rng(0)
    sizes = [(length, 8) for length in LENGTHS] + [(N_TOKENS, heads) for heads in HEADS if heads != 8]
    for length, heads in sizes:
        config = AttentionConfig(n_head=heads)
        params, ids = init(attention_shapes(config), rng), rng.integers(0, config.n_vocab, (1, length), dtype=np.int32)
        size = f"{length} tokens, {heads} heads, {where}"
        yield timed(f"forward, one story of {size}", partial(attention.forward, params, ids), n)
        yield timed(f"training step, {N_STORIES} stories of {size}", attention_step(N_STORIES, length, config), n)


def measure_rows(where: str, models: Models, n: int = 3) -> Iterator[Row]:
    """Every measure over the test stories."""
    readings = all_readings(models)
    for name, measure in MEASURES.items():
        what = f"measure {name}, {len(readings)} stories, {where}"
        yield timed(what, lambda m=measure: last(m.run(models, readings)), n, 0)
