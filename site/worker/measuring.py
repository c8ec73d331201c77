"""Measuring again in the page: it goes on a slice at a time, so that other figures are answered in between.

The page asks for one slice after the other; stopping means not asking. Pure; runs the same in CPython.
"""

from __future__ import annotations

import itertools
import json
import math
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lookback.measures import MEASURES, measured
from lookback.measures.compare import Difference, difference
from lookback.measures.prepared import prepare
from scene.formats import count, number
from scene.sentences import counted
from worker.controls import BadInput
from worker.dispatch import Dispatcher

SMALLEST = 1e-9  # differences below this are written as "less than"
LONGEST_SLICE = 1.0  # seconds that the page may ask for


@dataclass(frozen=True)
class Progress:
    """A measuring under way: `done` of `total` stories that this `measure`, the first being 1, of `measures` has read.

    At its end also how far it came out from the build's results.
    """

    done: int
    total: int
    measure: int = 1
    measures: int = 1
    differences: tuple[Difference, ...] | None = None


def measure_again(models: Any, names: Sequence[str]) -> Iterator[Progress]:
    """Run measures (keys of MEASURES) over the test stories, one after the other.

    Yields after each story that has been read, and after each that a measure has gone through.
    """
    total, measures, prepared = len(models.stories), len(names), []
    for story in models.stories:
        prepared += prepare(models, [story])
        yield Progress(0, total, 1, measures)
    differences = []
    for measure, name in enumerate(names, start=1):
        result = None
        for done, found in enumerate(MEASURES[name].run(models, prepared), start=1):
            result = found
            yield Progress(done, total, measure, measures)
        differences.append(difference(result, measured(models, name)))
    yield Progress(total, total, measures, measures, tuple(differences))


class Measuring:
    """One under way. clock: seconds, for the slices and for the time taken, pauses between slices included."""

    def __init__(self, steps: Iterator[Progress], clock: Callable[[], float] = time.monotonic) -> None:
        self.steps, self.clock = steps, clock
        self.started = clock()

    def step(self, budget: float) -> Progress:
        """Go on for `budget` seconds, or for as long as one story takes if that is longer; at least one story."""
        end = self.clock() + budget
        while True:
            progress = next(self.steps)
            if progress.differences is not None or self.clock() >= end:
                return progress

    @property
    def seconds(self) -> float:
        """Time since it began."""
        return self.clock() - self.started


class Measurings:
    """The measurings that the page has under way, by number."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher
        self.running: dict[int, Measuring] = {}
        self.numbers = itertools.count(1)

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Reply to {"do": "start", "section", "figure"}, or for a "measuring" to {"do": "step", "budget"} or to "stop".

        Replies have "measuring", the Progress's "done", "total", "measure" and "measures", and at the end "result", a
        sentence on the result. Errors: BadInput.
        """
        if request.get("do") == "start":
            return self._start(request)
        which = request.get("measuring")
        if not isinstance(which, int) or which not in self.running:
            raise BadInput("measuring", "This measuring is over. Start it again.")
        if request.get("do") == "stop":
            del self.running[which]
            return {"measuring": which}
        return self._step(which, min(float(request.get("budget", 0)), LONGEST_SLICE))

    def answer_json(self, text: str) -> str:
        """Do the same from JSON to JSON; never raises, what goes wrong is a reply."""
        try:
            return json.dumps({"ok": True, **self.answer(json.loads(text))}, allow_nan=False)
        except BadInput as error:
            return json.dumps({"ok": False, "error": {"kind": "bad_input", "message": str(error)}})
        except Exception as error:  # a measure's fault must not end the worker
            message, trace = f"{type(error).__name__}: {error}", "".join(traceback.format_exception(error))
            return json.dumps({"ok": False, "error": {"kind": "bug", "message": message, "trace": trace}})

    def _start(self, request: Mapping[str, Any]) -> dict[str, Any]:
        figure = self.dispatcher.figure(request.get("section"), request.get("figure"))
        if not figure.measure:
            raise BadInput("figure", "There is nothing to measure again in this figure.")
        models, which = self.dispatcher.models, next(self.numbers)
        self.running[which] = Measuring(measure_again(models, figure.measure))
        return _progress(which, Progress(0, len(models.stories), 1, len(figure.measure)))

    def _step(self, which: int, budget: float) -> dict[str, Any]:
        running = self.running.pop(which)  # one that raises is over
        progress = running.step(budget)
        reply = _progress(which, progress)
        if progress.differences is None:
            self.running[which] = running
            return reply
        return {**reply, "result": result_in_words(progress.differences, running.seconds)}


def _progress(which: int, at: Progress) -> dict[str, Any]:
    return {"measuring": which, "done": at.done, "total": at.total, "measure": at.measure, "measures": at.measures}


def result_in_words(differences: Sequence[Difference], seconds: float) -> str:
    """Say how long it took and how far from the build's results it came out."""
    numbers = sum(found.numbers for found in differences)
    unmatched = sum(found.unmatched for found in differences)
    absolute = max(found.absolute for found in differences)
    relative = max(found.relative for found in differences)
    compared = f"Measured again on this computer in {in_words(seconds)}: {count(numbers)} numbers."
    if absolute == 0:
        return f"{compared} Every one is the same as the build measured.{_others(unmatched)}"
    share = f"{small(100 * relative)}% at most" if math.isfinite(relative) else "beyond measure"
    largest = f"The largest difference from what the build measured: {small(absolute)} ({share})."
    return f"{compared} {largest}{_others(unmatched)}"


def _others(unmatched: int) -> str:
    if not unmatched:
        return ""
    stand = "stands" if unmatched == 1 else "stand"
    return f" {count(unmatched)} more {stand} in only one of the two, at the end of a list of what is largest."


def in_words(seconds: float) -> str:
    """Write a time: "0.4 seconds", "12 seconds", "2 minutes 5 seconds"."""
    if seconds < 9.95:
        return f"{number(seconds, 1)} seconds"
    minutes, rest = divmod(round(seconds), 60)
    second = counted(rest, "second")
    return f"{counted(minutes, 'minute')} {second}" if minutes else second


def small(value: float) -> str:
    """Write a difference above 0 with its first digit: "0.00002", "0.3", "2"."""
    if not math.isfinite(value):
        return number(value)
    if value < SMALLEST:
        return f"less than {number(SMALLEST, 9)}"
    return number(value, max(0, -math.floor(math.log10(value) + 1e-12)))
