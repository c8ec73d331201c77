"""Where the page opens: on looks back that show something, whatever the network has learned."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from lookback.attention import AttentionTrace
from lookback.measures import Reading, read_for_measures
from lookback.models import Models
from lookback.reader import trace_of


@dataclass(frozen=True, order=True)
class Telling:
    """A look back that shows something: ``weight`` is the share of it that goes where it tells most."""

    weight: float
    story: int
    head: int
    position: int


@lru_cache(maxsize=2)
def opening(models: Models) -> Telling:
    """Find the most telling look back of all test stories; takes a forward pass over each."""
    return max(telling(models, story) for story in range(len(models.stories)))


def telling(models: Models, story: int) -> Telling:
    """Find the most telling look back of one test story.

    Where the hero's name is about to come back out of the window's reach: the head and position that put the largest
    weight on its earlier mentions, in the second half of the story if there is one, so that much can be read. In a
    story without such a place: the largest weight that goes beyond the window's reach.
    """
    n_window = len(models.window["W_hidden"]) // models.window["W_E"].shape[1]
    n_ctx = models.attention["b_distance"].shape[1]
    (reading,) = read_for_measures(
        models.tokenizer, [models.stories[story]], models.token_counts, n_ctx=n_ctx, n_window=n_window
    )
    trace = trace_of(models, reading.ids)
    places = np.flatnonzero(reading.name).tolist()
    places = [place for place in places if place >= len(reading.ids) // 2] or places
    head, position, weight = _on_the_name(trace, reading, places) if places else _far_back(trace, n_window)
    return Telling(weight, story, head, position)


def _on_the_name(trace: AttentionTrace, reading: Reading, places: Sequence[int]) -> tuple[int, int, float]:
    mentioned = reading.mentions + 1  # a mention counts where it is guessed; it is read one position later
    keys = mentioned[mentioned < len(reading.ids)]
    on_name = trace.weights[0][:, places][:, :, keys].sum(axis=-1)  # (H, places); later keys have weight 0
    head, place = np.unravel_index(on_name.argmax(), on_name.shape)
    return int(head), places[place], float(on_name[head, place])


def _far_back(trace: AttentionTrace, n_window: int) -> tuple[int, int, float]:
    far = np.tril(trace.weights[0], -n_window)
    head, position, key = np.unravel_index(far.argmax(), far.shape)
    return int(head), int(position), float(far[head, position, key])
