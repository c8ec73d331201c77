"""NumPy's own functions and `ops` with the kernel in them, in CPython: the built module runs in wasmtime."""

from collections.abc import Iterator

import numpy as np
import pytest
from lookback import accelerate, ops

from tests.kernel.checks import CHECKS, FUSED, normal
from tests.kernel.in_numpy import LibraryInNumPy

pytestmark = pytest.mark.filterwarnings("ignore:.*encountered in.*:RuntimeWarning")  # flags that wasmtime leaves set


@pytest.fixture(scope="module", params=["relaxed", "simd"])
def switched_on(request: pytest.FixtureRequest) -> Iterator[LibraryInNumPy]:
    library = LibraryInNumPy(request.param)
    assert accelerate.switch_on(lambda kind: library).kind == "relaxed"  # the first that is tried
    yield library
    accelerate.switch_off()


@pytest.fixture
def kernel(switched_on: LibraryInNumPy) -> LibraryInNumPy:
    """With an empty list of calls."""
    switched_on.calls.clear()
    return switched_on


@pytest.mark.parametrize("check", CHECKS)
def test_numpy_with_the_kernel_in_it(kernel: LibraryInNumPy, check: str) -> None:
    used = CHECKS[check]()
    assert set(kernel.calls) == used


def test_mistakes_get_numpys_errors_and_never_reach_the_kernel(kernel: LibraryInNumPy) -> None:
    with pytest.raises(IndexError):
        ops.cross_entropy(normal(3, 5), np.array([0, 5, 1]))
    with pytest.raises(ValueError, match="broadcast"):
        ops.causal_softmax(normal(1, 2, 9, 9), normal(2, 5))
    with pytest.raises(ValueError, match="mismatch"):
        _ = normal(3, 4) @ normal(5, 3)
    with pytest.raises(ValueError, match="zero-size"):
        normal(0).max()
    assert not {*FUSED, "matmul_loop"} & set(kernel.calls)
