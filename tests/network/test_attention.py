import dataclasses
import math
from dataclasses import replace

import numpy as np
import pytest
from lookback import attention, ops

from tests.reference.small import ARRAYS, ATTENTION, IDS, TARGETS, full_size, random_params, relative_error

LAYER_ARRAYS = ("inputs", "q", "k", "v", "weights", "z", "scores")


def made(trace):
    """Every array that a pass made, by name; a layer's with its number in front."""
    found = {f"{i}.{name}": getattr(layer, name) for i, layer in enumerate(trace.layers) for name in LAYER_ARRAYS}
    return found | {name: getattr(trace, name) for name in ("x", "inputs", "hidden", "logits")}


def frozen(params, *arrays):
    """Make every array raise where something writes into it."""
    for array in (*params.values(), *arrays):
        array.flags.writeable = False


# --- who reads what


@pytest.mark.parametrize("n_layer", [1, 2, 3])
def test_future_tokens_do_not_change_earlier_logits(n_layer):
    p, ids, _ = full_size(2, 40, n_layer=n_layer)
    before = attention.forward(p, ids).logits.reshape(2, 40, -1)
    for cut in (1, 2, 7, 33, 39):
        changed = ids.copy()
        changed[:, cut:] = (ids[:, cut:] + 1 + np.arange(40 - cut)) % 2000
        after = attention.forward(p, changed).logits.reshape(2, 40, -1)
        assert np.array_equal(after[:, :cut], before[:, :cut])
        assert not np.array_equal(after[:, cut], before[:, cut])


@pytest.mark.parametrize("n_layer", [1, 2])
def test_every_earlier_token_can_change_a_later_guess(n_layer):
    p, ids, _ = full_size(1, 12, n_layer=n_layer)
    before = attention.forward(p, ids, at="last").logits
    for place in range(12):
        changed = ids.copy()
        changed[0, place] = (ids[0, place] + 1) % 2000
        assert not np.allclose(attention.forward(p, changed, at="last").logits, before, atol=1e-4), place


def test_stories_of_a_batch_do_not_touch_each_other():
    p, ids, _ = full_size(3, 20)
    together = attention.forward(p, ids).logits.reshape(3, 20, -1)
    for b in range(3):
        np.testing.assert_allclose(attention.forward(p, ids[b : b + 1]).logits, together[b], atol=1e-5)


def test_what_stands_in_the_padding_changes_nothing():
    p, ids, targets = full_size(2, 30)
    other = np.where(targets < 0, (ids + 17) % 2000, ids)
    assert not np.array_equal(other, ids)
    loss, grads = attention.loss_and_grads(p, ids, targets)
    other_loss, other_grads = attention.loss_and_grads(p, other, targets)
    assert other_loss == loss
    for name in ARRAYS:
        np.testing.assert_allclose(other_grads[name], grads[name], rtol=1e-6, atol=1e-9, err_msg=name)


def test_more_padding_changes_nothing():
    p, ids, targets = full_size(2, 30)
    longer = np.pad(ids, ((0, 0), (0, 11)), constant_values=1), np.pad(targets, ((0, 0), (0, 11)), constant_values=-1)
    loss, grads = attention.loss_and_grads(p, ids, targets)
    padded_loss, padded_grads = attention.loss_and_grads(p, *longer)
    assert padded_loss == pytest.approx(loss, rel=1e-6)
    for name in ARRAYS:
        assert relative_error(padded_grads[name], grads[name]) < 1e-5, name


def test_rows_of_weights_sum_to_one_and_later_keys_get_exactly_zero():
    p, ids, _ = full_size(2, 50)
    weights = attention.forward(p, ids, at=None).layers[0].weights
    np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-6)
    assert (weights[..., np.triu(np.ones((50, 50), bool), k=1)] == 0).all()


def test_huge_scores_give_finite_rows_that_sum_to_one():
    p, ids, targets = full_size(2, 50)
    p["W_Q"] *= 100
    p["W_K"] *= 100
    (layer,) = attention.forward(p, ids).layers
    readable = layer.scores[np.isfinite(layer.scores)]
    assert readable.min() < -1e4
    assert readable.max() > 1e4
    np.testing.assert_allclose(layer.weights.sum(axis=-1), 1, atol=1e-6)
    loss, grads = attention.loss_and_grads(p, ids, targets)
    assert math.isfinite(loss)
    assert all(np.isfinite(g).all() for g in grads.values())


def test_scores_of_later_keys_are_minus_infinity_and_all_others_finite():
    scores = attention.forward(random_params(ATTENTION, seed=5), IDS).layers[0].scores
    assert np.array_equal(np.isneginf(scores), np.broadcast_to(np.triu(np.ones((6, 6), bool), k=1), scores.shape))


def test_one_token_reads_itself_with_all_its_weight():
    (layer,) = attention.forward(random_params(ATTENTION, seed=6), np.array([[4], [9]])).layers
    assert layer.weights.shape == (2, 3, 1, 1)
    assert (layer.weights == 1).all()
    np.testing.assert_array_equal(layer.z, layer.v)


# --- heads switched off


@pytest.mark.parametrize("off", [(0,), (2,), (0, 2), (0, 1, 2)])
def test_a_head_off_equals_zeros_in_its_place(off):
    p = random_params(ATTENTION, seed=7)
    on, without = attention.forward(p, IDS), attention.forward(p, IDS, off=[(0, head) for head in off])
    z = on.layers[0].z.copy()
    for head in off:
        z[:, head] = 0
    beside = np.concatenate([on.x] + [z[:, head] for head in range(3)], axis=-1)
    hidden = np.tanh(beside @ p["W_hidden"] + p["b_hidden"])
    np.testing.assert_array_equal(without.layers[0].z, z)
    np.testing.assert_array_equal(without.layers[0].weights, on.layers[0].weights)
    np.testing.assert_allclose(without.hidden, hidden, atol=1e-6)
    np.testing.assert_allclose(without.logits, (hidden @ p["W_out"] + p["b_out"]).reshape(12, 13), atol=1e-5)


@pytest.mark.parametrize(("n_layer", "layer"), [(1, 0), (3, 0), (3, 1), (3, 2)])
def test_a_head_off_equals_a_head_whose_values_are_zero(n_layer, layer):
    p = random_params(replace(ATTENTION, n_layer=n_layer), seed=8)
    name = "W_V" if n_layer == 1 else f"layers.{layer}.W_V"
    silent = p | {name: p[name] * np.array([1, 0, 1], np.float32)[:, None, None]}
    without = attention.forward(p, IDS, off=[(layer, 1)]).logits
    assert np.array_equal(without, attention.forward(silent, IDS).logits)
    assert not np.allclose(without, attention.forward(p, IDS).logits, atol=0.1)


# --- where logits are made


def test_logits_agree_wherever_they_are_asked_for():
    p = random_params(ATTENTION, seed=9)
    every = attention.forward(p, IDS)
    assert every.at.tolist() == list(range(12))
    assert every.logits.shape == (12, 13)
    last = attention.forward(p, IDS, at="last")
    assert last.at.tolist() == [5, 11]
    np.testing.assert_allclose(last.logits, every.logits[[5, 11]], atol=1e-6)
    chosen = attention.forward(p, IDS, at=np.array([8, 0, 3]))
    assert chosen.at.tolist() == [8, 0, 3]
    np.testing.assert_allclose(chosen.logits, every.logits[[8, 0, 3]], atol=1e-6)
    nowhere = attention.forward(p, IDS, at=None)
    assert nowhere.logits.shape == (0, 13)
    for other in (last, chosen, nowhere):
        same = made(other) | {"logits": every.logits}
        assert all(np.array_equal(same[name], array) for name, array in made(every).items())


def test_a_trace_has_these_shapes():
    trace = attention.forward(random_params(replace(ATTENTION, n_layer=2), seed=9), IDS)
    of_layer = {
        "q": (2, 3, 6, 2),
        "k": (2, 3, 6, 2),
        "v": (2, 3, 6, 4),
        "weights": (2, 3, 6, 6),
        "scores": (2, 3, 6, 6),
        "z": (2, 3, 6, 4),
    }
    assert {name: array.shape for name, array in made(trace).items()} == {
        "x": (2, 6, 5),
        **{f"{layer}.{name}": shape for layer in range(2) for name, shape in of_layer.items()},
        "0.inputs": (2, 6, 5),
        "1.inputs": (2, 6, 17),
        "inputs": (2, 6, 29),
        "hidden": (2, 6, 7),
        "logits": (12, 13),
    }


def test_a_layer_reads_the_rows_and_what_the_layers_before_it_brought_back():
    trace = attention.forward(random_params(replace(ATTENTION, n_layer=3), seed=9), IDS)
    read = [trace.x]
    for layer in trace.layers:
        assert np.array_equal(layer.inputs, np.concatenate(read, axis=-1))
        read += [layer.z[:, head] for head in range(3)]
    assert np.array_equal(trace.inputs, np.concatenate(read, axis=-1))


# --- dtypes, inputs, errors


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_dtype_of_the_weights_is_kept_all_the_way(dtype):
    p = random_params(replace(ATTENTION, n_layer=2), seed=10, dtype=dtype)
    for off in ((), [(0, 1)]):
        assert {array.dtype for array in made(attention.forward(p, IDS, off=off)).values()} == {np.dtype(dtype)}
    loss, grads = attention.loss_and_grads(p, IDS, TARGETS)
    assert isinstance(loss, float)
    assert {name: g.dtype for name, g in grads.items()} == dict.fromkeys(p, dtype)


@pytest.mark.parametrize("dtype", [np.uint16, np.int32, np.int64])
def test_ids_of_any_integer_dtype_give_the_same_logits(dtype):
    p = random_params(ATTENTION, seed=10)
    assert np.array_equal(attention.forward(p, IDS.astype(dtype)).logits, attention.forward(p, IDS).logits)


def test_forward_and_backward_change_nothing_they_are_given():
    p, ids, targets = random_params(replace(ATTENTION, n_layer=2), seed=11), IDS.copy(), TARGETS.copy()
    d_logits = np.ones((12, 13), np.float32)
    frozen(p, ids, targets, d_logits)
    trace = attention.forward(p, ids, off=[(0, 1)], at=np.array([3, 1]))
    assert trace.logits.shape == (2, 13)
    trace = attention.forward(p, ids)
    before = {name: array.copy() for name, array in made(trace).items()}
    attention.backward(p, trace, d_logits)
    attention.loss_and_grads(p, ids, targets)
    for name, array in made(trace).items():
        assert np.array_equal(array, before[name]), name


@pytest.mark.parametrize("n_layer", [1, 2, 3])
def test_gradients_have_the_shapes_of_the_arrays(n_layer):
    p = random_params(replace(ATTENTION, n_layer=n_layer), seed=11)
    _, grads = attention.loss_and_grads(p, IDS, TARGETS)
    assert {name: g.shape for name, g in grads.items()} == {name: a.shape for name, a in p.items()}


def test_a_trace_cannot_be_changed():
    trace = attention.forward(random_params(ATTENTION, seed=12), IDS)
    with pytest.raises(dataclasses.FrozenInstanceError):
        trace.logits = trace.logits * 2  # pyright: ignore[reportAttributeAccessIssue]


def test_a_trace_keeps_its_scores_when_training_goes_on():
    p = random_params(ATTENTION, seed=12)
    (layer,) = attention.forward(p, IDS).layers
    before = layer.scores
    p["b_distance"] += 1
    assert np.array_equal(layer.scores, before)


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        (np.array([1, 2]), r"shape \(2,\): give \(stories, tokens\) with 1 to 9 tokens"),
        (np.zeros((2, 0), np.int32), r"shape \(2, 0\): give .* 1 to 9 tokens"),
        (np.zeros((1, 10), np.int32), r"shape \(1, 10\): give .* 1 to 9 tokens"),
        (np.array([[3, -1]]), r"-1 to 3: the vocabulary has 0 to 12"),
        (np.array([[3, 13]]), r"3 to 13: the vocabulary has 0 to 12"),
    ],
)
def test_ids_that_the_network_cannot_read_are_refused_with_what_to_do(ids, message):
    with pytest.raises(ValueError, match=message):
        attention.forward(random_params(ATTENTION, seed=13), ids)


def test_the_longest_story_that_fits_is_read():
    logits = attention.forward(random_params(ATTENTION, seed=13), np.zeros((1, 9), np.int32)).logits
    assert np.isfinite(logits).all()


@pytest.mark.parametrize(
    ("off", "said"),
    [
        ([(0, 3)], "no head 3: the heads are 0 to 2"),
        ([(0, -1)], "no head -1: the heads are 0 to 2"),
        ([(0, 0), (0, 8)], "no head 8: the heads are 0 to 2"),
        ([(0, 0), (1, 0)], "no layer 1: the layers are 0 to 0"),
        ([(-1, 0)], "no layer -1: the layers are 0 to 0"),
    ],
)
def test_a_head_that_is_not_there_is_refused_with_the_ones_that_are(off, said):
    with pytest.raises(ValueError, match=said):
        attention.forward(random_params(ATTENTION, seed=13), IDS, off=off)


@pytest.mark.parametrize("at", [[12], [-1], [True, False], "lats"])
def test_positions_that_are_not_in_the_stories_are_refused(at):
    with pytest.raises(ValueError, match="position"):
        attention.forward(random_params(ATTENTION, seed=13), IDS, at=at if isinstance(at, str) else np.array(at))


def test_a_position_that_stands_twice_is_refused():
    with pytest.raises(ValueError, match="give each position once"):
        attention.forward(random_params(ATTENTION, seed=14), IDS, at=np.array([4, 4]))


def test_a_pass_with_heads_off_has_no_gradient():
    p = random_params(ATTENTION, seed=14)
    trace = attention.forward(p, IDS, off=[(0, 1)])
    with pytest.raises(ValueError, match="switched off"):
        attention.backward(p, trace, np.ones_like(trace.logits))


def test_stories_without_any_target_are_refused():
    with pytest.raises(ValueError, match="target"):
        attention.loss_and_grads(random_params(ATTENTION, seed=15), IDS, np.full_like(TARGETS, -1))


@pytest.mark.parametrize("targets", [TARGETS + 4, TARGETS[:, :-1], TARGETS.T])
def test_targets_that_do_not_fit_are_refused(targets):
    with pytest.raises(ValueError, match="target"):
        attention.loss_and_grads(random_params(ATTENTION, seed=15), IDS, targets)


def test_a_story_read_twice_counts_as_often_as_it_is_read():
    p = random_params(ATTENTION, seed=16)
    loss, grads = attention.loss_and_grads(p, IDS[:1], TARGETS[:1])
    twice_loss, twice_grads = attention.loss_and_grads(p, IDS[[0, 0]], TARGETS[[0, 0]])
    assert twice_loss == pytest.approx(loss, rel=1e-6)
    assert all(relative_error(twice_grads[name], grads[name]) < 1e-5 for name in ARRAYS)


def test_the_loss_is_the_mean_of_the_token_losses_that_count():
    p = random_params(ATTENTION, seed=17)
    at = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    each = ops.token_losses(attention.forward(p, IDS).logits[at], TARGETS.ravel()[at])
    assert attention.loss_and_grads(p, IDS, TARGETS)[0] == pytest.approx(each.mean(), rel=1e-6)
