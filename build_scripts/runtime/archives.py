"""Zips as the site ships them: stored, since brotli and gzip pack the whole better than a zip packs each file."""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from collections.abc import Mapping

from build_scripts.files import Files

LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest time a zip can hold: the same input gives the same bytes


def unzipped(data: bytes) -> Files:
    """Every file of a zip, name -> bytes."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {entry.filename: archive.read(entry) for entry in archive.infolist() if not entry.is_dir()}


def stored_zip(files: Mapping[str, bytes]) -> bytes:
    """Make a zip of the files as they are, with fixed times and order."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])
    return out.getvalue()


def stored_wheel(files: Mapping[str, bytes]) -> bytes:
    """Make a wheel of the files of one, some of them changed: the same, with a RECORD that is right again."""
    record = next(name for name in files if name.endswith(".dist-info/RECORD"))
    others = {name: data for name, data in files.items() if name != record}
    rows = [f"{name},sha256={_digest(others[name])},{len(others[name])}\n" for name in sorted(others)]
    return stored_zip({**others, record: "".join([*rows, f"{record},,\n"]).encode()})


def _digest(data: bytes) -> str:
    """Give the sha256 as a wheel's RECORD writes it (PEP 376, PEP 427)."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
