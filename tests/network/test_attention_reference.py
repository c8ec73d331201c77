"""The attention network against a version in loops, PyTorch and finite differences."""

import numpy as np
import pytest
import torch
from lookback import attention

from tests.reference import loops, torch_networks
from tests.reference.small import ARRAYS, ATTENTION, IDS, TARGETS, full_size, random_params, relative_error


@pytest.mark.parametrize("spread_qk", [0.7, 2.5])
def test_forward_equals_a_version_in_loops(spread_qk):
    p = random_params(ATTENTION, seed=1, spread_qk=spread_qk)
    trace = attention.forward(p, IDS)
    logits = trace.logits.reshape(2, 6, 13)
    for b, ids in enumerate(IDS.tolist()):
        story = loops.attention(loops.scalars(p), ids)
        for ours, theirs in [
            (trace.q[b], story.q),
            (trace.k[b], story.k),
            (trace.v[b], story.v),
            (trace.z[b], story.z),
            (trace.hidden[b], story.hidden),
            (logits[b], story.logits),
        ]:
            assert relative_error(ours, loops.values(theirs)) < 1e-5
        for h, i in np.ndindex(3, 6):
            np.testing.assert_allclose(trace.weights[b, h, i, : i + 1], loops.values(story.weight[h][i]), atol=1e-5)
            np.testing.assert_allclose(
                trace.scores[b, h, i, : i + 1], loops.values(story.score[h][i]), rtol=1e-5, atol=1e-5
            )


@pytest.mark.parametrize("spread_qk", [0.7, 2.5])
def test_loss_and_gradients_equal_a_version_in_loops(spread_qk):
    p = random_params(ATTENTION, seed=2, spread_qk=spread_qk)
    loss, grads = attention.loss_and_grads(p, IDS, TARGETS)
    q = loops.scalars(p)
    logits = [row for ids in IDS.tolist() for row in loops.attention(q, ids).logits]
    expected = loops.mean_loss(logits, TARGETS.ravel().tolist())
    assert loss == pytest.approx(expected.value, rel=1e-5)
    assert set(grads) == set(ARRAYS)
    for name, theirs in loops.gradients(q, expected).items():
        assert relative_error(grads[name], theirs) < 1e-5, name


@pytest.mark.parametrize(("n_stories", "n_tokens"), [(3, 70), (1, 256), (2, 1)])
def test_the_full_size_network_equals_pytorch_forward_and_backward(n_stories, n_tokens):
    p, ids, targets = full_size(n_stories, n_tokens)
    trace = attention.forward(p, ids)
    t_ids = torch.from_numpy(ids.astype(np.int64))
    theirs = torch_networks.attention({name: torch.from_numpy(a) for name, a in p.items()}, t_ids)
    for name in ("q", "k", "v", "weights", "z", "hidden"):
        assert relative_error(getattr(trace, name), theirs[name].numpy()) < 1e-5, name
    assert relative_error(trace.logits, theirs["logits"].flatten(0, 1).numpy()) < 1e-5
    targets[0, 0] = 77
    loss, grads = attention.loss_and_grads(p, ids, targets)
    their_loss, their_grads = torch_networks.loss_and_gradients(
        lambda q: torch_networks.attention(q, t_ids)["logits"], p, targets
    )
    assert loss == pytest.approx(their_loss, rel=1e-5)
    for name in ARRAYS:
        if n_tokens == 1 and name in ("W_Q", "W_K", "b_distance"):
            assert not grads[name].any()  # one token reads itself whatever its score
        else:
            assert relative_error(grads[name], their_grads[name]) < 1e-5, name


@pytest.mark.parametrize("name", ARRAYS)
@pytest.mark.parametrize("spread_qk", [0.7, 2.5])
def test_gradients_are_the_slope_along_random_directions(name, spread_qk):
    p = random_params(ATTENTION, seed=3, dtype=np.float64, spread_qk=spread_qk)
    rng = np.random.default_rng(4)
    _, grads = attention.loss_and_grads(p, IDS, TARGETS)
    for _ in range(3):
        direction = rng.standard_normal(p[name].shape)
        ahead, behind = (
            attention.loss_and_grads(p | {name: p[name] + step * direction}, IDS, TARGETS)[0] for step in (1e-5, -1e-5)
        )
        measured, ours = (ahead - behind) / 2e-5, float((grads[name] * direction).sum())
        assert abs(measured) > 1e-3  # well conditioned
        assert ours == pytest.approx(measured, rel=1e-6)
