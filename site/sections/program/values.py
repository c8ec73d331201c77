"""One value as a reader can take it in: its shape, its type, a few of its numbers."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

ROW = 6  # numbers shown of an array
LONGEST = 80  # characters shown of anything else


@dataclasses.dataclass(frozen=True)
class Value:
    """`shape` as it is written beside the line, `kind` such as float32, `facts` about the numbers; `times` made."""

    shape: str
    kind: str
    facts: tuple[str, ...] = ()
    times: int = 1


def value_of(value: Any, before: Value | None = None) -> Value:
    """Describe a value that a line has made; `before` is what the same line made when it ran before."""
    described = _describe(value)
    return dataclasses.replace(described, times=before.times + 1) if before else described


def _describe(value: Any) -> Value:
    if isinstance(value, np.ndarray):
        return Value(_shape(value.shape), str(value.dtype), _facts(value))
    if isinstance(value, bool | int | float | np.number):
        return Value(_scalar(value), "number")
    if isinstance(value, Mapping):
        return Value(f"{len(value)} tables", "dictionary", tuple(_entry(*item) for item in value.items()))
    if isinstance(value, tuple):
        return Value(f"{len(value)} values", "tuple", tuple(_describe(item).shape for item in value))
    if dataclasses.is_dataclass(value):
        names = (item.name for item in dataclasses.fields(value))
        return Value(type(value).__name__, "object", tuple(_entry(name, getattr(value, name)) for name in names))
    return Value(str(value)[:LONGEST], type(value).__name__)


def _entry(name: Any, value: Any) -> str:
    return f"{name} {_describe(value).shape}"


def _shape(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape)) if shape else "one number"


def _scalar(value: Any) -> str:
    return str(value) if isinstance(value, bool | int | np.integer) else _number(float(value))


def _number(value: float) -> str:
    """Three digits that count, and a real minus sign."""
    if math.isnan(value):
        return "NaN"
    return f"{value:.3g}".replace("inf", "∞").replace("-", "−")


def _facts(array: np.ndarray) -> tuple[str, ...]:
    if not array.size:
        return ("no numbers",)
    if array.dtype.kind not in "iuf":
        return ()
    low, high = array.min(), array.max()
    facts = [f"smallest {_scalar(low)}, largest {_scalar(high)}"]
    hidden = int(np.isnan(array).sum())
    if hidden:
        facts = [f"NaN in {hidden:,} of {array.size:,} places"]
    row = array[(-1,) * (array.ndim - 1)] if array.ndim else array[None]
    shown = " ".join(_scalar(item) for item in row[:ROW])
    more = " …" if len(row) > ROW else ""
    return (*facts, f"{'the last row' if array.ndim > 1 else 'its numbers'}: {shown}{more}")


def label(made: Mapping[str, Value]) -> str:
    """The few words beside a line: the shape of what it has made, or how many things these are."""
    shapes = {value.shape for value in made.values()}
    return shapes.pop() if len(shapes) == 1 else f"{len(made)} values"
