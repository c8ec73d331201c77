import json

import numpy as np
import pytest
from lookback import models
from lookback.checkpoint import WeightsError, read_safetensors, write_safetensors
from lookback.models import load_models

from tests.reference.small_world import (
    NAMES,
    STEPS,
    STORIES,
    VOCABULARY,
    networks,
    snapshots,
    token_counts,
    tokenizer,
    write_folder,
    write_stories,
)


@pytest.fixture
def folder(tmp_path):
    return write_folder(tmp_path)


def test_a_folder_gives_back_what_was_written(folder):
    found = load_models(folder)
    for name, params in networks().items():
        assert found.networks[name].keys() == params.keys()
        for array in params:
            assert found.networks[name][array].dtype == np.float32
            assert (found.networks[name][array] == params[array].astype(np.float16)).all()
    assert found.stories == STORIES
    assert found.names == NAMES
    assert found.token_counts.tolist() == token_counts().tolist()
    assert list(found.tokenizer.tokens) == VOCABULARY
    assert found.curves == {"attention": {"step": [0], "loss": [None]}}
    assert found.record == {"version": 1}


def test_story_ids_are_the_tokens_of_the_stories(folder):
    found = load_models(folder)
    assert [ids.tolist() for ids in found.story_ids] == [list(tokenizer().encode(s.text).ids) for s in STORIES]


def test_snapshots_come_one_by_one(folder):
    found = load_models(folder).snapshots
    assert len(found) == len(STEPS) == 2
    assert found.steps.tolist() == list(STEPS)
    assert found[1].keys() == {"W_E", "W_Q", "W_K", "b_distance"}
    for name, array in found[1].items():
        assert (array == snapshots()[1][name].astype(np.float16)).all()


def test_snapshots_are_read_once_and_only_when_they_are_asked_for(folder):
    (folder / "snapshots.safetensors").rename(folder / "away")
    found = load_models(folder)
    with pytest.raises(WeightsError, match=r"snapshots\.safetensors: No such file"):
        found.snapshots  # noqa: B018
    (folder / "away").rename(folder / "snapshots.safetensors")
    assert found.snapshots is found.snapshots


@pytest.mark.parametrize("file", ["two_layers", "two_layers_snapshots"])
def test_the_network_with_two_layers_and_its_snapshots_are_read_when_they_are_asked_for(folder, file):
    (folder / f"{file}.safetensors").rename(folder / "away")
    found = load_models(folder)
    with pytest.raises(WeightsError, match=rf"{file}\.safetensors: No such file"):
        found.two_layers_snapshots  # noqa: B018
    (folder / "away").rename(folder / f"{file}.safetensors")
    assert found.two_layers is found.two_layers
    assert found.two_layers_snapshots is found.two_layers_snapshots


def test_a_network_with_one_layer_in_the_place_of_that_with_two_is_refused(folder):
    (folder / "two_layers.safetensors").write_bytes((folder / "attention.safetensors").read_bytes())
    with pytest.raises(WeightsError, match=r"two_layers\.safetensors: these arrays have 1 layers, expected 2"):
        load_models(folder).two_layers  # noqa: B018


def test_other_stories_can_take_the_place_of_the_test_stories(folder, tmp_path):
    found = load_models(folder, write_stories(tmp_path / "mine.jsonl", STORIES[2:4]))
    assert found.stories == STORIES[2:4]
    assert [ids.tolist() for ids in found.story_ids] == [list(tokenizer().encode(s.text).ids) for s in STORIES[2:4]]


def test_a_folder_can_be_named_by_text(folder):
    assert load_models(str(folder)).record == {"version": 1}


def test_a_name_counts_as_seen_where_it_stood_and_where_it_was_drawn():
    assert models.KnownName("Ann", "she", 30, 4).seen == 34


FILES = [
    "attention.safetensors",
    "window.safetensors",
    "snapshots.safetensors",
    "test_stories.safetensors",
    "tokenizer.json",
    "token_counts.json",
    "names.json",
    "curves.json",
    "record.json",
]


def load_all(folder):
    """Load a folder and read the snapshots, which wait until they are asked for."""
    return load_models(folder).snapshots


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_named_with_what_to_do(folder, name):
    (folder / name).unlink()
    with pytest.raises(WeightsError, match=rf"{name}: No such file or directory: .*make weights"):
        load_all(folder)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("kept", [0, 7, -3])
def test_a_file_that_is_cut_short_is_named(folder, name, kept):
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content[:kept])
    with pytest.raises(WeightsError, match=name):
        load_all(folder)


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_something_else_is_named(folder, name):
    (folder / name).write_bytes(b"[1, 2, \xff]" if name.endswith("json") else bytes(range(64)))
    with pytest.raises(WeightsError, match=name):
        load_all(folder)


@pytest.mark.parametrize("name", ["token_counts.json", "names.json", "curves.json", "record.json", "tokenizer.json"])
@pytest.mark.parametrize("content", [[], {}, {"names": [3]}, {"counts": [1, 2]}, None])
def test_json_of_another_form_is_named(folder, name, content):
    if (name, content) == ("curves.json", {}) or (name == "curves.json" and isinstance(content, dict)):
        return
    (folder / name).write_text(json.dumps(content))
    with pytest.raises(WeightsError, match=name):
        load_models(folder)


def change(path, name, edit):
    arrays = read_safetensors(path)
    arrays[name] = edit(arrays[name])
    write_safetensors(path, arrays)


@pytest.mark.parametrize("network", ["attention", "window"])
@pytest.mark.parametrize("array", ["W_E", "W_hidden", "b_out"])
def test_a_wrong_shape_is_named_with_the_array(folder, network, array):
    change(folder / f"{network}.safetensors", array, lambda a: a[:-1])
    with pytest.raises(WeightsError, match=rf"{network}.safetensors: \w+ has shape .*make weights"):
        load_models(folder)


def test_numbers_that_are_not_finite_are_named(folder):
    path = folder / "window.safetensors"
    content = bytearray(path.read_bytes())
    content[-2:] = np.float16(np.nan).tobytes()
    path.write_bytes(content)
    with pytest.raises(WeightsError, match=r"window.safetensors: \w+ has numbers that are not finite"):
        load_models(folder)


def test_networks_in_each_others_places_are_refused(folder):
    (folder / "window.safetensors").write_bytes((folder / "attention.safetensors").read_bytes())
    with pytest.raises(
        WeightsError, match=r"window.safetensors: weights with unknown arrays W_K, W_Q, W_V, b_distance"
    ):
        load_models(folder)


def test_a_network_for_another_vocabulary_is_refused(folder):
    path = folder / "attention.safetensors"
    change(path, "W_E", lambda a: a[:-1])
    change(path, "W_out", lambda a: a[:, :-1])
    change(path, "b_out", lambda a: a[:-1])
    with pytest.raises(WeightsError, match=rf"made for {len(VOCABULARY) - 1} tokens, the tokenizer has"):
        load_models(folder)


@pytest.mark.parametrize("array", ["steps", "W_Q", "W_K", "b_distance"])
def test_snapshots_that_do_not_fit_together_are_refused(folder, array):
    change(folder / "snapshots.safetensors", array, lambda a: a[:1])
    with pytest.raises(
        WeightsError, match=rf"snapshots.safetensors: .*{array if array != 'steps' else 'W_E'}.* not as"
    ):
        load_all(folder)


def test_snapshots_of_another_network_are_refused(folder):
    change(folder / "snapshots.safetensors", "W_E", lambda a: a[:, :-1])
    with pytest.raises(WeightsError, match=r"snapshots.safetensors: W_E not as the network's"):
        load_all(folder)


def test_weights_of_another_version_are_refused(folder):
    (folder / "record.json").write_text('{"version": 2}')
    with pytest.raises(WeightsError, match=r"weights are version 2, the program expects 1: run `make weights`"):
        load_models(folder)


def test_story_tokens_of_other_stories_are_refused(folder, tmp_path):
    write_stories(tmp_path / "stories" / "test.jsonl", STORIES[:3])
    with pytest.raises(WeightsError, match=r"test_stories.safetensors: holds 5 stories .* not 3"):
        load_models(folder)


def test_a_bad_story_is_named_by_file_and_line(folder, tmp_path):
    path = write_stories(tmp_path / "stories" / "test.jsonl", STORIES)
    path.write_text(path.read_text() + '{"id": "x"}\n')
    with pytest.raises(WeightsError, match=r"test.jsonl:6: "):
        load_models(folder)


def test_stories_that_are_missing_are_named(folder, tmp_path):
    with pytest.raises(WeightsError, match=r"none.jsonl: No such file"):
        load_models(folder, tmp_path / "none.jsonl")


def test_a_guess_needs_only_its_network_and_the_tokenizer(folder):
    for name in FILES:
        if name not in ("window.safetensors", "tokenizer.json"):
            (folder / name).unlink()
    assert len(models.read_tokenizer(folder)) == len(VOCABULARY)
    assert models.read_network(folder, "window", len(VOCABULARY)).keys() == networks()["window"].keys()


def test_the_weights_are_found_in_the_repository_first_and_then_in_the_current_folder(tmp_path, monkeypatch):
    package, here = tmp_path / "repo" / "pysrc" / "lookback", tmp_path / "here"
    monkeypatch.setattr(models, "__file__", str(package / "models.py"))
    here.mkdir()
    monkeypatch.chdir(here)
    with pytest.raises(WeightsError, match=r"name the weights' folder with --weights"):
        models.find_folder()
    (here / "weights").mkdir()
    assert models.find_folder() == here / "weights"
    (tmp_path / "repo" / "weights").mkdir(parents=True)
    assert models.find_folder() == tmp_path / "repo" / "weights"


def test_stories_beside_the_weights_come_first(folder, tmp_path):
    assert models.find_stories(folder) == tmp_path / "stories" / "test.jsonl"
