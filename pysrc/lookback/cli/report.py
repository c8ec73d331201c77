"""What the command line prints: JSON without nan, aligned tables, notes."""

import json
import math
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np


def to_json(value: Any) -> str:
    """JSON of dicts, lists and arrays; numbers that are not finite become null.

    In ASCII alone: whatever characters the output lacks, it stays JSON, and no text in it can steer a terminal.
    """
    return json.dumps(_json_types(value), allow_nan=False)


def _json_types(value: Any) -> Any:
    """The same content in JSON's own types; float32 as the shortest number that reads back to it."""
    if isinstance(value, Mapping):
        return {str(key): _json_types(entry) for key, entry in value.items()}
    if isinstance(value, np.ndarray | list | tuple):
        return [_json_types(entry) for entry in value]
    if isinstance(value, np.generic):
        value = float(str(value)) if value.dtype == np.float32 else value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]], digits: int = 4) -> str:
    """Lines with the columns' names and the rows below, numbers to the right, floats with ``digits`` decimals."""
    cells = [[_cell(value, digits) for value in row] for row in rows]
    right = [all(_is_number(row[i]) for row in rows) and bool(rows) for i in range(len(columns))]
    widths = [max(map(len, column)) for column in zip(columns, *cells, strict=True)]
    return "\n".join(
        "  ".join(text.rjust(width) if to_right else text.ljust(width)
                  for text, width, to_right in zip(line, widths, right, strict=True)).rstrip()
        for line in [columns, *cells]
    )  # fmt: skip


def shown(text: str) -> str:
    """Text with every character that could move the cursor or change the screen written as its number."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def note(text: str) -> None:
    """Say something on stderr, beside the output."""
    print(f"note: {shown(text)}", file=sys.stderr)


def _is_number(value: Any) -> bool:
    return value is None or isinstance(value, int | float | np.number)


def _cell(value: Any, digits: int) -> str:
    if isinstance(value, float | np.floating):
        return f"{value:.{digits}f}" if math.isfinite(value) else "-"
    if isinstance(value, int | np.integer):
        return f"{value:,}"
    return "-" if value is None else shown(str(value))
