"""Stops of the guide: what a figure is set to there, and what to notice. Declared in section.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from glue.params import Param, check_value


@dataclass(frozen=True)
class Stop:
    """One stop. `says` and texts in `params` are templates: they may use the numbers of the section's prose."""

    says: str
    params: Mapping[str, Any] = field(default_factory=dict)


def read_stop(raw: Mapping[str, Any], params: Mapping[str, Param]) -> Stop:
    """One `[[figure.guide]]` table. Errors: ValueError saying what to change."""
    if unknown := sorted(set(raw) - {"says", "params"}):
        raise ValueError(f"a stop of the guide has no {unknown[0]!r}; known are says, params")
    if not str(raw.get("says", "")).strip():
        raise ValueError("a stop of the guide needs says: what to notice there")
    values = raw.get("params", {})
    if unknown := sorted(set(values) - set(params)):
        raise ValueError(f"a stop of the guide sets {unknown[0]!r}, which its figure does not have")
    for name, value in values.items():
        if not is_template(value):
            check_value(params[name], value)
    return Stop(raw["says"], MappingProxyType(dict(values)))


def is_template(value: Any) -> bool:
    """Whether a stop's value is found only when the site is built."""
    return isinstance(value, str) and "{{" in value
