"""What sections there are: every folder of site/sections, read from its section.toml and checked."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lookback.measures import MEASURES
from worker.controls import Control, checked_name
from worker.declared import Tables, read_controls, read_shared
from worker.guide import Stop, read_place, read_stop

SECTIONS = Path(__file__).parent.parent / "sections"
PARTS = ("Opening", "Tools", "Secrets", "Doing")
FIGURE_KEYS = (
    "name", "title", "wide", "table", "table_sets", "digits", "measure", "files", "only", "controls", "guide",
)  # fmt: skip
# CSS px at which pictures are drawn: a phone's column, the text column, beyond it on wide screens.
NARROW, COLUMN, WIDE = 328, 620, 1000


@dataclass(frozen=True)
class Figure:
    """One figure of a section, as section.toml declares it.

    measure: keys of lookback.measures.MEASURES that the reader may run again in the page. files: those of the weights
    that its picture reads and that are not there at the start; they are fetched when the figure comes near.
    """

    section: str
    name: str
    title: str
    controls: Mapping[str, Control] = field(default_factory=dict)
    wide: bool = False
    table: str = "folded"
    table_sets: str | None = None
    digits: int | tuple[int, ...] = 2
    guide: tuple[Stop, ...] = ()
    measure: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """`section-figure`, its name in addresses and in the page."""
        return f"{self.section}-{self.name}"

    @property
    def needs(self) -> tuple[str, ...]:
        """Files of the weights that are not there at the start, and must be when it is measured again."""
        return tuple(dict.fromkeys(file for name in self.measure for file in MEASURES[name].files))

    @property
    def film(self) -> Control | None:
        """The control that its play control steps through, if it is a film."""
        return next((control for control in self.controls.values() if control.widget == "play"), None)

    @property
    def widths(self) -> tuple[int, ...]:
        """Widths in CSS px at which it is drawn, at build time and live."""
        return (NARROW, COLUMN, WIDE) if self.wide else (NARROW, COLUMN)


@dataclass(frozen=True)
class Section:
    """One section: its place on the page, its figures, its folder. guide: stops at places in its prose."""

    name: str
    title: str
    order: int
    part: str
    folder: Path
    figures: Mapping[str, Figure] = field(default_factory=dict)
    guide: tuple[Stop, ...] = ()


def find_sections(folder: Path = SECTIONS) -> tuple[Section, ...]:
    """Read every section below `folder`, sorted by `order`. Errors: ValueError naming the file and what to change."""
    shared = read_shared(folder)
    sections = [_read(path, shared) for path in folder.glob("*/section.toml")]
    _refuse_repeats(folder, "order", (section.order for section in sections))
    return tuple(sorted(sections, key=lambda section: section.order))


def _read(path: Path, shared: Tables) -> Section:
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        _refuse_unknown(raw, ("title", "order", "part", "controls", "figure", "guide"))
        if raw["part"] not in PARTS:
            raise ValueError(f"part must be one of {', '.join(PARTS)}, not {raw['part']!r}")
        name, everywhere = checked_name(path.parent.name), raw.get("controls", {})
        figures = [_figure(name, item, everywhere, shared) for item in raw.get("figure", [])]
        _refuse_repeats(path, "figure", (figure.name for figure in figures))
        by_name = MappingProxyType({figure.name: figure for figure in figures})
        guide = tuple(map(read_place, raw.get("guide", ())))
        return Section(name, raw["title"], raw["order"], raw["part"], path.parent, by_name, guide)
    except KeyError as error:
        raise ValueError(f"{path}: {error.args[0]!r} is missing") from error
    except (ValueError, TypeError) as error:  # TOMLDecodeError is a ValueError
        raise ValueError(f"{path}: {error}") from error


def _figure(section: str, raw: Mapping[str, Any], everywhere: Tables, shared: Tables) -> Figure:
    _refuse_unknown(raw, FIGURE_KEYS)
    controls = read_controls(raw, everywhere, shared)
    table, table_sets = raw.get("table", "folded"), raw.get("table_sets")
    if table not in ("shown", "folded"):
        raise ValueError(f"figure {raw['name']!r}: table must be shown or folded, not {table!r}")
    if table_sets is not None and (table_sets not in controls or controls[table_sets].type != "int"):
        raise ValueError(f"figure {raw['name']!r}: table_sets must name an int control, not {table_sets!r}")
    digits, measure = raw.get("digits", 2), tuple(raw.get("measure", ()))
    if unknown := [name for name in measure if name not in MEASURES]:
        raise ValueError(f"figure {raw['name']!r}: no measure {unknown[0]!r}; there are {', '.join(MEASURES)}")
    look = {"wide": bool(raw.get("wide", False)), "table": table, "table_sets": table_sets}
    look["digits"] = tuple(digits) if isinstance(digits, list) else digits
    guide = tuple(read_stop(item, controls) for item in raw.get("guide", ()))
    look["files"] = tuple(raw.get("files", ()))
    return Figure(section, checked_name(raw["name"]), raw["title"], controls, measure=measure, guide=guide, **look)


def _refuse_unknown(raw: Mapping[str, Any], known: Iterable[str]) -> None:
    if unknown := sorted(set(raw) - set(known)):
        raise ValueError(f"{unknown[0]!r} is not a key here; known are {', '.join(known)}")


def _refuse_repeats(path: Path, what: str, values: Iterable[Any]) -> None:
    if repeated := [value for value, count in Counter(values).items() if count > 1]:
        raise ValueError(f"{path}: {what} {repeated[0]!r} is used twice; change one of them")
