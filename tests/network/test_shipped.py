"""What the shipped networks are: counted and measured from the files in weights/."""

from pathlib import Path

import pytest
from lookback import params
from lookback.measures import MEASURES, measure
from lookback.measures.prepared import GROUPS, prepare
from lookback.models import load_models

pytestmark = pytest.mark.slow

WEIGHTS = Path("weights")


@pytest.fixture(scope="module")
def models():
    return load_models(WEIGHTS)


@pytest.fixture(scope="module")
def stories(models):
    return prepare(models, models.stories)


def test_the_networks_have_the_weights_that_the_page_counts(models):
    assert params.count(models.attention) == 352_848
    assert params.count(models.window) == 354_896


def test_what_a_first_visit_fetches_stays_below_two_megabytes_and_all_files_below_seven():
    later = {file for measure in MEASURES.values() for file in measure.files}
    sizes = {path.name: path.stat().st_size for path in WEIGHTS.iterdir()}
    assert {"snapshots.safetensors", "two_layers.safetensors", "two_layers_snapshots.safetensors"} == later
    assert sum(size for name, size in sizes.items() if name not in later) < 2e6
    assert sum(sizes.values()) < 7e6


def test_both_networks_read_as_much_and_attention_reaches_its_goal_on_stories_never_read(models):
    attention, window = (models.record["networks"][name] for name in ("attention", "window"))
    assert window["positions"] >= attention["positions"] > 30e6
    assert attention["held_out_loss"] < 2.70 < window["held_out_loss"]


def test_the_curves_end_where_the_record_says(models):
    for name, network in models.record["networks"].items():
        curve = models.curves[name]
        assert curve["step"][-1] == network["steps"]
        assert curve["positions"][-1] == network["positions"]
        assert curve["held_out"][-1] == pytest.approx(network["held_out_loss"], abs=0.1)  # 200 of the 512 stories


def test_snapshots_begin_before_training_and_end_with_the_shipped_network(models):
    assert models.snapshots.steps[0] == 0
    assert models.snapshots.steps[-1] == models.record["networks"]["attention"]["steps"]
    assert 8 <= len(models.snapshots) <= 10
    for name, array in models.snapshots[-1].items():
        assert (array == models.attention[name]).all()


def test_the_name_comes_back_where_only_looking_back_can_tell_it(models, stories):
    found = measure(models, "name_probability", stories)
    assert found.own_story["attention"] > 30 * found.other_story["attention"]
    assert found.own_story["attention"] > 20 * found.own_story["window"]


def test_looking_back_helps_most_out_of_reach(models, stories):
    loss = measure(models, "loss", stories).loss
    gain = {group: loss["window"][group] - loss["attention"][group] for group in GROUPS}
    assert gain["name"] > gain["out_of_reach"] > gain["all"] > gain["rest"] > 0
