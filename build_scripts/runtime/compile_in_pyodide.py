"""Run by compile_python.mjs inside Pyodide: every module of a zip, compiled."""

import importlib.util
import marshal
import zipfile

UNCHECKED = (0b01).to_bytes(4, "little")  # PEP 552: with its source's hash, which nobody compares on importing it


def main(sources: str, out: str, place: str, optimize: int) -> None:
    """Write `a.pyc` into the zip `out` for each `a.py` of the zip `sources`; the same sources give the same bytes."""
    with zipfile.ZipFile(sources) as given, zipfile.ZipFile(out, "w") as made:
        for name in given.namelist():
            source = given.read(name)
            code = compile(source, place + name, "exec", dont_inherit=True, optimize=optimize)
            head = importlib.util.MAGIC_NUMBER + UNCHECKED + importlib.util.source_hash(source)
            made.writestr(zipfile.ZipInfo(f"{name}c"), head + marshal.dumps(code))
