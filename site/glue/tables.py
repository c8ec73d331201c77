"""A table's cells as text: the same in the HTML made at build time and in the live page."""

from __future__ import annotations

from scene import Table
from scene.formats import number

Cell = str | int | float | bool | None


def cell_text(cell: Cell, digits: int) -> str:
    """One cell for the eye: floats with `digits` decimals, nothing for None."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return number(cell, digits) if isinstance(cell, float) else str(cell)


def table_texts(table: Table, digits: int) -> list[list[str]]:
    """Every row of the table as texts."""
    return [[cell_text(cell, digits) for cell in row] for row in table.rows]
