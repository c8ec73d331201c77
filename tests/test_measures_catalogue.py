import dataclasses
import json
import math
from contextlib import nullcontext

import numpy as np
import pytest
from lookback import measures
from lookback.checkpoint import WeightsError
from lookback.measures import MEASURES, last
from lookback.models import load_models

from tests.reference.small_world import N_CTX, N_WINDOW, STORIES, VOCABULARY, models, readings, write_folder

WORLD = models()


def same(a, b):
    """Whether two plain results agree; nan is the same as nan."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, float):
        return math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-9) or (math.isnan(a) and math.isnan(b))
    return a == b


def plain(name, result):
    return MEASURES[name].plain(result, VOCABULARY)


@pytest.mark.parametrize("name", MEASURES)
def test_each_slice_is_the_measure_of_the_stories_so_far(name):
    slices = list(MEASURES[name].run(WORLD, readings()))
    assert len(slices) == len(STORIES)
    assert [result.n_stories for result in slices] == [1, 2, 3, 4, 5]
    for n in (1, 3):
        alone = last(MEASURES[name].run(WORLD, readings()[:n]))
        assert same(plain(name, slices[n - 1]), plain(name, alone))
    assert not same(plain(name, slices[0]), plain(name, slices[-1]))


@pytest.mark.parametrize("name", MEASURES)
def test_a_measure_names_every_file_that_is_not_read_at_the_start(name, tmp_path):
    folder = write_folder(tmp_path)
    (folder / "snapshots.safetensors").unlink()
    world, wanted = load_models(folder), "snapshots.safetensors" in MEASURES[name].files
    with pytest.raises(WeightsError, match="snapshots") if wanted else nullcontext():
        assert next(MEASURES[name].run(world, readings()[:1]))


@pytest.mark.parametrize("name", MEASURES)
def test_later_slices_leave_earlier_results_alone(name):
    slices = MEASURES[name].run(WORLD, readings())
    first = next(slices)
    before = json.dumps(plain(name, first))
    list(slices)
    assert json.dumps(plain(name, first)) == before


@pytest.mark.parametrize("name", MEASURES)
def test_results_are_frozen_and_plain_ones_hold_only_what_json_has(name):
    result = last(MEASURES[name].run(WORLD, readings()))
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.n_stories = 3
    assert json.loads(json.dumps(plain(name, result))) == plain(name, result)


def test_plain_functions_are_the_last_of_their_slices():
    found = {
        "reach": measures.reach(readings()),
        "loss": measures.losses(WORLD.networks, readings()),
        "name_probability": measures.name_probability(WORLD.networks, WORLD.tokenizer, readings(), WORLD.names),
        "directions": measures.directions(WORLD.attention, readings()),
        "jobs": measures.jobs(WORLD.snapshots, readings()),
        "swaps": measures.swaps(WORLD.networks, WORLD.tokenizer, readings(), WORLD.names),
        "switched_off": measures.switched_off(WORLD.attention, readings()),
        "pairs": measures.pairs(WORLD.attention, readings()),
        "pieces": measures.pieces(WORLD.networks, WORLD.tokenizer, readings()),
        "second_piece": measures.second_piece(WORLD.networks, WORLD.tokenizer, readings(), N_WINDOW),
    }
    assert found.keys() == MEASURES.keys()
    for name, result in found.items():
        assert same(plain(name, result), plain(name, last(MEASURES[name].run(WORLD, readings()))))


def test_tokens_are_written_as_text_beside_their_numbers():
    job = plain("jobs", measures.jobs(WORLD.snapshots, readings()))["snapshots"][1]
    result = measures.jobs(WORLD.snapshots, readings())
    head = job["heads"][2]
    token = result.most_read(1, 2)[0]
    assert job["step"] == 40
    assert head["most_read"][0]["token"] == VOCABULARY[token]
    assert head["most_read"][0]["weight"] == result.read[1, 2, token]
    assert head["most_read"][0]["evenly"] == result.evenly[token]
    assert np.shape(head["profile"]) == (N_CTX,)


@pytest.mark.parametrize("name", MEASURES)
def test_without_stories_a_measure_says_so(name):
    with pytest.raises(ValueError, match="no stories to measure"):
        last(MEASURES[name].run(WORLD, ()))


@pytest.mark.parametrize("name", MEASURES)
def test_a_slice_reads_one_story_and_no_more(name):
    taken = []

    def one_by_one():
        for reading in readings():
            taken.append(reading.story.id)
            yield reading

    slices = MEASURES[name].run(WORLD, one_by_one())
    next(slices)
    assert taken == ["one"]
    next(slices)
    assert taken == ["one", "two"]
