"""Times of a function over repeated calls."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of the table: the median, the minimum and the 95th percentile of ``n`` values in ``unit``."""

    what: str
    median: float
    minimum: float
    p95: float
    n: int
    unit: str = "ms"


def summary(what: str, values: list[float], unit: str = "ms") -> Row:
    """Summarize values that were measured elsewhere."""
    ordered = sorted(values)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]
    return Row(what, statistics.median(ordered), ordered[0], p95, len(ordered), unit)


def timed(what: str, function: Callable[[], object], n: int = 15, warm_up: int = 2) -> Row:
    """Call a function ``n`` times after ``warm_up`` calls that are not counted; milliseconds of wall time."""
    for _ in range(warm_up):
        function()
    values = []
    for _ in range(n):
        started = time.perf_counter()
        function()
        values.append((time.perf_counter() - started) * 1000)
    return summary(what, values)
