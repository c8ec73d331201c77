"""The licenses of what the site carries besides its own code, as one text file."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping

from build_scripts.runtime.pins import Pins

INTRO = """Lookback's own code is under the MIT license, its stories under CC0 1.0.
The built site also carries these; of Python and NumPy, the modules that the page may use, compiled but unchanged:
"""


def licenses(pins: Pins, runtime: Mapping[str, Mapping[str, bytes]]) -> bytes:
    """Write names, versions, licenses and sources, then the license texts that the packages bring along."""
    numpy = next(iter(runtime["wheels"]))
    rows = [
        f"Pyodide {pins.pyodide.version}: MPL-2.0, source at https://github.com/pyodide/pyodide",
        "CPython, inside Pyodide: PSF-2.0, https://docs.python.org/3/license.html",
        f"NumPy {numpy.split('-')[1]}: BSD-3-Clause, text below",
        f"PyScript {pins.pyscript.version}: Apache-2.0, text below",
        "CodeMirror, inside PyScript: MIT, text below",
    ]
    own = [("PyScript", runtime["pyscript"]["LICENSE"].decode()), *_inside_pyscript(runtime["pyscript"])]
    texts = [*own, *_wheel_licenses(runtime["wheels"])]
    parts = [INTRO + "".join(f"- {row}\n" for row in rows), *(f"{name}\n\n{text.strip()}\n" for name, text in texts)]
    return ("\n" + "=" * 72 + "\n\n").join(parts).encode()


def _inside_pyscript(files: Mapping[str, bytes]) -> Iterable[tuple[str, str]]:
    """The licenses of CodeMirror's packages; those that say the same stand once."""
    texts = {data.decode(): None for path, data in sorted(files.items()) if path.endswith(".license.txt")}
    return [("CodeMirror", text) for text in texts]


def _wheel_licenses(wheels: Mapping[str, bytes]) -> Iterable[tuple[str, str]]:
    for wheel, data in wheels.items():
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in sorted(archive.namelist()):
                if ".dist-info/licenses/" in name and not name.endswith("/"):
                    title = f"{wheel.split('-')[0]}: {name.split('/licenses/')[1]}"
                    yield title, archive.read(name).decode("utf-8", "replace")
