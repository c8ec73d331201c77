"""A scene: everything that is drawn, touched, said and listed by one state of one figure."""

import csv
import io
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scene.marks import Mark

Cell = str | int | float | bool | None


@dataclass(frozen=True)
class Frame:
    """The room a figure may fill: `width` in CSS px. Its height is the picture's to choose."""

    width: float = 640.0

    @property
    def narrow(self) -> bool:
        """Whether the frame is a phone's: below 520 px."""
        return self.width < 520


@dataclass(frozen=True)
class Hit:
    """An area that can be pointed at, focused or dragged (CSS px).

    key: names the area; marks with `when=key` show only while it is pointed at or focused.
    label: what a screen reader or tooltip says. choice: set when the area is chosen.
    row, col: places in a grid for the arrow keys; areas without them are walked in order.
    drag: {"x": {"control": name, "px": [a, b], "value": [u, v], "step": s}, "y": ...} maps a place to controls,
    linearly and, where there is a step, to multiples of it. Its label reads "name: value" for screen readers.
    """

    key: str
    x: float
    y: float
    w: float
    h: float
    label: str
    choice: Mapping[str, Any] = field(default_factory=dict)
    row: int | None = None
    col: int | None = None
    drag: Mapping[str, Any] | None = None

    def to_wire(self) -> dict[str, Any]:
        """As a JSON-able dict without the empty fields."""
        place = {name: round(float(getattr(self, name)), 2) for name in ("x", "y", "w", "h")}
        rest = {name: getattr(self, name) for name in ("row", "col", "drag") if getattr(self, name) is not None}
        choice = {"choice": dict(self.choice)} if self.choice else {}
        return {"key": self.key, **place, "label": self.label, **choice, **rest}


@dataclass(frozen=True)
class Table:
    """The numbers behind a picture: column names, rows of the same length, a caption."""

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    caption: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", tuple(self.columns))
        object.__setattr__(self, "rows", tuple(tuple(map(_plain, row)) for row in self.rows))
        if wrong := [row for row in self.rows if len(row) != len(self.columns)]:
            raise ValueError(f"table {self.caption!r}: {len(self.columns)} columns but a row is {wrong[0]}")

    def to_csv(self) -> str:
        """As comma-separated text. Text that a spreadsheet would run as a formula is set behind an apostrophe."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(map(_no_formula, self.columns))
        writer.writerows([_no_formula(cell) for cell in row] for row in self.rows)
        return out.getvalue()


@dataclass(frozen=True)
class Scene:
    """One state of one figure, finished: the same scene becomes canvas, SVG, a table and words.

    width, height: CSS px, rounded up to whole ones, which keeps what follows on the page sharp.
    marks: dicts of `scene.marks`, later ones on top, keys unique.
    buffers: uint8 arrays for image marks, (rows, cols, 4) RGBA or (rows, cols) depth.
    alt: what a screen reader says. table: the same numbers.
    Raises ValueError when keys repeat.
    """

    width: float
    height: float
    marks: Sequence[Mark] = ()
    hits: Sequence[Hit] = ()
    alt: str = ""
    table: Table = field(default_factory=Table)
    buffers: Sequence[NDArray[np.uint8]] = ()

    def __post_init__(self) -> None:
        for name in ("marks", "hits", "buffers"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        for name in ("width", "height"):
            object.__setattr__(self, name, math.ceil(getattr(self, name) - 1e-6))
        _refuse_repeats("mark", [mark["key"] for mark in self.marks])
        _refuse_repeats("hit", [hit.key for hit in self.hits])

    def to_wire(self) -> dict[str, Any]:
        """As a JSON-able dict; the bytes of `buffers` travel beside it (`buffer_bytes`)."""
        return {
            "width": self.width,
            "height": self.height,
            "marks": list(self.marks),
            "hits": [hit.to_wire() for hit in self.hits],
            "alt": self.alt,
            "table": {
                "columns": list(self.table.columns),
                "rows": [list(row) for row in self.table.rows],
                "caption": self.table.caption,
            },
            "buffers": [list(buffer.shape) for buffer in self.buffers],
        }

    def buffer_bytes(self) -> list[bytes]:
        """Return the bytes of each buffer, row by row."""
        return [np.ascontiguousarray(buffer, np.uint8).tobytes() for buffer in self.buffers]


def _refuse_repeats(what: str, keys: list[str]) -> None:
    if repeated := [key for key, count in Counter(keys).items() if count > 1]:
        raise ValueError(f"{what} keys must be unique within a scene; repeated: {', '.join(sorted(repeated)[:5])}")


def _plain(cell: Any) -> Cell:
    return cell.item() if isinstance(cell, np.generic) else cell


def _no_formula(cell: Cell) -> Cell:
    return "'" + cell if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
