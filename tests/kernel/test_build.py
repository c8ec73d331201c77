"""The committed modules are what the committed sources give."""

import json
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from build_scripts.build_kernel import KINDS, RECORD, SOURCES, build, sha256, source_hashes

ADVICE = "run python -m build_scripts.build_kernel and commit what it writes"


@pytest.fixture(scope="module")
def record() -> dict:
    return json.loads((SOURCES / RECORD).read_text(encoding="utf-8"))


def installed_compiler() -> str | None:
    try:
        return f"ziglang {version('ziglang')}"
    except PackageNotFoundError:
        return None


def test_no_source_was_changed_since_the_last_build(record: dict) -> None:
    assert record["sources"] == source_hashes(), ADVICE


def test_the_modules_are_those_of_the_record(record: dict) -> None:
    assert record["built"] == {f"{kind}.wasm": sha256(SOURCES / f"{kind}.wasm") for kind in KINDS}, ADVICE


@pytest.mark.parametrize("kind", KINDS)
def test_the_modules_hold_no_path_of_the_machine_that_built_them(kind: str) -> None:
    data = (SOURCES / f"{kind}.wasm").read_bytes()
    assert str(Path.home()).encode() not in data
    assert b".c\0" not in data
    assert b"clang" not in data


@pytest.mark.parametrize("kind", KINDS)
def test_building_again_gives_the_same_bytes(kind: str, record: dict, tmp_path: Path) -> None:
    if installed_compiler() != record["compiler"]:
        pytest.skip(f"{record['compiler']} built the kernel, installed is {installed_compiler()}")
    assert build(kind, tmp_path).read_bytes() == (SOURCES / f"{kind}.wasm").read_bytes(), ADVICE
