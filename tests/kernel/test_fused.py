"""The kernel's fused operations against float64 NumPy loops written out here."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.kernel.host import KernelHost

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]


@pytest.fixture(scope="module", params=["relaxed", "simd"])
def kernel(request: pytest.FixtureRequest) -> KernelHost:
    return KernelHost(request.param)


@pytest.fixture(autouse=True)
def empty_memory(kernel: KernelHost) -> None:
    kernel.forget_arrays()


def softmax(kernel: KernelHost, qk: Floats, b_distance: Floats) -> Floats:
    weights = kernel.array(np.full(qk.shape, 777))
    kernel.call(
        "causal_softmax", *qk.shape[:3], b_distance.shape[1], kernel.array(qk), kernel.array(b_distance), weights
    )
    return weights


def softmax_by_hand(qk: Floats, b_distance: Floats) -> Doubles:
    weights = np.zeros(qk.shape)
    for story, head, query in np.ndindex(qk.shape[:3]):
        scores = np.array(
            [float(qk[story, head, query, key]) + b_distance[head, query - key] for key in range(query + 1)]
        )
        e = np.exp(scores - scores.max())
        weights[story, head, query, : query + 1] = e / e.sum()
    return weights


def backward_by_hand(d_weights: Floats, weights: Floats, n_ctx: int) -> tuple[Doubles, Doubles]:
    d_scores, d_b = np.zeros(weights.shape), np.zeros((weights.shape[1], n_ctx))
    for story, head, query in np.ndindex(weights.shape[:3]):
        w = weights[story, head, query].astype(np.float64)
        d = w * (d_weights[story, head, query] - (w * d_weights[story, head, query]).sum())
        d_scores[story, head, query] = d
        for key in range(query + 1):
            d_b[head, query - key] += d[key]
    return d_scores, d_b


def normal(*shape: int, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


SIZES = [(1, 1, 1, 1), (2, 3, 1, 5), (2, 3, 4, 4), (3, 2, 13, 17), (1, 2, 30, 32)]


@pytest.mark.parametrize(("batch", "head", "n", "n_ctx"), SIZES)
def test_causal_softmax_of_any_length(kernel: KernelHost, batch: int, head: int, n: int, n_ctx: int) -> None:
    qk, b_distance = normal(batch, head, n, n) * 3, normal(head, n_ctx, seed=1)
    weights = softmax(kernel, qk, b_distance)
    assert np.abs(weights - softmax_by_hand(qk, b_distance)).max() < 5e-7
    assert np.all(weights[..., *np.triu_indices(n, 1)] == 0)


def test_a_huge_score_of_a_later_key_changes_nothing(kernel: KernelHost) -> None:
    qk, b_distance = normal(1, 2, 9, 9), normal(2, 9, seed=1)
    before = softmax(kernel, qk, b_distance)
    qk[..., *np.triu_indices(9, 1)] = 1e30
    assert np.array_equal(softmax(kernel, qk, b_distance), before)


@pytest.mark.parametrize("size", [1e4, -1e4, 3e38])
def test_scores_of_any_size_give_finite_rows_that_sum_to_one(kernel: KernelHost, size: float) -> None:
    qk = np.full((1, 1, 11, 11), size, np.float32)
    qk[0, 0, 5:, 2] = -size
    weights = softmax(kernel, qk, np.zeros((1, 11), np.float32))
    assert np.all(np.isfinite(weights))
    assert np.abs(weights.sum(axis=-1) - 1).max() < 1e-6


@pytest.mark.parametrize("key", [0, 3, 6])
def test_nan_stays_within_its_row_and_is_not_hidden(kernel: KernelHost, key: int) -> None:
    qk = normal(1, 1, 8, 8)
    qk[0, 0, 6, key] = np.nan
    weights = softmax(kernel, qk, np.zeros((1, 8), np.float32))
    assert np.all(np.isnan(weights[0, 0, 6, :7]))
    assert np.all(np.isfinite(np.delete(weights[0, 0], 6, axis=0)))


@pytest.mark.parametrize(("batch", "head", "n", "n_ctx"), SIZES)
def test_causal_softmax_backward(kernel: KernelHost, batch: int, head: int, n: int, n_ctx: int) -> None:
    d_weights = normal(batch, head, n, n)
    weights = softmax_by_hand(normal(batch, head, n, n, seed=1), normal(head, n_ctx, seed=2)).astype(np.float32)
    d_scores, d_b = kernel.array(np.full(weights.shape, 777)), kernel.array(np.zeros((head, n_ctx)))
    kernel.call(
        "causal_softmax_backward", batch, head, n, n_ctx, kernel.array(d_weights), kernel.array(weights), d_scores, d_b
    )
    expected_scores, expected_b = backward_by_hand(d_weights, weights, n_ctx)
    assert np.abs(d_scores - expected_scores).max() < 5e-7
    assert np.abs(d_b - expected_b).max() < 5e-6


@pytest.mark.parametrize(("m", "n"), [(1, 1), (3, 7), (5, 8), (2, 2003)])
def test_cross_entropy_and_its_gradient(kernel: KernelHost, m: int, n: int) -> None:
    logits, targets = normal(m, n) * 4, np.random.default_rng(1).integers(0, n, m)
    d_logits = kernel.array(np.full((m, n), 777))
    top, total = kernel.array(np.zeros(m)), kernel.array(np.zeros(m))
    kernel.call("cross_entropy", m, n, kernel.array(logits), kernel.array(targets, np.int32), d_logits, top, total)
    for row, target in enumerate(targets):
        e = np.exp(logits[row].astype(np.float64))
        expected = e / e.sum() / m
        expected[target] -= 1 / m
        assert np.abs(d_logits[row] - expected).max() < 5e-7
        assert top[row] + np.log(total[row]) == pytest.approx(np.log(e.sum()), rel=1e-6)


@pytest.mark.parametrize("size", [1e4, -1e4, 3e38])
def test_logits_of_any_size_keep_the_gradient_finite(kernel: KernelHost, size: float) -> None:
    logits = np.zeros((2, 6), np.float32)
    logits[:, 4] = size
    d_logits, top, total = (kernel.array(np.zeros(shape)) for shape in ((2, 6), 2, 2))
    targets = kernel.array([4, 0], np.int32)
    kernel.call("cross_entropy", 2, 6, kernel.array(logits), targets, d_logits, top, total)
    assert np.all(np.isfinite(d_logits))
    assert np.abs(d_logits.sum(axis=1)).max() < 1e-6


def test_nothing_is_written_beyond_the_arrays(kernel: KernelHost) -> None:
    behind = []
    for count in range(1, 10):
        d_logits = kernel.array(np.full(count + 4, 777))
        top, total = kernel.array([0, 777]), kernel.array([0, 777])
        targets = kernel.array([0], np.int32)
        kernel.call("cross_entropy", 1, count, kernel.array(normal(count)), targets, d_logits, top, total)
        behind += [*d_logits[count:], top[1], total[1]]
        b_distance, weights = kernel.array(np.zeros(count)), kernel.array(np.full(count * count + 4, 777))
        qk = kernel.array(normal(count, count))
        kernel.call("causal_softmax", 1, 1, count, count, qk, b_distance, weights)
        behind += [*weights[count * count :]]
    assert set(behind) == {777}
