"""What is measured on stories. Each measure is a file here and stands in ``FILES``; nothing else lists them.

``measure`` measures now, ``measured`` reads what the build measured.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from lookback.checkpoint import WeightsError
from lookback.measures import (
    circuit,
    circuit_off,
    directions,
    jobs,
    looks_and_says,
    lookups,
    loss,
    name_probability,
    pairs,
    pieces,
    reach,
    said_twice,
    second_piece,
    swaps,
    switched_off,
    whose_name,
)
from lookback.measures.contract import Measure, last
from lookback.measures.prepared import PreparedStory, prepare
from lookback.measures.result_json import from_json_form, json_form, packed
from lookback.models import Models

FILES = (reach, loss, name_probability, directions, jobs, swaps, switched_off, pairs, pieces, second_piece,
         lookups, circuit, circuit_off, said_twice, looks_and_says, whose_name)  # fmt: skip
MEASURES: Mapping[str, Measure] = {file.MEASURE.name: file.MEASURE for file in FILES}


def measure(models: Models, name: str, stories: Sequence[PreparedStory] | None = None) -> Any:
    """Measure ``name``, a key of MEASURES, now: its result on these stories, or on all test stories.

    ValueError without stories.
    """
    return last(MEASURES[name].run(models, prepare(models, models.stories) if stories is None else stories))


@lru_cache(maxsize=2 * len(FILES))
def measured(models: Models, name: str) -> Any:
    """The result of the measure ``name`` on the test stories that the build measured and the page carries.

    WeightsError where there is none: the folder of weights alone holds no results.
    """
    kept = models.measured.get(name)
    if kept is None:
        raise WeightsError(f"no result of the measure {name!r} is kept: build the site, or measure(models, {name!r})")
    return from_json_form(MEASURES[name].result, kept, models.tokenizer.ids)


def measured_json(models: Models, names: Iterable[str] = MEASURES) -> bytes:
    """Measure these now, as ``measured.json``, which ``load_models`` reads beside the weights."""
    stories = prepare(models, models.stories)
    results = {name: json_form(measure(models, name, stories), models.tokenizer.tokens) for name in names}
    return json.dumps(results, separators=(",", ":"), default=packed).encode()
