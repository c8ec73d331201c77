"""Two lookups: what is shown is what the networks do, and words follow from numbers."""

from dataclasses import replace

import numpy as np
import pytest
from lookback.measures.circuit_off import CircuitOff
from lookback.measures.looks_and_says import Found, LooksAndSays
from scene import Frame
from scene.sentences import plain
from sections.two_lookups import compute, nonsense, picture, words
from sections.two_lookups.circuit import KINDS
from sections.two_lookups.telling import told_story
from sections.two_lookups.words_knee import knee

from tests.reference.torch_networks import attention as torch_attention

CHOICE = {"told": 0, "invented": 1, "origin": "story", "typed": "", "step": 6, "moment": 99}
NONSENSE = {"kind": "own", "own_words": "the cat saw a hat", "draw": 0}


def torch_of(params, ids):
    import torch

    p = {name: torch.from_numpy(array.astype(np.float64)) for name, array in params.items()}
    return torch_attention(p, torch.from_numpy(ids.astype(np.int64))[None])


def test_the_text_stops_after_the_first_piece_of_a_mention_that_comes_back(models):
    told = told_story(models, 0, 1)
    first, second, *_ = models.tokenizer.encode(told.name).ids
    assert told.ids[-1] == first
    assert told.wanted == second
    assert told.text.endswith(told.piece(told.reader))
    assert told.after
    assert all(told.ids[at] == second for at in told.after)


def test_guesses_are_those_of_pytorch(models):
    data = compute.read_guesses(models, CHOICE)
    for network, params in (("attention", models.attention), ("two_layers", models.two_layers)):
        logits = torch_of(params, data.telling.ids)["logits"][0, -1]
        p = logits.softmax(-1).numpy()
        order = list(np.argsort(-p))
        for guess in data.guesses[network]:
            assert guess.found.probability == pytest.approx(p[guess.found.token], abs=1e-5)
            assert order.index(guess.found.token) + 1 == guess.found.rank
        assert any(guess.wanted for guess in data.guesses[network])


def test_the_two_looks_are_the_strongest_of_their_layers(models):
    data = compute.read_circuit(models, CHOICE)
    weights = [layer[0].numpy() for layer in torch_of(models.two_layers, data.telling.ids)["weights"]]
    after = list(data.telling.after)
    found, before = data.found, data.before
    assert found.to in after
    assert found.weight == pytest.approx(weights[1][found.head, found.at, found.to], abs=1e-5)
    assert weights[1][:, found.at, after].sum(axis=1).argmax() == found.head
    assert (before.at, before.to) == (found.to, found.to - 1)
    assert weights[0][:, before.at, before.to].argmax() == before.head
    assert before.weight == pytest.approx(weights[0][before.head, before.at, before.to], abs=1e-5)


@pytest.mark.parametrize("step", range(1, len(KINDS) + 1))
def test_each_moment_says_what_it_shows(models, step):
    data = compute.read_circuit(models, {**CHOICE, "step": step})
    said = plain(words.say_circuit(data).notice)
    assert f"“{data.telling.piece(data.found.at if step == 4 else data.found.to)}”" in said
    assert data.hold
    keys = {mark["key"] for mark in picture.draw_circuit(data, Frame(620)).marks}
    assert ("before.arc" in keys) == (step >= 2)
    assert ("found.arc" in keys) == (step >= 5)
    assert ("q.title" in keys) == (step in (2, 3, 4, 5))


def test_a_place_that_gets_more_than_the_one_looked_for_is_told(models):
    data = compute.read_circuit(models, {**CHOICE, "step": KINDS.index("find") + 1})
    for share, more in ((0.6, None), (0.3, "0.70")):
        weights = np.zeros(len(data.found.weights))
        weights[[0, data.found.to]] = 1 - share, share
        said = plain(words.say_circuit(replace(data, found=replace(data.found, weights=weights))).notice)
        assert f"gets {share:.2f} of the head’s weight" in said
        assert (f"Another place gets more, {more}." in said) == (more is not None)


def test_a_text_in_which_nothing_comes_back_says_so(models):
    choice = {**CHOICE, "origin": "own", "typed": "A cat saw one hat"}
    for name in ("guesses", "circuit"):
        data = getattr(compute, f"read_{name}")(models, choice)
        assert "first time" in plain(getattr(words, f"say_{name}")(data).notice)
        assert getattr(picture, f"draw_{name}")(data, Frame(328)).marks


def test_the_readers_own_text_is_read_to_its_last_token(models):
    data = compute.read_guesses(models, {**CHOICE, "origin": "own", "typed": "Zimve ran. Then Zimve saw Zim"})
    assert data.telling.piece(data.telling.reader) == "im"
    assert models.tokenizer.tokens[data.telling.wanted] == "##ve"


def test_words_follow_the_heads_that_break_it(models):
    off = np.array([[0.7, 0.1], [0.02, 0.69]])
    data = compute.ApartData(CircuitOff(3, 40, 0.7, 0.01, off, 0, 1, 0.09))
    said = words.say_apart(data).notice
    assert "0.100 without head 1 of layer 1 and 0.020 without head 0 of layer 2" in said
    assert "0.690 or more" in said
    assert "stand in" not in said  # one of the two alone takes as much
    shared = compute.ApartData(CircuitOff(3, 40, 0.7, 0.01, np.array([[0.3, 0.2], [0.6, 0.65]]), 0, 1, 0.01))
    assert "heads 0 and 1 can stand in for each other: only without both is there nothing left, 0.010" in (
        words.say_apart(shared).notice
    )
    none = compute.ApartData(CircuitOff(3, 40, 0.7, 0.01, np.full((2, 2), 0.6), 0, 1, 0.55))
    assert "No single head takes half of it away." in words.say_apart(none).notice


def test_names_are_counted_where_they_look_and_where_they_say():
    names = (Found("Ab", True, 2, 0.9, 0.8), Found("Cd", True, 2, 0.8, 0.1), Found("Qu", False, 1, 0.4, 0.9))
    said = words.say_looks(compute.LooksData(LooksAndSays(2, 3, names))).notice
    assert "Of 2 names built as in training, the looking head puts more than half" in said
    assert "for 2, and for 1 of these" in said
    assert "Cd it finds with 0.80 and says with 0.100." in said
    assert "Of 1 others" in said
    assert "for 0, and for 0 of these" in said


def test_means_over_names_stand_beside_their_median_and_their_count(models):
    data = compute.read_names(models, {})
    said = plain(words.say_names(data).notice)
    own = sorted(name.own["two_layers"] for name in data.found.names)
    assert f"{np.median(own):.3f} for its own" in said
    ahead = sum(name.own["two_layers"] > name.other["two_layers"] for name in data.found.names)
    assert f"for {ahead} of {len(own)} names" in said
    hits = [hit for hit in picture.draw_names(data, Frame(620)).hits if hit.key.startswith("two_layers.own.")]
    assert len(hits) == len(own)


def test_the_knee_is_where_own_stays_ahead_for_good(models):
    data = compute.read_knee(models, CHOICE)
    at = knee(data)
    for noted in data.course:
        if noted.step >= at:
            assert noted.own > 3 * noted.other
    before = [noted for noted in data.course if noted.step < at]
    assert before[-1].own <= 3 * before[-1].other


def test_what_is_said_twice_is_asked_of_both_networks(models):
    data = compute.read_nonsense(models, NONSENSE)
    said = models.tokenizer.encode(NONSENSE["own_words"]).ids
    assert data.said.tolist() == list(said)
    ids = np.array([1, *said, *said])
    for network, params in (("attention", models.attention), ("two_layers", models.two_layers)):
        p = torch_of(params, ids[:-1])["logits"][0].softmax(-1).numpy()
        expected = p[np.arange(len(p)), ids[1:]].reshape(2, -1)
        assert data.probability[network] == pytest.approx(expected, abs=1e-5)


def test_without_the_curves_of_training_there_is_a_clear_error(models):
    with pytest.raises(KeyError, match="two_layers"):
        compute.read_knee(replace(models, curves={}), CHOICE)


def test_medians_that_are_written_alike_are_not_set_against_each_other(models):
    data = nonsense.read_nonsense(models, {**NONSENSE, "kind": "pieces"})
    low = {network: np.full((2, 25), 1e-6) for network in ("attention", "two_layers")}
    said = plain(words.say_nonsense(replace(data, probability=low)).notice)
    assert "But the median is less than 0.0001 in both, as it was the first time." in said
    apart = {**low, "two_layers": np.array([[1e-6] * 25, [0.5] * 25])}
    said = plain(words.say_nonsense(replace(data, probability=apart)).notice)
    assert "The median is 0.500 against less than 0.0001, and was less than 0.0001 the first time." in said
