"""Files by name: how they are kept in .cache/, and the name of a folder of the site."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path

Files = dict[str, bytes]


def hashed_folder(name: str, files: Mapping[str, bytes]) -> str:
    """`name-<hash>`: a new name whenever a file in it changes, so that browsers may keep it for ever."""
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(f"{path}\0{len(files[path])}\0".encode())
        digest.update(files[path])
    return f"{name}-{digest.hexdigest()[:12]}"


def kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """Give the bytes of `path`; make and keep them there first if it does not exist."""
    if path.exists():
        return path.read_bytes()
    data = make()
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    unfinished.write_bytes(data)
    unfinished.replace(path)
    return data
