"""The Python side of the page, run by PyScript's PyWorker. The only file that knows Pyodide: JSON and bytes cross here.

Nothing here touches the document: that would need special headers. What `__export__` names can be called from the page.
"""

# js and pyodide exist only in the browser.
# pyright: reportMissingImports=false

import json
import sys
from pathlib import Path

import numpy as np
from js import Object
from lookback import accelerate
from lookback.models import load_models
from pyodide.ffi import to_js
from worker.dispatch import Dispatcher
from worker.measuring import Measurings

WEIGHTS = Path("weights")
ARITHMETIC = {
    "relaxed": "with a SIMD kernel (relaxed) inside NumPy",
    "simd": "with a SIMD kernel inside NumPy",
    "numpy": "with NumPy alone, which is slower",
}
_dispatcher: list[Dispatcher] = []
_measurings: list[Measurings] = []


def ping() -> str:
    """Load the networks and the kernel, once; say as JSON what answers here, or why it cannot."""
    try:
        if not _dispatcher:
            accelerate.switch_on()
            _dispatcher.append(Dispatcher(load_models(WEIGHTS)))
            _measurings.append(Measurings(_dispatcher[0]))
    except Exception as error:  # an exception would reach the page as a stack trace; it shows sentences
        return json.dumps({"ok": False, "message": f"{type(error).__name__}: {error}"})
    versions = f"Python {sys.version.split()[0]} and NumPy {np.__version__} run in your browser"
    return json.dumps({"ok": True, "about": f"{versions}, {ARITHMETIC[accelerate.running().kind]}."})


def ask(request: str):
    """Answer one request (JSON) with `{"json": text, "buffers": [Uint8Array, ...]}`, copies that JavaScript owns."""
    if not _dispatcher:
        error = {"kind": "not_ready", "field": None, "message": "The networks are still loading."}
        return to_js(
            {"json": json.dumps({"ok": False, "error": error}), "buffers": []}, dict_converter=Object.fromEntries
        )
    text, buffers = _dispatcher[0].answer_json(request)
    return to_js({"json": text, "buffers": buffers}, dict_converter=Object.fromEntries)


def keep(name: str, data) -> None:
    """Put a file, a JavaScript Uint8Array, into the folder of weights: one that only some measures read."""
    (WEIGHTS / name).write_bytes(data.to_bytes())


def measure(request: str) -> str:
    """Begin, go on with or end a measuring: JSON to JSON, see worker/measuring.py."""
    return _measurings[0].answer_json(request)


__export__ = ["ping", "ask", "keep", "measure"]
