"""One look back as a film: what each of its moments shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from lookback.guesses import logits_at, top_guesses
from lookback.models import Models
from lookback.opening import opening
from lookback.reader import read_text
from lookback.tokenizer import BOUNDARY_ID, UNK_ID
from lookback.writing import listed, written
from scene.sentences import Run
from sections.film.moments import Moment, moment
from sections.film.view import View, make_view
from sections.film.words import caption

N_GUESSES = 3
SPECIAL = {BOUNDARY_ID: "the end", UNK_ID: "an unknown word"}


@dataclass(frozen=True, eq=False)
class LookReading:
    """One moment of one head's look back. guesses: tokens as shown and probabilities; only at the last moment."""

    view: View
    moment: Moment
    guesses: tuple[tuple[str, float], ...]

    @property
    def notice(self) -> tuple[Run, ...]:
        """What this moment shows."""
        return caption(self.view, self.moment, self.guesses)

    @property
    def hold(self) -> float:
        """How long the film holds it, in ms."""
        return self.moment.hold

    @property
    def call(self) -> str:
        """The package call behind it."""
        return self.view.call


def numbers(models: Models) -> dict[str, str]:
    """How many look backs one story takes: that with which the page opens."""
    n_head = len(models.attention["W_Q"])
    n_tokens = len(read_text(models, models.stories[opening(models).story].text).ids)
    return {"n_head": str(n_head), "n_tokens": str(n_tokens), "n_looks": f"{n_head * n_tokens:,}"}


def read_look(models: Models, choice: Mapping[str, Any]) -> LookReading:
    """Read one moment of the film. UnreadableText where the text has no tokens."""
    view = make_view(models, choice)
    now = moment(choice["step"], view.n_keys)
    guesses = _guesses(models, view.ids[: view.n_keys], view.reader) if now.kind == "beside" else ()
    return LookReading(view, now, guesses)


@lru_cache(maxsize=4)
def _guesses(models: Models, ids: tuple[int, ...], reader: int) -> tuple[tuple[str, float], ...]:
    """The likeliest tokens after the reader, names with their capitals."""
    (logits,) = logits_at(models.attention, np.array(ids, np.int32), np.array([reader]))
    found = top_guesses(logits, N_GUESSES)
    return tuple((SPECIAL.get(token) or listed(token, written(models, token)), p) for token, p in found)
