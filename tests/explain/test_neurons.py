"""What drives a hidden neuron and what it does, against loops over single numbers."""

import math

import numpy as np
import pytest
from lookback import attention
from lookback.config import AttentionConfig
from lookback.explain.neurons import parts_of, pushes
from lookback.params import attention_shapes, init

CONFIG = AttentionConfig(n_vocab=11, d_model=3, n_head=2, d_head=2, d_value=4, n_ctx=6, d_hidden=5)


@pytest.fixture(scope="module")
def params():
    rng = np.random.default_rng(3)
    made = init(attention_shapes(CONFIG), rng)
    made["b_hidden"] = rng.standard_normal(CONFIG.d_hidden, dtype=np.float32)
    return made


def test_parts_are_the_sums_over_the_row_each_head_and_the_bias(params):
    trace = attention.forward(params, np.array([[4, 0, 9, 2]], np.int32), at="last")
    parts = parts_of(params, trace.inputs[0, -1])
    assert parts.shape == (4, 5)
    stretches = [range(3), range(3, 7), range(7, 11)]
    for n in range(5):
        for part, stretch in zip(parts[:, n], stretches, strict=False):
            by_hand = math.fsum(float(trace.inputs[0, -1, i]) * float(params["W_hidden"][i, n]) for i in stretch)
            assert part == pytest.approx(by_hand, abs=1e-5)
        assert parts[3, n] == params["b_hidden"][n]
        assert math.tanh(math.fsum(parts[:, n])) == pytest.approx(float(trace.hidden[0, -1, n]), abs=1e-5)


def test_pushes_and_the_bias_make_the_scores(params):
    trace = attention.forward(params, np.array([[4, 0, 9, 2]], np.int32), at="last")
    pushed = pushes(params, trace.hidden[0, -1])
    assert pushed.shape == (5, 11)
    assert pushed[2, 7] == pytest.approx(float(trace.hidden[0, -1, 2]) * float(params["W_out"][2, 7]))
    for token in range(11):
        total = math.fsum(pushed[:, token]) + float(params["b_out"][token])
        assert total == pytest.approx(float(trace.logits[0, token]), abs=1e-5)
