import dataclasses

import numpy as np
import pytest
import torch
from lookback.adam import adam_init, adam_step

RATES = (0.01, 0.02, 0.05, 0.02, 0.003, 0.0, 0.01)


def arrays(seed, dtype=np.float32):
    rng = np.random.default_rng(seed)
    return {"W": rng.standard_normal((3, 5)).astype(dtype), "b": rng.standard_normal(4).astype(dtype)}


def in_pytorch(p, gradients, **settings):
    theirs = {name: torch.from_numpy(a.copy()).requires_grad_() for name, a in p.items()}
    optimizer = torch.optim.Adam(theirs.values(), **settings)
    for rate, grads in zip(RATES, gradients, strict=True):
        optimizer.param_groups[0]["lr"] = rate
        for name, t in theirs.items():
            t.grad = torch.from_numpy(grads[name].copy())
        optimizer.step()
    moments = {name: (optimizer.state[t]["exp_avg"], optimizer.state[t]["exp_avg_sq"]) for name, t in theirs.items()}
    return {name: t.detach().numpy() for name, t in theirs.items()}, moments


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float32, 1e-6), (np.float64, 1e-14)])
@pytest.mark.parametrize(("beta1", "beta2", "eps"), [(0.9, 0.99, 1e-8), (0.5, 0.999, 0.1)])
def test_several_steps_equal_pytorch_with_a_learning_rate_that_changes(dtype, tolerance, beta1, beta2, eps):
    p, gradients = arrays(0, dtype), [arrays(seed, dtype) for seed in range(1, 8)]
    theirs, moments = in_pytorch(p, gradients, betas=(beta1, beta2), eps=eps)
    state = adam_init(p)
    for rate, grads in zip(RATES, gradients, strict=True):
        state = adam_step(p, grads, state, rate, beta1, beta2, eps)
    assert state.step == 7
    for name, array in p.items():
        np.testing.assert_allclose(array, theirs[name], rtol=tolerance, atol=tolerance)
        np.testing.assert_allclose(state.m[name], moments[name][0], rtol=tolerance, atol=tolerance)
        np.testing.assert_allclose(state.v[name], moments[name][1], rtol=tolerance, atol=tolerance)


def test_the_usual_means_are_over_10_gradients_and_100_squares():
    p, gradients = arrays(0), [arrays(seed) for seed in range(1, 8)]
    theirs, _ = in_pytorch(p, gradients, betas=(0.9, 0.99), eps=1e-8)
    state = adam_init(p)
    for rate, grads in zip(RATES, gradients, strict=True):
        state = adam_step(p, grads, state, rate)
    np.testing.assert_allclose(p["W"], theirs["W"], atol=1e-6)


def test_two_steps_by_hand():
    p, grads = {"W": np.array([1.0, 1.0, 1.0])}, {"W": np.array([3.0, -0.001, 0.0])}
    state = adam_step(p, grads, adam_init(p), 0.1)
    np.testing.assert_allclose(p["W"], [0.9, 1.1, 1.0], atol=1e-5)  # the first step's size is the learning rate
    state = adam_step(p, {"W": np.array([-3.0, 0.0, 0.0])}, state, 0.1)
    # m = 0.9 * 0.3 - 0.3 = -0.03, over 1 - 0.81; v = 0.99 * 0.09 + 0.09 = 0.1791, over 1 - 0.9801
    assert p["W"][0] == pytest.approx(0.9 + 0.1 * (0.03 / 0.19) / (0.1791 / 0.0199) ** 0.5)
    assert p["W"][2] == 1.0
    assert state.step == 2


def test_the_first_state_is_zero_in_the_shapes_and_dtypes_of_the_weights():
    p = arrays(0) | {"double": np.ones((2, 2))}
    state = adam_init(p)
    assert state.step == 0
    for moments in (state.m, state.v):
        assert {name: (a.shape, a.dtype) for name, a in moments.items()} == {
            n: (a.shape, a.dtype) for n, a in p.items()
        }
        assert not any(a.any() for a in moments.values())
    assert not np.shares_memory(state.m["W"], state.v["W"])


@pytest.mark.parametrize("rate", [0.01, np.float32(0.01), np.float64(0.01)])
def test_float32_stays_float32(rate):
    p = arrays(0)
    before = dict(p)
    state = adam_step(p, arrays(1), adam_init(p), rate)
    for found in (p, state.m, state.v):
        assert all(a.dtype == np.float32 for a in found.values())
    assert all(p[name] is before[name] for name in p)  # moved in place


def test_gradients_are_not_changed():
    p, grads = arrays(0), arrays(1)
    for g in grads.values():
        g.flags.writeable = False  # a write raises
    assert adam_step(p, grads, adam_init(p), 0.01).step == 1


@pytest.mark.parametrize("size", [1e-30, 1e30])
def test_tiny_and_huge_gradients_leave_finite_weights(size):
    p = {"W": np.ones(3, np.float32)}
    with np.errstate(over="ignore"):
        adam_step(p, {"W": np.array([size, -size, 0], np.float32)}, adam_init(p), 0.1)
    assert np.isfinite(p["W"]).all()


def test_a_state_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        adam_init(arrays(0)).step = 3  # pyright: ignore[reportAttributeAccessIssue]


def test_weight_decay_equals_pytorchs_adamw_on_tables_and_leaves_the_rest():
    rng = np.random.default_rng(5)
    params = {"W_E": rng.normal(size=(4, 3)), "b_distance": rng.normal(size=(2, 5))}
    mirror = {name: torch.tensor(array, requires_grad=True) for name, array in params.items()}
    groups = [{"params": [mirror["W_E"]], "weight_decay": 0.3}, {"params": [mirror["b_distance"]], "weight_decay": 0.0}]
    optimizer, state = torch.optim.AdamW(groups, lr=0.05, betas=(0.9, 0.99)), adam_init(params)
    for _ in range(4):
        grads = {name: rng.normal(size=array.shape) for name, array in params.items()}
        for name, tensor in mirror.items():
            tensor.grad = torch.tensor(grads[name])
        optimizer.step()
        state = adam_step(params, grads, state, 0.05, weight_decay=0.3)
    for name, tensor in mirror.items():
        np.testing.assert_allclose(params[name], tensor.detach().numpy(), rtol=1e-12)
