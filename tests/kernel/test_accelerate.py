"""Switching the kernel on and off, here in CPython: NumPy calls the built module, which runs in wasmtime."""

import ctypes
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lookback import accelerate, ops
from lookback.kernel import library, ufunc_loops

from tests.kernel.in_numpy import LOOP, LibraryInNumPy

pytestmark = pytest.mark.filterwarnings("ignore:.*encountered in.*:RuntimeWarning")  # flags that wasmtime leaves set


@pytest.fixture(scope="module")
def loaded() -> LibraryInNumPy:
    return LibraryInNumPy("simd")


@pytest.fixture(autouse=True)
def off_afterwards() -> Iterator[None]:
    yield
    accelerate.switch_off()


def normal(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


def refuse(kind: library.Kind) -> Any:
    raise OSError(f"no {kind} here")


def test_outside_of_a_browser_nothing_is_replaced() -> None:
    before = ops.causal_softmax
    got = accelerate.switch_on()
    assert got.kind == "numpy"
    assert got.reason.count("made for Python in a browser") == 1
    assert ops.causal_softmax is before


def test_plain_simd_is_taken_where_relaxed_is_refused(loaded: LibraryInNumPy) -> None:
    got = accelerate.switch_on(lambda kind: loaded if kind == "simd" else refuse(kind))
    assert (got, accelerate.running()) == (accelerate.Acceleration("simd", "no relaxed here"),) * 2
    accelerate.switch_off()
    assert accelerate.running().kind == "numpy"


def test_numpy_is_left_alone_where_both_are_refused() -> None:
    assert accelerate.switch_on(refuse) == accelerate.Acceleration("numpy", "no relaxed here; no simd here")


def test_switching_off_gives_back_numpy_and_ops(loaded: LibraryInNumPy) -> None:
    before = ops.cross_entropy
    accelerate.switch_on(lambda kind: loaded)
    accelerate.switch_on(lambda kind: loaded)
    assert ops.cross_entropy is not before
    accelerate.switch_off()
    loaded.calls.clear()
    _ = normal(3, 2) @ normal(2, 3)
    ops.cross_entropy(normal(3, 5), np.array([1, 0, 4]))
    assert loaded.calls == []
    assert ops.cross_entropy is before


def with_a_wrong_loop(name: str) -> LibraryInNumPy:
    """A kernel one of whose loops gets the first number of each result wrong."""
    kernel = LibraryInNumPy("simd")
    right, result = getattr(kernel, f"{name}_loop"), {"exp": 1, "tanh": 1}.get(name, 2)

    def wrong(args, sizes, steps, data) -> None:
        right(args, sizes, steps, data)
        ctypes.c_float.from_address(args[result]).value += 0.01

    setattr(kernel, f"{name}_loop", LOOP(wrong))
    return kernel


@pytest.mark.parametrize("name", ["matmul", "exp", "tanh", "maximum"])
def test_a_loop_that_gives_one_wrong_number_is_taken_out_again(name: str) -> None:
    got = accelerate.switch_on(lambda kind: with_a_wrong_loop(name))
    assert got.kind == "numpy"
    assert f"self-test: {name} " in got.reason
    ones = np.ones((2, 2), np.float32)
    assert (ones @ ones).tolist() == [[2, 2], [2, 2]]
    assert np.exp(ones - 1).tolist() == np.maximum(ones, 0).tolist() == [[1, 1], [1, 1]]


@pytest.mark.parametrize("name", ["causal_softmax", "causal_softmax_backward", "cross_entropy"])
def test_a_fused_operation_that_differs_is_not_used(name: str) -> None:
    kernel = LibraryInNumPy("simd")
    setattr(kernel, name, lambda *arguments: None)  # writes no result
    before = getattr(ops, name)
    got = accelerate.switch_on(lambda kind: kernel)
    assert (got.kind, f"fused {name} differs" in got.reason) == ("numpy", True)
    assert getattr(ops, name) is before


def test_the_slot_of_the_c_api_is_the_one_in_numpys_header() -> None:
    header = (Path(np.get_include()) / "numpy" / "__ufunc_api.h").read_text(encoding="utf-8")
    (slot,) = re.findall(r"#define PyUFunc_ReplaceLoopBySignature[^#]*PyUFunc_API\[(\d+)\]", header)
    assert int(slot) == ufunc_loops.REPLACE_LOOP_SLOT
