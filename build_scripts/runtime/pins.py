"""What site/pins.toml pins: npm packages by integrity, wheels by the sources that carry them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from build_scripts import ROOT

PINS = ROOT / "site" / "pins.toml"


@dataclass(frozen=True)
class NpmPin:
    """One npm package: exact version, `sha512-<base64>` integrity, and the files wanted (globs)."""

    npm: str
    version: str
    integrity: str
    files: tuple[str, ...]


@dataclass(frozen=True)
class WheelSource:
    """Where a wheel may be had: a member of the wheel of `requirement`, or a file below `url`."""

    requirement: str = ""
    folder: str = ""
    url: str = ""

    def __str__(self) -> str:
        return f"inside the wheel of {self.requirement}" if self.requirement else self.url


@dataclass(frozen=True)
class WheelPin:
    """One wheel named in pyodide-lock.json, with the sources to try in order."""

    name: str
    sources: tuple[WheelSource, ...]


@dataclass(frozen=True)
class Pins:
    """All of pins.toml."""

    pyodide: NpmPin
    pyscript: NpmPin
    wheels: tuple[WheelPin, ...]


def read_pins(path: Path = PINS) -> Pins:
    """Read the pins. Errors: ValueError naming the file and what is wrong in it."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        wheels = tuple(
            WheelPin(item["name"], tuple(WheelSource(**source) for source in item["source"]))
            for item in raw.get("wheel", [])
        )
        return Pins(_npm_pin(raw["pyodide"]), _npm_pin(raw["pyscript"]), wheels)
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise ValueError(f"{path}: cannot be read as pins: {error!r}") from error


def _npm_pin(raw: dict[str, Any]) -> NpmPin:
    return NpmPin(**{**raw, "files": tuple(raw["files"])})
