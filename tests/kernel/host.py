"""Run the built kernel outside of a browser: wasmtime plays the part of Emscripten's dynamic linker."""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import wasmtime
from lookback.kernel.library import FOLDER, Kind
from numpy.typing import NDArray

PAGE = 65536
PAGES = 1024
MODULE_AT = PAGE  # the module's own data, of which its scratch is the most
ARRAYS_AT = 64 * PAGE
TABLE_AT, OLD_LOOP = 1, 8  # places in the table of functions


class KernelHost:
    """One instance of the kernel, with memory in which NumPy arrays can lie."""

    def __init__(self, kind: Kind) -> None:
        config = wasmtime.Config()
        config.wasm_relaxed_simd = kind == "relaxed"  # so that the plain build is shown to do without
        self.store = wasmtime.Store(wasmtime.Engine(config))
        module = wasmtime.Module.from_file(self.store.engine, str(FOLDER / f"{kind}.wasm"))
        self.memory = wasmtime.Memory(self.store, wasmtime.MemoryType(wasmtime.Limits(PAGES, PAGES)))
        functions = wasmtime.TableType(wasmtime.ValType.funcref(), wasmtime.Limits(16, 16))
        self.table = wasmtime.Table(self.store, functions, None)
        linked = {
            "memory": self.memory,
            "__indirect_function_table": self.table,
            "__memory_base": self._constant(MODULE_AT),
            "__table_base": self._constant(TABLE_AT),
        }
        self.exports = wasmtime.Instance(self.store, module, [linked[i.name or ""] for i in module.imports]).exports(
            self.store
        )
        self.base = ctypes.addressof(self.memory.data_ptr(self.store).contents)
        self.bytes = np.ctypeslib.as_array(self.memory.data_ptr(self.store), (PAGES * PAGE,))
        self.free = ARRAYS_AT

    def _constant(self, value: int) -> wasmtime.Global:
        kind = wasmtime.GlobalType(wasmtime.ValType.i32(), False)
        return wasmtime.Global(self.store, kind, wasmtime.Val.i32(value))

    def forget_arrays(self) -> None:
        """Reuse the memory of all arrays made so far."""
        self.free = ARRAYS_AT

    def reserve(self, size: int) -> int:
        """Address of ``size`` unused bytes."""
        at = self.free
        self.free += -(-size // 16) * 16 + 16
        assert self.free < PAGES * PAGE, "the test's arrays do not fit into the kernel's memory"
        return at

    def array(self, values: Any, dtype: Any = np.float32) -> NDArray[Any]:
        """A C-contiguous copy of ``values`` in the kernel's memory; its views lie there too."""
        values = np.asarray(values, dtype)
        at = self.reserve(values.nbytes)
        copy = self.bytes[at : at + values.nbytes].view(values.dtype).reshape(values.shape)
        copy[...] = values
        return copy

    def at(self, array: NDArray[Any]) -> int:
        """Where the kernel finds the first number of an array made by `array`."""
        return array.ctypes.data - self.base

    def call(self, name: str, *arguments: int | NDArray[Any]) -> None:
        """Call an exported function; arrays are passed as addresses."""
        self.exports[name](self.store, *(a if isinstance(a, int) else self.at(a) for a in arguments))  # type: ignore[operator]

    def loop(self, name: str, addresses: list[int], sizes: list[int], steps: list[int]) -> None:
        """Call an inner loop as NumPy does, with npy_intp of 32 bits."""
        self.call(name, *(self.array(numbers, np.int32) for numbers in (addresses, sizes, steps)), 0)

    def set_old_matmul_loop(self, loop: Callable[[int, int, int, int], None]) -> None:
        """Let ``loop`` stand where NumPy's own loop for matmul would."""
        i32 = wasmtime.ValType.i32()
        self.table.set(self.store, OLD_LOOP, wasmtime.Func(self.store, wasmtime.FuncType([i32] * 4, []), loop))
        self.call("set_old_matmul_loop", OLD_LOOP)
