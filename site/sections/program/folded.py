"""What the parts of the program need besides, which the page shows folded: imports, types, records and checks."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from itertools import takewhile

from sections.program.parts import SHOWN

FOLDED: Mapping[str, Sequence[str]] = {
    "weights": ("params.Params", "params.Grads", "params.Shape", "params.LAYER_TABLES"),
    "attention": ("attention.LayerTrace", "ops.Array", "ops.Ids"),
    "forward": (
        "attention.AttentionTrace",
        "inputs.At",
        "inputs.check_reading",
        "inputs.check_ids",
        "inputs.positions",
        "inputs.flat_positions",
    ),
    "loss": ("inputs.check_targets",),
    "step": (
        "training.steps.LossAndGrads",
        "training.steps.TrainingDiverged",
        "training.steps.LARGEST_LOSS",
        "training.steps.StepReport",
        "training.steps.check_step",
    ),
}


@lru_cache(maxsize=1)
def folded() -> Mapping[str, str]:
    """Part -> what is folded away below it: the heads of the files that begin in it, and the definitions of FOLDED."""
    texts: dict[str, str] = {}
    begun: set[str] = set()
    for part, shown in SHOWN.items():
        modules = dict.fromkeys(path.rpartition(".")[0] for path in (*shown, *FOLDED[part]))
        blocks = (_block(module, FOLDED[part], begins=module not in begun) for module in modules)
        texts[part] = "\n\n".join(filter(None, blocks))
        begun |= modules.keys()
    return texts


def _block(module: str, definitions: Sequence[str], *, begins: bool) -> str:
    """What one part folds of one file, under its name; nothing where that is nothing."""
    source = inspect.getsource(import_module(f"lookback.{module}"))
    lines, used = source.splitlines(keepends=True), _used(module, source)
    pieces = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            text = _import(node, lines, used) if begins else ""
        elif isinstance(node, ast.Expr):
            text = "\n" + _source(node, lines) if begins else ""  # the file's own docstring
        else:
            text = _source(node, lines) if any(f"{module}.{name}" in definitions for name in _names(node)) else ""
        pieces.append(text and "\n" * _blank_lines_before(node, lines) + text)
    text = "".join(pieces)
    return text and f"# lookback/{module.replace('.', '/')}.py\n{text}"


def _names(node: ast.stmt) -> list[str]:
    """What a statement at the top of a file defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _used(module: str, source: str) -> set[str]:
    """Every name that occurs in what is shown of a file, folded or not."""
    shown = {path for paths in (*SHOWN.values(), *FOLDED.values()) for path in paths}
    nodes = [node for node in ast.parse(source).body if any(f"{module}.{name}" in shown for name in _names(node))]
    return {inner.id for node in nodes for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def _import(node: ast.Import | ast.ImportFrom, lines: Sequence[str], used: set[str]) -> str:
    """An import without the names that nothing shown uses."""
    kept = [alias for alias in node.names if (alias.asname or alias.name) in used]
    if len(kept) == len(node.names):
        return _source(node, lines)
    node.names = kept
    return f"{ast.unparse(node)}\n" if kept else ""


def _source(node: ast.stmt, lines: Sequence[str]) -> str:
    return "".join(lines[_first(node) : node.end_lineno])


def _first(node: ast.stmt) -> int:
    """The line that a statement begins on, counted from 0, its decorators with it."""
    return min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))]) - 1


def _blank_lines_before(node: ast.stmt, lines: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda line: not line.strip(), reversed(lines[: _first(node)])))
