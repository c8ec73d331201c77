"""Defaults that depend on the weights, so that the first states of the figures show something."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from glue.catalog import Figure, Section
from glue.params import AUTO
from lookback.opening import opening
from scene.sentences import listed

NAMES = ("story", "head")


def settle(section: Section, models: Any) -> Section:
    """Put in what `default = "auto"` stands for. Errors: ValueError for a param that has no such default."""
    figures = {name: _settle(figure, models) for name, figure in section.figures.items()}
    return replace(section, figures=MappingProxyType(figures))


def _settle(figure: Figure, models: Any) -> Figure:
    automatic = [name for name, param in figure.params.items() if param.default == AUTO and param.type == "int"]
    if wrong := [name for name in automatic if name not in NAMES]:
        raise ValueError(f"{figure.id}: only {listed(NAMES)} may have default {AUTO!r}, not {wrong[0]!r}")
    found = {name: replace(figure.params[name], default=getattr(opening(models), name)) for name in automatic}
    return replace(figure, params=MappingProxyType({**figure.params, **found}))
