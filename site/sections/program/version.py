"""A version of the program that the reader wrote: its functions in the place of the package's, and the way back."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import lru_cache
from types import CodeType, ModuleType
from typing import Any

from scene.sentences import listed
from sections.program.parts import Part, parts

OURS = ("lookback", "sections", "worker", "scene")
MISSING = object()


class IncompleteText(ValueError):
    """The text of a `part` leaves out something of the part that the page needs; the message is for the reader."""

    def __init__(self, part: str, names: Sequence[str]) -> None:
        super().__init__(
            f"Your text does not define {listed(names)}, which the page needs: "
            f"write {'it' if len(names) == 1 else 'them'} again, or take the page’s text again."
        )
        self.part = part


def file_name(part: str) -> str:
    """What a traceback calls the text of a part."""
    return f"<program: {part}>"


def part_of(file: str) -> str | None:
    """The part whose text a traceback means, if it means one."""
    return next((name for name in parts() if file_name(name) == file), None)


def install(texts: Mapping[str, str], *, everything: bool = False) -> Callable[[], None]:
    """Let the whole package run the parts as `texts` has them, part name -> source; returns the way back.

    Parts that are not in `texts` are left alone, except that the package's own NumPy comes back where something faster
    was in its place. `everything`: run all five parts from their text, so that they can be watched. Errors:
    IncompleteText, or whatever compiling the texts or running their top lines raises; nothing is changed then.
    """
    with ExitStack() as undo:
        undo.callback(forget_results)
        for part in parts().values():
            text = texts.get(part.name, part.text)
            for node, code in _statements(part, text):
                if everything or part.name in texts or _is_replaced(part, node):
                    _run(part, node, code, undo)
        forget_results()
        return undo.pop_all().close


def _statements(part: Part, text: str) -> Iterator[tuple[ast.stmt, CodeType]]:
    nodes = ast.parse(text, file_name(part.name)).body
    defined = {name for node in nodes for name in _names(node)}
    if lacking := [name for name in part.homes if name not in defined]:
        raise IncompleteText(part.name, lacking)
    for node in nodes:
        yield node, compile(ast.Module([node], []), file_name(part.name), "exec", dont_inherit=True)


def _names(node: ast.stmt) -> Iterator[str]:
    """What a statement at the top of a text gives a value, however it does: `def`, `=`, `import`, or inside an `if`."""
    for inner in [node] if isinstance(node, ast.FunctionDef | ast.ClassDef) else ast.walk(node):
        if isinstance(inner, ast.FunctionDef | ast.ClassDef):
            yield inner.name
        elif isinstance(inner, ast.alias):
            yield inner.asname or inner.name
        elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            yield inner.id


def _is_replaced(part: Part, node: ast.stmt) -> bool:
    """Tell whether the package runs something else in the place of one of its own functions."""
    name = getattr(node, "name", "")
    return vars(sys.modules[part.homes[name]])[name].__module__ != part.homes[name]


@lru_cache(maxsize=8)
def _classes(name: str) -> Mapping[str, str]:
    return {
        node.name: ast.unparse(node) for node in ast.parse(parts()[name].text).body if isinstance(node, ast.ClassDef)
    }


def _run(part: Part, node: ast.stmt, code: CodeType, undo: ExitStack) -> None:
    """Run one statement in the module that its function lives in; one that the package lacks, in all of the part's."""
    name = getattr(node, "name", "")
    if isinstance(node, ast.ClassDef) and _classes(part.name).get(name) == ast.unparse(node):
        return  # a second class of the same name would not be taken for the first
    home = part.homes.get(name)
    for module in [sys.modules[home]] if home else part.modules:
        before = dict(vars(module))
        try:
            exec(code, vars(module))
        finally:
            _note_changes(module, before, undo)


def _note_changes(module: ModuleType, before: Mapping[str, Any], undo: ExitStack) -> None:
    for name, value in dict(vars(module)).items():
        old = before.get(name, MISSING)
        if value is old or name == "__builtins__":
            continue
        if old is MISSING:
            undo.callback(vars(module).pop, name, None)
        else:
            undo.callback(_replace, value, old)
            _replace(old, value)
            vars(module)[name] = value
            undo.callback(vars(module).__setitem__, name, old)


def _replace(old: Any, new: Any) -> None:
    """Put `new` wherever a module of ours holds `old` by a name of its own."""
    if old is MISSING or not callable(old):
        return
    for module in _our_modules():
        for name in [name for name, value in vars(module).items() if value is old]:
            vars(module)[name] = new


def forget_results() -> None:
    """Empty every cache of the package and the sections: what it holds was worked out by another program."""
    for module in _our_modules():
        for value in list(vars(module).values()):
            if hasattr(value, "cache_clear") and value.__module__ not in (__name__, parts.__module__):
                value.cache_clear()


def _our_modules() -> list[ModuleType]:
    return [module for name, module in sys.modules.items() if module and name.split(".")[0] in OURS]
