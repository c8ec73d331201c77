import numpy as np
import pytest
import torch
from lookback import window
from lookback.config import WindowConfig

from tests.reference import torch_networks
from tests.reference.small import WINDOW, random_params, relative_error

ARRAYS = ("W_E", "W_hidden", "b_hidden", "W_out", "b_out")
IDS = np.array([3, 0, 12, 3, 7], np.int32)
TARGETS = np.array([0, 12, 3, 7, 9], np.int32)
BOUNDARY = 1


def test_windows_by_hand():
    assert window.windows(np.array([7, 8, 9, 10, 11]), 3, boundary=1).tolist() == [
        [1, 1, 7],
        [1, 7, 8],
        [7, 8, 9],
        [8, 9, 10],
        [9, 10, 11],
    ]


def test_windows_of_a_story_shorter_than_one():
    assert window.windows(np.array([7]), 4, boundary=2).tolist() == [[2, 2, 2, 7]]
    assert window.windows(np.array([7, 8]), 1, boundary=2).tolist() == [[7], [8]]


@pytest.mark.parametrize("dtype", [np.uint16, np.int32])
def test_windows_keep_the_dtype_of_the_ids(dtype):
    assert window.windows(IDS.astype(dtype), 3, BOUNDARY).dtype == dtype


def small(dtype):
    return random_params(WINDOW, seed=1, dtype=dtype), window.windows(IDS, 3, BOUNDARY), TARGETS


def full(dtype):
    rng = np.random.default_rng(0)
    p = random_params(WindowConfig(), seed=2, dtype=dtype, spread=0.3)
    return p, rng.integers(0, 2000, (64, 8)), rng.integers(0, 2000, 64)


@pytest.mark.parametrize(("dtype", "within"), [(np.float32, 1e-5), (np.float64, 1e-10)])
@pytest.mark.parametrize("case", [small, full])
def test_forward_and_backward_equal_pytorch(case, dtype, within):
    p, read, targets = case(dtype)
    windows = torch.from_numpy(read.astype(np.int64))
    theirs = torch_networks.window({name: torch.from_numpy(a) for name, a in p.items()}, windows)
    their_loss, their_grads = torch_networks.loss_and_gradients(lambda q: torch_networks.window(q, windows), p, targets)
    loss, grads = window.loss_and_grads(p, read, targets)
    assert relative_error(window.forward(p, read).logits, theirs.numpy()) < within
    assert loss == pytest.approx(their_loss, rel=within)
    assert set(grads) == set(ARRAYS)
    for name in ARRAYS:
        assert relative_error(grads[name], their_grads[name]) < within, name


def test_tokens_before_the_window_and_after_the_position_change_nothing():
    p = random_params(WINDOW, seed=4)
    changed = IDS.copy()
    changed[[0, 4]] = 8
    before, after = (window.forward(p, window.windows(ids, 3, BOUNDARY)).logits for ids in (IDS, changed))
    assert np.array_equal(after[3], before[3])
    for place in (0, 1, 2, 4):
        assert not np.allclose(after[place], before[place], atol=1e-3), place


def test_each_slot_has_its_own_weight_table():
    p = random_params(WINDOW, seed=5)
    one, swapped = (window.forward(p, np.array([w])).logits for w in ([2, 9, 4], [9, 2, 4]))
    assert not np.allclose(one, swapped, atol=1e-3)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_dtype_of_the_weights_is_kept_all_the_way(dtype):
    p, read = random_params(WINDOW, seed=6, dtype=dtype), window.windows(IDS, 3, BOUNDARY)
    trace = window.forward(p, read)
    loss, grads = window.loss_and_grads(p, read, TARGETS)
    assert (trace.inputs.dtype, trace.hidden.dtype, trace.logits.dtype) == (dtype,) * 3
    assert (trace.inputs.shape, trace.hidden.shape, trace.logits.shape) == ((5, 15), (5, 7), (5, 13))
    assert isinstance(loss, float)
    assert {name: (g.dtype, g.shape) for name, g in grads.items()} == {name: (dtype, p[name].shape) for name in ARRAYS}


def test_forward_and_backward_change_nothing_they_are_given():
    p, read, targets = random_params(WINDOW, seed=7), window.windows(IDS, 3, BOUNDARY).copy(), TARGETS.copy()
    for array in (*p.values(), read, targets):
        array.flags.writeable = False  # a write raises
    trace = window.forward(p, read)
    made = trace.inputs.copy(), trace.hidden.copy(), trace.logits.copy()
    window.backward(p, trace, np.ones((5, 13), np.float32))
    window.loss_and_grads(p, read, targets)
    assert all(np.array_equal(a, b) for a, b in zip((trace.inputs, trace.hidden, trace.logits), made, strict=True))


@pytest.mark.parametrize("bad", [-1, 13])
def test_ids_outside_the_vocabulary_are_refused(bad):
    with pytest.raises(ValueError, match="the vocabulary has 0 to 12"):
        window.forward(random_params(WINDOW, seed=8), np.array([[3, bad, 2]]))


def test_windows_of_another_width_are_refused_with_the_right_one():
    with pytest.raises(ValueError, match=r"shape \(1, 4\).* 3 tokens"):
        window.forward(random_params(WINDOW, seed=8), np.array([[3, 4, 2, 1]]))


@pytest.mark.parametrize("bad", [-1, 13])
def test_targets_outside_the_vocabulary_are_refused(bad):
    targets = TARGETS.copy()
    targets[2] = bad
    with pytest.raises(ValueError, match="target"):
        window.loss_and_grads(random_params(WINDOW, seed=8), window.windows(IDS, 3, BOUNDARY), targets)
