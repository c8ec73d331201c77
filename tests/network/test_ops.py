import math

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from lookback import ops
from torch.nn import functional

STEADY = settings(deadline=None, derandomize=True, max_examples=60)


def random(*shape, seed=0, scale=1.0, dtype=np.float32):
    return (np.random.default_rng(seed).standard_normal(shape) * scale).astype(dtype)


def causal_softmax_in_loops(qk, b_distance):
    weights = np.zeros(qk.shape)
    for b, h, i in np.ndindex(qk.shape[:3]):
        row = [float(qk[b, h, i, j]) + float(b_distance[h, i - j]) for j in range(i + 1)]
        parts = [math.exp(score - max(row)) for score in row]
        weights[b, h, i, : i + 1] = [part / math.fsum(parts) for part in parts]
    return weights


@st.composite
def scores_and_distances(draw, most=1e4):
    n_stories, n_head, n_tokens = draw(st.integers(1, 3)), draw(st.integers(1, 3)), draw(st.integers(1, 7))
    n_ctx = n_tokens + draw(st.integers(0, 3))
    numbers = st.floats(-most, most, width=32)
    qk = draw(hnp.arrays(np.float32, (n_stories, n_head, n_tokens, n_tokens), elements=numbers))
    return qk, draw(hnp.arrays(np.float32, (n_head, n_ctx), elements=numbers))


# --- weights of attention


@STEADY
@given(scores_and_distances())
def test_rows_of_weights_sum_to_one_and_later_keys_get_exactly_zero_for_scores_of_any_size(case):
    qk, b_distance = case
    weights = ops.causal_softmax(qk, b_distance)
    later = np.triu(np.ones(qk.shape[-2:], bool), k=1)
    assert weights.dtype == np.float32
    assert np.isfinite(weights).all()
    assert (weights >= 0).all()
    assert (weights[..., later] == 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-6)


@STEADY
@given(scores_and_distances(most=20))
def test_weights_equal_a_loop_over_queries(case):
    qk, b_distance = case
    np.testing.assert_allclose(ops.causal_softmax(qk, b_distance), causal_softmax_in_loops(qk, b_distance), atol=1e-5)


@pytest.mark.parametrize("large", [1e4, 1e30, 3e38])
def test_a_large_score_of_a_later_key_changes_nothing(large):
    qk, b_distance = random(2, 3, 5, 5), random(3, 8, seed=1)
    poisoned = np.where(np.triu(np.ones((5, 5), bool), k=1), np.float32(large), qk)
    assert np.array_equal(ops.causal_softmax(poisoned, b_distance), ops.causal_softmax(qk, b_distance))


def test_the_larger_of_two_huge_scores_takes_all_the_weight():
    qk = np.array([[[[7.0, 0.0], [1e4, -1e4]]]], np.float32)
    assert ops.causal_softmax(qk, np.zeros((1, 3), np.float32)).tolist() == [[[[1, 0], [1, 0]]]]


@pytest.mark.parametrize("score", [0.0, 1e4, -1e4])
def test_equal_scores_share_the_weight_equally(score):
    weights = ops.causal_softmax(np.full((1, 2, 4, 4), score, np.float32), np.zeros((2, 6), np.float32))
    row = [[1, 0, 0, 0], [1 / 2, 1 / 2, 0, 0], [1 / 3, 1 / 3, 1 / 3, 0], [1 / 4, 1 / 4, 1 / 4, 1 / 4]]
    np.testing.assert_allclose(weights, [[row, row]], rtol=1e-7)


def test_one_token_reads_itself():
    assert ops.causal_softmax(random(2, 3, 1, 1, scale=1e4), random(3, 5)).tolist() == [[[[1.0]]] * 3] * 2


def test_distance_scores_lie_by_query_and_key():
    b_distance = np.array([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], np.float32)
    no = -np.inf
    assert ops.distance_scores(b_distance, 3).tolist() == [
        [[1, no, no], [2, 1, no], [3, 2, 1]],
        [[6, no, no], [7, 6, no], [8, 7, 6]],
    ]


@pytest.mark.parametrize(("n_tokens", "n_ctx"), [(1, 1), (1, 4), (4, 4), (5, 8)])
def test_the_gradient_of_the_distance_scores_sums_each_distance(n_tokens, n_ctx):
    d_scores = np.tril(random(3, n_tokens, n_tokens))
    expected = np.zeros((3, n_ctx))
    for h, i, j in np.ndindex(d_scores.shape):
        if j <= i:
            expected[h, i - j] += d_scores[h, i, j]
    np.testing.assert_allclose(ops.distance_scores_backward(d_scores, n_ctx), expected, atol=1e-6)


def test_the_gradient_of_the_weights_equals_autograd():
    qk, b_distance = random(2, 3, 6, 6, scale=2), random(3, 9, seed=1)
    d_weights = random(2, 3, 6, 6, seed=2)
    back = torch.arange(6)[:, None] - torch.arange(6)
    t_qk, t_b = torch.tensor(qk, requires_grad=True), torch.tensor(b_distance, requires_grad=True)
    scores = (t_qk + t_b[:, back.clamp(min=0)]).masked_fill(back < 0, -math.inf)
    scores.softmax(-1).backward(torch.tensor(d_weights))
    d_qk, d_b = ops.causal_softmax_backward(d_weights, ops.causal_softmax(qk, b_distance), n_ctx=9)
    np.testing.assert_allclose(d_qk, np.asarray(t_qk.grad), atol=1e-6)
    np.testing.assert_allclose(d_b, np.asarray(t_b.grad), atol=1e-5)


# --- rows, layers


def test_the_gradient_of_rows_sums_what_belongs_to_the_same_token():
    ids = np.array([4, 1, 4, 0, 4])
    d_rows = np.array([[1, 10], [2, 20], [4, 40], [8, 80], [16, 160]], np.float32)
    expected = [[8, 80], [2, 20], [0, 0], [0, 0], [21, 210], [0, 0]]
    assert ops.rows_backward(ids, d_rows, 6).tolist() == expected


def test_the_gradient_of_no_rows_is_zero():
    assert ops.rows_backward(np.array([], np.int32), np.zeros((0, 2), np.float32), 3).tolist() == [[0, 0]] * 3


def test_layers_compute_by_hand():
    x = np.array([[1, 2]], np.float32)
    table, bias = np.array([[0.5, -1, 0], [0.25, 0, 2]], np.float32), np.array([0, 1, -4.5], np.float32)
    np.testing.assert_allclose(ops.linear(x, table, bias), [[1, 0, -0.5]])
    np.testing.assert_allclose(ops.tanh_layer(x, table, bias), [[math.tanh(1), 0, math.tanh(-0.5)]], rtol=1e-6)


@pytest.mark.parametrize("curve", [torch.tanh, lambda pre: pre], ids=["tanh_layer", "linear"])
def test_gradients_of_a_layer_equal_autograd(curve):
    x, table, bias, d_out = random(4, 3), random(3, 5, seed=1), random(5, seed=2), random(4, 5, seed=3)
    t_x, t_table, t_bias = (torch.tensor(a, requires_grad=True) for a in (x, table, bias))
    curve(t_x @ t_table + t_bias).backward(torch.tensor(d_out))
    if curve is torch.tanh:
        found = ops.tanh_layer_backward(d_out, ops.tanh_layer(x, table, bias), x, table)
    else:
        found = ops.linear_backward(d_out, x, table)
    for ours, theirs in zip(found, (t_x, t_table, t_bias), strict=True):
        np.testing.assert_allclose(ours, np.asarray(theirs.grad), atol=1e-6)


# --- probabilities and losses


@STEADY
@given(hnp.arrays(np.float32, st.tuples(st.integers(1, 4), st.integers(1, 6)), elements=st.floats(-1e4, 1e4, width=32)))
def test_probabilities_are_finite_and_sum_to_one_for_logits_of_any_size(logits):
    p = ops.softmax(logits)
    assert p.dtype == np.float32
    assert np.isfinite(p).all()
    np.testing.assert_allclose(p.sum(axis=-1), 1, atol=1e-6)


def test_probabilities_by_hand():
    np.testing.assert_allclose(ops.softmax(np.log(np.array([[1.0, 2.0, 5.0]]))), [[1 / 8, 2 / 8, 5 / 8]])


def test_loss_and_its_gradient_by_hand():
    logits = np.log(np.array([[1.0, 2.0, 5.0], [3.0, 3.0, 6.0]]))
    loss, d_logits = ops.cross_entropy(logits, np.array([2, 0]))
    assert loss == pytest.approx((math.log(8 / 5) + math.log(4)) / 2)
    np.testing.assert_allclose(d_logits, [[1 / 16, 2 / 16, -3 / 16], [-3 / 8, 1 / 8, 2 / 8]])


def test_equal_logits_lose_the_logarithm_of_the_number_of_tokens():
    logits, targets = np.zeros((3, 2000), np.float32), np.array([0, 7, 1999])
    assert ops.cross_entropy(logits, targets)[0] == pytest.approx(math.log(2000), rel=1e-6)
    np.testing.assert_allclose(ops.token_losses(logits, targets), math.log(2000), rtol=1e-6)


@pytest.mark.parametrize("scale", [1.0, 30.0, 1e4])
def test_loss_its_gradient_and_the_loss_of_each_token_equal_pytorch(scale):
    logits, targets = random(6, 11, scale=scale), np.array([3, 0, 10, 3, 5, 7])
    t_logits = torch.tensor(logits, dtype=torch.float64, requires_grad=True)
    each = functional.cross_entropy(t_logits, torch.tensor(targets), reduction="none")
    each.mean().backward()
    loss, d_logits = ops.cross_entropy(logits, targets)
    assert d_logits.dtype == np.float32
    assert loss == pytest.approx(each.mean().item(), rel=1e-6)
    np.testing.assert_allclose(d_logits, np.asarray(t_logits.grad), atol=1e-6)
    np.testing.assert_allclose(ops.token_losses(logits, targets), each.detach(), rtol=1e-6, atol=1e-6)


def test_a_small_loss_under_large_logits_keeps_its_digits():
    logits = np.array([[5000.0, 4999.0]], np.float32)
    expected = math.log1p(math.exp(-1))
    assert ops.cross_entropy(logits, np.array([0]))[0] == pytest.approx(expected, rel=1e-6)


def test_a_small_loss_of_a_token_under_large_logits_keeps_its_digits():
    logits = np.array([[5000.0, 4999.0]], np.float32)
    expected = math.log1p(math.exp(-1))
    assert ops.token_losses(logits, np.array([0]))[0] == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_every_operation_keeps_the_dtype(dtype):
    def like(*shape):
        return random(*shape, dtype=dtype)

    ids, targets = np.array([0, 2, 2, 1]), np.array([1, 4, 0, 2])
    qk, b_distance, x, table, bias = like(2, 3, 4, 4), like(3, 6), like(4, 3), like(3, 5), like(5)
    weights, out = ops.causal_softmax(qk, b_distance), ops.tanh_layer(x, table, bias)
    found = [
        weights,
        out,
        ops.rows_backward(ids, x, 5),
        ops.distance_scores(b_distance, 4),
        *ops.causal_softmax_backward(qk, weights, 6),
        *ops.tanh_layer_backward(out, out, x, table),
        ops.linear(x, table, bias),
        *ops.linear_backward(out, x, table),
        ops.softmax(out),
        ops.cross_entropy(out, targets)[1],
        ops.token_losses(out, targets),
    ]
    assert [array.dtype for array in found] == [dtype] * len(found)


def test_no_operation_changes_what_it_is_given():
    ids, targets = np.array([0, 2, 2, 1]), np.array([1, 4, 0, 2])
    qk, b_distance, x = random(2, 3, 4, 4), random(3, 6), random(4, 3)
    table, bias, out = random(3, 5), random(5), random(4, 5)
    weights = ops.causal_softmax(qk, b_distance)
    for array in (ids, targets, qk, b_distance, x, table, bias, out, weights):
        array.flags.writeable = False  # a write raises
    ops.causal_softmax(qk, b_distance)
    ops.causal_softmax_backward(qk, weights, 6)
    ops.rows_backward(ids, x, 5)
    ops.distance_scores_backward(qk[0], 6)
    ops.tanh_layer(x, table, bias)
    ops.tanh_layer_backward(out, out, x, table)
    ops.linear(x, table, bias)
    ops.linear_backward(out, x, table)
    ops.softmax(out)
    ops.cross_entropy(out, targets)
    assert ops.token_losses(out, targets).shape == (4,)
