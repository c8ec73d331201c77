"""Files of the built site: compressed copies, the manifest, the folder that holds them."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import brotli

from build_scripts import ROOT
from build_scripts.errors import BuildError
from build_scripts.files import Files, kept

CACHE = ROOT / ".cache" / "compressed"
WORTH_IT = 0.95  # a compressed copy is kept only if it is smaller than this share of the file


def compressed(data: bytes, cache: Path = CACHE) -> Files:
    """Make copies by suffix, `.br` and `.gz`, where they are worth it; once for each content.

    Brotli's last level takes half a minute for Pyodide's 10 MB, and makes a ninth less of them than its ninth.
    """
    key = hashlib.sha256(data).hexdigest()
    makers = {
        ".br": lambda: brotli.compress(data, quality=11, lgwin=24),
        ".gz": lambda: gzip.compress(data, 9, mtime=0),
    }
    copies = {suffix: kept(cache / f"{key}.best{suffix}", make) for suffix, make in makers.items()}
    return {suffix: copy for suffix, copy in copies.items() if len(copy) < WORTH_IT * len(data)}


def with_compressed(files: Files, cache: Path = CACHE) -> Files:
    """Add the compressed copies beside the files."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        copies = pool.map(lambda path: compressed(files[path], cache), files)
        extra = {path + suffix: copy for path, made in zip(files, copies, strict=True) for suffix, copy in made.items()}
    return {**files, **extra}


def manifest(files: Mapping[str, bytes]) -> bytes:
    """JSON: path, size in bytes and sha256 of every file, sorted by path."""
    rows = [
        {"path": path, "size": len(files[path]), "sha256": hashlib.sha256(files[path]).hexdigest()}
        for path in sorted(files)
    ]
    return (json.dumps({"files": rows}, indent=1) + "\n").encode()


def write_site(files: Mapping[str, bytes], folder: Path) -> None:
    """Make `folder` hold exactly these files. Files that have not changed are left alone."""
    for path in folder.rglob("*"):
        if path.is_file() and path.relative_to(folder).as_posix() not in files:
            path.unlink()
    for name, data in files.items():
        path = folder / name
        if path.exists() and path.read_bytes() == data:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def checked_weights(folder: Path) -> Files:
    """Every file of weights/ by name. Errors: BuildError if there are none."""
    files = {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
    if not files:
        raise BuildError(f"{folder.name}/ is empty: run make weights first")
    return files
