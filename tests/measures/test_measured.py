"""Results as JSON and back, and what the build measured."""

import json
from dataclasses import dataclass, replace

import numpy as np
import pytest
from lookback.checkpoint import WeightsError
from lookback.measures import MEASURES, measure, measured
from lookback.measures.reach import Reach
from lookback.measures.result_json import Token, from_json_form, json_form, packed
from numpy.typing import NDArray

from tests.reference.small_world import measured_models

VOCABULARY = ("zero", "one", "two")
IDS = {token: i for i, token in enumerate(VOCABULARY)}


@dataclass(frozen=True)
class Part:
    name: str
    change: dict[str, float]
    token: Token


@dataclass(frozen=True, eq=False)
class Whole:
    parts: tuple[Part, ...]
    worst: list[int]
    shares: NDArray[np.float64]
    steps: NDArray[np.int32]
    gap: float


WHOLE = Whole(
    (Part("a", {"all": 0.5}, 2), Part("ü", {}, 0)),
    [3, 1],
    np.array([[0.25, 1e-7], [-0.5, np.nan]]),
    np.array([0, 10], np.int32),
    2.0,
)  # fmt: skip


def form():
    """What a file has of it."""
    return json.loads(json.dumps(json_form(WHOLE, VOCABULARY), default=packed))


def test_a_result_survives_json_with_six_decimals_of_its_arrays_and_tokens_as_text():
    assert [part["token"] for part in form()["parts"]] == ["two", "zero"]
    again = from_json_form(Whole, form(), IDS)
    assert (again.parts, again.worst, again.gap) == (WHOLE.parts, WHOLE.worst, WHOLE.gap)
    assert again.shares == pytest.approx(np.array([[0.25, 0.0], [-0.5, np.nan]]), nan_ok=True, abs=0)
    assert (again.shares.dtype, again.steps.dtype, again.steps.tolist()) == (np.float64, np.int32, [0, 10])


@pytest.mark.parametrize(
    "damage",
    [
        {"gap": "2"},
        {"shares": {"millionths": [[1, 2], [3]]}},
        {"shares": "none"},
        {"parts": [{"name": "a"}]},
        {"parts": [{"name": "a", "change": {}, "token": "three"}]},
        {"worst": None},
    ],
)
def test_what_is_no_result_is_refused(damage):
    with pytest.raises(WeightsError, match="build the site again"):
        from_json_form(Whole, {**form(), **damage}, IDS)


def test_every_measure_can_be_kept_and_read_back():
    models = measured_models()
    for name in MEASURES:
        read, now = measured(models, name), measure(models, name)
        assert type(read) is type(now)
        again, before = (leaves(json_form(result, models.tokenizer.tokens)) for result in (read, now))
        assert again == pytest.approx(before, abs=1e-6, nan_ok=True), name


def test_only_what_the_build_kept_is_told_and_nothing_is_measured_instead():
    kept = {"n_stories": 7, "positions": {"all": 1}, "mean_distance": {}, "furthest": 3}
    models = replace(measured_models(), measured={"reach": kept})
    assert measured(models, "reach") == Reach(7, {"all": 1}, {}, 3)
    with pytest.raises(WeightsError, match=r"'loss' is kept: build the site, or measure\(models, 'loss'\)"):
        measured(models, "loss")


def leaves(form, path=""):
    """Every number of a result by its place."""
    form = form.tolist() if isinstance(form, np.ndarray) else form
    if isinstance(form, dict | list | tuple):
        items = form.items() if isinstance(form, dict) else enumerate(form)
        return {place: leaf for key, item in items for place, leaf in leaves(item, f"{path}/{key}").items()}
    return {} if isinstance(form, str) else {path: form}
