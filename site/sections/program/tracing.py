"""What every line of the program makes: a run on one story, watched line by line."""

from __future__ import annotations

import ast
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any

from lookback.models import Models
from lookback.ops import Ids
from sections.program.lines import RESULT, Statement, Target, statements
from sections.program.parts import Part, parts
from sections.program.trial import one_step
from sections.program.values import Value, value_of
from sections.program.version import file_name, install

Made = dict[int, dict[str, Value]]


@dataclass
class Watch:
    """What the lines of each part have made so far: `made[part][line][name]`; later runs of a line replace earlier."""

    made: dict[str, Made] = field(default_factory=dict)
    plans: dict[tuple[str, int], Mapping[int, Statement]] = field(default_factory=dict)

    def expect(self, part: Part, text: str) -> None:
        """Watch the functions of a part, which run from `text`."""
        file = file_name(part.name)
        self.made[file] = {}
        for node in ast.walk(ast.parse(text, file)):
            if isinstance(node, ast.FunctionDef):
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                self.plans[file, first] = statements(node, file)

    def plan(self, code: CodeType) -> Mapping[int, Statement] | None:
        """The statements of a function that is watched; None for every other."""
        return self.plans.get((code.co_filename, code.co_firstlineno)) if code.co_name[0] != "<" else None

    def note(self, frame: FrameType, statement: Statement, result: Any = None) -> None:
        """Write down what a statement has made."""
        made = self.made[frame.f_code.co_filename].setdefault(statement.line, {})
        if statement.returns:
            made[RESULT] = value_of(result, made.get(RESULT))
        for target in statement.targets:
            try:
                name, value = _look_up(target, frame)
            except (LookupError, NameError, AttributeError):  # a loop that never ran
                continue
            if name != "_":
                made[name] = value_of(value, None if statement.loops else made.get(name))


def _look_up(target: Target, frame: FrameType) -> tuple[str, Any]:
    """Name and value: `g["W_Q"] = ...` makes an entry of a dictionary, `z[:, 0] = ...` changes the array `z`."""
    if target.holder:
        name, holder = _look_up(target.holder, frame)
        if not isinstance(holder, Mapping):
            return name, holder
    return target.name, eval(target.code, frame.f_globals, frame.f_locals)


class _Line:
    """Follows one call of a function."""

    def __init__(self, watch: Watch, plan: Mapping[int, Statement]) -> None:
        self.watch, self.plan = watch, plan
        self.running: Statement | None = None

    def __call__(self, frame: FrameType, event: str, result: Any) -> _Line:
        statement = self.plan.get(frame.f_lineno)
        if event == "line" and statement is not self.running:
            self.finish(frame)
            self.running = statement
        elif event == "return":
            self.finish(frame, result)
        return self

    def finish(self, frame: FrameType, result: Any = None) -> None:
        """The statement under way is done."""
        if self.running:
            self.watch.note(frame, self.running, result)
        self.running = None


def made_by_lines(models: Models, ids: Ids, texts: Mapping[str, str]) -> dict[str, Made]:
    """Run all of the program on the story ids (T,), changed parts from `texts`: part -> line -> name -> value."""
    watch = Watch()
    for part in parts().values():
        watch.expect(part, texts.get(part.name, part.text))
    undo = install(texts, everything=True)
    try:
        with watching(watch):
            deque(one_step(models, ids), maxlen=0)
    finally:
        undo()
    return {
        name: {line: made for line, made in sorted(watch.made[file_name(name)].items()) if made} for name in parts()
    }


@contextmanager
def watching(watch: Watch) -> Iterator[None]:
    """Follow every watched function that is called in the block."""

    def begin(frame: FrameType, event: str, _: Any):
        plan = watch.plan(frame.f_code)
        return _Line(watch, plan) if plan is not None else None

    before = sys.gettrace()
    sys.settrace(begin)
    try:
        yield
    finally:
        sys.settrace(before)
