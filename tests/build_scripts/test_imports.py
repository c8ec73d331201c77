"""The floors of the house: arrows point downwards only. Read from the sources, so that nothing has to be run."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BROWSER = {"js", "pyodide", "pyodide_js", "pyscript", "polyscript"}
SECTIONS = sorted(path.parent for path in (ROOT / "site" / "sections").glob("*/section.toml"))


def imported(path: Path) -> Iterator[str]:
    """Every module name that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write the full name instead of a relative import"
            yield node.module or ""


def top_levels(folder: Path, skip: tuple[str, ...] = ()) -> dict[str, set[str]]:
    """File -> first parts of what it imports, without the standard library."""
    files = [path for path in folder.rglob("*.py") if path.name not in skip]
    assert files, f"no Python in {folder}"
    names = {str(path.relative_to(ROOT)): {name.split(".")[0] for name in imported(path)} for path in files}
    return {path: found - set(sys.stdlib_module_names) for path, found in names.items()}


def beyond(folder: Path, allowed: set[str], skip: tuple[str, ...] = ()) -> dict[str, set[str]]:
    return {path: found - allowed for path, found in top_levels(folder, skip).items() if found - allowed}


def test_the_networks_know_neither_pictures_nor_the_browser():
    training_tools = {"tokenizers", "tqdm"}  # imported where training needs them, never by the page
    assert not beyond(ROOT / "pysrc" / "lookback", {"numpy", "lookback"} | training_tools)


def test_pictures_know_neither_networks_nor_the_browser():
    assert not beyond(ROOT / "pysrc" / "scene", {"numpy", "scene"})


def test_what_answers_knows_no_section_and_one_file_knows_the_browser():
    worker = ROOT / "site" / "worker"
    assert not beyond(worker, {"numpy", "scene", "lookback", "worker"}, skip=("worker.py",))
    assert BROWSER & top_levels(worker)["site/worker/worker.py"]


def test_the_page_and_what_answers_it_name_no_section():
    names = {path.name for path in SECTIONS}
    for path in (*(ROOT / "site" / "worker").glob("*.py"), *(ROOT / "site" / "page").rglob("*.js")):
        text = path.read_text(encoding="utf-8")
        assert not [name for name in names if f'"{name}"' in text or f"'{name}'" in text], path


@pytest.mark.parametrize("folder", SECTIONS, ids=lambda folder: folder.name)
def test_a_section_imports_the_package_pictures_and_itself(folder):
    for path in folder.rglob("*.py"):
        if path.name.startswith("test_"):
            continue
        for name in imported(path):
            if name == "worker.contract":
                continue
            own = name == f"sections.{folder.name}" or name.startswith(f"sections.{folder.name}.")
            top = name.split(".")[0]
            assert own or top in {"lookback", "scene", "numpy"} or top in sys.stdlib_module_names, f"{path}: {name}"


def test_scripts_import_only_files_beside_them():
    for path in (ROOT / "site").glob("[ps]*/**/*.js"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(("import ", "export ")) and " from " in line:
                assert (' from "./' in line or ' from "../' in line), f"{path.name}: {line}"
