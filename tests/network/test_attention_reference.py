"""The attention network against a version in loops, PyTorch and finite differences."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from lookback import attention

from tests.reference import loops, torch_networks
from tests.reference.small import ARRAYS, ATTENTION, IDS, TARGETS, full_size, random_params, relative_error

pytestmark = pytest.mark.slow

# float32 rounds a little more in each layer, so that several are compared in float64
LAYERS = pytest.mark.parametrize(
    ("n_layer", "spread_qk", "dtype"),
    [(1, 0.7, np.float32), (1, 2.5, np.float32), (2, 0.7, np.float64), (3, 0.7, np.float64)],
)


@LAYERS
def test_forward_equals_a_version_in_loops(n_layer, spread_qk, dtype):
    p = random_params(replace(ATTENTION, n_layer=n_layer), seed=1, dtype=dtype, spread_qk=spread_qk)
    trace = attention.forward(p, IDS)
    logits = trace.logits.reshape(2, 6, 13)
    for b, ids in enumerate(IDS.tolist()):
        story = loops.attention(loops.scalars(p), ids)
        assert relative_error(trace.hidden[b], loops.values(story.hidden)) < 1e-5
        assert relative_error(logits[b], loops.values(story.logits)) < 1e-5
        for layer, theirs in zip(trace.layers, story.layers, strict=True):
            for name in ("q", "k", "v", "z"):
                assert relative_error(getattr(layer, name)[b], loops.values(getattr(theirs, name))) < 1e-5, name
            for h, i in np.ndindex(3, 6):
                weights, scores = layer.weights[b, h, i, : i + 1], layer.scores[b, h, i, : i + 1]
                np.testing.assert_allclose(weights, loops.values(theirs.weight[h][i]), atol=1e-5)
                np.testing.assert_allclose(scores, loops.values(theirs.score[h][i]), rtol=1e-5, atol=1e-5)


@LAYERS
def test_loss_and_gradients_equal_a_version_in_loops(n_layer, spread_qk, dtype):
    p = random_params(replace(ATTENTION, n_layer=n_layer), seed=2, dtype=dtype, spread_qk=spread_qk)
    loss, grads = attention.loss_and_grads(p, IDS, TARGETS)
    q = loops.scalars(p)
    logits = [row for ids in IDS.tolist() for row in loops.attention(q, ids).logits]
    expected = loops.mean_loss(logits, TARGETS.ravel().tolist())
    assert loss == pytest.approx(expected.value, rel=1e-5)
    assert set(grads) == set(p)
    for name, theirs in loops.gradients(q, expected).items():
        assert relative_error(grads[name], theirs) < 1e-5, name


@pytest.mark.parametrize(
    ("n_layer", "n_stories", "n_tokens", "dtype"),
    [
        (1, 3, 70, np.float32), (1, 1, 256, np.float32), (1, 2, 1, np.float32), (2, 3, 70, np.float32),
        (2, 1, 256, np.float64), (3, 2, 30, np.float64),
    ],
)  # fmt: skip
def test_the_full_size_network_equals_pytorch_forward_and_backward(n_layer, n_stories, n_tokens, dtype):
    p, ids, targets = full_size(n_stories, n_tokens, n_layer=n_layer, dtype=dtype)
    trace = attention.forward(p, ids)
    theirs = in_float64(p, ids)
    for name in ("q", "k", "v", "weights", "z"):
        for layer, expected in zip(trace.layers, theirs[name], strict=True):
            assert relative_error(getattr(layer, name), expected.numpy()) < 1e-5, name
    assert relative_error(trace.hidden, theirs["hidden"].numpy()) < 1e-5
    assert relative_error(trace.logits, theirs["logits"].flatten(0, 1).numpy()) < 1e-5
    targets[0, 0] = 77
    loss, grads = attention.loss_and_grads(p, ids, targets)
    their_loss, their_grads = torch_networks.loss_and_gradients(
        lambda q: torch_networks.attention(q, torch.from_numpy(ids.astype(np.int64)))["logits"], doubled(p), targets
    )
    assert loss == pytest.approx(their_loss, rel=1e-5)
    for name in p:
        if n_tokens == 1 and name.endswith(("W_Q", "W_K", "b_distance")):
            assert not grads[name].any()  # one token reads itself whatever its score
        else:
            assert relative_error(grads[name], their_grads[name]) < 1e-5, name


def doubled(p):
    return {name: array.astype(np.float64) for name, array in p.items()}


def in_float64(p, ids):
    tensors = {name: torch.from_numpy(array) for name, array in doubled(p).items()}
    return torch_networks.attention(tensors, torch.from_numpy(ids.astype(np.int64)))


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
