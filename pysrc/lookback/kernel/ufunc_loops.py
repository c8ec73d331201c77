"""Put compiled inner loops for float32 into NumPy's own functions, and take them out again.

A NumPy ufunc walks over its operands and leaves the arithmetic to an inner loop that it looks up by dtype. That
loop can be exchanged through NumPy's C API (``PyUFunc_ReplaceLoopBySignature``), so `@`, ``out=``, ``where=``,
broadcasting and views stay NumPy's work, on every array, at no cost per call. It holds for the whole process.
"""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

# where NumPy's own header, __ufunc_api.h, gets the C API from
from numpy._core import _multiarray_umath  # pyright: ignore[reportAttributeAccessIssue]

REPLACE_LOOP_SLOT = 30  # of PyUFunc_ReplaceLoopBySignature, in __ufunc_api.h
NAMES = ("matmul", "exp", "tanh", "maximum")


def _replace_loop(ufunc: np.ufunc, loop: int) -> int:
    """Make the function at address ``loop`` the float32 loop of ``ufunc`` -> address of the loop before."""
    pointer = ctypes.c_void_p
    address_of = ctypes.pythonapi.PyCapsule_GetPointer
    address_of.argtypes, address_of.restype = [ctypes.py_object, ctypes.c_char_p], pointer
    table = address_of(_multiarray_umath._UFUNC_API, None)
    entry = ctypes.c_size_t.from_address(table + REPLACE_LOOP_SLOT * ctypes.sizeof(pointer)).value
    signature = ctypes.c_int * ufunc.nargs
    prototype = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, pointer, signature, ctypes.POINTER(pointer))
    dtypes = signature(*[np.dtype(np.float32).num] * ufunc.nargs)
    before = pointer()
    if prototype(entry)(ufunc, loop, dtypes, ctypes.byref(before)):
        raise OSError(f"this NumPy, {np.__version__}, has no float32 loop in {ufunc.__name__}")
    assert before.value is not None
    return before.value


def install(library: Any) -> Callable[[], None]:
    """Replace the loops of `NAMES` by ``library``'s ``<name>_loop`` -> a function that puts the old ones back."""
    old: dict[str, int] = {}

    def undo() -> None:
        while old:
            name, loop = old.popitem()
            _replace_loop(getattr(np, name), loop)

    for name in NAMES:
        loop = ctypes.cast(getattr(library, f"{name}_loop"), ctypes.c_void_p).value
        assert loop is not None
        try:
            old[name] = _replace_loop(getattr(np, name), loop)
        except OSError:
            undo()
            raise
        if name == "matmul":  # before any product can meet a layout that ours leaves to the old loop
            library.set_old_matmul_loop(old[name])
    return undo
