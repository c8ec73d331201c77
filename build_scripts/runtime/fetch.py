"""Fetch the pinned browser runtime into .cache/runtime: Pyodide and PyScript from npm, wheels for the browser.

Every file is checked by hash each time, cached or not; what is cached and right is not fetched again.
"""

from __future__ import annotations

import fnmatch
import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path

from build_scripts import ROOT
from build_scripts.runtime.pins import NpmPin, Pins, WheelPin
from build_scripts.runtime.sources import RuntimeFileError, check_integrity, first_that_works, npm_tarball

CACHE = ROOT / ".cache" / "runtime"


def cached(path: Path, integrity: str, fetch: Callable[[], bytes]) -> bytes:
    """Bytes of `path` if they have the pinned hash; else fetched, checked, and only then kept."""
    if path.exists():
        data = path.read_bytes()
        try:
            check_integrity(data, integrity, path.name)
            return data
        except RuntimeFileError:
            print(f"{path.name}: the cached copy is damaged; fetching it again.")
    data = fetch()
    check_integrity(data, integrity, path.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_bytes(data)
    unfinished.replace(path)
    return data


def npm_files(pin: NpmPin, cache: Path = CACHE) -> dict[str, bytes]:
    """Name -> bytes of the files that `pin` wants, from the checked tarball. Errors if a pattern matches nothing."""
    tarball = cache / f"{pin.npm.lstrip('@').replace('/', '-')}-{pin.version}.tgz"
    data = cached(tarball, pin.integrity, lambda: npm_tarball(pin))
    files: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive.getmembers():
            name = member.name.removeprefix("package/")
            stream = archive.extractfile(member)
            if stream and any(fnmatch.fnmatchcase(name, pattern) for pattern in pin.files):
                files[name] = stream.read()
    absent = [pattern for pattern in pin.files if not fnmatch.filter(files, pattern)]
    if absent:
        raise RuntimeFileError(f"{pin.npm}@{pin.version} holds no {', '.join(absent)}: mend `files` in site/pins.toml.")
    return files


def wheel_file(pin: WheelPin, lock: dict, cache: Path = CACHE) -> tuple[str, bytes]:
    """File name and bytes of a wheel, as the Pyodide lock names and hashes it."""
    entry = lock["packages"][pin.name]
    name = entry["file_name"]
    return name, cached(cache / name, entry["sha256"], lambda: first_that_works(pin.sources, name))


def fetch_runtime(pins: Pins, cache: Path = CACHE) -> dict[str, dict[str, bytes]]:
    """`{"pyodide": files, "pyscript": files, "wheels": files}`, each name -> bytes, all checked."""
    pyodide = npm_files(pins.pyodide, cache)
    lock = json.loads(pyodide["pyodide-lock.json"])
    wheels = dict(wheel_file(pin, lock, cache) for pin in pins.wheels)
    return {"pyodide": pyodide, "pyscript": npm_files(pins.pyscript, cache), "wheels": wheels}
