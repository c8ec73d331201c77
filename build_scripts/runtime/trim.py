"""What the page does not use, as site/trim.toml names it, left out of the archives that it fetches."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from itertools import chain
from pathlib import PurePosixPath

from build_scripts import ROOT
from build_scripts.errors import BuildError
from build_scripts.files import Files

LIST = ROOT / "site" / "trim.toml"
# What only compilers and type checkers read.
SUFFIXES = frozenset((".a", ".c", ".h", ".in", ".ini", ".pxd", ".pyi", ".pyx", ".typed"))


def trimmed_stdlib(files: Mapping[str, bytes]) -> Files:
    """Leave all but the modules of use out of Pyodide's standard library."""
    folders = _list()["stdlib_kept"]

    def stays(path: PurePosixPath) -> bool:
        return path.suffix == ".py" and path.name in folders.get(path.parts[0], [path.name])

    return {name: data for name, data in _without(files, "stdlib").items() if stays(PurePosixPath(name))}


def trimmed_numpy(files: Mapping[str, bytes]) -> Files:
    """Leave all but the modules of use out of NumPy's wheel; its licenses stand in licenses.txt."""
    empty = list(chain.from_iterable(_list()["numpy_empty"].values()))
    kept = without(_without(files, "numpy"), empty) | dict.fromkeys(empty, b"")
    return {name: data for name, data in kept.items() if "/licenses/" not in name}


def trimmed_lookback(files: Mapping[str, bytes]) -> Files:
    """Leave the command line and the kernel's sources out of our own wheel."""
    return _without(files, "lookback")


def shown_sources() -> list[str]:
    """Name the modules of our own package whose sources are shipped beside what they compile to."""
    return list(chain.from_iterable(_list()["lookback_sources"].values()))


def without(files: Mapping[str, bytes], left_out: Collection[str]) -> Files:
    """Leave out the files that are named, or lie in a folder that is. Errors: BuildError for a name of nothing."""
    above = {name: {name, *map(str, PurePosixPath(name).parents)} for name in files}
    if unknown := sorted(set(left_out).difference(*above.values())):
        raise BuildError(f"site/trim.toml leaves out {', '.join(unknown)}, which is not there: take it off the list")
    return {name: data for name, data in files.items() if above[name].isdisjoint(left_out)}


def _without(files: Mapping[str, bytes], archive: str) -> Files:
    kept = without(files, list(chain.from_iterable(_list()[archive].values())))
    return {name: data for name, data in kept.items() if PurePosixPath(name).suffix not in SUFFIXES}


def _list() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(LIST.read_text(encoding="utf-8"))
