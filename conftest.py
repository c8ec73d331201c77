"""What all tests share: the shipped networks with their recorded measures, and the sections that read them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from glue.dispatch import Dispatcher
from lookback.models import load_models

from build_scripts.site_measured import measured
from build_scripts.site_python import checked_weights

ROOT = Path(__file__).parent


@pytest.fixture(scope="session")
def models():
    """The shipped networks, with what the build measured on the test stories."""
    shipped = load_models(ROOT / "weights")
    data = {**checked_weights(ROOT / "weights"), "stories": (ROOT / "stories" / "test.jsonl").read_bytes()}
    return replace(shipped, measured=json.loads(measured(shipped, data)))


@pytest.fixture(scope="session")
def dispatcher(models):
    """Every section on them, with the defaults put in that depend on the weights."""
    return Dispatcher(models).settled()
