"""The page's three programs against each other: NumPy, plain Python, and JavaScript in Node; for one layer and more."""

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

pytestmark = pytest.mark.slow

RUN = Path(__file__).parents[1] / "js" / "run_program.mjs"
EXACT = 1e-5  # largest difference, as a share of the largest number
LEARNING_RATE, STEPS = 0.01, 4


def lists(p):
    return {name: array.astype(float).tolist() for name, array in p.items()}


def camel(name):
    return re.sub("_(.)", lambda found: found[1].upper(), name)


def in_node(config, p, ids, targets):
    """What the JavaScript program makes of a case: everything as it stands in its JSON."""
    node = shutil.which("node")
    assert node, "Node 20 or newer runs the JavaScript program: install it"
    sizes = {camel(name): size for name, size in dataclasses.asdict(config).items()}
    case = {"sizes": sizes, "params": {name: array.ravel().tolist() for name, array in p.items()}}
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


def package_trace(trace, b):
    """What the package made of story b, in the form of the JavaScript program's."""
    parts = ("q", "k", "v", "weights", "z")
    layers = [
        {"x": of.inputs[b], "heads": [{part: getattr(of, part)[b, h] for part in parts} for h in range(of.q.shape[1])]}
        for of in trace.layers
    ]
    whole = {"inputs": trace.inputs, "hidden": trace.hidden, "logits": trace.logits.reshape(*trace.ids.shape, -1)}
    return {"ids": trace.ids[b], "layers": layers, **{name: array[b] for name, array in whole.items()}}


def plain_trace(trace):
    """What plain Python made of a story, in that form: with a weight of 0 for later keys."""
    layers = [{"x": layer.x, "heads": [with_zeros(head) for head in layer.heads]} for layer in trace.layers]
    return {**trace._asdict(), "layers": layers}


def with_zeros(head):
    n = len(head.weights)
    return {**head._asdict(), "weights": [row + [0.0] * (n - len(row)) for row in head.weights]}


def check(theirs, ours, within=EXACT, name=""):
    """Numbers in lists, flat or nested, are those of arrays of the same names."""
    if isinstance(ours, dict):
        assert theirs.keys() == ours.keys()
        for part in ours:
            check(theirs[part], ours[part], within, f"{name} {part}")
    elif isinstance(ours, list):
        for number, (their, our) in enumerate(zip(theirs, ours, strict=True)):
            check(their, our, within, f"{name} {number}")
    else:
        assert relative_error(np.array(theirs, float).reshape(ours.shape), ours) < within, name


@dataclasses.dataclass(frozen=True)
class Case:
    """A small network whose axes all differ, with its weights, and what JavaScript makes of two stories."""

    config: AttentionConfig
    p: params.Params
    in_node: dict


@pytest.fixture(scope="module", params=[(1, 0.7), (1, 2.5), (2, 0.7), (3, 0.7)])
def case(request):
    n_layer, spread_qk = request.param
    config = dataclasses.replace(ATTENTION, n_layer=n_layer)
    p = random_params(config, seed=11, spread_qk=spread_qk)
    return Case(config, p, in_node(config, p, IDS, TARGETS))


def test_all_three_have_the_same_tables_of_the_same_shapes(case):
    expected = params.attention_shapes(case.config)
    assert [*plain.shapes(**dataclasses.asdict(case.config)).items()] == [*expected.items()]
    assert [(name, tuple(shape)) for name, shape in case.in_node["shapes"].items()] == [*expected.items()]
    assert plain.shapes() == params.attention_shapes(AttentionConfig())


def test_all_three_read_a_story_alike(case):
    trace = attention.forward(case.p, IDS)
    assert len(trace.layers) == case.config.n_layer
    for b, ids in enumerate(IDS.tolist()):
        ours = package_trace(trace, b)
        check(plain_trace(plain.forward(lists(case.p), ids)), ours)
        check(case.in_node["traces"][b], ours)


def test_all_three_agree_on_the_loss_and_every_gradient(case):
    loss, grads = attention.loss_and_grads(case.p, IDS, TARGETS)
    plain_loss, plain_grads = plain.loss_and_grads(lists(case.p), IDS.tolist(), TARGETS.tolist())
    assert [plain_loss, case.in_node["loss"]] == pytest.approx([loss, loss], rel=EXACT)
    check(plain_grads, grads)
    check(case.in_node["grads"], grads)


def test_all_three_take_the_same_training_steps(case):
    losses, after = package_steps(case.p, IDS, TARGETS)
    q = lists(case.p)
    state, plain_losses = plain.adam_init(q), []
    for _ in range(STEPS):
        loss, state = plain.training_step(q, state, IDS.tolist(), TARGETS.tolist(), LEARNING_RATE)
        plain_losses.append(loss)
    assert losses[-1] < losses[0]
    assert plain_losses == pytest.approx(losses, rel=EXACT)
    assert case.in_node["losses"] == pytest.approx(losses, rel=EXACT)
    assert state.step == case.in_node["step"] == STEPS
    check(q, after, within=1e-4)
    check(case.in_node["params"], after, within=1e-4)


def test_all_three_agree_at_the_trained_networks_sizes():
    p, ids, targets = full_size(2, 5)
    loss, grads = attention.loss_and_grads(p, ids, targets)
    plain_loss, plain_grads = plain.loss_and_grads(lists(p), ids.tolist(), targets.tolist())
    found = in_node(AttentionConfig(), p, ids, targets)
    assert [plain_loss, found["loss"]] == pytest.approx([loss, loss], rel=EXACT)
    check(plain_grads, grads)
    check(found["grads"], grads)


def test_scores_of_any_size_give_finite_numbers_in_all_three():
    p = random_params(ATTENTION, seed=12, spread_qk=60)
    loss, _ = attention.loss_and_grads(p, IDS, TARGETS)
    plain_loss, plain_grads = plain.loss_and_grads(lists(p), IDS.tolist(), TARGETS.tolist())
    found = in_node(ATTENTION, p, IDS, TARGETS)
    assert [plain_loss, found["loss"]] == pytest.approx([loss, loss], rel=EXACT)
    for name in ARRAYS:
        assert np.isfinite(np.array(plain_grads[name])).all()
        assert np.isfinite(np.array(found["grads"][name], float)).all()


@pytest.mark.parametrize("name", plain.shapes(n_layer=2))
def test_first_values_spread_as_the_packages_do(name):
    ours = params.init(params.attention_shapes(AttentionConfig(300, n_layer=2)), np.random.default_rng(0))[name]
    theirs = np.array(plain.init(plain.shapes(300, n_layer=2), seed=0)[name])
    if name.split(".")[-1].startswith("b_"):
        assert not theirs.any()
    else:
        assert theirs.std() == pytest.approx(ours.std(), rel=0.1)
        assert abs(theirs.mean()) < 0.1 * theirs.std()
