"""The five kinds of mark. A mark is a plain dict, so that it crosses to the browser as JSON.

Coordinates are CSS pixels, y grows downwards. `key` names the mark within its scene and keeps its identity from
one scene to the next. Values left at their default are left out of the dict; `DEFAULTS` lists them. `when` names
the hit that a mark is drawn for: only while that one is pointed at, or, with `REST`, only while none is.
"""

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from scene.color import ROLES

Mark = dict[str, Any]
Font = Literal["sans", "serif", "mono"]

REST = "rest"
DEFAULTS: dict[str, dict[str, Any]] = {
    "rect": {"r": 0, "fill": None, "stroke": None, "line_width": 1, "dash": None, "opacity": 1, "when": None},
    "line": {"stroke": "line", "line_width": 1, "dash": None, "opacity": 1, "when": None},
    "path": {"fill": None, "stroke": None, "line_width": 1.5, "dash": None, "opacity": 1, "when": None},
    "text": {
        "fill": "text", "size": 14, "font": "sans", "anchor": "start", "bold": False, "italic": False,
        "rotate": 0, "width": None, "max_width": None, "halo": False, "opacity": 1, "when": None,
    },
    "image": {"role": None, "opacity": 1, "when": None},
}  # fmt: skip
_NUMBERS = frozenset((
    "x", "y", "w", "h", "r", "x1", "y1", "x2", "y2", "line_width", "opacity", "size", "rotate", "width", "max_width",
    "buffer",
))  # fmt: skip
_COLORS = frozenset(("fill", "stroke", "role"))
_PATH = re.compile(r"(?:[MLQCZ]|-?\d+(?:\.\d+)?|[ ])*\Z")
# Invisible characters that reorder the text around them; XML also forbids most control characters.
_REORDERING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def rect(key: str, x: float, y: float, w: float, h: float, **style: Any) -> Mark:
    """Make a rectangle. Style: fill, stroke (roles), line_width, r (corner radius), dash, opacity, when."""
    return _mark("rect", key, {"x": x, "y": y, "w": w, "h": h}, style)


def line(key: str, x1: float, y1: float, x2: float, y2: float, **style: Any) -> Mark:
    """Make a straight line. Style: stroke (role, default "line"), line_width, dash, opacity, when."""
    return _mark("line", key, {"x1": x1, "y1": y1, "x2": x2, "y2": y2}, style)


def path(key: str, d: str, **style: Any) -> Mark:
    """Make a path; `d` holds absolute M, L, Q, C and Z (see `polyline`).

    Style: fill, stroke (roles), line_width, dash, opacity, when.
    """
    return _mark("path", key, {"d": d}, style)


def text(key: str, x: float, y: float, string: str, **style: Any) -> Mark:
    """Make one line of text whose alphabetic baseline starts at (x, y).

    Style: fill, size, font ("sans", "serif", "mono"), anchor, bold, italic, halo (paper around the letters),
    rotate (degrees clockwise about (x, y)), width (set to exactly this many px), max_width (squeezed only when
    wider), opacity, when.
    """
    return _mark("text", key, {"x": x, "y": y, "text": printable(string)}, style)


def image(key: str, x: float, y: float, w: float, h: float, buffer: int, **style: Any) -> Mark:
    """Pixels of `scene.buffers[buffer]`: RGBA, or one byte of depth a pixel drawn in `role` over paper."""
    return _mark("image", key, {"x": x, "y": y, "w": w, "h": h, "buffer": buffer}, style)


def polyline(points: Iterable[Sequence[float]], *, closed: bool = False) -> str:
    """Write the `d` of straight strokes through points (x, y); `closed` joins the last to the first."""
    pairs = [f"{_short(x)} {_short(y)}" for x, y in points]
    return "M" + "L".join(pairs) + ("Z" if closed else "") if pairs else ""


def printable(string: str) -> str:
    """Put a string on one line and replace what cannot be drawn, so that it breaks nothing around it.

    White space of any kind becomes a space, control characters and lone surrogates become U+FFFD,
    characters that only switch the writing direction are dropped.
    """
    if string.isascii() and string.isprintable():
        return string
    return "".join(_printable(character) for character in string if character not in _REORDERING)


def _mark(kind: str, key: Any, place: dict[str, Any], style: dict[str, Any]) -> Mark:
    if not isinstance(key, str) or not key:
        raise ValueError(f"a {kind} needs a key, a non-empty string, got {key!r}")
    defaults = DEFAULTS[kind]
    if unknown := [name for name in style if name not in defaults]:
        raise ValueError(f"mark {key!r}: a {kind} has no {unknown[0]!r}; it has {', '.join(defaults)}")
    chosen = {name: value for name, value in style.items() if value is not None and value != defaults[name]}
    return {"kind": kind, "key": key} | {name: _field(key, name, value) for name, value in (place | chosen).items()}


def _field(key: str, name: str, value: Any) -> Any:
    if name in _NUMBERS:
        if not math.isfinite(value):
            raise ValueError(f"mark {key!r}: {name} must be a finite number, got {value}; check the data")
        return _rounded(value)
    if name in _COLORS and value not in ROLES:
        raise ValueError(f"mark {key!r}: {name} must be a role ({', '.join(sorted(ROLES))}), got {value!r}")
    if name == "d" and not _PATH.match(value):
        raise ValueError(f"mark {key!r}: d may hold absolute M, L, Q, C, Z and plain numbers only")
    if name == "dash":
        return [_rounded(length) for length in value]
    return value


def _rounded(value: float) -> float:
    number = round(float(value), 2)
    return int(number) if number == int(number) else number


def _short(value: float) -> str:
    if not math.isfinite(value):
        raise ValueError(f"a path's points must be finite numbers, got {value}; check the data")
    return str(_rounded(value))


def _printable(character: str) -> str:
    if character.isspace():
        return " "
    unfit = unicodedata.category(character) in ("Cc", "Cs") or character in "\ufffe\uffff"
    return "\ufffd" if unfit else character
