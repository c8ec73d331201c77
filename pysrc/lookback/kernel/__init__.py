"""Float32 loops in C with SIMD, built to WebAssembly: what NumPy lacks in a browser.

The C sources lie here beside the built modules, so that the wheel carries both and nobody has to trust bytes that
they cannot read. `lookback.accelerate` decides which module runs; nothing else needs to import from here.

Accuracy, measured: exp and tanh are within 1.3 units of the last place (NumPy's own, on x64: 2.5 and 1.4); a sum over
k products strays by at most 0.8 sqrt(k) 2^-23 of |a| @ |b|, as OpenBLAS's does.
"""
