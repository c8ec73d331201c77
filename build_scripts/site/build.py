"""Every file of the site: finished HTML, the runtime, the Python, the weights, a manifest; the same bytes each time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from lookback.measures import MEASURES
from lookback.models import load_models
from worker.catalog import find_sections
from worker.dispatch import Dispatcher

from build_scripts import ROOT
from build_scripts.errors import BuildError
from build_scripts.files import Files, hashed_folder
from build_scripts.runtime.fetch import fetch_runtime
from build_scripts.runtime.pins import read_pins
from build_scripts.runtime.python import shipped_runtime, shipped_sources, trimmed_lock
from build_scripts.site.files import checked_weights, manifest
from build_scripts.site.licenses import licenses
from build_scripts.site.measured import measured
from build_scripts.site.modules import imported
from build_scripts.site.page import render_page

SITE = ROOT / "site"
STORIES = "./stories/test.jsonl"
UNFETCHED = {"TRAINING.md"}
SOON = ("lock.json", ".wasm", "python_stdlib.zip", ".whl")  # as Python asks for them, before our own files
# PyScript imports these of its parts as soon as it runs.
EAGER = re.compile(r".*/dist/(deprecations-manager|donkey|error|py-editor|py-game|py-terminal)-[\w-]{8}\.js")


def build(sections: Path, weights: Path, stories: Path, measures: Iterable[str] = MEASURES) -> Files:
    """Every file of the site, path -> bytes, without compressed copies. Errors: BuildError, RuntimeFileError.

    measures: those whose results go with the page.
    """
    pins = read_pins()
    runtime = fetch_runtime(pins)
    data = checked_weights(weights)
    models = load_models(weights, stories / "test.jsonl")
    data["measured.json"] = measured(models, {**data, "stories": (stories / "test.jsonl").read_bytes()}, measures)
    models = replace(models, measured=json.loads(data["measured.json"]))
    parts = _Parts()
    shipped = shipped_runtime(runtime)
    core = parts.add("runtime", shipped)
    parts.add("pyscript", runtime["pyscript"])
    parts.add("weights", data)
    parts.add("app", _app(runtime, shipped, core, sections))
    parts.files["licenses.txt"] = licenses(pins, runtime)
    for name in ("LICENSE", "test.jsonl", "train.jsonl"):
        parts.files[f"stories/{name}"] = (stories / name).read_bytes()
    page = {"style": parts.at("app", "style.css"), "page": parts.at("app", "page.js"), "licenses": "./licenses.txt"}
    modules = [*imported(parts.files, page["page"][2:]), *_pyscript(parts)]
    dispatcher = Dispatcher(models, find_sections(sections)).settled()
    site = _site(parts, data) | {"scripts": _section_scripts(parts, dispatcher)}
    parts.files["index.html"] = render_page(dispatcher, {**page, "modules": [f"./{path}" for path in modules]}, site)
    parts.files["manifest.json"] = manifest(parts.files)
    return parts.files


class _Parts:
    """The site's files so far, and the hashed name of each folder."""

    def __init__(self) -> None:
        self.files: Files = {}
        self.folders: dict[str, str] = {}

    def add(self, name: str, files: Mapping[str, bytes]) -> str:
        self.folders[name] = hashed_folder(name, files)
        self.files.update({f"{self.folders[name]}/{path}": data for path, data in files.items()})
        return self.folders[name]

    def at(self, name: str, path: str) -> str:
        """Give the address of a file, relative to the page."""
        return f"./{self.folders[name]}/{path}"


def _app(runtime: Mapping[str, Mapping[str, bytes]], shipped: Files, core: str, sections: Path) -> Files:
    """Our own files: scripts, style, the worker, our wheel, the sections, and the lock that names them."""
    page = SITE / "page"
    files = {path.relative_to(page).as_posix(): path.read_bytes() for path in sorted(page.rglob("*.js"))}
    files |= {f"sections/{path.parent.name}/{path.name}": path.read_bytes() for path in sorted(sections.glob("*/*.js"))}
    styles = [SITE / "style.css", *sorted((SITE / "styles").glob("*.css")), *sorted(sections.glob("*/*.css"))]
    files["style.css"] = b"\n".join(path.read_bytes() for path in styles)
    files["worker.py"] = (SITE / "worker" / "worker.py").read_bytes()
    trees = {"worker": SITE / "worker", "sections": sections}
    name, files[name], files["site.zip"] = shipped_sources(trees, runtime["pyodide"])
    numpy = next(iter(runtime["wheels"]))
    wheels = {"numpy": (f"../{core}/{numpy}", shipped[numpy]), "lookback": (name, files[name])}
    files["lock.json"] = trimmed_lock(runtime["pyodide"]["pyodide-lock.json"], wheels)
    files["start/start.js"] = site_wrapper((SITE / "page" / "start" / "start.js").read_text(encoding="utf-8"), core)
    return files


def _section_scripts(parts: _Parts, dispatcher: Dispatcher) -> dict[str, str]:
    """Where the script of each section lies that brings one, `section.js` in its folder."""
    paths = {name: f"sections/{section.folder.name}/section.js" for name, section in dispatcher.sections.items()}
    here = {name: parts.at("app", path) for name, path in paths.items()}
    return {name: address for name, address in here.items() if address[2:] in parts.files}


def _pyscript(parts: _Parts) -> list[str]:
    """List the modules of PyScript that a page fetches before its worker starts."""
    return [*imported(parts.files, parts.at("pyscript", "dist/core.js")[2:]), *filter(EAGER.fullmatch, parts.files)]


def _site(parts: _Parts, weights: Files) -> dict[str, Any]:
    """Tell what the page's script must know: where things are, and how many bytes Python has to fetch."""
    later = {file for measure in MEASURES.values() for file in measure.files}
    # What people read is shipped too, but not fetched.
    first = {parts.at("weights", name): f"./weights/{name}" for name in weights if name not in later | UNFETCHED}
    fetched = {parts.at("app", "site.zip"): "./*", STORIES: STORIES, **first}
    needed = [
        f"./{path}"
        for path in parts.files
        if path.startswith(tuple(f"{parts.folders[n]}/" for n in ("runtime", "pyscript", "app")))
    ]
    sizes = {
        path: len(parts.files[path[2:]])
        for path in {*needed, *fetched}
        if not path.endswith(("LICENSE", ".css", ".txt"))
    }
    soon = [path for end in SOON for path in sorted(sizes) if path.endswith(end)] + [*fetched]
    return {
        "pyscript": parts.at("pyscript", "dist/core.js"),
        "start": parts.at("app", "start/start.js"),
        "worker": parts.at("app", "worker.py"),
        "files": fetched,
        "later": {name: parts.at("weights", name) for name in sorted(later)},
        "sizes": dict(sorted(sizes.items())),
        "soon": soon,
        "bytes": sum(sizes[path] for path in soon),
    }


def site_wrapper(source: str, runtime_folder: str) -> bytes:
    """Fill the hashed name of the runtime's folder into start.js. Errors: BuildError if it names no such folder."""
    if "../../runtime/" not in source:
        raise BuildError("site/page/start/start.js must import from ../../runtime/: its hashed name is put there")
    return source.replace("../../runtime/", f"../../{runtime_folder}/").encode()
