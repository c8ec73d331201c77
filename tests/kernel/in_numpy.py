"""Let the NumPy of this process call the kernel: each call is carried over into wasmtime's memory and back."""

import ctypes

from lookback.kernel.library import Kind

from tests.kernel.host import KernelHost

INTP = ctypes.POINTER(ctypes.c_ssize_t)
LOOP = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_void_p), INTP, INTP, ctypes.c_void_p)

Span = tuple[int, int]


def span(address: int, sizes: list[int], steps: list[int]) -> Span:
    """First byte and end of what an operand of these axes covers."""
    if 0 in sizes:
        return address, address
    reach = [(size - 1) * step for size, step in zip(sizes, steps, strict=True)]
    return address + sum(min(0, r) for r in reach), address + sum(max(0, r) for r in reach) + 4


def merged(spans: list[Span]) -> list[Span]:
    """Spans that touch become one, so that operands which share memory share it in the kernel too."""
    whole: list[Span] = []
    for start, end in sorted(spans):
        if whole and start <= whole[-1][1]:
            whole[-1] = whole[-1][0], max(whole[-1][1], end)
        else:
            whole.append((start, end))
    return whole


class LibraryInNumPy:
    """What `lookback.kernel.library.load` returns in a browser; here for 64-bit NumPy and wasmtime."""

    def __init__(self, kind: Kind) -> None:
        self.host = KernelHost(kind)
        self.host.set_old_matmul_loop(self._call_old_loop)
        self.matmul_loop = LOOP(self._matmul)
        self.exp_loop = LOOP(lambda *call: self._elementwise("exp_loop", 2, *call))
        self.tanh_loop = LOOP(lambda *call: self._elementwise("tanh_loop", 2, *call))
        self.maximum_loop = LOOP(lambda *call: self._elementwise("maximum_loop", 3, *call))
        self.calls: list[str] = []

    def set_old_matmul_loop(self, pointer: int) -> None:
        self.old_loop = LOOP(pointer)

    def _call_old_loop(self, *_: int) -> None:
        self.calls.append("old matmul loop")
        self.old_loop(*self.current_call)
        self.output_is_here = True

    def _matmul(self, args, sizes, steps, data) -> None:
        self.current_call, self.output_is_here = (args, sizes, steps, data), False
        batch, m, k, n = sizes[:4]
        axes = ([batch, m, k], [batch, k, n], [batch, m, n])
        inner = [[steps[i], steps[3 + 2 * i], steps[4 + 2 * i]] for i in range(3)]
        spans = [span(args[i], axes[i], inner[i]) for i in range(3)]
        self._carry("matmul_loop", args[:3], spans, sizes[:4], steps[:9])

    def _elementwise(self, name: str, n_operands: int, args, sizes, steps, data) -> None:
        self.output_is_here = False
        spans = [span(args[i], [sizes[0]], [steps[i]]) for i in range(n_operands)]
        self._carry(name, args[:n_operands], spans, [sizes[0]], steps[:n_operands])

    def _carry(self, name: str, args: list[int], spans: list[Span], sizes: list[int], steps: list[int]) -> None:
        """Copy the operands, the last of which is written, over; call the loop; copy the written one back."""
        self.calls.append(name)
        self.host.forget_arrays()
        places = {}
        for start, end in merged(spans):
            places[start, end] = self.host.reserve(end - start)
            ctypes.memmove(self.host.base + places[start, end], start, end - start)

        def moved(address: int) -> int:
            return next(at + address - start for (start, end), at in places.items() if start <= address <= end)

        # an operand without bytes may border on another's: its own span is looked up, not its address
        addresses = [moved(start) + arg - start for arg, (start, _) in zip(args, spans, strict=True)]
        self.host.loop(name, addresses, sizes, steps)
        start, end = spans[-1]
        if not self.output_is_here:
            ctypes.memmove(start, self.host.base + moved(start), end - start)

    def _fused(self, name: str, sizes: list[int], counts: list[int], pointers: tuple[int, ...]) -> None:
        """Arrays of so many 4-byte numbers, copied over and back."""
        self.calls.append(name)
        self.host.forget_arrays()
        places = [self.host.reserve(4 * count) for count in counts]
        for at, pointer, count in zip(places, pointers, counts, strict=True):
            ctypes.memmove(self.host.base + at, pointer, 4 * count)
        self.host.call(name, *sizes, *places)
        for at, pointer, count in zip(places, pointers, counts, strict=True):
            ctypes.memmove(pointer, self.host.base + at, 4 * count)

    def causal_softmax(self, batch: int, head: int, n: int, n_ctx: int, *pointers: int) -> None:
        pairs = batch * head * n * n
        self._fused("causal_softmax", [batch, head, n, n_ctx], [pairs, head * n_ctx, pairs], pointers)

    def causal_softmax_backward(self, batch: int, head: int, n: int, n_ctx: int, *pointers: int) -> None:
        pairs = batch * head * n * n
        counts = [pairs, pairs, pairs, head * n_ctx]
        self._fused("causal_softmax_backward", [batch, head, n, n_ctx], counts, pointers)

    def cross_entropy(self, m: int, n: int, *pointers: int) -> None:
        self._fused("cross_entropy", [m, n], [m * n, m, m * n, m, m], pointers)
