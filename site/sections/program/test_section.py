"""What is shown: the package's own source, and the plain programs cut into the same parts."""

import ast
import inspect
from importlib import import_module
from pathlib import Path

import pytest
from sections.program.parts import SHOWN, parts
from sections.program.plain_parts import plain_parts


def test_every_function_is_the_packages_source_word_for_word():
    for name, shown in SHOWN.items():
        for path in shown:
            module, definition = path.rsplit(".", 1)
            function = getattr(import_module(f"lookback.{module}"), definition)
            assert inspect.getsource(inspect.unwrap(function)) in parts()[name].text, path


def test_no_function_is_shown_twice_and_each_part_is_a_program_by_itself():
    everything = [path for shown in SHOWN.values() for path in shown]
    assert len(set(everything)) == len(everything)
    for part in parts().values():
        names = [getattr(node, "name", None) for node in ast.parse(part.text).body]
        assert names == list(part.homes)


@pytest.mark.parametrize("file", ["attention.py", "attention.js"])
def test_the_parts_of_the_plain_programs_are_the_whole_of_them(file):
    source = (Path(__file__).parent / "plain" / file).read_text(encoding="utf-8")
    shown = plain_parts(file)
    assert list(shown) == list(SHOWN)
    lines = source.splitlines()
    heading = "# --- " if file.endswith(".py") else "// --- "
    first = next(number for number, line in enumerate(lines) if line.startswith(heading))
    imports = [line for line in lines[:first] if line.startswith(("import ", "from "))]
    expected = imports + [line for line in lines[first:] if line and not line.startswith(heading)]
    assert [line for text in shown.values() for line in text.splitlines() if line] == expected


def test_a_plain_program_without_its_parts_is_refused(tmp_path, monkeypatch):
    (tmp_path / "attention.py").write_text("# --- The weights\n\nx = 1\n", encoding="utf-8")
    monkeypatch.setattr("sections.program.plain_parts.FOLDER", tmp_path)
    with pytest.raises(ValueError, match=r"has the parts The weights, expected The weights, Attention"):
        plain_parts("attention.py")
