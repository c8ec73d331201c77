import dataclasses

import numpy as np
import pytest
from lookback import params
from lookback.config import AttentionConfig, WindowConfig

from tests.reference.small import ATTENTION, WINDOW, random_params

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


@pytest.fixture(params=[ATTENTION, WINDOW], ids=["attention", "window"])
def config(request):
    return request.param


@pytest.mark.parametrize(
    ("config", "expected", "weights"),
    [(AttentionConfig(), ATTENTION_SHAPES, 352_848), (WindowConfig(), WINDOW_SHAPES, 354_896)],
)
def test_the_trained_networks_have_these_arrays_and_so_many_weights(config, expected, weights):
    first = params.init(config, np.random.default_rng(0))
    assert {name: array.shape for name, array in first.items()} == expected
    assert params.count(first) == weights


def test_shapes_follow_each_size_of_the_attention_network():
    assert params.shapes(ATTENTION) == {
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


def test_first_values_are_float32_with_biases_zero_and_every_table_small_and_random():
    first = params.init(AttentionConfig(), np.random.default_rng(0))
    for name, array in first.items():
        assert array.dtype == np.float32
        if name.startswith("b_"):
            assert not array.any()
        else:
            assert 0.05 < array.std() < 0.5
            assert abs(array.mean()) < 4 * array.std() / array.size**0.5
            assert len(np.unique(array)) > 0.9 * array.size


def test_first_values_repeat_with_the_seed_and_differ_without_it(config):
    one, same, other = (params.init(config, np.random.default_rng(seed)) for seed in (3, 3, 4))
    assert all(np.array_equal(one[name], same[name]) for name in one)
    assert not np.array_equal(one["W_E"], other["W_E"])


def test_sizes_are_found_again_from_the_arrays(config):
    assert params.config_of(random_params(config, seed=0)) == config


def test_sound_weights_pass_the_check(config):
    for dtype in (np.float32, np.float64):
        params.check(random_params(config, seed=0, dtype=dtype), config)


@pytest.mark.parametrize("name", ["W_E", "W_V", "b_distance", "b_out"])
def test_a_missing_array_is_named_with_what_to_do(name):
    broken = random_params(ATTENTION, seed=0)
    del broken[name]
    with pytest.raises(ValueError, match=rf"{name}.*run `make weights`"):
        params.check(broken, ATTENTION)
    with pytest.raises(ValueError, match="run `make weights`"):
        params.config_of(broken)


def test_an_unknown_array_is_named():
    broken = random_params(ATTENTION, seed=0) | {"W_O": np.zeros((2, 2), np.float32)}
    with pytest.raises(ValueError, match=r"W_O.*make weights"):
        params.check(broken, ATTENTION)


def test_an_array_with_swapped_axes_is_named_with_both_shapes():
    broken = random_params(ATTENTION, seed=0)
    broken["W_hidden"] = broken["W_hidden"].T
    with pytest.raises(ValueError, match=r"W_hidden has shape \(7, 17\), expected \(17, 7\).*make weights"):
        params.check(broken, ATTENTION)


def test_arrays_that_do_not_fit_together_belong_to_no_network(config):
    broken = random_params(config, seed=0)
    broken["W_hidden"] = broken["W_hidden"][:-1]
    with pytest.raises(ValueError, match=r"W_hidden.*make weights"):
        params.config_of(broken)


@pytest.mark.parametrize("dtype", [np.float16, np.int32, np.complex64])
def test_an_array_of_another_dtype_is_refused(dtype):
    broken = random_params(ATTENTION, seed=0)
    broken["W_K"] = broken["W_K"].astype(dtype)
    with pytest.raises(ValueError, match=rf"W_K has dtype {np.dtype(dtype)}, expected float32.*make weights"):
        params.check(broken, ATTENTION)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_number_that_is_not_finite_is_refused(bad):
    broken = random_params(ATTENTION, seed=0)
    broken["W_Q"][2, 4, 1] = bad
    with pytest.raises(ValueError, match=r"W_Q.*not finite.*make weights"):
        params.check(broken, ATTENTION)


@pytest.mark.parametrize(
    "broken",
    [{}, {"W_E": np.zeros(3, np.float32)}, {"W_out": np.zeros((2, 3), np.float32)}],
    ids=["no arrays", "a flat table", "one other array"],
)
def test_arrays_of_neither_network_are_refused(broken):
    with pytest.raises(ValueError, match="run `make weights`"):
        params.config_of(broken)


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
def test_hostile_shapes_are_refused_with_what_to_do(name, shape):
    for config in (ATTENTION, WINDOW):
        broken = random_params(config, seed=0) | {name: np.zeros(shape, np.float32)}
        with pytest.raises(ValueError, match="run `make weights`"):
            params.config_of(broken)


def test_configs_cannot_be_changed(config):
    with pytest.raises(dataclasses.FrozenInstanceError):
        config.d_model = 64
