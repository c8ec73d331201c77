import itertools
import math
from typing import Any

import numpy as np
import pytest
from lookback import attention, params, window
from lookback.adam import adam_init
from lookback.config import AttentionConfig
from lookback.training import steps as train

from tests.reference.small import ATTENTION, WINDOW, shapes

NETWORKS = {"attention": (ATTENTION, attention.loss_and_grads), "window": (WINDOW, window.loss_and_grads)}


def batches(network, seed):
    """Endless batches of 2 stories of 8 tokens, or of 6 windows of 3 tokens."""
    rng = np.random.default_rng(seed)
    shapes = ((2, 8), (2, 8)) if network == "attention" else ((6, 3), (6,))
    while True:
        yield tuple(rng.integers(0, 13, shape).astype(np.int32) for shape in shapes)


def start(network, seed=0):
    config, loss_and_grads = NETWORKS[network]
    p = params.init(shapes(config), np.random.default_rng(seed))
    return p, adam_init(p), loss_and_grads


def copied(arrays):
    return {name: a.copy() for name, a in arrays.items()}


def same(one, other):
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


def rate_of_nine_steps(step):
    return train.Schedule(peak=0.05, warmup=0.3).at(step / 9)


@pytest.fixture(params=list(NETWORKS))
def network(request):
    return request.param


# --- the learning rate


def test_learning_rates_by_hand():
    schedule = train.Schedule(peak=0.8, warmup=0.2)
    expected = {
        0.0: 0.0,
        0.05: 0.2,
        0.1: 0.4,
        0.2: 0.8,  # the cosine begins
        0.4: 0.4 * (1 + math.sqrt(0.5)),
        0.6: 0.4,  # half way down
        0.8: 0.4 * (1 - math.sqrt(0.5)),
        1.0: 0.0,
        1.5: 0.0,  # and stays
    }
    assert {progress: schedule.at(progress) for progress in expected} == pytest.approx(expected)


def test_without_warmup_training_starts_at_the_peak():
    schedule = train.Schedule(peak=0.3, warmup=0)
    assert [schedule.at(progress) for progress in (0, 0.5, 1)] == pytest.approx([0.3, 0.15, 0.0])


def test_learning_rates_rise_to_the_peak_within_the_first_fiftieth_and_then_only_fall():
    rates = [train.Schedule(peak=0.02).at(step / 500) for step in range(500)]
    assert rates[:11] == sorted(set(rates[:11]))
    assert rates[10:] == sorted(set(rates[10:]), reverse=True)
    assert rates[10] == max(rates) == pytest.approx(0.02)
    assert rates[-1] > 0


# --- steps


def test_the_same_seed_gives_the_same_losses_and_weights(network):
    runs = []
    for _ in range(2):
        p, state, loss_and_grads = start(network)
        reports = list(itertools.islice(train.steps(loss_and_grads, p, state, batches(network, 1), lambda _: 0.01), 7))
        runs.append(([report.loss for report in reports], p))
    assert runs[0][0] == runs[1][0]
    assert same(runs[0][1], runs[1][1])
    assert len(set(runs[0][0])) == 7


def test_another_seed_gives_other_losses(network):
    losses = set()
    for seed in (0, 1):
        p, state, loss_and_grads = start(network, seed)
        losses.add(next(train.steps(loss_and_grads, p, state, batches(network, 1), lambda _: 0.01)).loss)
    assert len(losses) == 2


def test_reports_count_the_steps_and_hold_the_loss_before_each(network):
    p, state, loss_and_grads = start(network)
    before = copied(p)
    first = next(train.steps(loss_and_grads, p, state, batches(network, 2), lambda _: 0.01))
    assert first.step == first.state.step == 1
    assert first.loss == loss_and_grads(before, *next(batches(network, 2)))[0]
    assert all(not np.array_equal(p[name], before[name]) for name in p)


def test_nothing_moves_until_the_next_report_is_asked_for(network):
    p, state, loss_and_grads = start(network)
    before = copied(p)
    running: Any = train.steps(loss_and_grads, p, state, batches(network, 2), lambda _: 0.01)
    assert same(p, before)
    next(running)
    after_one = copied(p)
    running.close()
    assert same(p, after_one)


def test_training_paused_and_taken_up_again_equals_training_in_one_go(network):
    whole, state, loss_and_grads = start(network)
    losses = [
        r.loss
        for r in itertools.islice(train.steps(loss_and_grads, whole, state, batches(network, 3), rate_of_nine_steps), 9)
    ]
    paused, state, _ = start(network)
    read = batches(network, 3)
    first = list(
        itertools.islice(train.steps(loss_and_grads, paused, state, itertools.islice(read, 4), rate_of_nine_steps), 4)
    )
    then = list(itertools.islice(train.steps(loss_and_grads, paused, first[-1].state, read, rate_of_nine_steps), 5))
    assert [report.loss for report in first + then] == losses
    assert [report.step for report in first + then] == list(range(1, 10))
    assert same(paused, whole)


def test_each_step_asks_for_the_learning_rate_of_the_steps_made_before(network):
    asked = []

    def rate(step):
        asked.append(step)
        return 0.01

    p, state, loss_and_grads = start(network)
    reports = itertools.islice(train.steps(loss_and_grads, p, state, batches(network, 3), rate), 4)
    assert [report.step for report in reports] == [1, 2, 3, 4]
    assert asked == [0, 1, 2, 3]


def test_training_ends_with_the_batches(network):
    p, state, loss_and_grads = start(network)
    few = itertools.islice(batches(network, 3), 3)
    assert [report.step for report in train.steps(loss_and_grads, p, state, few, lambda _: 0.01)] == [1, 2, 3]


def test_float32_stays_float32_after_steps(network):
    p, state, loss_and_grads = start(network)
    *_, last = itertools.islice(train.steps(loss_and_grads, p, state, batches(network, 4), rate_of_nine_steps), 5)
    assert isinstance(last.loss, float)
    for arrays in (p, last.state.m, last.state.v):
        assert {a.dtype for a in arrays.values()} == {np.dtype(np.float32)}
    params.check(p, shapes(NETWORKS[network][0]))


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_loss_that_is_not_finite_stops_training_and_leaves_everything_as_it_was(network, bad):
    p, state, loss_and_grads = start(network)
    calls = itertools.count(1)

    def fails_at_the_third(*args):
        loss, grads = loss_and_grads(*args)
        return (bad if next(calls) == 3 else loss), grads

    running = train.steps(fails_at_the_third, p, state, batches(network, 5), lambda _: 0.01)
    next(running)
    last = next(running)
    before, m, v = copied(p), copied(last.state.m), copied(last.state.v)
    with pytest.raises(train.TrainingDiverged, match=rf"{bad} at step 2: .*smaller learning rate"):
        next(running)
    assert same(p, before)
    assert same(last.state.m, m)
    assert same(last.state.v, v)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_learning_rate_beyond_all_bounds_stops_with_finite_weights():
    p, state, loss_and_grads = start("attention")
    running = train.steps(loss_and_grads, p, state, batches("attention", 6), lambda _: 1e20)
    with pytest.raises(train.TrainingDiverged, match="smaller learning rate"):
        list(itertools.islice(running, 50))
    assert all(np.isfinite(a).all() for a in p.values())


@pytest.mark.parametrize("rate", [math.nan, math.inf, -1.0])
def test_an_impossible_learning_rate_is_refused_before_any_weight_moves(network, rate):
    p, state, loss_and_grads = start(network)
    before = copied(p)
    with pytest.raises(ValueError, match=rf"learning rate {rate} at step 0: give a number of 0 or more"):
        next(train.steps(loss_and_grads, p, state, batches(network, 6), lambda _: rate))
    assert same(p, before)
    assert state.step == 0
    assert not any(a.any() for a in state.m.values())


# --- learning


def copying_stories(rng, n_stories):
    """``name a b c d e cue name``: the last token can only be told by looking 7 tokens back."""
    stories = rng.integers(6, 12, (n_stories, 8)).astype(np.int32)
    stories[:, 0] = stories[:, 7] = rng.integers(0, 6, n_stories)
    stories[:, 6] = 12
    return stories


def test_attention_learns_to_copy_from_beyond_the_windows_reach_and_the_window_does_not():
    config = AttentionConfig(n_vocab=13, d_model=8, n_head=2, d_head=4, d_value=8, n_ctx=7, d_hidden=24)
    readers = {
        "attention": (config, attention.loss_and_grads, lambda s: (s[:, :7], np.where(s[:, 1:] < 6, s[:, 1:], -1))),
        "window": (WINDOW, window.loss_and_grads, lambda s: (s[:, 4:7], s[:, 7])),
    }
    final = {}
    for name, (sizes, loss_and_grads, read) in readers.items():
        rng = np.random.default_rng(0)
        p = params.init(shapes(sizes), rng)
        stories = (read(copying_stories(rng, 32)) for _ in range(300))
        *_, last = train.steps(loss_and_grads, p, adam_init(p), stories, lambda _: 0.02)
        final[name] = last.loss
    assert final["attention"] < 0.05
    assert final["window"] > math.log(6) - 0.3  # no better than a guess among the 6 names
