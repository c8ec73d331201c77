"""Stops of the guide: where it leads, what a figure is set to there, what to notice. Declared in section.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from worker.controls import Control, check_value


@dataclass(frozen=True)
class Stop:
    """One stop, at a figure or, with `at`, at what has that id in the prose: a heading.

    `says` and texts in `choice` are templates: they may use the numbers of the section's prose.
    """

    says: str
    choice: Mapping[str, Any] = field(default_factory=dict)
    at: str | None = None


def read_stop(raw: Mapping[str, Any], controls: Mapping[str, Control]) -> Stop:
    """One `[[figure.guide]]` table. Errors: ValueError saying what to change."""
    _check_keys(raw, "set")
    values = raw.get("set", {})
    if unknown := sorted(set(values) - set(controls)):
        raise ValueError(f"a stop of the guide sets {unknown[0]!r}, which its figure does not have")
    for name, value in values.items():
        if not is_template(value):
            check_value(controls[name], value)
    return Stop(raw["says"], MappingProxyType(dict(values)))


def read_place(raw: Mapping[str, Any]) -> Stop:
    """One `[[guide]]` table of a section: a stop at a place in its prose. Errors: ValueError saying what to change."""
    _check_keys(raw, "at")
    if not str(raw.get("at", "")).strip():
        raise ValueError("a stop of the guide that is at no figure needs at: the id of a heading in the prose")
    return Stop(raw["says"], at=raw["at"])


def _check_keys(raw: Mapping[str, Any], other: str) -> None:
    if unknown := sorted(set(raw) - {"says", other}):
        raise ValueError(f"a stop of the guide has no {unknown[0]!r}; known are says, {other}")
    if not str(raw.get("says", "")).strip():
        raise ValueError("a stop of the guide needs says: what to notice there")


def is_template(value: Any) -> bool:
    """Whether a stop's value is found only when the site is built."""
    return isinstance(value, str) and "{{" in value
