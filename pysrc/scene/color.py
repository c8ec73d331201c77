"""Colors by role, so that light, dark and print need no new computation.

Marks name a role ("query"), never a color. The browser resolves roles from CSS custom properties of the same
name (`--query`); the values here are the same ones, for SVG files that leave the page and for checking contrast.
"""

import math
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

Theme = Literal["light", "dark"]

LIGHT: Mapping[str, str] = MappingProxyType({
    "paper": "#fffefb", "panel": "#f8f6f1", "text": "#1d1f23", "muted": "#666a70", "line": "#d9d6ce",
    "query": "#0072b2", "key": "#00795a", "value": "#a8558a", "name": "#b25e00", "name-fill": "#e69f00",
    "weight": "#3f99d6", "window": "#666a70", "better": "#0072b2", "worse": "#b25e00",
})  # fmt: skip
DARK: Mapping[str, str] = MappingProxyType({
    "paper": "#15171b", "panel": "#1e2127", "text": "#e9e7e2", "muted": "#a0a4ab", "line": "#3a3e46",
    "query": "#56b4e9", "key": "#3cc79a", "value": "#e59ac7", "name": "#f5b942", "name-fill": "#f5b942",
    "weight": "#12649c", "window": "#a0a4ab", "better": "#56b4e9", "worse": "#f5b942",
})  # fmt: skip
PALETTES: Mapping[Theme, Mapping[str, str]] = MappingProxyType({"light": LIGHT, "dark": DARK})

ROLES = frozenset(LIGHT)
AA_TEXT = 4.5  # WCAG 2.2, success criterion 1.4.3


def shade(weight: float) -> float:
    """How deep a weight is drawn: 0 is paper, 1 is the deep end of the role "weight".

    weight: 0 to 1. The square root lets 0.01 be seen beside 0.5. The result is an opacity over paper.
    Raises ValueError outside of 0 to 1 (a hair of rounding is forgiven).
    """
    if not -1e-6 <= weight <= 1 + 1e-6:
        raise ValueError(f"a weight lies between 0 and 1, got {weight}")
    return math.sqrt(min(max(weight, 0.0), 1.0))


@lru_cache(maxsize=1024)
def text_role(role: str, depth: float) -> str:
    """Pick the role for text over shading: `role` while readable in both themes, else "text".

    depth: 0 to 1, as `shade` returns it. "Readable" is 4.5:1 or more.
    """
    if role == "text":
        return role
    readable = all(
        contrast(palette[role], mix(palette["paper"], palette["weight"], depth)) >= AA_TEXT
        for palette in PALETTES.values()
    )
    return role if readable else "text"


def mix(start: str, end: str, fraction: float) -> str:
    """`start` covered by `end` at opacity `fraction`, channel by channel in sRGB, as canvas and SVG do it."""
    pairs = zip(_channels(start), _channels(end), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * fraction):02x}" for a, b in pairs)


def contrast(first: str, second: str) -> float:
    """Contrast ratio of two colors "#rrggbb", 1 to 21 (WCAG 2.2, "contrast ratio")."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def luminance(color: str) -> float:
    """Relative luminance of "#rrggbb", 0 to 1 (WCAG 2.2, "relative luminance")."""
    red, green, blue = (_linear(channel / 255) for channel in _channels(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
