"""Float32 loops in C with SIMD, built to WebAssembly: what NumPy lacks in a browser.

The C sources lie here beside the built modules, so that the wheel carries both and nobody has to trust bytes that
they cannot read. `lookback.accelerate` decides which module runs; nothing else needs to import from here.
"""
