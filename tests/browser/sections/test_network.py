"""The network around attention in a real browser: a typed phrase, and neurons by mouse, keys and finger."""

import re

import pytest
from playwright.sync_api import expect
from scene.sentences import plain

from tests.browser.conftest import START


@pytest.fixture
def flow(on_screen):
    return on_screen("network-flow")


def expect_flow(flow, **choice) -> None:
    """The package's sentence; its numbers may differ in the last digit between CPython and the browser."""
    words = re.split(r"\d+(?:\.\d+)?", plain(flow.drawn(**choice).notice))
    pattern = r"\d+(\.\d+)?".join(map(re.escape, words))
    expect(flow.at(".notice")).to_have_text(re.compile(f"^{pattern}$"), timeout=START)


def neuron(flow, index: int):
    return next(hit for hit in flow.drawn().scene.hits if hit.choice == {"neuron": index})


def test_a_typed_phrase_is_followed_to_its_guesses(flow):
    flow.at("input[type=text]").fill("Ben had a dog. He")
    expect_flow(flow, phrase="Ben had a dog. He")
    flow.at("input[type=text]").fill("   ")
    expect(flow.at(".picture-message")).to_contain_text("write a few words")


def test_a_neuron_is_pointed_at_and_chosen_with_the_mouse(flow):
    expect_flow(flow)
    hit = neuron(flow, 70)
    flow.point(hit)
    expect(flow.label).to_contain_text("neuron 70:")
    flow.click(hit)
    expect_flow(flow, neuron=70)
    flow.page.wait_for_function("location.hash.includes('neuron=70')")


def test_neurons_are_walked_through_with_keys(flow):
    before = [hit.choice.get("neuron") for hit in flow.drawn().scene.hits].index(0)
    flow.press("Home", *["ArrowRight"] * before)
    expect(flow.label).to_contain_text("neuron 0:")
    for key, index in (("ArrowDown", 64), ("ArrowRight", 65), ("ArrowUp", 1), ("End", 63)):
        flow.press(key)
        expect(flow.label).to_contain_text(f"neuron {index}:")
    flow.press("Enter")
    expect_flow(flow, neuron=63)


def test_the_weights_add_up_on_the_page(on_screen):
    rows = on_screen("network-weights").cells()
    for column in (2, 4):
        counts = [int(row[column].replace(",", "")) for row in rows if row[column]]
        assert sum(counts[:-1]) == counts[-1]


def test_on_a_phone_a_finger_chooses_a_neuron(on_phone):
    flow = on_phone("network-flow")
    flow.tap(neuron(flow, 41))
    expect_flow(flow, neuron=41)


def test_the_network_with_two_layers_is_followed_once_it_is_chosen(flow):
    flow.at("select[data-control=network]").select_option("two_layers")
    expect_flow(flow, network="two_layers")
    expect(flow.at(".notice")).to_contain_text("of layer")
