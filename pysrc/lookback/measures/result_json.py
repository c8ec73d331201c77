"""Results of the measures as JSON and back: frozen dataclasses of numbers, texts, arrays, tables and each other."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from lookback.checkpoint import WeightsError

Token = Annotated[int, "the id of a token, which JSON has as its text"]
MILLION = 1_000_000


def json_form(value: Any, vocabulary: Sequence[str], *, properties: bool = False) -> Any:
    """Turn a result into dicts, lists, numbers, texts, and arrays as they are; a ``Token`` becomes its text.

    ``properties``: what follows from a result's fields goes in too, for whoever reads it without this program.
    """
    if is_dataclass(value) and not isinstance(value, type):
        hints = get_type_hints(type(value), include_extras=True)
        names = [*hints, *(_properties(type(value)) if properties else ())]
        parts = ((name, getattr(value, name)) for name in names)
        return {
            name: vocabulary[part] if hints.get(name) == Token else json_form(part, vocabulary, properties=properties)
            for name, part in parts
        }
    if isinstance(value, Mapping):
        return {key: json_form(item, vocabulary, properties=properties) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [json_form(item, vocabulary, properties=properties) for item in value]
    return value


def packed(array: NDArray[Any]) -> Any:
    """An array for JSON: shares, as all floats in arrays are here, in whole millionths, None for nan.

    Most of them are then 0 or short, a tenth of the bytes of their floats.
    """
    if array.dtype.kind != "f":
        return array.tolist()
    millionths = np.rint(np.nan_to_num(array) * MILLION).astype(np.int64).astype(object)
    millionths[np.isnan(array)] = None
    return {"millionths": millionths.tolist()}


def from_json_form(kind: Any, form: Any, ids: Mapping[str, int]) -> Any:
    """Make a result of the type ``kind`` again; ``ids``: of tokens. WeightsError where ``form`` is no such thing."""
    try:
        return _made(kind, form, ids)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        name = getattr(kind, "__name__", kind)
        raise WeightsError(f"a result is no {name} ({error}): build the site again") from error


def _made(kind: Any, form: Any, ids: Mapping[str, int]) -> Any:
    if kind == Token:
        return ids[form]
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        return origin(**{field.name: _made(hints[field.name], form[field.name], ids) for field in fields(kind)})
    if origin is dict:
        return {inner[0](key): _made(inner[1], item, ids) for key, item in form.items()}
    if origin in (tuple, list):
        return origin(_made(inner[0], item, ids) for item in form)
    if origin is np.ndarray:
        return _array(get_args(inner[1])[0], form)
    if not isinstance(form, kind):
        raise TypeError(f"{form!r} is no {kind.__name__}")
    return form


def _array(dtype: Any, form: Any) -> NDArray[Any]:
    if isinstance(form, Mapping):
        return (np.array(form["millionths"], np.float64) / MILLION).astype(dtype)
    return np.array(form, dtype)


def _properties(kind: type) -> list[str]:
    return [name for name, part in vars(kind).items() if isinstance(part, property)]
