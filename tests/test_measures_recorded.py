"""Results as JSON and back, and which of them are measured again."""

import json
from dataclasses import dataclass, replace

import numpy as np
import pytest
from lookback.checkpoint import WeightsError
from lookback.measures import MEASURES, Reach, measured_json, recorded
from lookback.measures.plain import from_plain, to_plain
from numpy.typing import NDArray

from tests.reference.small_world import models as small_models


@dataclass(frozen=True)
class Part:
    name: str
    change: dict[str, float]


@dataclass(frozen=True, eq=False)
class Whole:
    parts: tuple[Part, ...]
    worst: list[int]
    shares: NDArray[np.float64]
    steps: NDArray[np.int32]
    gap: float


WHOLE = Whole(
    (Part("a", {"all": 0.5}), Part("ü", {})),
    [3, 1],
    np.array([[0.25, 1e-7], [-0.5, 1.0]]),
    np.array([0, 10], np.int32),
    2.0,
)  # fmt: skip


def test_a_result_survives_json_with_six_decimals_of_its_arrays():
    again = from_plain(Whole, json.loads(json.dumps(to_plain(WHOLE))))
    assert (again.parts, again.worst, again.gap) == (WHOLE.parts, WHOLE.worst, WHOLE.gap)
    assert again.shares.tolist() == [[0.25, 0.0], [-0.5, 1.0]]
    assert (again.shares.dtype, again.steps.dtype, again.steps.tolist()) == (np.float64, np.int32, [0, 10])


@pytest.mark.parametrize(
    "damage", [{"gap": "2"}, {"shares": {"shape": [3], "millionths": [1]}}, {"parts": [{"name": "a"}]}, {"worst": None}]
)
def test_what_is_no_result_is_refused(damage):
    with pytest.raises(WeightsError, match="build the site again"):
        from_plain(Whole, {**to_plain(WHOLE), **damage})


def test_every_measure_can_be_kept_and_read_back():
    models = small_models()
    tokens = [str(i) for i in range(len(models.tokenizer))]
    kept = replace(models, measured=json.loads(measured_json(models)))
    for name, measure in MEASURES.items():
        read = recorded(kept, name)
        assert isinstance(read, measure.result)
        again, before = (leaves(measure.plain(result, tokens)) for result in (read, recorded(models, name)))
        assert again == pytest.approx(before, abs=1e-5, nan_ok=True), name  # sums of rounded shares


def test_what_the_build_kept_is_not_measured_again():
    models = replace(small_models(), stories=(), measured={"reach": to_plain(Reach(7, {"all": 1}, {}, 3))})
    assert recorded(models, "reach") == Reach(7, {"all": 1}, {}, 3)
    with pytest.raises(ValueError, match="no stories"):
        recorded(models, "loss")


def leaves(plain, path=""):
    """Every number of a result by its place."""
    if isinstance(plain, dict | list | tuple):
        items = plain.items() if isinstance(plain, dict) else enumerate(plain)
        return {place: leaf for key, item in items for place, leaf in leaves(item, f"{path}/{key}").items()}
    return {} if isinstance(plain, str) else {path: plain}
