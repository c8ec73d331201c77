"""What a measure gives; each says it at the foot of its own file, as ``MEASURE``."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from lookback.measures.prepared import PreparedStory
from lookback.models import Models

Result = TypeVar("Result")


@dataclass(frozen=True)
class Table:
    """Numbers for people, under a ``title``; floats in ``rows`` are written with ``digits`` decimals."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    digits: int = 4


@dataclass(frozen=True)
class Measure:
    """A measure by its ``name``, and the type of its ``result``.

    ``run(models, stories)`` yields the result so far after each story, so that a caller can show progress, and stop by
    not asking for more. ``tables(result, vocabulary)`` shows it; ``vocabulary`` has the text of every token.
    ``files``: those of the folder of weights that only such a measure reads.
    """

    name: str
    result: type
    run: Callable[[Models, Sequence[PreparedStory]], Iterator[Any]]
    tables: Callable[[Any, Sequence[str]], Sequence[Table]]
    files: tuple[str, ...] = ()


def last(results: Iterator[Result]) -> Result:
    """Run a measure to its end; ValueError where there was no story."""
    found = deque(results, maxlen=1)
    if not found:
        raise ValueError("no stories to measure: give at least one")
    return found[0]
