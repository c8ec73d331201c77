"""The Python that the page runs: the package's wheel, the sections and glue as one archive, Pyodide's lock cut down."""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from build_scripts.site_files import Files

ROOT = Path(__file__).parent.parent
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest time a zip can hold: the same input gives the same bytes
SHIPPED = {".py", ".toml"}
# Not needed to answer a request.
LEFT_OUT = {"preview.py", "test_section.py", "worker.py"}


class BuildError(Exception):
    """The site cannot be built; the message says what to do."""


def build_wheel(root: Path = ROOT) -> tuple[str, bytes]:
    """File name and bytes of the package's wheel; hatchling gives the same bytes for the same sources."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "315532800"}
        done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
        wheels = list(Path(folder).glob("*.whl"))
        if done.returncode or len(wheels) != 1:
            raise BuildError(f"hatchling built no wheel: {done.stderr.strip()[-500:]}")
        return wheels[0].name, wheels[0].read_bytes()


def zip_tree(trees: Mapping[str, Path]) -> bytes:
    """Python and TOML files of each tree below its name, as a zip with fixed times and order."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(_tree_files(trees)):
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, data)
    return out.getvalue()


def _tree_files(trees: Mapping[str, Path]) -> Iterable[tuple[str, bytes]]:
    for name, tree in trees.items():
        for path in tree.rglob("*"):
            if path.suffix in SHIPPED and path.name not in LEFT_OUT and "__pycache__" not in path.parts:
                yield f"{name}/{path.relative_to(tree).as_posix()}", path.read_bytes()


def trimmed_lock(full: bytes, wheels: Mapping[str, tuple[str, bytes]]) -> bytes:
    """Pyodide's lock with nothing but `wheels`: package name -> address below the lock, bytes."""
    lock = json.loads(full)
    packages = {name: _entry(lock["packages"], name, path, data) for name, (path, data) in wheels.items()}
    return json.dumps({"info": lock["info"], "packages": packages}, sort_keys=True).encode()


def _entry(known: Mapping[str, dict], name: str, path: str, data: bytes) -> dict:
    digest = hashlib.sha256(data).hexdigest()
    if name in known:
        return {**known[name], "file_name": path, "sha256": digest}
    own = {"depends": ["numpy"], "imports": ["lookback", "scene"], "install_dir": "site", "package_type": "package"}
    version = Path(path).name.split("-")[1]
    return {**own, "name": name, "version": version, "file_name": path, "sha256": digest, "unvendored_tests": False}


def site_wrapper(source: str, runtime_folder: str) -> bytes:
    """Fill the hashed name of the runtime's folder into start.js. Errors: BuildError if it names no such folder."""
    if "../runtime/" not in source:
        raise BuildError("site/glue/start.js must import from ../runtime/: the build puts the hashed name there")
    return source.replace("../runtime/", f"../{runtime_folder}/").encode()


def checked_weights(folder: Path) -> Files:
    """Every file of weights/ by name. Errors: BuildError if there are none."""
    files = {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
    if not files:
        raise BuildError(f"{folder.name}/ is empty: run make weights first")
    return files
