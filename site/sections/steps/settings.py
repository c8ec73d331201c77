"""The toy: one sentence, and the arrows that its tokens start with in each setting."""

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from lookback.explain.by_hand import Numbers, Toy

TOKENS = ("Lily", "lost", "her", "hat", "so")
VALUES = ((3, 0, 1), (0, 2, -1), (2, 1, 0), (-1, 0, 3), (0, -2, 0))
TENTHS = 15  # how far an arrow reaches along either axis
AS_SET = -16  # stands for an arrow that the reader has not moved

Pair = tuple[int, int]
QUERIES: tuple[Pair, ...] = ((5, -10), (10, 4), (12, 3), (-5, 9), (10, 6))
KEYS: tuple[Pair, ...] = ((12, 9), (-6, 10), (8, -3), (-2, -12), (-10, -5))

# In tenths, a query and a key for each token.
ARROWS: Mapping[str, tuple[tuple[Pair, ...], tuple[Pair, ...]]] = MappingProxyType({
    "start": (QUERIES, KEYS),
    "equal": (QUERIES, ((6, 8),) * 5),
    "long": ((*QUERIES[:4], (8, 6)), ((6, 4), (-3, 5), (15, -1), (-2, -6), (-5, -3))),
    "opposite": ((*QUERIES[:4], (12, 11)), ((11, 5), (-4, 9), (3, -7), (-11, -5), (-8, 3))),
    "sharp": ((*QUERIES[:4], (15, 9)), KEYS),
})  # fmt: skip


def toy_of(choice: Mapping[str, Any]) -> Toy:
    """Make the toy that the choice describes: the setting's arrows, and the reader's own where they were moved."""
    sides = ARROWS.get(choice["setting"], ARROWS["start"])
    q, k = (
        tuple(_arrow(choice, f"{letter}{token}", start) for token, start in enumerate(arrows))
        for letter, arrows in zip("qk", sides, strict=True)
    )
    return Toy(TOKENS, q, k, tuple(tuple(map(Decimal, value)) for value in VALUES))


def moved(choice: Mapping[str, Any]) -> dict[str, Any]:
    """Name what the choice becomes once an arrow is moved: a setting of the reader's own, with every arrow's place."""
    toy = toy_of(choice)
    names = [f"{letter}{token}{axis}" for letter in "qk" for token in range(len(TOKENS)) for axis in "xy"]
    if all(choice[name] == AS_SET for name in names):
        return {}
    places = [int(10 * number) for arrows in (toy.q, toy.k) for arrow in arrows for number in arrow]
    return {"setting": "own", **dict(zip(names, places, strict=True))}


def _arrow(choice: Mapping[str, Any], name: str, start: Pair) -> Numbers:
    found = (choice[f"{name}{axis}"] for axis in "xy")
    places = (own if own != AS_SET else tenths for own, tenths in zip(found, start, strict=True))
    return tuple(Decimal(place).scaleb(-1) for place in places)
