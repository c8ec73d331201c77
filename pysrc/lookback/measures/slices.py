"""Measuring in slices: every measure is a generator that yields its result so far after each story."""

from collections import deque
from collections.abc import Iterator
from typing import TypeVar

Result = TypeVar("Result")


def last(results: Iterator[Result]) -> Result:
    """Run a measure to its end; ValueError where there was no story."""
    found = deque(results, maxlen=1)
    if not found:
        raise ValueError("no stories to measure: give at least one")
    return found[0]
