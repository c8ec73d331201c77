"""Which version of the program the package runs: its own, or one of the reader's that passed its trial."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

from lookback.models import Models
from lookback.ops import Ids
from sections.program.trial import Outcome, Problem, outcome, problem_of, slope, tried
from sections.program.version import install


@dataclass(frozen=True)
class Running:
    """The reader's version that the package runs, the way back, and the trial: its story, what the own program gave."""

    texts: Mapping[str, str]
    undo: Callable[[], None]
    ids: Ids
    own: Outcome


_running: list[Running] = []


def running_texts() -> Mapping[str, str]:
    """The parts that the reader changed, part name -> source; empty while the package runs its own program."""
    return _running[0].texts if _running else {}


@dataclass(frozen=True)
class Passed:
    """The `loss` on the story before and after; the `slope` of the loss along its gradients: measured, and promised."""

    loss: tuple[float, float]
    slope: tuple[float, float]


def run(models: Models, texts: Mapping[str, str], ids: Ids) -> Passed | Problem:
    """Let the package run a version that passes its trial on the story ids (T,).

    A version that fails changes nothing: what ran before goes on.
    """
    before = _running.pop() if _running else None
    if before:
        before.undo()
    own = outcome(models, ids)
    try:
        undo, passed = _try(models, texts, ids, own)
    except BaseException as error:  # the reader's program may raise anything
        if before:
            _running.append(replace(before, undo=_installed(models, before.texts)))
        return problem_of(error)
    _running.append(Running(texts, undo, ids, own))
    return passed


def go_back(models: Models) -> bool:
    """Run the package's own program again; False where it does not give what it gave before."""
    if not _running:
        return True
    before = _running.pop()
    before.undo()
    try:
        return outcome(models, before.ids) == before.own
    except Exception:  # the reader's version changed more than the functions of the package
        return False


def _try(models: Models, texts: Mapping[str, str], ids: Ids, own: Outcome) -> tuple[Callable[[], None], Passed]:
    """Install a version that passes its trial -> the way back, the results. Errors: whatever it raises, all undone."""
    with ExitStack() as undo:
        undo.callback(_installed(models, texts))
        loss = tried(models, ids, own)
        passed = Passed((own.loss, loss), slope(models, ids))
        return undo.pop_all().close, passed


def _installed(models: Models, texts: Mapping[str, str]) -> Callable[[], None]:
    """Install a version that cannot write into the page's weights -> the way back."""
    with ExitStack() as undo:
        weights = models.attention
        undo.callback(_restore, weights, dict(weights), [array.flags.writeable for array in weights.values()])
        for array in weights.values():
            array.flags.writeable = False
        undo.callback(install(texts))
        return undo.pop_all().close


def _restore(weights: dict[str, Any], before: Mapping[str, Any], writeable: list[bool]) -> None:
    weights.clear()
    weights.update(before)
    for array, may_write in zip(weights.values(), writeable, strict=True):
        array.flags.writeable = may_write
