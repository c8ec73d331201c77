"""The network around attention, against loops over single numbers."""

import math
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lookback import attention
from lookback.models import Models, load_models
from lookback.reader import UnreadableText
from scene import Frame
from scene.sentences import plain
from sections.network.compute import read_flow, read_step, read_weights
from sections.network.following import N_GUESSES, SHOWN
from sections.network.picture import draw_flow, draw_step, draw_weights
from sections.network.picture_logits import columns, pixels
from sections.network.prose import numbers
from sections.network.words import say_flow, say_weights

from tests.scene.problems import problems

PHRASE = "Ben had a dog. He"
WIDTHS = (328, 620, 1000)
ODD = (".", "Lily", "שלום ילד קטן", "<img src=x onerror=alert(1)>", "½ \u202e ok", "na " * 200, "x" * 600)


@pytest.fixture(scope="module")
def models() -> Models:
    return load_models(Path(__file__).parents[3] / "weights")


@pytest.fixture(scope="module")
def trace(models):
    ids = np.array([[1, *models.tokenizer.encode(PHRASE).ids]], np.int32)
    return attention.forward(models.attention, ids, at="last")


def flow(models, phrase=PHRASE, neuron=-1, network="attention"):
    return read_flow(models, {"network": network, "phrase": phrase, "neuron": neuron})


def test_the_numbers_are_those_of_the_last_position(models, trace):
    data = flow(models)
    assert np.allclose(data.row, models.attention["W_E"][models.tokenizer.ids["he"]])
    assert np.allclose(data.z, trace.layers[0].z[0, :, -1])
    assert np.allclose(data.hidden, trace.hidden[0, -1], atol=1e-6)
    assert np.allclose(data.logits, trace.logits[0], atol=1e-5)


def test_guesses_are_the_likeliest_tokens_with_softmax_in_a_loop(models, trace):
    logits = trace.logits[0].astype(float).tolist()
    total = math.fsum(math.exp(logit - max(logits)) for logit in logits)
    order = sorted(range(len(logits)), key=lambda i: -logits[i])[:N_GUESSES]
    found = flow(models).guesses
    assert [guess.token for guess in found] == order
    expected = [math.exp(logits[i] - max(logits)) / total for i in order]
    assert [guess.probability for guess in found] == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize("index", [0, 57, 127])
def test_a_neuron_raises_and_lowers_what_its_weights_say(models, trace, index):
    neuron = flow(models, neuron=index).neuron
    value = float(trace.hidden[0, -1, index])
    added = [value * float(weight) for weight in models.attention["W_out"][index]]
    assert neuron.value == pytest.approx(value, abs=1e-6)
    assert [by for _, by in neuron.up] == pytest.approx(sorted(added, reverse=True)[:5], abs=1e-5)
    assert [by for _, by in neuron.down] == pytest.approx(sorted(added)[:5], abs=1e-5)
    best = max(range(len(added)), key=added.__getitem__)
    shown = models.tokenizer.tokens[best].removeprefix("##")
    assert neuron.up[0][0].lower().removeprefix("…") == shown


@pytest.mark.parametrize("index", [3, 90])
def test_what_drives_a_neuron_adds_up_to_what_tanh_gets(models, trace, index):
    neuron = flow(models, neuron=index).neuron
    weights, inputs = models.attention["W_hidden"][:, index], trace.inputs[0, -1]
    head = sum(float(inputs[32 + 16 * 5 + i]) * float(weights[32 + 16 * 5 + i]) for i in range(16))
    assert float(neuron.parts[1 + 5]) == pytest.approx(head, abs=0.0101)
    assert len(neuron.parts) == 1 + 8 + 1
    assert math.tanh(float(neuron.total)) == pytest.approx(neuron.value, abs=0.006)


def test_the_first_neuron_looked_at_helps_the_first_guess_most(models, trace):
    data = flow(models)
    best = int(trace.logits[0].argmax())
    helps = [
        float(h) * (float(row[best]) - float(row.astype(float).mean()))
        for h, row in zip(trace.hidden[0, -1], models.attention["W_out"], strict=True)
    ]
    assert data.chosen == max(range(128), key=helps.__getitem__)
    assert data.adds[0] == pytest.approx(float(trace.hidden[0, -1, data.chosen]) * float(
        models.attention["W_out"][data.chosen, best]), abs=1e-5)  # fmt: skip
    assert data.adds[0] - data.adds_on_average == pytest.approx(max(helps), abs=1e-5)


def test_every_neuron_can_be_pointed_at_walked_to_and_chosen(models):
    for width, a_row in zip(WIDTHS, (16, 32, 64), strict=True):
        scene = draw_flow(flow(models, neuron=5), Frame(width))
        hits = [hit for hit in scene.hits if "neuron" in hit.choice]
        assert [hit.choice["neuron"] for hit in hits] == list(range(128))
        assert [(hit.row, hit.col) for hit in hits] == [divmod(i, a_row) for i in range(128)]
        pointed = [mark for mark in scene.marks if mark.get("when") == "neuron77"]
        assert pointed[0]["text"].startswith("Neuron 77 stands at ")
        resting = [mark["text"] for mark in scene.marks if mark.get("when") == "rest"]
        assert resting[0].startswith("Neuron 5 stands at ")


def test_all_logits_are_in_the_picture_and_the_guesses_are_framed(models):
    data = flow(models)
    for width in WIDTHS:
        cols = columns(Frame(width))
        found = pixels(data, cols)
        assert found.size == 2000  # rows of 80, 100 or 125 come out even
        assert found.argmax() == data.guesses[0].token
        assert (found.min(), found.max()) == (0, 255)
        scene = draw_flow(data, Frame(width))
        image = next(mark for mark in scene.marks if mark["kind"] == "image")
        frame = next(mark for mark in scene.marks if mark["key"] == "cell2")
        row, col = divmod(data.guesses[2].token, cols)
        size = width / cols
        assert frame["y"] + frame["h"] / 2 == pytest.approx(image["y"] + (row + 0.5) * size, abs=0.1)
        assert frame["x"] + frame["w"] / 2 == pytest.approx((col + 0.5) * size, abs=3)


@pytest.mark.parametrize("phrase", ODD)
def test_any_phrase_makes_a_whole_picture_and_a_sentence(models, phrase):
    data = flow(models, phrase)
    for width in WIDTHS:
        assert not problems(draw_flow(data, Frame(width)))
    assert plain(say_flow(data).notice).endswith(".")
    assert len(data.pieces) <= SHOWN


def test_a_phrase_without_a_token_is_asked_for(models):
    with pytest.raises(UnreadableText, match="write a few words"):
        flow(models, "  \n")


def test_the_weights_are_those_of_the_arrays_and_add_up(models):
    data = read_weights(models, {})
    words = say_weights(data)
    for network, params, column in (("attention", models.attention, 2), ("window", models.window, 4)):
        shown: dict[Any, Any] = {row[0]: row[column] for row in words.table.rows if row[column] is not None}
        total = shown.pop("all")
        assert shown == {name: array.size for name, array in params.items()}
        assert total == sum(shown.values()) == data.total(network)
    # 2000 x 32; 8 heads of 32 x 8, 32 x 8 and 32 x 16; 8 x 256; 160 x 128 and 128; 128 x 2000 and 2000
    assert data.total("attention") == 64000 + 2048 + 2048 + 4096 + 2048 + 20480 + 128 + 256000 + 2000 == 352848
    assert data.total("window") == 64000 + 8 * 4096 + 128 + 256000 + 2000 == 354896
    assert "10,240 of the network’s 352,848 weights" in plain(words.notice)


def test_bars_are_as_long_as_their_counts(models):
    scene = draw_weights(read_weights(models, {}), Frame(1000))
    wide = {mark["key"]: mark["w"] for mark in scene.marks if mark["kind"] == "rect"}
    assert (wide["attention.W_out"] + 1) / (wide["attention.W_E"] + 1) == pytest.approx(4, abs=0.01)
    assert (wide["enlarged.W_V"] + 1) / (wide["enlarged.W_K"] + 1) == pytest.approx(2, abs=0.01)


def test_a_step_guesses_every_token_of_eight_stories_or_64_places(models):
    data = read_step(models, {})
    # each token of a story and the boundary behind it, as long as 256 positions allow
    assert data.guesses == tuple(min(len(ids) + 1, 256) for ids in models.story_ids[:8])
    assert len(set(data.picked)) == len(data.picked) == 64
    story, token = data.picked[-1]
    assert data.read_in(story) >= set(range(max(0, token - 8), token))
    for width in WIDTHS[:2]:
        assert not problems(draw_step(data, Frame(width)))


def test_squares_cover_each_story_once(models):
    data = read_step(models, {})
    scene = draw_step(data, Frame(620))
    for story, n in enumerate(data.guesses):
        lines = [mark for mark in scene.marks if mark["key"].startswith(f"window.{story}.")]
        covered = sum(round((mark["x2"] - mark["x1"]) / (620 / 256) + 0.2) for mark in lines)
        assert covered == n


def test_the_text_takes_its_numbers_from_the_networks_and_the_record(models):
    found = numbers(models)
    assert (found["n_input"], found["window_input"]) == ("160", "256")
    assert (found["lookup"], found["attention"], found["window"]) == ("10,240", "352,848", "354,896")
    made = models.record["networks"]["attention"]
    per_step = made["positions"] / made["steps"]
    assert Decimal(found["story_guesses"].replace(",", "")) == round(per_step)
    assert int(found["times"]) == round(per_step / 64)


def test_the_network_with_two_layers_is_followed_through_both(models):
    ids = np.array([[1, *models.tokenizer.encode(PHRASE).ids]], np.int32)
    trace = attention.forward(models.two_layers, ids, at="last")
    data = flow(models, network="two_layers", neuron=9)
    assert data.heads == tuple(f"head {head} of layer {layer}" for layer in (1, 2) for head in range(4))
    assert np.allclose(data.z[5], trace.layers[1].z[0, 1, -1], atol=1e-6)
    row_and_results = [*data.row.tolist(), *data.z.ravel().tolist()]
    weights = models.two_layers["W_hidden"]
    assert len(row_and_results) == len(weights)
    total = math.fsum(x * float(w) for x, w in zip(row_and_results, weights[:, 9], strict=True))
    assert float(data.neuron.total) == pytest.approx(total + float(models.two_layers["b_hidden"][9]), abs=0.06)
    of_sixth = math.fsum(float(z * w) for z, w in zip(data.z[5], weights[32 + 5 * 16 : 32 + 6 * 16, 9], strict=True))
    assert float(data.neuron.parts[6]) == pytest.approx(of_sixth, abs=0.006)
    assert math.tanh(total + float(models.two_layers["b_hidden"][9])) == pytest.approx(data.neuron.value, abs=1e-5)
    assert problems(draw_flow(data, Frame(328))) == []
    assert "of layer" in plain(say_flow(flow(models, network="two_layers")).notice)
