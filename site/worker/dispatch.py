"""Request -> reply: which section, which figure, with which choice, at which width. Pure; runs the same in CPython."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lookback.reader import UnreadableText
from scene import Frame, Scene, to_svg
from scene.sentences import Run
from worker.catalog import Figure, Section, find_sections
from worker.code import ANSWER, DRAW, NUMBERS, READ, SAY, SHOWN, Part, find, need
from worker.controls import BadInput, check_value, clean_choice
from worker.defaults import settle
from worker.tables import numeric_columns, table_texts

MAX_WIDTH = 4000


@dataclass(frozen=True)
class Drawn:
    """One state of one figure: the scene, the words that go with it, and controls that the data corrects (`sets`).

    hold: ms for which a film that is played holds this state, or None for the usual time.
    """

    scene: Scene
    notice: tuple[Run, ...]
    details: tuple[tuple[Run, ...], ...]
    call: str
    cells: list[list[str]]
    sets: Mapping[str, Any]
    hold: float | None = None

    @property
    def numeric(self) -> list[bool]:
        """Which columns of the table hold numbers."""
        return numeric_columns(self.scene.table)


class Dispatcher:
    """Finds the code of each figure by its place in the sections' folders; knows no section by name.

    models: what every `read_...` gets as its first argument.
    """

    def __init__(self, models: Any, sections: Sequence[Section] | None = None, package: str = "sections") -> None:
        self.models = models
        self.package = package
        self.sections = {section.name: section for section in (find_sections() if sections is None else sections)}

    def figure(self, section: Any, figure: Any) -> Figure:
        """Find the declared figure. Errors: BadInput if there is none."""
        if not isinstance(section, str) or section not in self.sections:
            raise BadInput("section", f"There is no section {section!r}.")
        figures = self.sections[section].figures
        if not isinstance(figure, str) or figure not in figures:
            raise BadInput("figure", f"The section {section!r} has no figure {figure!r}.")
        return figures[figure]

    def settled(self) -> Dispatcher:
        """Make the same with the defaults put in that depend on the weights; takes a pass over every story."""
        settled = [settle(section, self.models) for section in self.sections.values()]
        return Dispatcher(self.models, settled, self.package)

    def draw(self, figure: Figure, raw: Mapping[str, Any], width: float) -> Drawn:
        """Compute and draw one state at `width` CSS px. Errors: BadInput; whatever the section raises."""
        choice = clean_choice(figure.controls, raw)
        read, say, draw = (need(self.package, figure.section, part, figure.name) for part in (READ, SAY, DRAW))
        data = read(self.models, choice)
        words = say(data)
        scene = replace(draw(data, Frame(width)), alt=words.alt, table=words.table)
        details = tuple(as_runs(part) for part in words.details)
        cells = table_texts(words.table, figure.digits)
        sets = {name: check_value(figure.controls[name], value) for name, value in data.sets.items()}
        return Drawn(scene, as_runs(words.notice), details, words.call, cells, sets, data.hold)

    def numbers(self, section: str) -> Mapping[str, str]:
        """Compute the numbers that the section's prose shows; empty if it has none."""
        return self._prose(section, NUMBERS)

    def prose_data(self, section: str) -> Mapping[str, Any]:
        """Compute what the section's prose shows besides text and numbers, such as a program; empty if it has none."""
        return self._prose(section, SHOWN)

    def _prose(self, section: str, part: Part) -> Mapping[str, Any]:
        function = find(self.package, section, part)
        return function(self.models) if function else {}

    def reply(self, section: Any, question: Any, asked: Any) -> Any:
        """Answer what a section's script asks: `answer_<question>(models, asked)` of its answers.py, JSON-able."""
        if not isinstance(section, str) or section not in self.sections:
            raise BadInput("section", f"There is no section {section!r}.")
        function = find(self.package, section, ANSWER, str(question))
        if function is None:
            raise BadInput("ask", f"The section {section!r} has no answer to {question!r}.")
        return function(self.models, asked)

    def answer(self, request: Mapping[str, Any]) -> tuple[dict[str, Any], list[Any]]:
        """Reply to `{"section", "figure", "choice", "width"}` and maybe `"as": "scene" | "svg" | "csv"`.

        Or to `{"section", "ask", "asked"}` with `"answer"`: see `reply`.
        Returns a JSON-able dict and the scene's buffers (flat uint8 arrays). Never raises: errors are replies
        `{"ok": False, "error": {"kind": "bad_input" | "bug", "field", "message"}}`.
        """
        try:
            if "ask" in request:
                answer = self.reply(request.get("section"), request["ask"], request.get("asked"))
                return {"ok": True, "answer": answer}, []
            figure = self.figure(request.get("section"), request.get("figure"))
            drawn = self.draw(figure, request.get("choice", {}), _width(request.get("width")))
            body, buffers = _body(drawn, request)
            return {"ok": True, **body}, buffers
        except (BadInput, UnreadableText) as error:  # any other ValueError, such as NumPy's, is no fault of the reader
            return _failure("bad_input", getattr(error, "field", None), error), []
        except Exception as error:  # a section's fault must not end the worker
            return _failure("bug", None, error), []

    def answer_json(self, text: str) -> tuple[str, list[Any]]:
        """Do the same from JSON to JSON; a reply that JSON cannot hold, such as one with NaN, is a bug too."""
        try:
            request = json.loads(text)
            if not isinstance(request, dict):
                raise ValueError("a request is a JSON object")
        except (ValueError, RecursionError) as error:
            return json.dumps(_failure("bad_input", None, error)), []
        reply, buffers = self.answer(request)
        try:
            return json.dumps(reply, allow_nan=False), buffers
        except Exception as error:  # a section's fault must not end the worker
            return json.dumps(_failure("bug", None, error)), []


def as_runs(words: str | Iterable[Run]) -> tuple[Run, ...]:
    """Text in runs, each plain or with the role that colors it; a string is one run."""
    runs = (words,) if isinstance(words, str) else tuple(words)
    return tuple(run if isinstance(run, str) else (run[0], run[1]) for run in runs)


def _body(drawn: Drawn, request: Mapping[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    form = request.get("as", "scene")
    if form == "svg":
        return {"svg": to_svg(drawn.scene, colors="dark" if request.get("theme") == "dark" else "light")}, []
    if form == "csv":
        return {"csv": drawn.scene.table.to_csv()}, []
    words = {"notice": drawn.notice, "details": drawn.details, "call": drawn.call}
    state = {"cells": drawn.cells, "sets": drawn.sets, **({} if drawn.hold is None else {"hold": drawn.hold})}
    return {"scene": drawn.scene.to_wire(), **words, **state}, [buffer.ravel() for buffer in drawn.scene.buffers]


def _width(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 100 <= value <= MAX_WIDTH:
        raise BadInput("width", f"The width must be from 100 to {MAX_WIDTH} pixels.")
    return float(value)


def _failure(kind: str, field: str | None, error: Exception) -> dict[str, Any]:
    message = str(error) if kind == "bad_input" else f"{type(error).__name__}: {error}"
    where = "".join(traceback.format_exception(error)) if kind == "bug" else ""
    return {"ok": False, "error": {"kind": kind, "field": field, "message": message, "trace": where}}
