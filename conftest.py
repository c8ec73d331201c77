"""What all tests share: the shipped networks with what was measured with them, and the sections that read them."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from lookback.measures import measured_json
from lookback.models import load_models
from lookback.networks import NETWORKS
from lookback.params import init
from worker.dispatch import Dispatcher

from build_scripts.site.files import checked_weights
from build_scripts.site.measured import measured

ROOT = Path(__file__).parent
OF_UNTRAINED = ("swaps", "switched_off", "pairs", "pieces", "second_piece")  # what tests ask of untrained networks


@pytest.fixture(scope="session")
def models():
    """The shipped networks, with what the build measured on the test stories."""
    shipped = load_models(ROOT / "weights")
    data = {**checked_weights(ROOT / "weights"), "stories": (ROOT / "stories" / "test.jsonl").read_bytes()}
    return replace(shipped, measured=json.loads(measured(shipped, data)))


@pytest.fixture(scope="session")
def untrained(models):
    """The same before the first step of training, on a few of the stories: what was found must not be said of it."""
    few, rng = slice(0, 6), np.random.default_rng(0)
    fresh = {name: init(NETWORKS[name].shapes, rng) for name in ("attention", "window")}
    new = replace(models, **fresh, stories=models.stories[few], story_ids=models.story_ids[few])
    return replace(new, measured=json.loads(measured_json(new, OF_UNTRAINED)))


@pytest.fixture(params=["models", "untrained"])
def trained_or_not(request):
    """Each of the two, for tests that no sentence contradicts its picture."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def dispatcher(models):
    """Every section on them, with the defaults put in that depend on the weights."""
    return Dispatcher(models).settled()
