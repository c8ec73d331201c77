"""What is measured on the test stories, as the page shows it: once for each state of weights and code."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from lookback.measures import MEASURES, measured_json
from lookback.models import Models

from build_scripts import ROOT
from build_scripts.files import kept

CACHE = ROOT / ".cache" / "measured"
PACKAGE = ROOT / "pysrc" / "lookback"


def measured(models: Models, data: Mapping[str, bytes], names: Iterable[str] = MEASURES, cache: Path = CACHE) -> bytes:
    """Give `measured.json` for these models, made of the weight and story files `data` (name -> bytes)."""
    names = tuple(names)
    key = _key({**data, "names": " ".join(names).encode()})
    return kept(cache / f"{key}.json", lambda: measured_json(models, names))


def _key(data: Mapping[str, bytes]) -> str:
    """Hash everything that the results depend on: the files, and the package's own code."""
    code = {path.relative_to(PACKAGE).as_posix(): path.read_bytes() for path in PACKAGE.rglob("*.py")}
    digest = hashlib.sha256()
    for name, content in sorted({**data, **code}.items()):
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:16]
