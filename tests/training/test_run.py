import itertools
from dataclasses import asdict, replace

import numpy as np
import pytest
from lookback.adam import adam_step
from lookback.checkpoint import read_safetensors
from lookback.training import run as training_run
from lookback.training.by_block import constant
from lookback.training.corpus import Corpus, NamePool, Template
from lookback.training.files import load_progress, save_progress, write_snapshots
from lookback.training.run import Plan, begin, held_out_loss, run
from lookback.training.steps import Schedule

NAMES = NamePool({"she": (("Ann", (100,)), ("Bea", (101,)))}, {"she": np.array([0.5, 0.5])}, (("Zar", (7, 8)),), 0.1)
OTHERS = [(30 + i, 3, 4, 5) for i in range(9)]
OWN = [Template((-1, 20 + i, 5, -1), ("she",)) for i in range(5)]
CORPUS = Corpus(OWN, [Template(story) for story in OTHERS], OTHERS, NAMES, constant(0.5), other_renamed=0.0)
HELD_OUT = [(50, 51, 52), (53, 3, 4, 5, 6)]


def plan(network, n_blocks=3):
    return Plan(network, n_blocks, constant(0.01), seed=3)


def finish(a_plan, progress):
    return list(run(a_plan, CORPUS, HELD_OUT, progress))[-1]


def same(one, other):
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


@pytest.fixture(params=["attention", "window"])
def network(request):
    return request.param


def test_moments_stand_evenly_on_a_log_scale_from_the_first_steps_to_the_last():
    assert training_run.snapshot_steps(10_000_000) == (0, 100, 518, 2683, 13895, 71969, 372759, 1930698, 10_000_000)
    assert training_run.snapshot_steps(1) == (0, 1)


def test_a_training_that_stopped_goes_on_as_if_it_had_not(network, tmp_path):
    whole = finish(plan(network), begin(plan(network)))
    first = next(run(plan(network), CORPUS, HELD_OUT, begin(plan(network))))
    save_progress(tmp_path / "checkpoint", asdict(plan(network)), first)
    resumed = finish(plan(network), load_progress(tmp_path / "checkpoint", asdict(plan(network))))
    assert same(resumed.params, whole.params)
    assert same(resumed.state.m, whole.state.m)
    assert same(resumed.state.v, whole.state.v)
    assert (resumed.state.step, resumed.positions) == (whole.state.step, whole.positions)
    assert resumed.curve == whole.curve
    assert resumed.drawn == whole.drawn
    assert resumed.snapshots.keys() == whole.snapshots.keys()
    assert all(same(resumed.snapshots[step], whole.snapshots[step]) for step in whole.snapshots)


def test_a_checkpoint_of_other_settings_is_refused(network, tmp_path):
    save_progress(tmp_path / "checkpoint", asdict(plan(network)), begin(plan(network)))
    with pytest.raises(ValueError, match="train with these settings, or remove the file"):
        load_progress(tmp_path / "checkpoint", asdict(plan(network)) | {"seed": 4})


def test_both_networks_read_the_same_positions_and_names():
    ends = [finish(plan(network, 2), begin(plan(network, 2))) for network in ("attention", "window")]
    assert ends[0].positions == ends[1].positions
    assert ends[0].drawn == ends[1].drawn
    assert sum(ends[0].drawn.values()) == 2 * 64  # one person in each of the 64 own stories of a block
    assert ends[0].state.step == 2 * 128 // 8
    assert ends[1].state.step == sum(-(-positions // 64) for positions in block_positions(2))


def block_positions(n_blocks):
    """Tokens and the boundary behind them, story by story, in each block."""
    read = [training_run.block(CORPUS, 3, number).stories for number in range(n_blocks)]
    return [sum(len(story) + 1 for story in stories) for stories in read]


def test_training_learns_and_says_so(network):
    end = finish(plan(network), begin(plan(network)))
    assert end.n_blocks == 3
    assert end.positions == sum(block_positions(3))
    assert end.curve[0].held_out == pytest.approx(np.log(2000), abs=0.3)
    assert end.curve[-1].loss < end.curve[0].held_out - 1
    assert end.curve[-1].step == end.state.step


def test_snapshots_are_the_arrays_of_their_moment(tmp_path):
    whole = plan("attention", 8)
    end = finish(whole, begin(whole))
    assert sorted(end.snapshots) == [0, 100, 104, 107, 111, 115, 119, 124, 128]
    first, halfway = begin(whole).params, list(itertools.islice(run(whole, CORPUS, HELD_OUT, begin(whole)), 7))[-1]
    assert halfway.state.step == 112
    for name in ("W_E", "W_Q", "W_K", "b_distance"):
        assert np.array_equal(end.snapshots[0][name], first[name])
        assert np.array_equal(end.snapshots[128][name], end.params[name])
        assert np.array_equal(halfway.snapshots[111][name], end.snapshots[111][name])
    write_snapshots(tmp_path / "snapshots", end)
    read = read_safetensors(tmp_path / "snapshots")
    assert read["steps"].tolist() == sorted(end.snapshots)
    assert read["W_Q"].shape == (9, 8, 32, 8)
    np.testing.assert_allclose(read["W_K"][3], end.snapshots[107]["W_K"], atol=1e-3)


def test_the_curve_has_a_point_at_every_snapshot_and_none_twice():
    whole = plan("attention", 8)
    end = finish(whole, begin(whole))
    at = [point.step for point in end.curve]
    assert at == sorted(end.snapshots)
    stories = np.cumsum(block_positions(8))
    assert end.curve[-1].positions == stories[-1]
    assert stories[5] < end.curve[1].positions < stories[6]  # step 100 is the fourth of the seventh block
    assert end.curve[1].held_out == pytest.approx(held_out_loss("attention", params_at(whole, 100), HELD_OUT), rel=1e-6)


def params_at(whole, step):
    """The weights after a few steps, made step by step without blocks' ends."""
    progress, made = begin(whole), 0
    state, params = progress.state, progress.params
    for number in range(whole.n_blocks):
        stories, rng = training_run.block(CORPUS, 3, number).stories, np.random.default_rng((3, 1, number))
        todo = training_run.batches("attention", stories, rng)
        for i, (ids, targets) in enumerate(todo):
            if made == step:
                return params
            _, grads = training_run.attention.loss_and_grads(params, ids, targets)
            rate = Schedule(0.01).at((number + (i + 1) / len(todo)) / whole.n_blocks)
            state = adam_step(params, grads, state, rate)
            made += 1
    return params


def test_the_held_out_loss_is_the_mean_over_all_positions(network):
    params = begin(plan(network)).params
    losses = list(itertools.chain.from_iterable(story_losses(network, params, story) for story in HELD_OUT))
    assert len(losses) == 4 + 6
    assert held_out_loss(network, params, HELD_OUT) == pytest.approx(np.mean(losses), rel=1e-5)


def story_losses(network, params, story):
    """One story at a time, without padding."""
    ids, targets = np.array([1, *story]), np.array([*story, 1])
    if network == "attention":
        logits = training_run.attention.forward(params, ids[None]).logits
    else:
        padded = [1] * 7 + ids.tolist()
        logits = training_run.window.forward(params, np.array([padded[i : i + 8] for i in range(len(ids))])).logits
    probabilities = np.exp(logits.astype(np.float64)) / np.exp(logits.astype(np.float64)).sum(axis=1, keepdims=True)
    return -np.log(probabilities[np.arange(len(targets)), targets])


def test_each_period_warms_up_and_falls_by_itself(monkeypatch):
    rates, adam = [], training_run.steps

    def watched(loss_and_grads, params, state, batches, learning_rate, weight_decay):
        rates.extend(learning_rate(state.step + i) for i in range(len(batches)))
        return adam(loss_and_grads, params, state, batches, learning_rate, weight_decay)

    monkeypatch.setattr(training_run, "steps", watched)
    whole = Plan("attention", 5, ((0, 0.01), (3, 0.004)), seed=3)
    finish(whole, begin(whole))
    expected = [*map(Schedule(0.01).at, np.arange(1, 49) / 48), *map(Schedule(0.004).at, np.arange(1, 33) / 32)]
    assert rates == pytest.approx(expected, abs=1e-12)


def test_snapshots_spread_over_the_first_period_and_end_with_the_training():
    whole = Plan("attention", 20, ((0, 0.01), (10, 0.004)), seed=3)
    assert training_run._moments(whole) == (0, 100, 107, 114, 122, 131, 140, 150, 160, 320)
    assert training_run._moments(replace(whole, network="window")) == ()
