import itertools
from dataclasses import asdict, replace

import numpy as np
import pytest
from lookback import attention, window
from lookback.adam import adam_step
from lookback.checkpoint import read_safetensors
from lookback.networks import NETWORKS
from lookback.training import run as training_run
from lookback.training.by_block import constant
from lookback.training.corpus import Corpus, NamePool, Template
from lookback.training.files import load_progress, save_progress, write_snapshots
from lookback.training.kept_out import KeptOut, held_out_loss, tell
from lookback.training.run import Plan, begin, run
from lookback.training.steps import Schedule

pytestmark = pytest.mark.slow

NAMES = NamePool({"she": (("Ann", (100,)), ("Bea", (101,)))}, {"she": np.array([0.5, 0.5])}, (("Zar", (7, 8)),))
OTHERS = [(30 + i, 3, 4, 5) for i in range(9)]
OWN = [Template((-1, 20 + i, 5, -1), ("she",)) for i in range(5)]
CORPUS = Corpus(OWN, [Template(story) for story in OTHERS], OTHERS, NAMES, constant(0.5), 0.0, constant(0.1))
HELD_OUT = [(50, 51, 52), (53, 3, 4, 5, 6)]
KEPT_OUT = KeptOut(HELD_OUT)


def plan(network, n_blocks=3):
    return Plan(network, n_blocks, constant(0.01), seed=3)


def finish(a_plan, progress):
    return list(run(a_plan, CORPUS, KEPT_OUT, progress))[-1]


def same(one, other):
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


@pytest.fixture(params=["attention", "window", "two_layers"])
def network(request):
    return request.param


def test_moments_stand_evenly_on_a_log_scale_from_the_first_steps_to_the_last():
    assert training_run.snapshot_steps(10_000_000) == (0, 100, 518, 2683, 13895, 71969, 372759, 1930698, 10_000_000)
    assert training_run.snapshot_steps(1) == (0, 1)


def test_a_training_that_stopped_goes_on_as_if_it_had_not(network, tmp_path):
    whole = finish(plan(network), begin(plan(network)))
    first = next(run(plan(network), CORPUS, KEPT_OUT, begin(plan(network))))
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


def test_all_networks_read_the_same_positions_and_names():
    ends = [finish(plan(network, 2), begin(plan(network, 2))) for network in ("attention", "window", "two_layers")]
    assert ends[0].positions == ends[1].positions == ends[2].positions
    assert ends[0].drawn == ends[1].drawn == ends[2].drawn
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
    first, halfway = begin(whole).params, list(itertools.islice(run(whole, CORPUS, KEPT_OUT, begin(whole)), 7))[-1]
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
    assert end.curve[1].held_out == pytest.approx(
        held_out_loss(NETWORKS["attention"], params_at(whole, 100), HELD_OUT), rel=1e-6
    )


def params_at(whole, step):
    """The weights after a few steps, made step by step without blocks' ends."""
    progress, made = begin(whole), 0
    state, params = progress.state, progress.params
    for number in range(whole.n_blocks):
        stories, rng = training_run.block(CORPUS, 3, number).stories, np.random.default_rng((3, 1, number))
        todo = NETWORKS["attention"].batches(stories, rng)
        for i, (ids, targets) in enumerate(todo):
            if made == step:
                return params
            _, grads = attention.loss_and_grads(params, ids, targets)
            rate = Schedule(0.01).at((number + (i + 1) / len(todo)) / whole.n_blocks)
            state = adam_step(params, grads, state, rate)
            made += 1
    return params


def test_the_held_out_loss_is_the_mean_over_all_positions(network):
    params = begin(plan(network)).params
    losses = list(itertools.chain.from_iterable(story_losses(network, params, story) for story in HELD_OUT))
    assert len(losses) == 4 + 6
    assert held_out_loss(NETWORKS[network], params, HELD_OUT) == pytest.approx(np.mean(losses), rel=1e-5)


def story_losses(network, params, story):
    """One story at a time, without padding."""
    ids, targets = np.array([1, *story]), np.array([*story, 1])
    if network != "window":
        logits = attention.forward(params, ids[None]).logits
    else:
        padded = [1] * 7 + ids.tolist()
        logits = window.forward(params, np.array([padded[i : i + 8] for i in range(len(ids))])).logits
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
    assert training_run.moments(whole) == (0, 100, 107, 114, 122, 131, 140, 150, 160, 320)
    assert training_run.moments(replace(whole, network="window")) == ()


def test_moments_can_be_chosen_and_keep_all_that_both_layers_weights_need():
    whole = Plan("two_layers", 2, constant(0.01), seed=3, moments=(0, 5, 20))
    end = finish(whole, begin(whole))
    assert sorted(end.snapshots) == [0, 5, 20, 32]
    of_layers = ("W_Q", "W_K", "b_distance")
    named = {f"layers.{layer}.{name}" for layer in (0, 1) for name in of_layers} | {"W_E", "layers.0.W_V"}
    assert all(kept.keys() == named for kept in end.snapshots.values())
    assert same(end.snapshots[32], {name: end.params[name] for name in named})


def test_a_held_rate_stays_at_its_peak_and_falls_in_a_straight_line():
    held = Schedule(0.02, warmup=0.1, held=0.7)
    assert [held.at(x) for x in (0.05, 0.1, 0.5, 0.7)] == pytest.approx([0.01, 0.02, 0.02, 0.02])
    assert [held.at(x) for x in (0.85, 0.97, 1.0)] == pytest.approx([0.01, 0.002, 0])


def test_the_curve_follows_what_else_is_kept_out(tmp_path):
    story, names = Template((-1, 20, -2, 5, -1, -2), ("she", "she")), ((7, 8), (9, 10))
    kept_out = KeptOut(HELD_OUT, own=[(60, 61)], tellings=[tell(story, names)])
    end = list(run(plan("two_layers", 1), CORPUS, kept_out, begin(plan("two_layers", 1))))[-1]
    first, last = end.curve[0], end.curve[-1]
    assert first.own_stories == pytest.approx(np.log(2000), abs=0.3)
    assert first.own == pytest.approx(1 / 2000, rel=0.5)
    assert first.pieces == pytest.approx(np.log(2000), abs=0.3)
    assert last.pieces > -np.log(last.own or np.nan)  # the mean of logarithms, not the logarithm of the mean
    save_progress(tmp_path / "checkpoint", asdict(plan("two_layers", 1)), end)
    assert load_progress(tmp_path / "checkpoint", asdict(plan("two_layers", 1))).curve == end.curve
