"""Which line of the program makes what: each statement's line, and the names that hold its results afterwards."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import CodeType

RESULT = "return"


@dataclass(frozen=True)
class Target:
    """What a statement gives a value to: `name` as it is written; `holder`, the array or dictionary that it is in."""

    name: str
    code: CodeType
    holder: Target | None = None


@dataclass(frozen=True)
class Statement:
    """A statement of a function: the line that it begins on, and what it gives values to.

    loops: it is the head of a loop, which Python reaches once more than it gives values.
    """

    line: int
    targets: tuple[Target, ...]
    returns: bool = False
    loops: bool = False


def statements(function: ast.FunctionDef, file: str) -> Mapping[int, Statement]:
    """Every line of a function that a statement covers -> the innermost statement there."""
    found: dict[int, Statement] = {}
    for node in _inner(function):
        targets = tuple(_target(target, file) for root in _roots(node) for target in _leaves(root))
        statement = Statement(node.lineno, targets, isinstance(node, ast.Return), isinstance(node, ast.For))
        body = getattr(node, "body", None)  # of `if` and `for` only the head
        last = max(node.lineno, body[0].lineno - 1) if body else node.end_lineno or node.lineno
        found.update(dict.fromkeys(range(node.lineno, last + 1), statement))
    return found


def _inner(node: ast.AST) -> Iterator[ast.stmt]:
    """Statements from the outside in; functions within functions are watched by themselves."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt) and not isinstance(child, ast.FunctionDef | ast.ClassDef):
            yield child
            yield from _inner(child)


def _roots(node: ast.stmt) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For) else []


def _leaves(target: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, ast.Tuple | ast.List):
        for inner in target.elts:
            yield from _leaves(inner)
    else:
        yield target.value if isinstance(target, ast.Starred) else target


def _target(target: ast.expr, file: str) -> Target:
    name = ast.unparse(target)
    code = compile(name, file, "eval")
    return Target(name, code, _target(target.value, file) if isinstance(target, ast.Subscript) else None)
