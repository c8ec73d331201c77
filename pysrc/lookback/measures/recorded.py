"""What the measures found on the test stories: read from the build's file, measured once where there is none."""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from lookback.measures.catalogue import MEASURES
from lookback.measures.plain import from_plain, to_plain
from lookback.measures.reading import Reading, read_for_measures
from lookback.measures.slices import last
from lookback.models import Models
from lookback.stories import Story


@lru_cache(maxsize=2)
def all_readings(models: Models) -> tuple[Reading, ...]:
    """The test stories as the measures read them, prepared once."""
    return read_with(models, models.stories)


def read_with(models: Models, stories: Iterable[Story]) -> tuple[Reading, ...]:
    """Prepare stories for the measures, with the reach that these networks have."""
    return read_for_measures(
        models.tokenizer, stories, models.token_counts, n_ctx=models.n_ctx, n_window=models.n_window
    )


@lru_cache(maxsize=2 * len(MEASURES))
def recorded(models: Models, name: str) -> Any:
    """Result of the measure ``name`` (a key of MEASURES) on all test stories: a frozen dataclass.

    From ``models.measured`` where it is there, as in the built page; measured now, once, where not. KeyError for a
    measure that there is none of.
    """
    measure = MEASURES[name]
    if name in models.measured:
        return from_plain(measure.result, models.measured[name])
    return last(measure.run(models, all_readings(models)))


def measured_json(models: Models, names: Iterable[str] = MEASURES) -> bytes:
    """Results of these measures as one JSON file, ``measured.json``, which ``load_models`` reads beside the weights."""
    return json.dumps({name: to_plain(recorded(models, name)) for name in names}, separators=(",", ":")).encode()
