"""Python compiled before it is shipped: a browser would spend seconds of each start on it."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Collection, Mapping
from pathlib import Path, PurePosixPath

from build_scripts import ROOT
from build_scripts.errors import BuildError
from build_scripts.files import Files, hashed_folder, kept
from build_scripts.runtime.archives import stored_zip, unzipped

CACHE = ROOT / ".cache" / "compiled"
COMPILER = Path(__file__).parent / "compile_python.mjs"
OPTIMIZE = 2  # without docstrings and assertions, as `python -OO`: nobody reads them here
PROGRAM = {path.name: path.read_bytes() for path in (COMPILER, COMPILER.with_name("compile_in_pyodide.py"))}


def sourceless(files: Mapping[str, bytes], place: str, runtime: Mapping[str, bytes], cache: Path = CACHE) -> Files:
    """Put `a.pyc` in the place of each `a.py`.

    place: the folder where the files will lie. runtime: Pyodide's files.
    """
    made = compiled(files, place, runtime, cache)
    return {name: data for name, data in files.items() if not name.endswith(".py")} | made


def mostly_sourceless(
    files: Mapping[str, bytes], kept: Collection[str], place: str, tag: str, runtime: Mapping[str, bytes]
) -> Files:
    """Do the same, but leave the sources `kept`, and put what they compile to where Python looks for it."""
    made = sourceless(files, place, runtime)
    beside = {_cached_name(PurePosixPath(name), tag): made.pop(f"{name}c") for name in kept}
    return made | beside | {name: files[name] for name in kept}


def compiled(files: Mapping[str, bytes], place: str, runtime: Mapping[str, bytes], cache: Path) -> Files:
    """Compile every `a.py` to `a.pyc`, once for each content. Errors: BuildError with what Node said."""
    sources = {name: data for name, data in files.items() if name.endswith(".py")}
    what = f"{place}-{OPTIMIZE}".strip("/").replace("/", "-")
    key = hashed_folder(what, {**sources, **{f"/{name}": data for name, data in {**runtime, **PROGRAM}.items()}})
    return unzipped(kept(cache / f"{key}.zip", lambda: _compile(sources, place, runtime)))


def _compile(sources: Mapping[str, bytes], place: str, runtime: Mapping[str, bytes]) -> bytes:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, data in runtime.items():
            (folder / file).write_bytes(data)
        (folder / "in.zip").write_bytes(stored_zip(sources))
        command = ["node", str(COMPILER), name, str(folder / "in.zip"), str(folder / "out.zip"), place, str(OPTIMIZE)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not (folder / "out.zip").exists():
            raise BuildError(f"Node could not compile the Python of the page: {done.stderr.strip()[-500:]}")
        return (folder / "out.zip").read_bytes()


def _cached_name(path: PurePosixPath, tag: str) -> str:
    return str(path.parent / "__pycache__" / f"{path.stem}.{tag}.pyc")
