"""Results of the measures as JSON and back: frozen dataclasses of numbers, texts, arrays, tables and each other."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from lookback.checkpoint import WeightsError

Plain = Any  # what JSON can hold
MILLION = 1_000_000


def to_plain(value: Any) -> Plain:
    """Turn a result into dicts, lists, numbers and texts; arrays, which are shares here, keep six decimals.

    As whole millionths most of them are 0 or short, a tenth of the bytes of their floats.
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: to_plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, np.ndarray):
        return {"shape": list(value.shape), **_numbers(value.ravel())}
    return value.item() if isinstance(value, np.generic) else value


def from_plain(kind: Any, plain: Plain) -> Any:
    """Make a result of the type ``kind`` again. Errors: WeightsError where ``plain`` is no such thing."""
    try:
        return _made(kind, plain)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        name = getattr(kind, "__name__", kind)
        raise WeightsError(f"a result is no {name} ({error}): build the site again") from error


def _made(kind: Any, plain: Plain) -> Any:
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return origin(**{field.name: _made(hints[field.name], plain[field.name]) for field in fields(kind)})
    if origin is dict:
        return {inner[0](key): _made(inner[1], item) for key, item in plain.items()}
    if origin in (tuple, list):
        return origin(_made(inner[0], item) for item in plain)
    if origin is np.ndarray:
        return _array(inner, plain)
    if not isinstance(plain, kind):
        raise TypeError(f"{plain!r} is no {kind.__name__}")
    return plain


def _numbers(flat: NDArray[Any]) -> dict[str, list[int]]:
    if flat.dtype.kind == "f":
        return {"millionths": np.rint(flat * MILLION).astype(np.int64).tolist()}
    return {"whole": flat.tolist()}


def _array(inner: tuple[Any, ...], plain: Mapping[str, Any]) -> NDArray[Any]:
    """An array of the dtype that its annotation names."""
    numbers = np.array(plain["whole"]) if "whole" in plain else np.array(plain["millionths"]) / MILLION
    return numbers.reshape(plain["shape"]).astype(get_args(inner[1])[0])
