"""What holds of every measure: it goes story by story, and says its result as JSON and as tables."""

import dataclasses
import json
import math
from contextlib import nullcontext

import numpy as np
import pytest
from lookback.checkpoint import WeightsError
from lookback.measures import MEASURES, measure
from lookback.measures.result_json import json_form, packed
from lookback.models import load_models

from tests.reference.small_world import N_CTX, STORIES, VOCABULARY, models, prepared_stories, write_folder

WORLD = models()


def same(a, b):
    """Whether two results as JSON agree; nan is the same as nan."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, float):
        return math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-9) or (math.isnan(a) and math.isnan(b))
    return a == b


def form(result):
    return json.loads(json.dumps(json_form(result, VOCABULARY, properties=True), default=np.ndarray.tolist))


@pytest.mark.parametrize("name", MEASURES)
def test_each_slice_is_the_measure_of_the_stories_so_far(name):
    slices = list(MEASURES[name].run(WORLD, prepared_stories()))
    assert len(slices) == len(STORIES)
    assert [result.n_stories for result in slices] == [1, 2, 3, 4, 5]
    for n in (1, 3):
        alone = measure(WORLD, name, prepared_stories()[:n])
        assert same(form(slices[n - 1]), form(alone))
    assert not same(form(slices[0]), form(slices[-1]))


@pytest.mark.parametrize("name", MEASURES)
def test_a_measure_names_every_file_that_is_not_read_at_the_start(name, tmp_path):
    for number, file in enumerate(("snapshots", "two_layers", "two_layers_snapshots")):
        folder = write_folder(tmp_path / str(number))
        (folder / f"{file}.safetensors").unlink()
        world, wanted = load_models(folder), f"{file}.safetensors" in MEASURES[name].files
        with pytest.raises(WeightsError, match=file) if wanted else nullcontext():
            assert next(MEASURES[name].run(world, prepared_stories()[:1]))


@pytest.mark.parametrize("name", MEASURES)
def test_later_slices_leave_earlier_results_alone(name):
    slices = MEASURES[name].run(WORLD, prepared_stories())
    first = next(slices)
    before = json.dumps(form(first))
    list(slices)
    assert json.dumps(form(first)) == before


@pytest.mark.parametrize("name", MEASURES)
def test_a_result_is_frozen_says_its_numbers_as_json_and_as_tables_whose_rows_fill_the_columns(name):
    result = measure(WORLD, name, prepared_stories())
    assert type(result) is MEASURES[name].result
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.n_stories = 3
    assert json.loads(json.dumps(json_form(result, VOCABULARY), default=packed))["n_stories"] == 5
    tables = MEASURES[name].tables(result, VOCABULARY)
    assert tables
    for table in tables:
        assert table.rows
        assert {len(row) for row in table.rows} == {len(table.columns)}


def test_tokens_are_told_by_their_text_beside_their_numbers():
    result = measure(WORLD, "jobs", prepared_stories())
    told = form(result)
    token, *_ = result.most_read[1][2]
    assert told["steps"][1] == 40
    assert told["most_read"][1][2][0] == {**dataclasses.asdict(token), "token": VOCABULARY[token.token]}
    assert (token.weight, token.evenly) == (result.read[1, 2, token.token], result.evenly[token.token])
    assert np.shape(told["profile"]) == (2, 3, N_CTX)
    assert np.shape(told["by_distance"]) == (2, 3, 6)
    places = form(measure(WORLD, "switched_off", prepared_stories()))["heads"][0]["places"]
    assert {place["token"] for place in places} <= set(VOCABULARY)


def test_what_follows_from_a_result_is_left_out_where_only_its_fields_are_asked_for():
    result = measure(WORLD, "name_probability", prepared_stories())
    assert json_form(result, VOCABULARY).keys() == {"n_stories", "places", "own_story", "other_story"}
    assert json_form(result, VOCABULARY, properties=True)["ratio"] == result.ratio


@pytest.mark.parametrize("name", MEASURES)
def test_without_stories_a_measure_says_so(name):
    with pytest.raises(ValueError, match="no stories to measure"):
        measure(WORLD, name, ())


@pytest.mark.parametrize("name", MEASURES)
def test_a_slice_reads_one_story_and_no_more(name):
    taken = []

    def one_by_one():
        for prepared in prepared_stories():
            taken.append(prepared.story.id)
            yield prepared

    slices = MEASURES[name].run(WORLD, one_by_one())
    next(slices)
    assert taken == ["one"]
    next(slices)
    assert taken == ["one", "two"]
