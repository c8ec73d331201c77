import math

import numpy as np
import pytest
from lookback import attention, ops
from lookback.config import AttentionConfig
from lookback.lookup import one_look_back
from lookback.params import attention_shapes, init

from tests.reference import unmasked

CONFIG = AttentionConfig(n_vocab=11, d_model=5, n_head=3, d_head=4, d_value=2, n_ctx=9, d_hidden=6)
IDS = np.array([[1, 7, 3, 7, 10, 2], [1, 4, 4, 9, 0, 5]], np.int32)


@pytest.fixture(scope="module")
def params():
    rng = np.random.default_rng(3)
    made = init(attention_shapes(CONFIG), rng)
    return {name: (array + rng.normal(0, 0.8, array.shape)).astype(np.float32) for name, array in made.items()}


@pytest.fixture(scope="module")
def trace(params):
    return attention.forward(params, IDS)


def by_loops(params, ids, head, position, *, later=False):
    """Rows of (dot, scaled, distance score, score, weight, cosine), a key each, and z: one number at a time."""
    p = {name: array.astype(float).tolist() for name, array in params.items()}

    def times(row, table):
        return [sum(row[i] * table[i][o] for i in range(len(row))) for o in range(len(table[0]))]

    def dot(a, b):
        return sum(x * y for x, y in zip(a, b, strict=True))

    rows = [p["W_E"][token] for token in (ids if later else ids[: position + 1])]
    q = times(rows[position], p["W_Q"][head])
    steps, scores = [], []
    for key, row in enumerate(rows):
        product = dot(q, times(row, p["W_K"][head]))
        far = p["b_distance"][head][position - key] if key <= position else 0
        scores.append(product / 2 + far)  # the square root of 4 numbers
        cosine = dot(rows[position], row) / math.sqrt(dot(rows[position], rows[position]) * dot(row, row))
        steps.append((product, product / 2, far, scores[-1], cosine))
    weights = [math.exp(score) / sum(map(math.exp, scores)) for score in scores]
    values = [times(row, p["W_V"][head]) for row in rows]
    z = [sum(weight * value[o] for weight, value in zip(weights, values, strict=True)) for o in range(2)]
    return steps, weights, z, q


@pytest.mark.parametrize(("story", "head", "position"), [(0, 0, 5), (0, 2, 3), (1, 1, 4), (1, 2, 0)])
def test_every_step_equals_the_same_work_done_one_number_at_a_time(params, trace, story, head, position):
    found = one_look_back(trace, head, position, story)
    steps, weights, z, q = by_loops(params, IDS[story].tolist(), head, position)
    arrays = (found.dots, found.scaled, found.distance_scores, found.scores, found.cosines)
    np.testing.assert_allclose(np.array(arrays).T, steps, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(found.weights, weights, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(found.z, z, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(found.q, q, rtol=1e-4, atol=1e-5)
    assert {array.dtype for array in (*arrays, found.weights, found.z)} == {np.dtype(np.float32)}


def test_later_keys_are_there_where_a_changed_program_reads_them(params, monkeypatch):
    monkeypatch.setattr(ops, "distance_scores", unmasked.distance_scores)
    found = one_look_back(attention.forward(params, IDS), 1, 2)
    steps, weights, z, _ = by_loops(params, IDS[0].tolist(), 1, 2, later=True)
    arrays = (found.dots, found.scaled, found.distance_scores, found.scores, found.cosines)
    np.testing.assert_allclose(np.array(arrays).T, steps, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(found.weights, weights, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(found.z, z, rtol=1e-4, atol=1e-5)
    assert len(found.weights) == 6
    assert (found.weights[3:] > 0).all()


def test_products_are_as_a_changed_program_scales_them(params, trace, monkeypatch):
    assert one_look_back(trace, 1, 4).is_divided
    monkeypatch.setattr(attention, "dot_products", lambda q, k: np.einsum("bhid,bhjd->bhij", q, k))
    found = one_look_back(attention.forward(params, IDS), 1, 4)
    assert not found.is_divided
    steps, *_ = by_loops(params, IDS[0].tolist(), 1, 4)
    scores = [product + far for product, _, far, _, _ in steps]  # nothing is divided
    powers = [math.exp(score) for score in scores]
    np.testing.assert_allclose(found.scores, scores, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(found.weights, [power / sum(powers) for power in powers], rtol=1e-3, atol=1e-6)


def test_the_steps_are_those_of_the_forward_pass(trace):
    found = one_look_back(trace, 1, 4)
    np.testing.assert_allclose(found.scores, trace.layers[0].scores[0, 1, 4, :5], rtol=1e-5, atol=1e-6)
    exps = np.exp(found.scores - found.scores.max())
    np.testing.assert_allclose(exps / found.total, trace.layers[0].weights[0, 1, 4, :5], rtol=1e-5, atol=1e-7)
    assert found.weights.sum() == pytest.approx(1, abs=1e-6)


def test_keys_come_from_the_largest_weight_to_the_smallest_and_equal_ones_the_nearest_first():
    flat = {name: np.zeros(shape, np.float32) for name, shape in attention_shapes(CONFIG).items()}
    flat["b_distance"][2, :4] = [0.5, 2.0, 0.5, -1.0]
    found = one_look_back(attention.forward(flat, IDS), 2, 3)
    assert found.by_weight() == [2, 3, 1, 0]
    np.testing.assert_array_equal(found.cosines, 0)  # rows of zeros point nowhere


@pytest.mark.parametrize(("head", "position"), [(3, 0), (-1, 0), (0, 6), (0, -1)])
def test_a_head_or_position_that_is_not_there_is_refused(trace, head, position):
    with pytest.raises(ValueError, match="heads 0 to 2, positions to 5"):
        one_look_back(trace, head, position)
