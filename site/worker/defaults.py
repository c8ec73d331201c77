"""Defaults that depend on the weights, so that the first states of the figures show something."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from lookback.opening import opening_look
from scene.sentences import listed
from worker.catalog import Figure, Section
from worker.controls import AUTO

NAMES = ("story", "head")


def settle(section: Section, models: Any) -> Section:
    """Put in what `default = "auto"` stands for. Errors: ValueError for a control that has no such default."""
    figures = {name: _settle(figure, models) for name, figure in section.figures.items()}
    return replace(section, figures=MappingProxyType(figures))


def _settle(figure: Figure, models: Any) -> Figure:
    automatic = [name for name, control in figure.controls.items() if control.default == AUTO and control.type == "int"]
    if wrong := [name for name in automatic if name not in NAMES]:
        raise ValueError(f"{figure.id}: only {listed(NAMES)} may have default {AUTO!r}, not {wrong[0]!r}")
    found = {name: replace(figure.controls[name], default=getattr(opening_look(models), name)) for name in automatic}
    return replace(figure, controls=MappingProxyType({**figure.controls, **found}))
