"""The Python that the page runs: standard library, wheels, worker and sections, trimmed, compiled, in stored archives.

The sources that the page shows, and readers change, go along.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from build_scripts import ROOT
from build_scripts.errors import BuildError
from build_scripts.files import Files
from build_scripts.runtime.archives import stored_wheel, stored_zip, unzipped
from build_scripts.runtime.compiled import mostly_sourceless, sourceless
from build_scripts.runtime.trim import shown_sources, trimmed_lookback, trimmed_numpy, trimmed_stdlib

SHIPPED = {".py", ".toml"}
# Not needed to answer a request.
LEFT_OUT = {"preview.py", "worker.py"}


def shipped_runtime(runtime: Mapping[str, Mapping[str, bytes]]) -> Files:
    """Pyodide's files and NumPy's wheel as the site ships them; the lock is left to `trimmed_lock`.

    runtime: what `fetch_runtime` gives.
    """
    core = runtime["pyodide"]
    files = {name: data for name, data in core.items() if name != "pyodide-lock.json"}
    major, minor = _python_version(core)
    stdlib = trimmed_stdlib(unzipped(core["python_stdlib.zip"]))
    files["python_stdlib.zip"] = stored_zip(sourceless(stdlib, f"/lib/python{major}{minor}.zip/", core))
    for name, wheel in runtime["wheels"].items():
        numpy = trimmed_numpy(unzipped(wheel))
        files[name] = stored_wheel(sourceless(numpy, _site_packages(core), core))
    return files


def shipped_sources(trees: Mapping[str, Path], core: Mapping[str, bytes]) -> tuple[str, bytes, bytes]:
    """File name and bytes of our wheel, and bytes of an archive of `trees`, both compiled.

    core: Pyodide's files.
    """
    tag = "cpython-{}{}".format(*_python_version(core))
    name, wheel = build_wheel()
    package = mostly_sourceless(trimmed_lookback(unzipped(wheel)), shown_sources(), _site_packages(core), tag, core)
    site = sourceless(tree_files(trees), "/home/pyodide/", core)
    return name, stored_wheel(package), stored_zip(site)


def _python_version(core: Mapping[str, bytes]) -> tuple[str, str]:
    major, minor, _ = json.loads(core["pyodide-lock.json"])["info"]["python"].split(".")
    return major, minor


def _site_packages(core: Mapping[str, bytes]) -> str:
    return "/lib/python{}.{}/site-packages/".format(*_python_version(core))


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


def tree_files(trees: Mapping[str, Path]) -> Files:
    """Python and TOML files of each tree below its name."""
    return {
        f"{name}/{path.relative_to(tree).as_posix()}": path.read_bytes()
        for name, tree in trees.items()
        for path in sorted(tree.rglob("*"))
        if path.suffix in SHIPPED and not _is_left_out(path) and "__pycache__" not in path.parts
    }


def _is_left_out(path: Path) -> bool:
    return path.name in LEFT_OUT or path.name.startswith("test_")


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
