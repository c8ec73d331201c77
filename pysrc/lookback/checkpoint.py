"""Arrays on disk, in the safetensors format: float16 in the file, float32 in memory.

A file is the length of the header (8 bytes, little-endian), the header (JSON: name -> dtype, shape, data_offsets;
`__metadata__` -> strings), then the numbers of all arrays, row-major, little-endian, with no gap between them.
Source: safetensors, "Format", https://github.com/huggingface/safetensors.
"""

import hashlib
import json
import math
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Arrays = dict[str, NDArray]
Shapes = Mapping[str, tuple[int, ...]]

METADATA = "__metadata__"
ALIGNMENT = 8  # bytes; the numbers start at a multiple of it
MAX_HEADER = 100_000_000  # bytes, the format's own limit
DTYPES = {
    "BOOL": "?", "U8": "u1", "I8": "i1", "U16": "<u2", "I16": "<i2", "U32": "<u4", "I32": "<i4", "U64": "<u8",
    "I64": "<i8", "F16": "<f2", "F32": "<f4", "F64": "<f8",
}  # fmt: skip
NAMES = {np.dtype(code): name for name, code in DTYPES.items()}
RECORD, SHA256 = "record.json", "files_sha256"
WHAT_TO_DO = "fetch the file again, or make it with `make weights`"


class WeightsError(ValueError):
    """A file of weights that is missing, damaged or made for another network."""


@dataclass(frozen=True)
class Entry:
    """Where one array stands: `dtype` as in the header, `begin` and `end` in bytes after the header."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    begin: int
    end: int


def write_safetensors(
    path: str | Path, arrays: Mapping[str, NDArray], metadata: Mapping[str, str] | None = None, *, half: bool = True
) -> None:
    """Write arrays to a file, float32 as float16 unless `half` is False; other dtypes as they are.

    The file appears whole or not at all. ValueError for numbers that are not finite, also those too large for
    float16, and for dtypes that the format does not have.
    """
    if not all(isinstance(text, str) for text in (metadata or {}).values()):
        raise ValueError("metadata must be strings: convert them first")
    stored = {name: _for_disk(name, array, half) for name, array in arrays.items()}
    # Wide numbers first: then each array starts at a multiple of its own item size.
    order = sorted(stored, key=lambda name: (-stored[name].itemsize, name))
    header: dict[str, object] = {METADATA: dict(metadata)} if metadata else {}
    end = 0
    for name in order:
        begin, end = end, end + stored[name].nbytes
        header[name] = {
            "dtype": NAMES[stored[name].dtype],
            "shape": stored[name].shape,
            "data_offsets": (begin, end),
        }
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    text += b" " * (-len(text) % ALIGNMENT)
    _write_whole(Path(path), [len(text).to_bytes(8, "little"), text, *(stored[name].tobytes() for name in order)])


def _for_disk(name: str, array: NDArray, half: bool) -> NDArray:
    if name == METADATA:
        raise ValueError(f"an array cannot be called {name}: choose another name")
    if array.dtype.newbyteorder("<") not in NAMES:
        raise ValueError(f"{name} has dtype {array.dtype}, which the file format lacks: convert it first")
    with np.errstate(over="ignore"):  # numbers that float16 cannot hold become infinite, and are refused below
        stored = array.astype(np.float16 if half and array.dtype == np.float32 else array.dtype.newbyteorder("<"))
    if not np.isfinite(stored).all():
        raise ValueError(f"{name} has numbers that are not finite as {stored.dtype}: not written")
    return stored


def _write_whole(path: Path, parts: list[bytes]) -> None:
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def read_safetensors(path: str | Path, expected: Shapes | None = None) -> Arrays:
    """Read the arrays of a file, float16 as float32; WeightsError says what is wrong and what to do.

    `expected` gives names and shapes that the file must hold, those and no others.
    """
    return parse_safetensors(read_whole(path), str(path), expected)


def read_metadata(path: str | Path) -> dict[str, str]:
    """Read the strings that stand beside the arrays of a file; WeightsError as in `read_safetensors`."""
    return _header(read_whole(path), str(path))[0]


def read_whole(path: str | Path) -> bytes:
    """Read a file of weights; WeightsError where it can't be read, or is not the one that the record beside it names.

    The record, ``record.json``, holds the sha256 of files by name; one that it does not name passes.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise WeightsError(f"{path}: {error.strerror or error}: {WHAT_TO_DO}") from error
    named = _recorded(Path(path).parent).get(Path(path).name)
    if named and named != hashlib.sha256(content).hexdigest():
        raise WeightsError(f"{path}: damaged, or not the file that {RECORD} tells of: {WHAT_TO_DO}")
    return content


def sha256_of(paths: Iterable[Path]) -> dict[str, str]:
    """The sha256 of each file in hexadecimal, by the file's name."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def files_of(folder: Path) -> list[Path]:
    """The files of a folder of weights that its record tells of: all that the trainings made."""
    made = [*folder.glob("*.safetensors"), *folder.glob("*.json")]
    return sorted(path for path in made if path.name not in (RECORD, "measured.json"))


def _recorded(folder: Path) -> dict[str, str]:
    try:
        told = json.loads((folder / RECORD).read_bytes())
        return dict(told.get(SHA256, {}))
    except (OSError, ValueError, RecursionError, TypeError, AttributeError):
        return {}  # whoever needs the record says what is wrong with it


def parse_safetensors(content: bytes, source: str, expected: Shapes | None = None) -> Arrays:
    """Do the work of `read_safetensors` on bytes; `source` names them in errors."""
    _, entries, start = _header(content, source)
    if expected is not None:
        _check_shapes({entry.name: entry.shape for entry in entries}, expected, source)
    arrays: Arrays = {}
    for entry in entries:
        dtype = np.dtype(DTYPES[entry.dtype])
        try:
            numbers = np.frombuffer(content, dtype, math.prod(entry.shape), start + entry.begin).reshape(entry.shape)
        except (ValueError, OverflowError) as error:  # more axes, or a longer empty one, than NumPy has
            raise WeightsError(f"{source}: {entry.name}: {error}: {WHAT_TO_DO}") from error
        if not np.isfinite(numbers).all():
            raise WeightsError(f"{source}: {entry.name} has numbers that are not finite: {WHAT_TO_DO}")
        arrays[entry.name] = numbers.astype(np.float32 if entry.dtype == "F16" else dtype.newbyteorder("="))
    return arrays


def _check_shapes(found: Shapes, expected: Shapes, source: str) -> None:
    for name in sorted(found.keys() | expected.keys()):
        if found.get(name) != expected.get(name):
            there, wanted = (shapes.get(name, "not there") for shapes in (found, expected))
            raise WeightsError(f"{source}: {name} is {there}, the program expects {wanted}: {WHAT_TO_DO}")


def _header(content: bytes, source: str) -> tuple[dict[str, str], list[Entry], int]:
    """Return metadata, entries in the order of their numbers, and where the numbers start."""
    try:
        size = int.from_bytes(content[:8], "little")
        if len(content) < 8 or 8 + size > len(content) or size > MAX_HEADER:
            raise ValueError(f"cut short, {len(content)} bytes are there")
        header = json.loads(content[8 : 8 + size].decode("utf-8"), object_pairs_hook=_without_doubles)
        if not isinstance(header, dict):
            raise ValueError("the header is no JSON object")
        metadata = header.pop(METADATA, {})
        if not isinstance(metadata, dict) or not all(isinstance(text, str) for text in metadata.values()):
            raise ValueError("the metadata are not strings")
        entries = sorted((_entry(name, value) for name, value in header.items()), key=lambda e: (e.begin, e.end))
        _check_offsets(entries, len(content) - 8 - size)
    except (ValueError, RecursionError) as error:
        raise WeightsError(f"{source}: {error}: {WHAT_TO_DO}") from error
    return metadata, entries, 8 + size


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice in the header")
    return dict(pairs)


def _entry(name: str, value: object) -> Entry:
    if not isinstance(value, dict) or value.keys() != {"dtype", "shape", "data_offsets"}:
        raise ValueError(f"the header's entry {name!r} is not dtype, shape and data_offsets")
    dtype, shape, offsets = value["dtype"], value["shape"], value["data_offsets"]
    if not isinstance(dtype, str) or dtype not in DTYPES:
        raise ValueError(f"{name!r} has the unknown dtype {dtype!r}")
    for numbers in (shape, offsets):
        if not isinstance(numbers, list) or not all(type(n) is int and n >= 0 for n in numbers):
            raise ValueError(f"{name!r} has a shape or offsets that are not whole numbers")
    if len(offsets) != 2 or offsets[1] - offsets[0] != math.prod(shape) * np.dtype(DTYPES[dtype]).itemsize:
        raise ValueError(f"{name!r} has offsets {offsets}, which do not fit {dtype} of shape {shape}")
    return Entry(name, dtype, tuple(shape), *offsets)


def _check_offsets(entries: list[Entry], n_bytes: int) -> None:
    end = 0
    for entry in entries:
        if entry.begin != end:
            raise ValueError(f"{entry.name!r} starts at byte {entry.begin} of the numbers, not at {end}")
        end = entry.end
    if end != n_bytes:
        raise ValueError(f"the header speaks of {end} bytes of numbers, the file has {n_bytes}")
