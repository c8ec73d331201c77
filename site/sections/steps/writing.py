"""Decimals as they stand on the page: every digit that they have, a real minus sign."""

from decimal import Decimal

from scene.formats import number


def written(value: Decimal) -> str:
    """Write a decimal with its own digits: "−0.30", "3", "12.676"."""
    return number(float(value), max(0, -int(value.as_tuple().exponent)))
