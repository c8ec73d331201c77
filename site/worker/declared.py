"""The controls of a figure as TOML declares them: for all sections in controls.toml, for its section, for itself."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from scene.sentences import listed
from worker.controls import Control, check_value, read_control

SHARED = "controls.toml"
# The same in every figure that shares a control.
MEANING = ("type", "default", "min", "max", "options", "max_length", "files")

Tables = Mapping[str, Mapping[str, Any]]  # name of a control -> its table, or what of it differs


def read_shared(folder: Path) -> Tables:
    """Read the controls that figures share, from the controls.toml of `folder` if there is one. Errors: ValueError."""
    path = folder / SHARED
    try:
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def read_controls(figure: Mapping[str, Any], section: Tables, shared: Tables) -> Mapping[str, Control]:
    """Lay the figure's own tables over its section's, and both over those that figures share.

    section: for all its figures, or those that the figure's `only` names. Errors: ValueError saying what to change.
    """
    own = figure.get("controls", {})
    if unknown := sorted(set(figure.get("only", ())) - set(section)):
        raise ValueError(f"figure {figure['name']!r}: only names {unknown[0]!r}, which is no control of the section")
    section = {name: section[name] for name in figure.get("only", section)}
    laid = {name: {**section.get(name, {}), **own.get(name, {})} for name in (*section, *own)}
    for name in shared.keys() & laid.keys():
        if changed := sorted(laid[name].keys() & MEANING):
            raise ValueError(f"control {name!r}: {changed[0]} stands in {SHARED}, for all figures; leave it out here")
        laid[name] = {**shared[name], **laid[name]}
    controls = {name: read_control(name, table, shared=name in shared) for name, table in _spread(laid).items()}
    _check_others(controls)
    return MappingProxyType(controls)


def _spread(tables: Tables) -> Tables:
    """Let a table with `each` stand for all the controls that it lists, also where another names it."""
    groups = {name: table.get("each", [name]) for name, table in tables.items()}

    def spread(values: Mapping[str, Any]) -> dict[str, Any]:
        return {each: value for name, value in values.items() for each in groups.get(name, [name])}

    alone = {name: {key: value for key, value in table.items() if key != "each"} for name, table in tables.items()}
    return spread({name: {**table, "also": spread(table.get("also", {}))} for name, table in alone.items()})


def _check_others(controls: Mapping[str, Control]) -> None:
    """Controls may name others, which must be there and able to have that value."""
    for control in controls.values():
        for name, value in (*control.also.items(), *control.when.items()):
            if name not in controls:
                raise ValueError(f"control {control.name!r} names {name!r}, which its figure does not have")
            check_value(controls[name], value)
    if len(played := [control.name for control in controls.values() if control.widget == "play"]) > 1:
        raise ValueError(f"a figure plays one control, not {listed(played)}")
