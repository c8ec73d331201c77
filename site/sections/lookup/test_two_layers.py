"""A look back of the network with two layers, of the shipped weights."""

import numpy as np
import pytest
import torch
from scene.sentences import plain
from sections.lookup import compute, words

from tests.reference import torch_networks


@pytest.mark.parametrize("of_two", ["0.0", "0.2", "1.1", "1.3"])
def test_a_look_of_the_second_network_is_that_of_pytorch(models, of_two):
    choice = {"network": "two_layers", "of_two": of_two, "head": 7, "token": 20, "story": 3, "rank": 0}
    data = compute.read_weights(models, {**choice, "source": "story", "own_text": ""})
    params = {name: torch.from_numpy(array.astype(np.float64)) for name, array in models.two_layers.items()}
    found = torch_networks.attention(params, torch.from_numpy(data.shown.read.ids.astype(np.int64))[None])
    layer, head = map(int, of_two.split("."))
    np.testing.assert_allclose(data.look.weights, found["weights"][layer][0, head, 20, :21].numpy(), atol=1e-5)
    told = " ".join(plain(part) for part in words.say_vectors(data).details)
    assert ("A row is longer in this layer: 96 numbers" in told) == (layer == 1)
    notice = plain(words.say_vectors(data).notice)
    assert ("has another value at each of its places" in notice) == (layer == 1)
    assert f"head {head} of layer {layer + 1}" in plain(words.say_weights(data).notice).lower()


def test_in_the_second_layer_the_same_token_is_read_otherwise_at_each_place(models):
    choice = {"network": "two_layers", "head": 0, "token": -1, "story": 0, "rank": 0, "source": "own"}
    text = "A cat saw a dog. A cat saw a hat. A cat"
    for of_two, alike in (("0.3", True), ("1.3", False)):
        data = compute.read_scores(models, {**choice, "of_two": of_two, "own_text": text})
        first, second = (position for position, piece in enumerate(data.pieces) if position and piece.text == "saw")
        assert np.allclose(data.look.v[first], data.look.v[second], atol=1e-6) == alike
        assert np.allclose(data.look.k[first], data.look.k[second], atol=1e-6) == alike
