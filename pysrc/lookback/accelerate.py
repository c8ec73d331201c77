"""Let NumPy use the SIMD kernel where it can be loaded; the networks' source is the same with and without.

NumPy in a browser has no BLAS and runs a training step some 20 times slower than outside. Switched on, the kernel's
loops sit inside NumPy's own ``matmul``, ``exp``, ``tanh`` and ``maximum`` (float32 only), and `ops`' causal softmax
and cross-entropy are replaced by fused ones. Tried in this order: relaxed SIMD (fused multiply-add), plain SIMD,
NumPy as it is. Whatever does not pass the self-test is taken out again. Holds for the whole process.
"""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Literal

from lookback import ops
from lookback.kernel import library, self_test, ufunc_loops
from lookback.kernel.fused import fused_ops


@dataclass(frozen=True)
class Acceleration:
    """What does the arithmetic: the kernel with relaxed SIMD, with plain SIMD, or NumPy alone; and why not better."""

    kind: Literal["relaxed", "simd", "numpy"]
    reason: str


_OFF = Acceleration("numpy", "not switched on")
_running = _OFF
_undo = ExitStack()


def running() -> Acceleration:
    """What does the arithmetic now."""
    return _running


def switch_off() -> None:
    """NumPy and `ops` as they were before `switch_on`."""
    global _running
    _undo.close()
    _running = _OFF


def switch_on(load: Callable[[library.Kind], Any] = library.load) -> Acceleration:
    """Install the fastest kernel that loads here and passes the self-test; never raises for want of one.

    ``load(kind)`` returns the module's functions as attributes, or raises OSError.
    """
    global _running, _undo
    switch_off()
    refused: list[str] = []
    for kind in ("relaxed", "simd"):
        try:
            _undo = _install(load(kind))
        except OSError as error:
            refused.append(str(error))
        else:
            _running = Acceleration(kind, "; ".join(refused) or "the fastest kernel runs")
            return _running
    _running = Acceleration("numpy", "; ".join(dict.fromkeys(refused)))
    return _running


def _install(kernel: Any) -> ExitStack:
    """Loops into NumPy, fused functions into `ops` -> the way back. OSError, nothing changed, if a number is wrong."""
    with ExitStack() as undo:
        undo.callback(ufunc_loops.install(kernel))
        fused = fused_ops(kernel)
        if wrong := self_test.mismatch(fused):
            raise OSError(f"a kernel failed its self-test: {wrong}")
        for name, function in fused.items():
            undo.callback(setattr, ops, name, getattr(ops, name))
            setattr(ops, name, function)
        return undo.pop_all()
