"""Measures of losses and heads on ten test stories with the shipped weights, against PyTorch in float64."""

import math

import numpy as np
import pytest

pytest.importorskip("torch")
import torch
from lookback.measures import measure
from lookback.measures.prepared import prepare

from tests.reference import ten_stories as ten

pytestmark = pytest.mark.slow

CLOSE = 1e-5
HEADS = range(8)


@pytest.fixture(scope="module")
def stories():
    return prepare(ten.models(), ten.stories())


def by_group(values, group):
    """Values at the positions of a group, of all stories: `values(story)` is (..., T)."""
    return np.concatenate([values(story)[..., ten.groups(story)[group]] for story in ten.stories()], axis=-1)


def test_what_is_out_of_reach_and_how_far_back_it_was(stories):
    found = measure(ten.models(), "reach", stories)
    back = {"out_of_reach": [], "name": []}
    for story in ten.stories():
        tokens, groups = ten.framed(story.text), ten.groups(story)
        for group, distances in back.items():
            distances += [min(d for d in range(1, i + 2) if tokens[i + 1 - d] == tokens[i + 1]) for i in groups[group]]
    assert found.positions == {g: sum(len(ten.groups(s)[g]) for s in ten.stories()) for g in found.positions}
    assert found.mean_distance == pytest.approx({group: ten.mean(values) for group, values in back.items()})
    assert found.furthest == max(back["out_of_reach"])


def test_the_losses_of_both_networks(stories):
    found = measure(ten.models(), "loss", stories)
    for network in ten.NETWORKS:

        def of(story, network=network):
            targets = ten.framed(story.text)[1:]
            p = ten.read(story.text, network)
            return np.array([-math.log(p[i, target]) for i, target in enumerate(targets)])

        expected = {group: by_group(of, group).mean() for group in found.positions}
        assert found.loss[network] == pytest.approx(expected, abs=CLOSE)


def test_dot_products_beside_the_rows_and_the_directions(stories):
    found = measure(ten.models(), "directions", stories)
    dots, cosines, differ, positions = [], [], np.zeros(8), 0
    for story in ten.stories():
        ids = ten.framed(story.text)[:-1]
        made = ten.attention(tuple(ids))
        rows = torch.nn.functional.normalize(ten.arrays("attention")["W_E"][torch.tensor(ids)], dim=1)
        product = made["q"] @ made["k"].transpose(1, 2)
        turned = product / made["k"].norm(dim=-1)[:, None]
        i, j = torch.tril_indices(len(ids), len(ids))
        dots.append(product[:, i, j].numpy())
        cosines.append((rows @ rows.T)[i, j].numpy())
        for head in HEADS:
            for at in range(len(ids)):
                closest, largest = (int(score[head, at, : at + 1].argmax()) for score in (turned, product))
                differ[head] += ids[closest] != ids[largest]
        positions += len(ids)
    a, b = np.concatenate(dots, axis=1), np.concatenate(cosines)
    assert found.pairs == len(b)
    assert found.correlation == pytest.approx([np.corrcoef(a[head], b)[0, 1] for head in HEADS], abs=CLOSE)
    two_ties = 2 / positions  # so nearly equal that 32 bits decide otherwise than 64
    assert found.closest_is_not_largest == pytest.approx(differ / positions, abs=two_ties + CLOSE)


def test_where_the_weight_goes_at_every_moment(stories):
    snapshots = ten.models().snapshots
    found = measure(ten.models(), "jobs", stories)
    positions = found.positions
    assert positions == sum(len(ten.framed(story.text)) - 1 for story in ten.stories())
    for moment in range(len(snapshots)):
        p = {name: torch.tensor(array, dtype=torch.float64) for name, array in snapshots[moment].items()}
        profile, read = torch.zeros(8, ten.N_CTX, dtype=torch.float64), torch.zeros(8, 2000, dtype=torch.float64)
        for story in ten.stories():
            ids = torch.tensor(ten.framed(story.text)[:-1])
            x, n = p["W_E"][ids], len(ids)
            back = torch.arange(n)[:, None] - torch.arange(n)
            scores = (x @ p["W_Q"]) @ (x @ p["W_K"]).transpose(1, 2) / math.sqrt(p["W_Q"].shape[-1])
            scores = (scores + p["b_distance"][:, back.clamp(min=0)]).masked_fill(back < 0, -math.inf)
            weights = scores.softmax(dim=-1)
            for distance in range(n):
                profile[:, distance] += torch.diagonal(weights, -distance, 1, 2).sum(dim=1)
            read.index_add_(1, ids, weights.sum(dim=1))
        assert found.profile[moment] == pytest.approx((profile / positions).numpy(), abs=CLOSE)
        assert found.read[moment] == pytest.approx((read / positions).numpy(), abs=CLOSE)


def test_each_head_off(stories):
    found = measure(ten.models(), "switched_off", stories)
    for head in HEADS:

        def change(story, head=head):
            return ten.losses(story, (head,)) - ten.losses(story)

        off = found.heads[head]
        assert off.change == pytest.approx({g: by_group(change, g).mean() for g in off.change}, abs=CLOSE)
        by_token = {}
        for story in ten.stories():
            for target, value in zip(ten.framed(story.text)[1:], change(story), strict=True):
                by_token.setdefault(target, []).append(value)
        sums = sorted((sum(values) for values in by_token.values()), reverse=True)
        for rank, token in enumerate(off.tokens):
            assert token.places == len(by_token[token.token])
            assert token.change == pytest.approx(ten.mean(by_token[token.token]), abs=CLOSE)
            assert token.change * token.places == pytest.approx(sums[rank], abs=1e-3)
        worst = sorted(by_group(change, "all"), reverse=True)[: len(off.places)]
        assert [place.change for place in off.places] == pytest.approx(worst, abs=1e-4)


def test_every_pair_of_heads_off(stories):
    found = measure(ten.models(), "pairs", stories)
    for a in HEADS:
        for b in range(a, 8):
            changes = {story.id: ten.losses(story, (a, b)) - ten.losses(story) for story in ten.stories()}
            for group, change in found.change.items():
                kept = [
                    changes[story.id][i]
                    for story in ten.stories()
                    for i in ten.groups(story)[group]
                    if group != "rest" or i % 8 == 0
                ]
                assert found.positions[group] == len(kept)
                assert change[a, b] == pytest.approx(ten.mean(kept), abs=CLOSE)
                assert change[b, a] == change[a, b]
