"""A table's cells as text: the same in the HTML made at build time and in the live page."""

from __future__ import annotations

from collections.abc import Sequence

from scene import Table
from scene.formats import number

GROUPED = 10_000  # years and places stay as they are

Cell = str | int | float | bool | None


def cell_text(cell: Cell, digits: int) -> str:
    """One cell for the eye: floats with `digits` decimals, long whole numbers in groups, nothing for None."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int) and not 0 <= cell < GROUPED:
        return number(cell, 0)
    return number(cell, digits) if isinstance(cell, float) else str(cell)


def numeric_columns(table: Table) -> list[bool]:
    """Tell of each column whether it holds numbers."""
    return [any(map(_is_number, column)) for column in zip(*table.rows, strict=True)]


def _is_number(cell: Cell) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def table_texts(table: Table, digits: int | Sequence[int]) -> list[list[str]]:
    """Every row of the table as texts. digits: decimals of all columns, or of each; the last for those beyond."""
    each = [digits] if isinstance(digits, int) else list(digits)
    each += each[-1:] * (len(table.columns) - len(each))
    return [[cell_text(cell, places) for cell, places in zip(row, each, strict=False)] for row in table.rows]
