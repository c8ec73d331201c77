"""Two results of one measure, compared number by number: were they made alike?"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Path = tuple[str | int, ...]
Numbers = dict[Path, NDArray[np.float64]]


@dataclass(frozen=True)
class Difference:
    """How far two results of one measure lie apart.

    | ``numbers`` | how many numbers both have |
    | ``absolute`` | the largest difference of two of them; inf where only one of the two is nan |
    | ``relative`` | the largest difference as a share of the larger of two; within an array, of its largest number |
    | ``unmatched`` | numbers of entries in lists that only one of the results has |
    """

    numbers: int
    absolute: float
    relative: float
    unmatched: int


def difference(first: Any, second: Any) -> Difference:
    """Compare two results, instances of the same frozen dataclass.

    Entries of lists are matched by the texts and whole numbers in them, not by their place: where the lists hold what
    is largest, nearly equal entries may change places. Raises TypeError for results of different measures and
    ValueError for arrays of different shapes.
    """
    if type(first) is not type(second) or not is_dataclass(first):
        raise TypeError(f"a {type(first).__name__} cannot be compared with a {type(second).__name__}")
    ours, theirs = dict(_numbers(first, ())), dict(_numbers(second, ()))
    shared = [path for path in ours if path in theirs]
    apart = [_apart(path, ours[path], theirs[path]) for path in shared]
    unmatched = {path: array for path, array in (ours | theirs).items() if path not in ours or path not in theirs}
    return Difference(
        sum(ours[path].size for path in shared),
        max((absolute for absolute, _ in apart), default=0.0),
        max((relative for _, relative in apart), default=0.0),
        sum(array.size for array in unmatched.values()),
    )


def _numbers(value: Any, path: Path) -> Iterator[tuple[Path, NDArray[np.float64]]]:
    """Every number and array of a result, by the way that leads to it."""
    if is_dataclass(value):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _numbers(item, (*path, key))
    elif isinstance(value, list | tuple):
        for place, item in enumerate(value):
            labels, rest = _entry(item) if is_dataclass(item) else ((place,), item)
            yield from _numbers(rest, (*path, *labels))
    elif isinstance(value, int | float | np.ndarray | np.generic):
        yield path, np.asarray(value, np.float64)


def _entry(item: Any) -> tuple[Path, dict[str, Any]]:
    """What tells an entry of a list from the others, its texts and whole numbers, and the rest of it."""
    parts = {field.name: getattr(item, field.name) for field in fields(item)}
    labels = {name: part for name, part in parts.items() if isinstance(part, str | int)}
    return tuple(labels.values()), {name: part for name, part in parts.items() if name not in labels}


def _apart(path: Path, ours: NDArray[np.float64], theirs: NDArray[np.float64]) -> tuple[float, float]:
    """The largest absolute difference of two arrays, and as a share of the largest number in them."""
    if ours.shape != theirs.shape:
        raise ValueError(f"{'.'.join(map(str, path))} is {ours.shape} in one result and {theirs.shape} in the other")
    if not ours.size:
        return 0.0, 0.0
    same = (ours == theirs) | (np.isnan(ours) & np.isnan(theirs))
    differences = np.where(same, 0.0, np.abs(ours - theirs))
    most = float(np.where(np.isnan(differences), np.inf, differences).max())
    scale = float(np.abs(np.nan_to_num([ours, theirs])).max())
    return most, most / scale if scale else most
