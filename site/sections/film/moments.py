"""The moments of the film: what each step shows, and how long it is held."""

from dataclasses import dataclass
from typing import Literal

from lookback.lookup import LookBack

Kind = Literal["read", "query", "meet", "scored", "weights", "offer", "bring", "scale", "sum", "beside"]
MEETINGS = 8  # steps in which the query meets the keys
MEETS: tuple[Kind, ...] = ("meet",) * MEETINGS
KINDS: tuple[Kind, ...] = ("read", "query", *MEETS, "scored", "weights", "offer", "bring", "scale", "sum", "beside")
HOLDS: dict[Kind, float] = {
    "read": 2600, "query": 2800, "meet": 1100, "scored": 3200, "weights": 3800, "offer": 2600, "bring": 2600,
    "scale": 2600, "sum": 3000, "beside": 5000,
}  # fmt: skip


@dataclass(frozen=True)
class Moment:
    """One step of the film. met: how many keys the query has met, the last first; new: how many of them just now."""

    kind: Kind
    met: int
    new: int

    @property
    def hold(self) -> float:
        """How long it is held while the film plays, in ms."""
        return HOLDS[self.kind]

    def reached(self, kind: Kind) -> bool:
        """Whether the film has come as far as `kind`."""
        return KINDS.index(self.kind) >= KINDS.index(kind)


def moment(step: int, n_keys: int) -> Moment:
    """Find the moment of a step, counted from 1, for a token that can read `n_keys` keys."""
    kind = KINDS[step - 1]
    first = KINDS.index("meet")
    met, before = (_share(min(max(0, done), MEETINGS), n_keys) for done in (step - first, step - first - 1))
    return Moment(kind, met, met - before)


def key_at(look: LookBack, now: Moment) -> int:
    """The key that the query is at: the best of those that it met just now, afterwards the best of all."""
    if now.kind != "meet":
        return int(look.scores.argmax())
    last = look.n_keys - now.met
    return max(range(last, last + max(1, now.new)), key=lambda j: (float(look.scores[j]), j))


def _share(meetings: int, n_keys: int) -> int:
    """Of `n_keys` keys, how many are met after so many steps; rounded up, so that the first step meets one."""
    return -(-meetings * n_keys // MEETINGS)
