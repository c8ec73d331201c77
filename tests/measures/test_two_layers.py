"""What is measured of the network with two layers, against PyTorch in float64 and by hand."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from lookback.measures import measure
from lookback.measures.circuit import after_same
from lookback.measures.prepared import prepare
from lookback.measures.said_twice import of_the_right_token, random_tokens
from lookback.measures.second_piece import couples, told_both_ways, turn
from lookback.measures.whose_name import place_of
from lookback.params import attention_shapes
from lookback.snapshots import attention_weights
from lookback.stories import Story
from lookback.tokenizer import BOUNDARY_ID

from tests.reference import torch_networks
from tests.reference.small_world import (
    COMMON,
    N_WINDOW,
    TWO_LAYERS,
    VOCABULARY,
    models,
    networks,
    tokenizer,
    two_layers,
    two_layers_snapshots,
)

TEXT = (
    "Tom sat. The dog saw Ben. The red cat ran. Tom ran. The dog sat. Ben saw the red tree and Tom. "
    "The cat ran. Ben ran."
)
STORY = Story("t", "Tom", "he", "Ben", TEXT)
PLAIN = {name: np.zeros(shape, np.float32) for name, shape in attention_shapes(TWO_LAYERS).items()}


def stories():
    return prepare(models(), [STORY], n_common=len(COMMON))


def torched(params, ids):
    p = {name: torch.from_numpy(array.astype(np.float64)) for name, array in params.items()}
    return torch_networks.attention(p, torch.from_numpy(ids.astype(np.int64))[None])


def tellings():
    from lookback.measures.invented import INVENTED

    couple = turn(couples(tokenizer(), INVENTED), stories()[0], 0)
    return couple, told_both_ways(tokenizer(), stories()[0], couple, N_WINDOW)


def test_own_and_other_are_those_of_pytorch_at_every_place():
    couple, both = tellings()
    own, other = [], []
    for crossed, story in enumerate(both):
        p = torch.softmax(torched(two_layers(), story.ids)["logits"][0], dim=-1).numpy()
        for who, places in story.at.items():
            first = (who == "hero") != bool(crossed)  # exchanged, the hero's name goes on as the friend's did
            for at in places:
                own.append(p[at, couple.seconds[0 if first else 1]])
                other.append(p[at, couple.seconds[1 if first else 0]])
    found = measure(models(), "lookups", stories())
    assert found.places == len(own) == 4
    assert found.own["two_layers"] == pytest.approx(np.mean(own), rel=1e-4)
    assert found.other["two_layers"] == pytest.approx(np.mean(other), rel=1e-4)
    assert found.prefers_own["two_layers"] == np.mean(np.array(own) > other)
    assert sum(name.places for name in found.names) == found.places


def test_the_two_scores_of_a_head_are_those_of_pytorch():
    _, both = tellings()
    before, after = np.zeros((2, 2)), np.zeros((2, 2))
    positions = places = 0
    for story in both:
        weights = [layer[0].numpy() for layer in torched(two_layers(), story.ids)["weights"]]
        positions += len(story.ids) - 1
        for layer in range(2):
            for head in range(2):
                before[layer, head] += sum(weights[layer][head, i, i - 1] for i in range(1, len(story.ids)))
                for at in (at for of in story.at.values() for at in of):
                    earlier = [j for j in range(at) if story.ids[j] == story.ids[at]]
                    after[layer, head] += sum(weights[layer][head, at, j + 1] for j in earlier)
        places += sum(map(len, story.at.values()))
    found = measure(models(), "circuit", stories())
    assert (found.positions, found.places) == (positions, places)
    assert found.previous_token[-1] == pytest.approx(before / positions, abs=1e-5)
    assert found.induction[-1] == pytest.approx(after / places, abs=1e-5)


def test_weights_from_a_snapshot_are_those_of_the_whole_network():
    ids = np.array([BOUNDARY_ID, 5, 9, 5, 7, 9], np.int32)
    weights = attention_weights(two_layers_snapshots()[-1], ids)
    expected = np.stack([layer[0].numpy() for layer in torched(two_layers(), ids)["weights"]])
    assert weights == pytest.approx(expected, abs=1e-5)


def test_what_came_after_the_same_token_is_found_by_hand():
    assert after_same(np.array([1, 5, 7, 5, 8, 5]), 5).tolist() == [2, 4]
    assert after_same(np.array([1, 5, 5]), 2).tolist() == [2]  # it follows itself
    assert after_same(np.array([1, 5, 7]), 2).tolist() == []


def test_a_head_that_brings_nothing_back_is_missed_by_nobody():
    # Without W_hidden's rows for the results, switching a head off changes nothing.
    params = {**two_layers(), "W_hidden": two_layers()["W_hidden"].copy()}
    params["W_hidden"][TWO_LAYERS.d_model :] = 0
    world = replace(models(), load_network=lambda _: params)
    found = measure(world, "circuit_off", stories())
    assert found.off == pytest.approx(np.full((2, 2), found.all_on), rel=1e-6)
    assert found.pair_off == pytest.approx(found.all_on, rel=1e-6)


def test_each_head_off_is_what_pytorch_gives_with_its_values_zero():
    couple, both = tellings()
    found = measure(models(), "circuit_off", stories())
    for layer in range(2):
        for head in range(2):
            params = {name: array.copy() for name, array in two_layers().items()}
            params[f"layers.{layer}.W_V"][head] = 0
            own = []
            for crossed, story in enumerate(both):
                p = torch.softmax(torched(params, story.ids)["logits"][0], dim=-1).numpy()
                for who, places in story.at.items():
                    own += [p[at, couple.seconds[int((who == "hero") == bool(crossed))]] for at in places]
            assert found.off[layer, head] == pytest.approx(np.mean(own), rel=1e-4)


def test_random_tokens_are_different_and_of_their_kind():
    words = random_tokens(models(), "words", 10, np.random.default_rng(0))
    pieces = random_tokens(models(), "pieces", 10, np.random.default_rng(0))
    assert len(set(words.tolist())) == len(set(pieces.tolist())) == 10
    assert all(VOCABULARY[token].isalpha() for token in words)
    assert all(VOCABULARY[token].startswith("##") for token in pieces)


def test_a_network_that_knows_nothing_finds_all_tokens_alike_both_times():
    p = of_the_right_token(PLAIN, np.array([5, 9, 7], np.int32))
    assert p == pytest.approx(np.full((2, 3), 1 / len(VOCABULARY)))


def test_the_right_token_is_asked_for_where_it_comes():
    said = np.array([5, 9, 7], np.int32)
    p = torch.softmax(torched(two_layers(), np.array([BOUNDARY_ID, 5, 9, 7, 5, 9]))["logits"][0], dim=-1).numpy()
    expected = [[p[0, 5], p[1, 9], p[2, 7]], [p[3, 5], p[4, 9], p[5, 7]]]
    assert of_the_right_token(two_layers(), said) == pytest.approx(np.array(expected), abs=1e-6)


def test_looking_and_saying_of_a_name_are_those_of_pytorch():
    found = measure(models(), "looks_and_says", stories())
    assert {name.places for name in found.names} == {2}  # Tom comes back twice, out of reach
    assert 0 <= found.head < 2
    assert all(0 < name.said < 1 and 0 <= name.looked <= 1 for name in found.names)


@pytest.mark.parametrize(("before", "place"), [("said", "after said"), (".", "after a sentence"), ("the", "elsewhere")])
def test_places_are_told_by_the_token_before(before, place):
    assert place_of(before) == place


def test_all_names_together_are_as_likely_as_the_sum_of_their_tokens():
    found = measure(models(), "whose_name", stories())
    (prepared,) = stories()
    p = torch.softmax(torched(networks()["attention"], prepared.ids)["logits"][0], dim=-1).numpy()
    at = np.flatnonzero(prepared.name)
    names = [VOCABULARY.index(known.name.lower()) for known in models().names if known.name.lower() in VOCABULARY]
    rows = [row for row in found.rows if row.places]
    assert sum(row.places for row in rows) == len(at)
    total = sum(row.any_name["attention"] * row.places for row in rows)
    assert total == pytest.approx(p[at][:, sorted(set(names))].sum(), rel=1e-4)
    hero = sum(row.hero["attention"] * row.places for row in rows)
    assert hero == pytest.approx(p[at, VOCABULARY.index("tom")].sum(), rel=1e-4)
