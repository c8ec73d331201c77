"""The shipped networks give, in the package, what PyTorch works out in float64 (tests/golden/make.py)."""

import json
from pathlib import Path

import numpy as np
import pytest
from lookback import attention, ops, window
from lookback.models import load_models

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "story.json").read_text(encoding="utf-8"))
IDS = np.array(GOLDEN["ids"], np.int32)
TARGETS = np.append(IDS[1:], IDS[0])


@pytest.fixture(scope="module")
def models():
    return load_models("weights")


@pytest.fixture(scope="module")
def trace(models):
    return attention.forward(models.attention, IDS[None])


def test_the_tokenizer_cuts_the_story_into_the_golden_tokens(models):
    story = models.stories[GOLDEN["story"]]
    assert [IDS[0], *models.tokenizer.encode(story.text).ids] == GOLDEN["ids"]
    assert models.story_ids[GOLDEN["story"]].tolist() == GOLDEN["ids"][1:]


@pytest.mark.parametrize("name", ["q", "k", "v", "z"])
def test_every_head_makes_the_golden_numbers(trace, name):
    made = getattr(trace.layers[0], name)[0, :, GOLDEN["position"]]
    np.testing.assert_allclose(made, GOLDEN[name], rtol=1e-5, atol=1e-5)


def test_every_head_weighs_as_the_golden_ones(trace):
    at = GOLDEN["position"]
    np.testing.assert_allclose(trace.layers[0].weights[0, :, at, : at + 1], GOLDEN["weights"], rtol=0, atol=1e-5)
    np.testing.assert_allclose(trace.hidden[0, at], GOLDEN["hidden"], rtol=0, atol=1e-5)


def test_both_networks_lose_the_golden_nats_at_every_position(models, trace):
    windows = window.windows(IDS, 8, int(IDS[0]))
    logits = {"attention": trace.logits, "window": window.forward(models.window, windows).logits}
    for network, golden in GOLDEN["losses"].items():
        np.testing.assert_allclose(ops.token_losses(logits[network], TARGETS), golden, rtol=1e-5, atol=1e-5)
