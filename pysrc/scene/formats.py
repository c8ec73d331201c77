"""Numbers as words on the page: as many digits as help, real minus signs."""

import math

MINUS = "−"


def number(value: float, digits: int = 2) -> str:
    """Write a number with a fixed count of decimals: -0.5 is "−0.50"; never "−0.00"."""
    if not math.isfinite(value):
        return "not a number" if math.isnan(value) else ("∞" if value > 0 else MINUS + "∞")
    written = f"{value:,.{digits}f}"
    negative = written.startswith("-") and any(digit in "123456789" for digit in written)
    return (MINUS if negative else "") + written.lstrip("-")


def signed(value: float, digits: int = 2) -> str:
    """Write a difference with its sign: "+0.31", "−0.31", "0.00"."""
    written = number(value, digits)
    return "+" + written if value > 0 and any(digit in "123456789" for digit in written) else written


def weight(value: float) -> str:
    """Write a weight or probability, 0 to 1: "0.42"; "<0.01" where two digits would hide it."""
    return "<0.01" if 0 < value < 0.005 else number(value, 2)


def probability(value: float) -> str:
    """Write a probability, 0 to 1: "0.042"; four decimals where three would hide it, then "<0.0001"."""
    if value < 0.00005:
        return "<0.0001"
    return number(value, 3 if value >= 0.00095 else 4)


def percent(value: float) -> str:
    """Write a share, 0 to 1: "42%", "0.8%" below 2%, "<0.1%" where that would hide it."""
    share = 100 * value
    if 0 < share < 0.05:
        return "<0.1%"
    return number(share, 1 if 0 < share < 1.95 else 0) + "%"


def loss(value: float) -> str:
    """Write a loss in nats: "3.17"; three digits below 1."""
    return number(value, 3 if abs(value) < 1 else 2)


def count(value: float) -> str:
    """Write a whole number with thousands: "352,848"."""
    return number(value, 0)


def tick(value: float, step: float) -> str:
    """Write a tick's label with just the decimals that its step needs."""
    digits = max(0, -math.floor(math.log10(abs(step)) + 1e-9)) if step else 0
    return number(value, digits)
