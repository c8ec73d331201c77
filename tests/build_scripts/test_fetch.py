"""What is fetched: pinned, checked by hash each time, kept only where it is right."""

import io
import re
import tarfile

import pytest

from build_scripts.runtime import fetch
from build_scripts.runtime.pins import NpmPin, WheelSource, read_pins
from build_scripts.runtime.sources import RuntimeFileError, check_integrity, first_that_works

SHA512_OF_ABC = (  # FIPS 180-4, the example for "abc", in base64
    "sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw=="
)
SHA256_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_the_pinned_hashes_are_those_of_the_standard():
    check_integrity(b"abc", SHA512_OF_ABC, "abc")
    check_integrity(b"abc", SHA256_OF_ABC, "abc")


@pytest.mark.parametrize("integrity", [SHA512_OF_ABC, SHA256_OF_ABC])
def test_a_wrong_hash_stops_with_the_files_name_and_both_hashes(integrity):
    with pytest.raises(
        RuntimeFileError, match=r"abd\.whl: wrong hash, expected sha512|abd\.whl: wrong hash, expected ba7"
    ):
        check_integrity(b"abd", integrity, "abd.whl")


def test_a_source_that_fails_is_named_and_the_next_is_tried():
    said = []
    sources = [WheelSource(requirement="carrier==1"), WheelSource(url="https://mirror.example/"), WheelSource(url="x")]

    def fetch(source, name):
        if source.requirement:
            raise OSError("no network")
        return f"{source.url}{name}".encode()

    assert first_that_works(sources, "a.whl", fetch, said.append) == b"https://mirror.example/a.whl"
    assert len(said) == 1
    assert "carrier==1" in said[0]
    assert "no network" in said[0]


def test_no_source_left_says_what_to_do():
    with pytest.raises(RuntimeFileError, match=r"a\.whl: no source in site/pins\.toml has it"):
        first_that_works([], "a.whl")


def test_what_is_cached_and_right_is_not_fetched_again_and_what_is_damaged_is(tmp_path):
    calls = []

    def given():
        calls.append(1)
        return b"abc"

    path = tmp_path / "deep" / "abc"
    for _ in range(2):
        assert fetch.cached(path, SHA256_OF_ABC, given) == b"abc"
    assert len(calls) == 1
    path.write_bytes(b"ab")
    assert fetch.cached(path, SHA256_OF_ABC, given) == b"abc"
    assert len(calls) == 2


def test_a_wrong_file_is_never_kept(tmp_path):
    with pytest.raises(RuntimeFileError):
        fetch.cached(tmp_path / "abc", SHA256_OF_ABC, lambda: b"something else")
    assert not list(tmp_path.iterdir())


def test_a_pattern_that_matches_nothing_is_named(tmp_path, monkeypatch):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        entry = tarfile.TarInfo("package/dist/core.js")
        entry.size = 3
        archive.addfile(entry, io.BytesIO(b"abc"))
    pin = NpmPin("thing", "1.0.0", "sha256", ("dist/core.js", "dist/gone-*.js"))
    monkeypatch.setattr(fetch, "cached", lambda *_: out.getvalue())
    with pytest.raises(RuntimeFileError, match=r"thing@1\.0\.0 holds no dist/gone-\*\.js"):
        fetch.npm_files(pin, tmp_path)


def test_pins_name_exact_versions_and_no_wheel_hash_of_their_own():
    pins = read_pins()
    for pin in (pins.pyodide, pins.pyscript):
        assert re.fullmatch(r"\d+\.\d+\.\d+", pin.version)
        assert pin.integrity.startswith("sha512-")
    assert [wheel.name for wheel in pins.wheels] == ["numpy"]


def test_pins_that_cannot_be_read_name_the_file(tmp_path):
    path = tmp_path / "pins.toml"
    path.write_text("[pyodide]\nversion = 3\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"pins\.toml: cannot be read as pins"):
        read_pins(path)
