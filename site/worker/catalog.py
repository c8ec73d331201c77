"""What sections there are: every folder of site/sections, read from its section.toml and checked."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lookback.measures import MEASURES
from scene.sentences import listed
from worker.controls import Control, check_value, read_control
from worker.guide import Stop, read_place, read_stop

SECTIONS = Path(__file__).parent.parent / "sections"
NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
PARTS = ("Opening", "Tools", "Secrets", "Doing")
# CSS px at which pictures are drawn: a phone's column, the text column, beyond it on wide screens.
NARROW, COLUMN, WIDE = 328, 620, 1000


@dataclass(frozen=True)
class Figure:
    """One figure of a section, as section.toml declares it.

    measure: keys of lookback.measures.MEASURES that the reader may run again in the page.
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
    sections = sorted((_read(path) for path in folder.glob("*/section.toml")), key=lambda section: section.order)
    _refuse_repeats(folder, "order", (section.order for section in sections))
    _check_shared(sections)
    return tuple(sections)


def _read(path: Path) -> Section:
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        _refuse_unknown(raw, ("title", "order", "part", "controls", "figure", "guide"))
        if raw["part"] not in PARTS:
            raise ValueError(f"part must be one of {', '.join(PARTS)}, not {raw['part']!r}")
        everywhere = raw.get("controls", {})
        figures = [_figure(_name(path.parent.name), item, everywhere) for item in raw.get("figure", [])]
        _refuse_repeats(path, "figure", (figure.name for figure in figures))
        by_name = MappingProxyType({figure.name: figure for figure in figures})
        guide = tuple(map(read_place, raw.get("guide", ())))
        return Section(path.parent.name, raw["title"], raw["order"], raw["part"], path.parent, by_name, guide)
    except KeyError as error:
        raise ValueError(f"{path}: {error.args[0]!r} is missing") from error
    except (ValueError, TypeError) as error:  # TOMLDecodeError is a ValueError
        raise ValueError(f"{path}: {error}") from error


def _figure(section: str, raw: Mapping[str, Any], everywhere: Mapping[str, Mapping[str, Any]]) -> Figure:
    """Read one figure. everywhere: controls that all figures of the section have, or of those

    the ones that `only` names. The figure's own tables add to them.
    """
    known = ("name", "title", "wide", "table", "table_sets", "digits", "measure", "only", "controls", "guide")
    _refuse_unknown(raw, known)
    own = raw.get("controls", {})
    if "only" in raw:
        if unknown := sorted(set(raw["only"]) - set(everywhere)):
            raise ValueError(f"figure {raw['name']!r}: only names {unknown[0]!r}, which is no control of the section")
        everywhere = {name: everywhere[name] for name in raw["only"]}
    merged = {name: {**everywhere.get(name, {}), **own.get(name, {})} for name in (*everywhere, *own)}
    controls = {name: read_control(_name(name), item) for name, item in merged.items()}
    _check_others(controls)
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
    return Figure(
        section, _name(raw["name"]), raw["title"], MappingProxyType(controls), measure=measure, guide=guide, **look
    )


def _check_others(controls: Mapping[str, Control]) -> None:
    """Controls may name others, which must be there and able to have that value."""
    for control in controls.values():
        for name, value in (*control.also.items(), *control.when.items()):
            if name not in controls:
                raise ValueError(f"control {control.name!r} names {name!r}, which its figure does not have")
            check_value(controls[name], value)
    if len(played := [control.name for control in controls.values() if control.widget == "play"]) > 1:
        raise ValueError(f"a figure plays one control, not {listed(played)}")


def _name(text: str) -> str:
    if not NAME.match(text):
        raise ValueError(f"{text!r} is no name: use lower-case letters, digits and _")
    return text


def _refuse_unknown(raw: Mapping[str, Any], known: Iterable[str]) -> None:
    if unknown := sorted(set(raw) - set(known)):
        raise ValueError(f"{unknown[0]!r} is not a key here; known are {', '.join(known)}")


def _refuse_repeats(path: Path, what: str, values: Iterable[Any]) -> None:
    if repeated := [value for value, count in Counter(values).items() if count > 1]:
        raise ValueError(f"{path}: {what} {repeated[0]!r} is used twice; change one of them")


def _check_shared(sections: Iterable[Section]) -> None:
    """Shared controls move together, so all figures must mean the same by one name."""
    first: dict[str, tuple[Figure, Control]] = {}
    for figure in (figure for section in sections for figure in section.figures.values()):
        for control in (control for control in figure.controls.values() if control.shared):
            owner, other = first.setdefault(control.name, (figure, control))
            if control.meaning != other.meaning:
                where = f"{owner.id} and {figure.id}"
                raise ValueError(f"shared control {control.name!r} differs between {where}: make section.toml agree")
