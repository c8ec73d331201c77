"""Build the SIMD kernel: every C file in pysrc/lookback/kernel -> simd.wasm and relaxed.wasm beside them.

The built files are committed, so nobody needs a compiler to build the page. Building twice gives the same bytes
(tested); ``built.json`` records the compiler and the hashes of what went in and came out.
Run: python -m build_scripts.build_kernel
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "pysrc" / "lookback" / "kernel"
RECORD = "built.json"
KINDS: dict[str, list[str]] = {"simd": [], "relaxed": ["-mrelaxed-simd"]}
FLAGS = [
    "--target=wasm32-emscripten",
    "-std=c17",
    "-O3",
    "-msimd128",
    "-mbulk-memory",
    "-ffreestanding",  # no C library: what the kernel needs, it holds
    "-fPIC",  # a side module is placed wherever Pyodide has room
    "-fvisibility=hidden",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-fno-vectorize",  # done by hand; the compiler's adds a third to the bytes and no speed
    "-fno-unroll-loops",
    # Keep the order of the source: clang's own keeps more numbers alive than there are registers, and the matrix
    # product then runs at 60 % of its speed.
    "-mllvm",
    "-pre-RA-sched=source",
]
LINK_FLAGS = ["-shared", "--experimental-pic", "--no-entry", "--strip-all"]


def zig(*arguments: str) -> None:
    """Run one of the compilers in the ziglang package, inside the folder of sources so that no path is recorded."""
    command = [sys.executable, "-m", "ziglang", *arguments]
    run = subprocess.run(command, cwd=SOURCES, capture_output=True, text=True, encoding="utf-8")
    if run.returncode:
        raise SystemExit(f"{' '.join(arguments)}\n{run.stderr}\nThe kernel was not built; mend the error above.")


def build(kind: str, folder: Path) -> Path:
    """``folder/<kind>.wasm``: an Emscripten side module that ctypes can load in Pyodide."""
    objects = []
    for source in sorted(SOURCES.glob("*.c")):
        objects.append(str(folder / f"{source.stem}.{kind}.o"))
        zig("cc", *FLAGS, *KINDS[kind], "-c", source.name, "-o", objects[-1])
    built = folder / f"{kind}.wasm"
    zig("wasm-ld", *LINK_FLAGS, *objects, "-o", str(built))
    return built


def sha256(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def source_hashes() -> dict[str, str]:
    """Name -> SHA-256 of every C file and header of the kernel."""
    return {path.name: sha256(path) for path in sorted(SOURCES.glob("*.[ch]"))}


def main() -> None:
    """Build both kinds into the package and record how."""
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            data = build(kind, Path(folder)).read_bytes()
            (SOURCES / f"{kind}.wasm").write_bytes(data)
            print(f"{kind}.wasm: {len(data):,} bytes")
    record = {
        "compiler": f"ziglang {version('ziglang')}",
        "flags": " ".join(FLAGS),
        "sources": source_hashes(),
        "built": {f"{kind}.wasm": sha256(SOURCES / f"{kind}.wasm") for kind in KINDS},
    }
    (SOURCES / RECORD).write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
