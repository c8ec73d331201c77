"""The attention network against PyTorch in float64; test_programs.py has it in loops."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from lookback import attention

from tests.reference import torch_networks
from tests.reference.small import ATTENTION, IDS, TARGETS, full_size, random_params, relative_error

WITHIN = {np.float32: 1e-5, np.float64: 1e-10}  # largest difference, as a share of the largest number


def small(n_layer, spread_qk, dtype):
    return random_params(replace(ATTENTION, n_layer=n_layer), 1, dtype, spread_qk=spread_qk), IDS, TARGETS


def full(n_layer, n_stories, n_tokens, dtype):
    p, ids, targets = full_size(n_stories, n_tokens, n_layer=n_layer, dtype=dtype)
    targets[0, 0] = 77  # which is not the next token
    return p, ids, targets


pytestmark = pytest.mark.slow

# float32 rounds a little more in each layer, so that several are compared in float64
@pytest.mark.parametrize(
    ("case", "sizes"),
    [
        (small, (1, 0.7, np.float32)), (small, (1, 2.5, np.float32)), (small, (1, 0.7, np.float64)),
        (small, (1, 2.5, np.float64)), (small, (2, 0.7, np.float64)), (small, (3, 0.7, np.float64)),
        (full, (1, 3, 70, np.float32)), (full, (1, 1, 256, np.float32)), (full, (1, 2, 1, np.float32)),
        (full, (2, 3, 70, np.float32)), (full, (2, 1, 256, np.float64)), (full, (3, 2, 30, np.float64)),
    ],
)  # fmt: skip
def test_forward_and_backward_equal_pytorch_in_float64(case, sizes):
    within = WITHIN[sizes[-1]]
    p, ids, targets = case(*sizes)
    trace, theirs = attention.forward(p, ids), in_float64(p, ids)
    for name in ("q", "k", "v", "scores", "weights", "z"):
        for layer, expected in zip(trace.layers, theirs[name], strict=True):
            read = np.tril if name == "scores" else np.asarray  # scores of later keys count for nothing
            assert relative_error(read(getattr(layer, name)), read(expected)) < within, name
    assert relative_error(trace.hidden, theirs["hidden"].numpy()) < within
    assert relative_error(trace.logits, theirs["logits"].flatten(0, 1).numpy()) < within
    loss, grads = attention.loss_and_grads(p, ids, targets)
    their_loss, their_grads = torch_networks.loss_and_gradients(
        lambda q: torch_networks.attention(q, torch.from_numpy(ids.astype(np.int64)))["logits"], doubled(p), targets
    )
    assert loss == pytest.approx(their_loss, rel=within)
    assert set(grads) == set(p)
    for name in p:
        if ids.shape[1] == 1 and name.endswith(("W_Q", "W_K", "b_distance")):
            assert not grads[name].any()  # one token reads itself whatever its score
        else:
            assert relative_error(grads[name], their_grads[name]) < within, name


def doubled(p):
    return {name: array.astype(np.float64) for name, array in p.items()}


def in_float64(p, ids):
    tensors = {name: torch.from_numpy(array) for name, array in doubled(p).items()}
    return torch_networks.attention(tensors, torch.from_numpy(ids.astype(np.int64)))
