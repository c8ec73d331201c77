"""Numbers written with few decimals that still add up."""

from collections.abc import Sequence
from decimal import ROUND_FLOOR, Decimal


def rounded_together(values: Sequence[float | Decimal], decimals: int) -> tuple[Decimal, ...]:
    """Round values so that, as written, they add up to their rounded sum; shares of a whole, to 1.

    All are rounded down; what is then missing goes, one last digit each, to those that lost most, the earlier first
    among equals: the largest-remainder method, by which votes are turned into seats.
    """
    unit = Decimal(1).scaleb(-decimals)
    exact = [Decimal(value) for value in values]
    floors = [value.quantize(unit, ROUND_FLOOR) for value in exact]
    missing = int((sum(exact, Decimal(0)).quantize(unit) - sum(floors, Decimal(0))) / unit)
    most_lost = sorted(range(len(exact)), key=lambda i: floors[i] - exact[i])[:missing]
    return tuple(floor + unit if i in most_lost else floor for i, floor in enumerate(floors))
