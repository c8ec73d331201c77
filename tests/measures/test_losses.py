import math
from dataclasses import replace

import numpy as np
import pytest
from lookback import attention
from lookback.measures import measure
from lookback.measures.prepared import GROUPS
from lookback.measures.switched_off import losses_without, story_changes
from lookback.tokenizer import BOUNDARY_ID

from tests.reference.plain_loops import attention_probabilities, window_probabilities
from tests.reference.small_world import N_WINDOW, STORIES, VOCABULARY, models, networks, prepared_stories


def loop_losses(prepared, params, off=()):
    """-log p(target) at each position, by loops."""
    ids = prepared.ids.tolist()
    if "W_Q" in params:
        probabilities = attention_probabilities(params, ids, off)
    else:
        probabilities = window_probabilities(params, ids, N_WINDOW, BOUNDARY_ID)
    return [-math.log(row[target]) for row, target in zip(probabilities, prepared.targets.tolist(), strict=True)]


def in_group(prepared, group):
    far = {i for i, is_far in enumerate(prepared.out_of_reach) if is_far}
    name = {i for i, is_name in enumerate(prepared.name) if is_name}
    every = set(range(len(prepared.ids)))
    return {"all": every, "out_of_reach": far, "name": name, "rest": every - far}[group]


def loop_mean(values_by_story, group):
    found = [values[i] for prepared, values in values_by_story for i in in_group(prepared, group)]
    return sum(found) / len(found)


def test_losses_by_network_and_group_equal_a_version_in_loops():
    found = measure(models(), "loss", prepared_stories())
    for name, params in networks().items():
        by_story = [(prepared, loop_losses(prepared, params)) for prepared in prepared_stories()]
        expected = {group: loop_mean(by_story, group) for group in GROUPS}
        assert found.loss[name] == pytest.approx(expected, rel=1e-5)
    assert found.positions["name"] == 6
    assert found.positions["all"] == sum(len(prepared.ids) for prepared in prepared_stories())


def test_a_group_without_positions_has_no_loss():
    found = measure(models(), "loss", prepared_stories([STORIES[3]]))
    assert found.positions == {"all": 10, "out_of_reach": 0, "name": 0, "rest": 10}
    assert math.isnan(found.loss["window"]["name"])
    assert found.loss["window"]["rest"] == found.loss["window"]["all"]


def test_each_head_off_changes_the_losses_as_a_version_in_loops():
    params = networks()["attention"]
    found = measure(replace(models(), attention=params), "switched_off", prepared_stories())
    base = [loop_losses(prepared, params) for prepared in prepared_stories()]
    for head in range(3):
        by_story = []
        for prepared, before in zip(prepared_stories(), base, strict=True):
            after = loop_losses(prepared, params, (head,))
            by_story.append((prepared, [a - b for a, b in zip(after, before, strict=True)]))
        expected = {group: loop_mean(by_story, group) for group in GROUPS}
        assert found.heads[head].change == pytest.approx(expected, rel=1e-4, abs=1e-6)
        check_tokens(found.heads[head], by_story)
        check_places(found.heads[head], by_story)


def check_tokens(head, by_story):
    sums, counts = {}, {}
    for prepared, changes in by_story:
        for token, change in zip(prepared.targets.tolist(), changes, strict=True):
            sums[token], counts[token] = sums.get(token, 0) + change, counts.get(token, 0) + 1
    worst = [token for token in sorted(sums, key=lambda token: -sums[token]) if sums[token] > 0][:10]
    assert [token.token for token in head.tokens] == worst
    assert [token.places for token in head.tokens] == [counts[token] for token in worst]
    means = [sums[token] / counts[token] for token in worst]
    assert [token.change for token in head.tokens] == pytest.approx(means, rel=1e-4)


def check_places(head, by_story):
    every = [
        (change, prepared.story.id, i, int(prepared.targets[i]))
        for prepared, changes in by_story
        for i, change in enumerate(changes)
    ]
    every.sort(key=lambda place: -place[0])
    assert [(p.story, p.position, p.token) for p in head.places] == [place[1:] for place in every[:10]]
    assert [p.change for p in head.places] == pytest.approx([place[0] for place in every[:10]], rel=1e-4)


@pytest.mark.parametrize("off", [(), (2,), (0, 2), (0, 1, 2)])
def test_losses_from_a_trace_without_heads_equal_a_new_pass_without_them(off):
    params, prepared = networks()["attention"], prepared_stories()[1]
    trace = attention.forward(params, prepared.ids[None], at=None)
    found = losses_without(params, trace, prepared.targets, off)
    assert found == pytest.approx(loop_losses(prepared, params, off), rel=1e-5)
    assert found.dtype == np.float32


def test_switching_off_leaves_the_trace_as_it_was():
    params, prepared = networks()["attention"], prepared_stories()[0]
    trace = attention.forward(params, prepared.ids[None], at=None)
    before = trace.inputs.copy()
    losses_without(params, trace, prepared.targets, (1,))
    assert (trace.inputs == before).all()


def test_a_head_that_brings_nothing_changes_nothing():
    params = networks()["attention"]
    params["W_V"][1] = 0
    changes = story_changes(params, prepared_stories()[2])
    assert changes.shape == (3, len(prepared_stories()[2].ids))
    assert not changes[1].any()
    assert changes[0].any()
    assert measure(replace(models(), attention=params), "switched_off", prepared_stories()).heads[1].tokens == ()
    assert VOCABULARY[prepared_stories()[2].targets[0]] == "z"
