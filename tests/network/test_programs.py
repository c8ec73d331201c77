"""The page's three programs against each other: NumPy, plain Python, and JavaScript in Node."""

import dataclasses
import json
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from lookback import attention, params
from lookback.adam import adam_init, adam_step
from lookback.config import AttentionConfig
from sections.program.plain import attention as plain

from tests.reference.small import ARRAYS, ATTENTION, IDS, TARGETS, full_size, random_params, relative_error

RUN = Path(__file__).parents[1] / "js" / "run_program.mjs"
EXACT = 1e-5  # largest difference, as a share of the largest number
LEARNING_RATE, STEPS = 0.01, 4


def lists(p):
    return {name: array.astype(float).tolist() for name, array in p.items()}


def camel(name):
    return re.sub("_(.)", lambda found: found[1].upper(), name)


def sizes(config):
    """The sizes that the plain programs know, which have one layer."""
    return {name: size for name, size in dataclasses.asdict(config).items() if name != "n_layer"}


def in_node(config, p, ids, targets):
    """What the JavaScript program makes of a case: everything as it stands in its JSON."""
    node = shutil.which("node")
    assert node, "Node 20 or newer runs the JavaScript program: install it"
    case = {"sizes": {camel(name): size for name, size in sizes(config).items()}}
    case["params"] = {name: array.ravel().tolist() for name, array in p.items()}
    case |= {"stories": ids.tolist(), "targets": targets.tolist(), "learningRate": LEARNING_RATE, "steps": STEPS}
    done = subprocess.run([node, RUN], input=json.dumps(case), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def package_steps(p, ids, targets):
    """Losses of STEPS training steps of the package, and the weights after them."""
    p = {name: array.copy() for name, array in p.items()}
    state, losses = adam_init(p), []
    for _ in range(STEPS):
        loss, grads = attention.loss_and_grads(p, ids, targets)
        state = adam_step(p, grads, state, LEARNING_RATE)
        losses.append(loss)
    return losses, p


@pytest.fixture(scope="module")
def case():
    """Weights, stories of a small network whose axes all differ, and the package's forward pass of them."""
    p = random_params(ATTENTION, seed=11)
    return p, attention.forward(p, IDS)


@pytest.fixture(scope="module")
def ran_in_node(case):
    return in_node(ATTENTION, case[0], IDS, TARGETS)


def test_all_three_have_the_same_tables_of_the_same_shapes(ran_in_node):
    assert plain.shapes() == params.attention_shapes(AttentionConfig())
    assert list(plain.shapes()) == list(params.attention_shapes(AttentionConfig()))
    assert plain.shapes(**sizes(ATTENTION)) == params.attention_shapes(ATTENTION)
    assert {name: tuple(shape) for name, shape in ran_in_node["shapes"].items()} == params.attention_shapes(ATTENTION)


def test_plain_python_reads_a_story_as_numpy_does(case):
    p, ours = case
    for b, ids in enumerate(IDS.tolist()):
        trace = plain.forward(lists(p), ids)
        for name in ("q", "k", "v", "z"):
            theirs = np.array([getattr(head, name) for head in trace.heads])
            assert relative_error(theirs, getattr(ours.layers[0], name)[b]) < EXACT, name
        for h, i in np.ndindex(ours.layers[0].weights.shape[1:3]):
            assert trace.heads[h].weights[i] == pytest.approx(ours.layers[0].weights[b, h, i, : i + 1], abs=EXACT)
        for name in ("x", "inputs", "hidden"):
            assert relative_error(np.array(getattr(trace, name)), getattr(ours, name)[b]) < EXACT, name
        assert relative_error(np.array(trace.logits), ours.logits.reshape(*IDS.shape, -1)[b]) < EXACT


def test_javascript_reads_a_story_as_numpy_does(case, ran_in_node):
    _, ours = case
    for b, trace in enumerate(ran_in_node["traces"]):
        for name in ("q", "k", "v", "z", "weights"):
            theirs, expected = np.array([head[name] for head in trace["heads"]]), getattr(ours.layers[0], name)[b]
            assert relative_error(theirs.reshape(expected.shape), expected) < EXACT, name
        for name in ("x", "inputs", "hidden"):
            expected = getattr(ours, name)[b]
            assert relative_error(np.array(trace[name]).reshape(expected.shape), expected) < EXACT, name
        expected = ours.logits.reshape(*IDS.shape, -1)[b]
        assert relative_error(np.array(trace["logits"]).reshape(expected.shape), expected) < EXACT


def test_all_three_agree_on_the_loss_and_every_gradient(case, ran_in_node):
    p, _ = case
    loss, grads = attention.loss_and_grads(p, IDS, TARGETS)
    plain_loss, plain_grads = plain.loss_and_grads(lists(p), IDS.tolist(), TARGETS.tolist())
    assert plain_loss == pytest.approx(loss, rel=EXACT)
    assert ran_in_node["loss"] == pytest.approx(loss, rel=EXACT)
    for name in ARRAYS:
        assert relative_error(np.array(plain_grads[name]), grads[name]) < EXACT, name
        assert relative_error(np.array(ran_in_node["grads"][name]).reshape(grads[name].shape), grads[name]) < EXACT


def test_all_three_take_the_same_training_steps(case, ran_in_node):
    p, _ = case
    losses, after = package_steps(p, IDS, TARGETS)
    q = lists(p)
    state, plain_losses = plain.adam_init(q), []
    for _ in range(STEPS):
        loss, state = plain.training_step(q, state, IDS.tolist(), TARGETS.tolist(), LEARNING_RATE)
        plain_losses.append(loss)
    assert losses[-1] < losses[0]
    assert plain_losses == pytest.approx(losses, rel=EXACT)
    assert ran_in_node["losses"] == pytest.approx(losses, rel=EXACT)
    assert state.step == ran_in_node["step"] == STEPS
    for name in ARRAYS:
        assert relative_error(np.array(q[name]), after[name]) < 1e-4, name
        assert relative_error(np.array(ran_in_node["params"][name]).reshape(after[name].shape), after[name]) < 1e-4


def test_all_three_agree_at_the_trained_networks_sizes():
    p, ids, targets = full_size(2, 5)
    loss, grads = attention.loss_and_grads(p, ids, targets)
    plain_loss, plain_grads = plain.loss_and_grads(lists(p), ids.tolist(), targets.tolist())
    found = in_node(AttentionConfig(), p, ids, targets)
    assert plain_loss == pytest.approx(loss, rel=EXACT)
    assert found["loss"] == pytest.approx(loss, rel=EXACT)
    for name in ARRAYS:
        assert relative_error(np.array(plain_grads[name]), grads[name]) < EXACT, name
        assert relative_error(np.array(found["grads"][name]).reshape(grads[name].shape), grads[name]) < EXACT, name


def test_scores_of_any_size_give_finite_numbers_in_all_three():
    p = random_params(ATTENTION, seed=12, spread_qk=60)
    loss, _ = attention.loss_and_grads(p, IDS, TARGETS)
    plain_loss, plain_grads = plain.loss_and_grads(lists(p), IDS.tolist(), TARGETS.tolist())
    found = in_node(ATTENTION, p, IDS, TARGETS)
    assert plain_loss == pytest.approx(loss, rel=EXACT)
    assert found["loss"] == pytest.approx(loss, rel=EXACT)
    for name in ARRAYS:
        assert np.isfinite(np.array(plain_grads[name])).all()
        assert np.isfinite(np.array(found["grads"][name], float)).all()


@pytest.mark.parametrize("name", ARRAYS)
def test_first_values_spread_as_the_packages_do(name):
    config = AttentionConfig(n_vocab=300)
    ours = params.init(params.attention_shapes(config), np.random.default_rng(0))[name]
    theirs = np.array(plain.init(plain.shapes(n_vocab=300), seed=0)[name])
    if name.startswith("b_"):
        assert not theirs.any()
    else:
        assert theirs.std() == pytest.approx(ours.std(), rel=0.1)
        assert abs(theirs.mean()) < 0.1 * theirs.std()
