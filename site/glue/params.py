"""Parameters of figures: what section.toml may declare, and the check that every value from outside goes through."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

TYPES = ("int", "float", "choice", "text", "bool")
CONTROLS = {
    "int": ("range", "number", "next", "head", "play"),
    "float": ("range", "number"),
    "choice": ("select",),
    "text": ("text", "textarea"),
    "bool": ("toggle",),
}
AUTO = "auto"  # a default that depends on the weights; which it is: glue/opening.py


class BadInput(ValueError):
    """A value that a figure cannot take; `field` names the param, the message is for the reader."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True)
class Preset:
    """A button that sets a param to `value`."""

    label: str
    value: Any


@dataclass(frozen=True)
class Param:
    """One parameter of a figure: its type, its range, its default, and the control that shows it.

    also: other params and the values that they take when a reader sets this one. when: params and the values that
    they must have for the control to show. stills: of what is played, the values that are drawn beside each other where
    nothing moves: in print, and for readers who prefer no motion.
    """

    name: str
    type: str
    default: Any
    min: float | None = None
    max: float | None = None
    step: float | None = None
    unit: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    max_length: int | None = None
    label: str = ""
    control: str = "none"
    shared: bool = False
    presets: tuple[Preset, ...] = ()
    also: Mapping[str, Any] = field(default_factory=dict)
    when: Mapping[str, Any] = field(default_factory=dict)
    stills: tuple[int, ...] = ()

    @property
    def meaning(self) -> tuple[Any, ...]:
        """What must be equal wherever the same shared name is declared."""
        return (self.type, self.default, self.min, self.max, self.choices, self.max_length)


def read_param(name: str, raw: Mapping[str, Any]) -> Param:
    """One `[figure.params.NAME]` table. Errors: ValueError saying what to change."""
    known = {item.name for item in fields(Param)} - {"name"}
    if unknown := sorted(set(raw) - known):
        raise ValueError(f"param {name!r} has no {unknown[0]!r}; known are {', '.join(sorted(known))}")
    if raw.get("type") not in TYPES:
        raise ValueError(f"param {name!r}: type must be one of {', '.join(TYPES)}, not {raw.get('type')!r}")
    choices = tuple((c, c) if isinstance(c, str) else (c["value"], c["label"]) for c in raw.get("choices", ()))
    presets = tuple(Preset(item["label"], item["value"]) for item in raw.get("presets", ()))
    given = {"choices": choices, "presets": presets, "stills": tuple(raw.get("stills", ()))}
    param = Param(**{"name": name, "default": None, **raw, **given})
    _check_declaration(param)
    defaults = () if param.default == AUTO and param.type == "int" else (param.default,)
    for value in (*defaults, *param.stills, *(preset.value for preset in presets)):
        check_value(param, value)
    return param


def _check_declaration(param: Param) -> None:
    needs = {"int": ("min", "max"), "float": ("min", "max"), "choice": ("choices",), "text": ("max_length",)}
    for need in needs.get(param.type, ()):
        if getattr(param, need) in (None, ()):
            raise ValueError(f"param {param.name!r}: a {param.type} needs {need}")
    if param.control not in ("none", *CONTROLS[param.type]):
        allowed = ", ".join(CONTROLS[param.type])
        raise ValueError(f"param {param.name!r}: control for a {param.type} must be {allowed}, not {param.control!r}")
    if param.stills and param.control != "play":
        raise ValueError(f"param {param.name!r}: only what is played has stills")
    if param.control != "none" and not param.label:
        raise ValueError(f"param {param.name!r}: a control needs a label")


def check_value(param: Param, value: Any) -> Any:
    """Return the value as its declared type. Errors: BadInput with a sentence for the reader."""
    label = param.label or param.name
    if param.type == "int":
        return int(_number(param, label, value, whole=True))
    if param.type == "float":
        return _number(param, label, value, whole=False)
    if param.type == "bool":
        if not isinstance(value, bool):
            raise BadInput(param.name, f"{label} must be on or off.")
        return value
    if not isinstance(value, str):
        raise BadInput(param.name, f"{label} must be text.")
    return _choice(param, label, value) if param.type == "choice" else _text(param, label, value)


def clean_params(params: Mapping[str, Param], raw: Mapping[str, Any]) -> dict[str, Any]:
    """Every declared param with a checked value, the default where `raw` has none. Errors: BadInput."""
    if not isinstance(raw, Mapping):
        raise BadInput("params", "The parameters must be a table of names and values.")
    if unknown := sorted(set(raw) - set(params)):
        raise BadInput(unknown[0], f"This figure has no parameter {unknown[0]!r}.")
    return {name: check_value(param, raw.get(name, param.default)) for name, param in params.items()}


def extremes(param: Param) -> tuple[Any, ...]:
    """Values at the ends of what a param may be: for tests that must hold everywhere."""
    if param.type in ("int", "float"):
        return (check_value(param, param.min), check_value(param, param.max))
    if param.type == "bool":
        return (False, True)
    if param.type == "choice":
        return tuple(value for value, _ in param.choices)
    return ("", "a", "x" * (param.max_length or 0), "<img src=x onerror=alert(1)> “Lily” Kantō \u202e\u200d\t\n")


def _number(param: Param, label: str, value: Any, *, whole: bool) -> float:
    low, high = param.min, param.max
    assert low is not None
    assert high is not None  # read_param refuses numbers without a range
    unit = f" {param.unit}" if param.unit else ""
    wanted = f"{label} must be a {'whole ' if whole else ''}number from {low:g} to {high:g}{unit}."
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise BadInput(param.name, wanted)
    if not low <= value <= high or (whole and value != int(value)):
        raise BadInput(param.name, wanted)
    return float(value)


def _choice(param: Param, label: str, value: str) -> str:
    if value not in {known for known, _ in param.choices}:
        raise BadInput(param.name, f"{label} must be one of {', '.join(text for _, text in param.choices)}.")
    return value


def _text(param: Param, label: str, value: str) -> str:
    limit = param.max_length or 0
    if len(value) > limit:
        raise BadInput(param.name, f"{label} has {len(value):,} characters; at most {limit:,} are read. Shorten it.")
    # Half of a surrogate pair, which JavaScript allows in a string, cannot be written as UTF-8.
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
