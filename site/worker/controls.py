"""Controls of figures: what section.toml may declare, and the check that every value from outside goes through."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
TYPES = ("int", "float", "option", "text", "bool")
WIDGETS = {
    "int": ("range", "number", "next", "head", "play"),
    "float": ("range", "number"),
    "option": ("select",),
    "text": ("text", "textarea"),
    "bool": ("toggle",),
}
AUTO = "auto"  # a default that depends on the weights; which it is: worker/defaults.py


class BadInput(ValueError):
    """A value that a figure cannot take; `field` names the control, the message is for the reader."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True)
class Preset:
    """A button that sets a control to `value`."""

    label: str
    value: Any


@dataclass(frozen=True)
class Control:
    """One control of a figure: its type, its range, its default, and the widget that shows it.

    shared: all figures that have a control of this name have the same. also: other controls and the values that they
    take when a reader sets this one. when: controls and the values that
    they must have for the control to show. files: an option's value -> files of the weights that come later, which
    figures read at that value. stills: of what is played, the values that are drawn beside each other where
    nothing moves: in print, and for readers who prefer no motion.
    """

    name: str
    type: str
    default: Any
    min: float | None = None
    max: float | None = None
    step: float | None = None
    unit: str = ""
    options: tuple[tuple[str, str], ...] = ()
    max_length: int | None = None
    label: str = ""
    widget: str = "none"
    shared: bool = False
    presets: tuple[Preset, ...] = ()
    also: Mapping[str, Any] = field(default_factory=dict)
    when: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stills: tuple[int, ...] = ()


def checked_name(text: str) -> str:
    """Return a name of a section, figure or control. Errors: ValueError if it is none."""
    if not NAME.match(text):
        raise ValueError(f"{text!r} is no name: use lower-case letters, digits and _")
    return text


def read_control(name: str, raw: Mapping[str, Any], *, shared: bool = False) -> Control:
    """One `[figure.controls.NAME]` table. Errors: ValueError saying what to change."""
    known = {item.name for item in fields(Control)} - {"name", "shared"}
    if unknown := sorted(set(raw) - known):
        raise ValueError(f"control {name!r} has no {unknown[0]!r}; known are {', '.join(sorted(known))}")
    if raw.get("type") not in TYPES:
        raise ValueError(f"control {name!r}: type must be one of {', '.join(TYPES)}, not {raw.get('type')!r}")
    options = tuple((c, c) if isinstance(c, str) else (c["value"], c["label"]) for c in raw.get("options", ()))
    presets = tuple(Preset(item["label"], item["value"]) for item in raw.get("presets", ()))
    files = {value: tuple(names) for value, names in raw.get("files", {}).items()}
    given = {"options": options, "presets": presets, "files": files, "stills": tuple(raw.get("stills", ()))}
    control = Control(**{"name": checked_name(name), "default": None, "shared": shared, **raw, **given})
    _check_declaration(control)
    defaults = () if control.default == AUTO and control.type == "int" else (control.default,)
    for value in (*defaults, *control.stills, *files, *(preset.value for preset in presets)):
        check_value(control, value)
    return control


def _check_declaration(control: Control) -> None:
    needs = {"int": ("min", "max"), "float": ("min", "max"), "option": ("options",), "text": ("max_length",)}
    for need in needs.get(control.type, ()):
        if getattr(control, need) in (None, ()):
            raise ValueError(f"control {control.name!r}: a {control.type} needs {need}")
    if control.widget not in ("none", *WIDGETS[control.type]):
        allowed = ", ".join(WIDGETS[control.type])
        what = f"control {control.name!r}: the widget of a {control.type}"
        raise ValueError(f"{what} must be {allowed}, not {control.widget!r}")
    if control.stills and control.widget != "play":
        raise ValueError(f"control {control.name!r}: only what is played has stills")
    if control.widget != "none" and not control.label:
        raise ValueError(f"control {control.name!r}: a widget needs a label")


def check_value(control: Control, value: Any) -> Any:
    """Return the value as its declared type. Errors: BadInput with a sentence for the reader."""
    label = control.label or control.name
    if control.type == "int":
        return int(_number(control, label, value, whole=True))
    if control.type == "float":
        return _number(control, label, value, whole=False)
    if control.type == "bool":
        if not isinstance(value, bool):
            raise BadInput(control.name, f"{label} must be on or off.")
        return value
    if not isinstance(value, str):
        raise BadInput(control.name, f"{label} must be text.")
    return _option(control, label, value) if control.type == "option" else _text(control, label, value)


def clean_choice(controls: Mapping[str, Control], raw: Mapping[str, Any]) -> dict[str, Any]:
    """Every declared control with a checked value, the default where `raw` has none. Errors: BadInput."""
    if not isinstance(raw, Mapping):
        raise BadInput("choice", "The choice must be a table of names and values.")
    if unknown := sorted(set(raw) - set(controls)):
        raise BadInput(unknown[0], f"This figure has no control {unknown[0]!r}.")
    return {name: check_value(control, raw.get(name, control.default)) for name, control in controls.items()}


def _number(control: Control, label: str, value: Any, *, whole: bool) -> float:
    low, high = control.min, control.max
    assert low is not None
    assert high is not None  # read_control refuses numbers without a range
    unit = f" {control.unit}" if control.unit else ""
    wanted = f"{label} must be a {'whole ' if whole else ''}number from {low:g} to {high:g}{unit}."
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise BadInput(control.name, wanted)
    if not low <= value <= high or (whole and value != int(value)):
        raise BadInput(control.name, wanted)
    return float(value)


def _option(control: Control, label: str, value: str) -> str:
    if value not in {known for known, _ in control.options}:
        raise BadInput(control.name, f"{label} must be one of {', '.join(text for _, text in control.options)}.")
    return value


def _text(control: Control, label: str, value: str) -> str:
    limit = control.max_length or 0
    if len(value) > limit:
        raise BadInput(control.name, f"{label} has {len(value):,} characters; at most {limit:,} are read. Shorten it.")
    # Half of a surrogate pair, which JavaScript allows in a string, cannot be written as UTF-8.
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
