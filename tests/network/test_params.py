import dataclasses
import math

import numpy as np
import pytest
from lookback import params
from lookback.config import AttentionConfig, WindowConfig

from tests.reference.small import ATTENTION, WINDOW, random_params, shapes

# the table of the two networks, written out
ATTENTION_SHAPES = {
    "W_E": (2000, 32),
    "W_Q": (8, 32, 8),
    "W_K": (8, 32, 8),
    "W_V": (8, 32, 16),
    "b_distance": (8, 256),
    "W_hidden": (160, 128),
    "b_hidden": (128,),
    "W_out": (128, 2000),
    "b_out": (2000,),
}
WINDOW_SHAPES = {
    "W_E": (2000, 32),
    "W_hidden": (256, 128),
    "b_hidden": (128,),
    "W_out": (128, 2000),
    "b_out": (2000,),
}


TWO_LAYERS = dataclasses.replace(ATTENTION, n_layer=2)


@pytest.fixture(params=[ATTENTION, TWO_LAYERS, WINDOW], ids=["attention", "two layers", "window"])
def config(request):
    return request.param


def config_of(weights, of):
    """The sizes that the arrays tell, if they are those of a network of this kind."""
    return (params.window_config if of == WINDOW else params.attention_config)(weights)


@pytest.mark.parametrize(
    ("config", "expected", "weights"),
    [(AttentionConfig(), ATTENTION_SHAPES, 352_848), (WindowConfig(), WINDOW_SHAPES, 354_896)],
)
def test_the_trained_networks_have_these_arrays_and_so_many_weights(config, expected, weights):
    first = params.init(shapes(config), np.random.default_rng(0))
    assert {name: array.shape for name, array in first.items()} == expected
    assert params.count(first) == weights


def test_shapes_follow_each_size_of_the_attention_network():
    assert params.attention_shapes(ATTENTION) == {
        "W_E": (13, 5),
        "W_Q": (3, 5, 2),
        "W_K": (3, 5, 2),
        "W_V": (3, 5, 4),
        "b_distance": (3, 9),
        "W_hidden": (17, 7),
        "b_hidden": (7,),
        "W_out": (7, 13),
        "b_out": (13,),
    }


def test_every_layer_reads_what_those_before_it_brought_back():
    found = params.attention_shapes(dataclasses.replace(ATTENTION, n_layer=3))
    assert list(found)[1:5] == ["layers.0.W_Q", "layers.0.W_K", "layers.0.W_V", "layers.0.b_distance"]
    assert [found[f"layers.{layer}.W_Q"] for layer in range(3)] == [(3, 5, 2), (3, 17, 2), (3, 29, 2)]
    assert [found[f"layers.{layer}.W_K"] for layer in range(3)] == [(3, 5, 2), (3, 17, 2), (3, 29, 2)]
    assert [found[f"layers.{layer}.W_V"] for layer in range(3)] == [(3, 5, 4), (3, 17, 4), (3, 29, 4)]
    assert [found[f"layers.{layer}.b_distance"] for layer in range(3)] == [(3, 9)] * 3
    assert found["W_hidden"] == (41, 7)
    assert len(found) == 5 + 3 * 4


def test_the_two_layer_network_has_361040_weights():
    sizes = params.attention_shapes(AttentionConfig(n_layer=2, n_head=4)).values()
    assert sum(math.prod(shape) for shape in sizes) == 361_040


def test_a_network_with_another_number_of_layers_is_refused():
    two = random_params(TWO_LAYERS, seed=0)
    assert params.attention_config(two, n_layer=2) == TWO_LAYERS
    with pytest.raises(ValueError, match=r"have 2 layers, expected 1: run `make weights`"):
        params.attention_config(two, n_layer=1)


@pytest.mark.parametrize("n_layer", [1, 2])
def test_first_values_are_float32_with_biases_zero_and_every_table_small_and_random(n_layer):
    first = params.init(shapes(AttentionConfig(n_layer=n_layer)), np.random.default_rng(0))
    for name, array in first.items():
        assert array.dtype == np.float32
        if "b_" in name:
            assert not array.any()
        else:
            assert 0.05 < array.std() < 0.5
            assert abs(array.mean()) < 4 * array.std() / array.size**0.5
            assert len(np.unique(array)) > 0.9 * array.size


def test_first_values_repeat_with_the_seed_and_differ_without_it(config):
    one, same, other = (params.init(shapes(config), np.random.default_rng(seed)) for seed in (3, 3, 4))
    assert all(np.array_equal(one[name], same[name]) for name in one)
    assert not np.array_equal(one["W_E"], other["W_E"])


def test_sizes_are_found_again_from_the_arrays(config):
    assert config_of(random_params(config, seed=0), config) == config


def test_sound_weights_pass_the_check(config):
    for dtype in (np.float32, np.float64):
        params.check(random_params(config, seed=0, dtype=dtype), shapes(config))


@pytest.mark.parametrize("name", ["W_E", "W_V", "b_distance", "b_out"])
def test_a_missing_array_is_named_with_what_to_do(name):
    broken = random_params(ATTENTION, seed=0)
    del broken[name]
    with pytest.raises(ValueError, match=rf"{name}.*run `make weights`"):
        params.check(broken, params.attention_shapes(ATTENTION))
    with pytest.raises(ValueError, match="run `make weights`"):
        config_of(broken, ATTENTION)


def test_an_unknown_array_is_named():
    broken = random_params(ATTENTION, seed=0) | {"W_O": np.zeros((2, 2), np.float32)}
    with pytest.raises(ValueError, match=r"W_O.*make weights"):
        params.check(broken, params.attention_shapes(ATTENTION))


def test_an_array_with_swapped_axes_is_named_with_both_shapes():
    broken = random_params(ATTENTION, seed=0)
    broken["W_hidden"] = broken["W_hidden"].T
    with pytest.raises(ValueError, match=r"W_hidden has shape \(7, 17\), expected \(17, 7\).*make weights"):
        params.check(broken, params.attention_shapes(ATTENTION))


def test_arrays_that_do_not_fit_together_belong_to_no_network(config):
    broken = random_params(config, seed=0)
    broken["W_hidden"] = broken["W_hidden"][:-1]
    with pytest.raises(ValueError, match=r"W_hidden.*make weights"):
        config_of(broken, config)


@pytest.mark.parametrize("dtype", [np.float16, np.int32, np.complex64])
def test_an_array_of_another_dtype_is_refused(dtype):
    broken = random_params(ATTENTION, seed=0)
    broken["W_K"] = broken["W_K"].astype(dtype)
    with pytest.raises(ValueError, match=rf"W_K has dtype {np.dtype(dtype)}, expected float32.*make weights"):
        params.check(broken, params.attention_shapes(ATTENTION))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_number_that_is_not_finite_is_refused(bad):
    broken = random_params(ATTENTION, seed=0)
    broken["W_Q"][2, 4, 1] = bad
    with pytest.raises(ValueError, match=r"W_Q.*not finite.*make weights"):
        params.check(broken, params.attention_shapes(ATTENTION))


@pytest.mark.parametrize(
    "broken",
    [{}, {"W_E": np.zeros(3, np.float32)}, {"W_out": np.zeros((2, 3), np.float32)}],
    ids=["no arrays", "a flat table", "one other array"],
)
def test_arrays_of_neither_network_are_refused(broken, config):
    with pytest.raises(ValueError, match="run `make weights`"):
        config_of(broken, config)


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("W_E", (13, 0)),
        ("W_E", ()),
        ("W_hidden", (7,)),
        ("W_V", ()),
        ("b_distance", ()),
    ],
)
def test_hostile_shapes_are_refused_with_what_to_do(config, name, shape):
    broken = random_params(config, seed=0) | {name: np.zeros(shape, np.float32)}
    with pytest.raises(ValueError, match="run `make weights`"):
        config_of(broken, config)


def test_configs_cannot_be_changed(config):
    with pytest.raises(dataclasses.FrozenInstanceError):
        config.d_model = 64
