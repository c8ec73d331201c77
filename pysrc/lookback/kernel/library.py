"""Load a built kernel with ctypes, which in Pyodide goes through Emscripten's dynamic linker."""

import ctypes
import sys
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np

Kind = Literal["relaxed", "simd"]

FOLDER = Path(__file__).parent


def load(kind: Kind) -> Any:
    """The module's functions, as attributes. OSError where this Python, browser or processor cannot run it.

    The files are called ``.wasm`` and not ``.so`` because Pyodide loads every ``.so`` of a wheel at once, and would
    stop at the first that the browser refuses.
    """
    if sys.platform != "emscripten":
        raise OSError("the kernel is made for Python in a browser; elsewhere NumPy brings a fast matmul of its own")
    if np.dtype(np.intp).itemsize != 4:
        raise OSError("the kernel is made for 32-bit WebAssembly; this is another")
    opened = _open(kind)
    if isinstance(opened, OSError):
        raise opened
    return opened


@cache  # also of refusals: Emscripten's linker breaks down when it is asked again for a module that it could not load
def _open(kind: Kind) -> Any:
    try:
        library = ctypes.CDLL(str(FOLDER / f"{kind}.wasm"))
    except OSError as error:
        return error
    integer, pointer = ctypes.c_int, ctypes.c_void_p
    for name, arguments in (
        ("set_old_matmul_loop", [pointer]),
        ("causal_softmax", [integer] * 4 + [pointer] * 3),
        ("causal_softmax_backward", [integer] * 4 + [pointer] * 4),
        ("cross_entropy", [integer] * 2 + [pointer] * 5),
    ):
        function = getattr(library, name)
        function.argtypes, function.restype = arguments, None
    return library
