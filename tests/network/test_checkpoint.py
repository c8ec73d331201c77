import json
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from lookback.checkpoint import (
    DTYPES,
    WeightsError,
    parse_safetensors,
    read_metadata,
    read_safetensors,
    write_safetensors,
)
from safetensors import safe_open
from safetensors.numpy import load, load_file, save_file


def arrays() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(3)
    return {
        "W": rng.normal(size=(3, 5)).astype(np.float32),
        "tokens": np.arange(7, dtype=np.int32),
        "flags": np.array([True, False, True]),
        "empty": np.zeros((0, 4), np.float32),
        "single": np.array(2.5, np.float32),
        "wide": np.array([1e-300, 2.0]),
    }


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> None:
    assert one.keys() == other.keys()
    for name in one:
        assert one[name].dtype == other[name].dtype
        assert one[name].shape == other[name].shape
        np.testing.assert_array_equal(one[name], other[name])


def test_the_reference_reads_what_is_written(tmp_path: Path):
    path = tmp_path / "weights.safetensors"
    write_safetensors(path, arrays(), {"seed": "7", "note": "für"})
    expected = {k: a.astype(np.float16) if a.dtype == np.float32 else a for k, a in arrays().items()}
    same(load_file(path), expected)
    with safe_open(path, "np") as file:
        assert file.metadata() == {"seed": "7", "note": "für"}


def test_what_the_reference_writes_is_read(tmp_path: Path):
    path = tmp_path / "weights.safetensors"
    save_file(arrays(), path, {"seed": "7"})
    same(read_safetensors(path), arrays())
    assert read_metadata(path) == {"seed": "7"}


def test_float16_on_disk_is_float32_in_memory(tmp_path: Path):
    path = tmp_path / "weights.safetensors"
    write_safetensors(path, {"W": arrays()["W"]})
    read = read_safetensors(path)["W"]
    assert read.dtype == np.float32
    np.testing.assert_allclose(read, arrays()["W"], rtol=2**-11)  # half of the last of float16's 11 bits
    assert path.stat().st_size < 8 + 80 + 2 * 15
    assert read_metadata(path) == {}


def test_whole_float32_can_be_kept(tmp_path: Path):
    path = tmp_path / "weights.safetensors"
    write_safetensors(path, arrays(), half=False)
    same(read_safetensors(path), arrays())
    same(load_file(path), arrays())


def test_read_arrays_can_be_changed(tmp_path: Path):
    path = tmp_path / "weights.safetensors"
    write_safetensors(path, arrays())
    for array in read_safetensors(path).values():
        array += array


@given(hnp.arrays(st.sampled_from(["<f2", "<f4", "<i8", "|u1", "?"]), hnp.array_shapes(min_dims=0, min_side=0)))
def test_any_finite_array_comes_back(tmp_path_factory: pytest.TempPathFactory, array: np.ndarray):
    path = tmp_path_factory.mktemp("any") / "a.safetensors"
    if not np.isfinite(array).all():
        with pytest.raises(ValueError, match="not finite"):
            write_safetensors(path, {"a": array}, half=False)
        return
    write_safetensors(path, {"a": array}, half=False)
    same(load_file(path), {"a": array})
    np.testing.assert_array_equal(read_safetensors(path)["a"], array)


def test_numbers_start_at_multiples_of_their_size_whatever_the_order(tmp_path: Path):
    path = tmp_path / "weights.safetensors"
    write_safetensors(path, {"a": np.ones(3, np.uint8), "b": np.ones(1), "c": np.ones(3, np.float32)})
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + size])
    assert size % 8 == 0
    assert {name: entry["data_offsets"] for name, entry in header.items()} == {"b": [0, 8], "c": [8, 14], "a": [14, 17]}


def test_arrays_that_do_not_lie_row_by_row_are_written_so(tmp_path: Path):
    path = tmp_path / "weights.safetensors"
    array = np.arange(12, dtype=np.int64).reshape(3, 4).T[:, ::2]
    write_safetensors(path, {"a": array, "b": array.astype(">i8")})
    same(load_file(path), {"a": array, "b": array})


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"a": np.array([1, np.nan], np.float32)}, "not finite"),
        ({"a": np.array([70_000], np.float32)}, "not finite as float16"),
        ({"a": np.array([1j])}, "dtype complex128"),
        ({"a": np.array(["text"])}, "dtype"),
        ({"__metadata__": np.ones(2)}, "another name"),
    ],
)
def test_what_cannot_be_read_back_is_not_written(tmp_path: Path, bad: dict, message: str):
    path = tmp_path / "weights.safetensors"
    write_safetensors(path, arrays())
    before = path.read_bytes()
    with pytest.raises(ValueError, match=message):
        write_safetensors(path, bad)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_metadata_that_are_not_strings_are_not_written(tmp_path: Path):
    with pytest.raises(ValueError, match="must be strings"):
        write_safetensors(tmp_path / "a.safetensors", {}, {"seed": 7})  # type: ignore[dict-item]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "weights.safetensors"
    write_safetensors(path, arrays())
    before = path.read_bytes()

    def full_disk(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(OSError, match="no space left"):
        write_safetensors(path, {"W": np.zeros(9, np.float32)})
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def file_of(header: object, numbers: bytes = b"", size: int | None = None) -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if size is None else size) + text + numbers


def entry(dtype: object = "F32", shape: object = (2,), offsets: object = (0, 8)) -> dict[str, object]:
    return {"dtype": dtype, "shape": shape, "data_offsets": offsets}


EIGHT = np.ones(2, np.float32).tobytes()
DAMAGED = {
    "empty file": b"",
    "length cut short": b"\0\0\0",
    "header cut short": file_of({"a": entry()})[:30],
    "numbers cut short": file_of({"a": entry()}, EIGHT[:5]),
    "numbers too long": file_of({"a": entry()}, EIGHT + b"\0"),
    "header too long": file_of({}, size=2**63),
    "a page instead": b"<!doctype html><title>404</title>" * 9,
    "header not JSON": file_of(b"{nope}"),
    "header not UTF-8": file_of(b'{"\xff": 1}'),
    "header too deep": file_of(b"[" * 100_000),
    "header a list": file_of([]),
    "name twice": file_of(b'{"a": %s, "a": %s}' % ((json.dumps(entry()).encode(),) * 2), EIGHT),
    "metadata not strings": file_of({"__metadata__": {"a": 1}}),
    "metadata not a table": file_of({"__metadata__": "a"}),
    "entry a list": file_of({"a": []}),
    "entry lacks a field": file_of({"a": {"dtype": "F32", "shape": [2]}}, EIGHT),
    "unknown dtype": file_of({"a": entry("BF16", [4])}, EIGHT),
    "dtype a list": file_of({"a": entry(["F32"])}, EIGHT),
    "negative shape": file_of({"a": entry(shape=[-2])}, EIGHT),
    "shape a float": file_of({"a": entry(shape=[2.0])}, EIGHT),
    "shape a truth": file_of({"a": entry("F64", shape=[True])}, EIGHT),
    "shape does not fit": file_of({"a": entry(shape=[3])}, EIGHT),
    "too many axes": file_of({"a": entry(shape=[2] + [1] * 99)}, EIGHT),
    "empty and endless": file_of({"a": entry(shape=[0, 10**30], offsets=[0, 0])}),
    "one offset": file_of({"a": entry(offsets=[8])}, EIGHT),
    "offsets backwards": file_of({"a": entry(offsets=[8, 0])}, EIGHT),
    "offset out of range": file_of({"a": entry(offsets=[8, 16])}, EIGHT),
    "overlap": file_of({"a": entry(), "b": entry(offsets=[4, 12])}, EIGHT + EIGHT[:4]),
    "gap": file_of({"a": entry(offsets=[4, 12])}, b"\0" * 4 + EIGHT),
    "not finite": file_of({"a": entry()}, np.array([1, np.inf], np.float32).tobytes()),
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_refused_by_name_and_with_what_to_do(tmp_path: Path, content: bytes):
    path = tmp_path / "some.safetensors"
    path.write_bytes(content)
    with pytest.raises(WeightsError, match=r"some\.safetensors: (?s:.+)make weights"):
        read_safetensors(path)


def test_the_sound_file_beside_the_damaged_ones_is_read():
    content = file_of({"a": entry()}, EIGHT)
    same(parse_safetensors(content, "bytes"), {"a": np.ones(2, np.float32)})
    same(load(content), {"a": np.ones(2, np.float32)})


@given(st.data())
def test_a_file_cut_anywhere_is_refused(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject):
    path = tmp_path_factory.mktemp("cut") / "some.safetensors"
    write_safetensors(path, arrays())
    content = path.read_bytes()
    with pytest.raises(WeightsError, match="make weights"):
        parse_safetensors(content[: data.draw(st.integers(0, len(content) - 1))], "some.safetensors")


@given(st.binary(max_size=60) | st.binary(max_size=60).map(file_of))
def test_any_bytes_are_read_or_refused_but_never_crash(content: bytes):
    try:
        read = parse_safetensors(content, "bytes")
    except WeightsError:
        return
    same(read, load(content))


def test_a_missing_file_is_named_with_what_to_do(tmp_path: Path):
    with pytest.raises(WeightsError, match=r"none\.safetensors: No such file.*make weights"):
        read_safetensors(tmp_path / "none.safetensors")
    with pytest.raises(WeightsError, match="make weights"):
        read_metadata(tmp_path)


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ({"W": (5, 3)}, r"W is \(3, 5\), the program expects \(5, 3\)"),
        ({"W": (3, 5), "b": (5,)}, r"b is not there, the program expects \(5,\)"),
        ({}, r"W is \(3, 5\), the program expects not there"),
    ],
)
def test_arrays_of_another_network_are_refused(tmp_path: Path, expected: dict, message: str):
    path = tmp_path / "some.safetensors"
    write_safetensors(path, {"W": np.ones((3, 5), np.float32)})
    with pytest.raises(WeightsError, match=rf"some\.safetensors: {message}(?s:: fetch .+)make weights"):
        read_safetensors(path, expected)
    assert read_safetensors(path, {"W": (3, 5)})["W"].shape == (3, 5)


def test_every_dtype_of_the_table_has_its_size():
    sizes = {name: np.dtype(code).itemsize * 8 for name, code in DTYPES.items() if name != "BOOL"}
    assert sizes == {name: int(name[1:]) for name in sizes}
