"""One look back as a film: what each of its moments shows."""

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache

import numpy as np
from lookback.guesses import logits_at, top_guesses
from lookback.lookup import LookBack
from lookback.models import Models
from lookback.opening import ShownLook, show
from lookback.ops import Array
from lookback.writing import written
from scene.flow import Piece, after_boundary, pieces_from_spans
from sections.film.moments import Moment, moment
from worker.contract import Choice, Data

N_GUESSES = 3
N_LATER = 16  # tokens after the reader that are shown, faded
N_APART = 3  # tokens whose values are shown by themselves
GOES_ON = "…"
FINEST = 6  # decimals of a score's parts


@dataclass(frozen=True)
class Guess:
    """A token that may come next: its id, how it is written, its probability."""

    token: int
    written: str
    p: float


@dataclass(frozen=True, eq=False)
class Share:
    """What a token's ``n_keys`` keys bring together, or those of all others: their weight, and their mean value.

    key: that of a token which gets most; None for the others.
    """

    key: int | None
    n_keys: int
    weight: float
    value: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class LookBackData(Data):
    """One moment of one look back; everything is numbered by position, and position 0 is the boundary.

    pieces: the tokens as typed, up to a little beyond the reader. names: those of them of the hero's name. row (D,):
    the reader's own row. results (H, V): what each head brings back. guesses: at the last moment only.
    """

    shown: ShownLook
    moment: Moment
    pieces: tuple[Piece, ...]
    names: frozenset[int]
    row: Array
    results: Array
    guesses: tuple[Guess, ...]

    @property
    def look(self) -> LookBack:
        """The look back itself."""
        return self.shown.look

    @property
    def reader(self) -> int:
        """The position that reads."""
        return self.look.position

    @cached_property
    def apart(self) -> list[int]:
        """The tokens with the largest weights, all places of each together; of each the place that gets most."""
        weights = self.look.weights
        return [max(places, key=lambda j: (weights[j], j)) for places in self.shown.by_token()[:N_APART]]

    @cached_property
    def shares(self) -> list[Share]:
        """The tokens with the largest weights one by one, and the others together; they make z."""
        look, shown = self.look, self.shown
        shares = [Share(j, len(shown.same(j)), shown.together(j), tuple(look.v[j].tolist())) for j in self.apart]
        rest = sorted(j for places in shown.by_token()[N_APART:] for j in places)
        if rest:
            weights = look.weights[rest]
            total = float(weights.sum())
            mean = weights @ look.v[rest] / max(total, 1e-30)
            shares.append(Share(None, len(rest), total, tuple(mean.tolist())))
        return shares


def read_look(models: Models, choice: Choice) -> LookBackData:
    """Read one moment of the film. UnreadableText where the text has no tokens."""
    text = choice["own_text"] if choice["source"] == "own" else choice["story"]
    shown = show(models, text, choice["head"], choice["token"])
    read, trace, look = shown.read, shown.trace, shown.look
    now = moment(choice["step"], look.n_keys)
    typed = read.encoding.since(read.first)
    pieces = after_boundary(pieces_from_spans(read.text, typed.spans, typed.words, typed.tokens))
    n_shown = max(look.position + 1 + N_LATER, look.n_keys)
    ids = tuple(read.ids[: look.n_keys].tolist())
    return LookBackData(
        shown,
        now,
        _cut(pieces, n_shown),
        shown.names & frozenset(range(n_shown)),
        trace.x[0, look.position],
        trace.layers[0].z[0, :, look.position],
        _guesses(models, ids, look.position) if now.kind == "beside" else (),
        hold=now.hold,
    )


def _cut(pieces: tuple[Piece, ...], n_shown: int) -> tuple[Piece, ...]:
    """Take the first pieces; where the text goes on, "…" stands for the next one."""
    return pieces if len(pieces) <= n_shown else (*pieces[:n_shown], Piece(GOES_ON, " ", pieces[n_shown].word))


@lru_cache(maxsize=4)
def _guesses(models: Models, ids: tuple[int, ...], reader: int) -> tuple[Guess, ...]:
    """The likeliest tokens after the reader."""
    (logits,) = logits_at(models.attention, np.array(ids, np.int32), np.array([reader]))
    return tuple(Guess(token, written(models, token), p) for token, p in top_guesses(logits, N_GUESSES))


def score_parts(look: LookBack, key: int) -> tuple[Decimal, Decimal, Decimal]:
    """q.k / sqrt(d_head), the distance score and their sum, rounded to the fewest decimals (2 or more) that add up."""
    rounded = (_rounded_parts(look, key, decimals) for decimals in range(2, FINEST + 1))
    agreeing = (parts for parts in rounded if parts[0] + parts[1] == parts[2])
    scaled, distance, _ = _rounded_parts(look, key, FINEST)
    return next(agreeing, (scaled, distance, scaled + distance))


def _rounded_parts(look: LookBack, key: int, decimals: int) -> tuple[Decimal, Decimal, Decimal]:
    scaled, distance = float(look.scaled[key]), float(look.distance_scores[key])
    first, second, third = (round(Decimal(value), decimals) for value in (scaled, distance, scaled + distance))
    return first, second, third
