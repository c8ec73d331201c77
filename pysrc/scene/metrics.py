"""How wide text will be, without a browser.

The tables hold advance widths in thousandths of the font size for the characters " " to "~". Serif: Charis SIL,
which has Charter's widths. Sans: the wider of Liberation Sans (Arial's widths) and Roboto for each character. Other
fonts of the page's stacks differ by up to a tenth either way, so marks that must fit also carry a width to fit to.
"""

import unicodedata
from functools import lru_cache

_SERIF = (
    293, 338, 333, 600, 563, 860, 699, 250, 376, 376, 500, 600, 280, 320, 280, 490, 563, 563, 563, 563, 563, 563, 563,
    563, 563, 563, 280, 280, 600, 600, 600, 486, 936, 674, 605, 627, 696, 583, 541, 695, 743, 330, 485, 638, 531, 876,
    721, 731, 579, 739, 649, 521, 599, 712, 666, 931, 634, 626, 575, 423, 489, 423, 600, 500, 350, 509, 555, 466, 564,
    490, 326, 525, 574, 303, 292, 534, 297, 850, 567, 544, 559, 549, 391, 398, 340, 569, 529, 783, 510, 530, 462, 488,
    354, 488, 600,
)  # fmt: skip
_SANS = (
    278, 278, 355, 616, 562, 889, 667, 222, 342, 348, 431, 584, 278, 333, 278, 413, 562, 562, 562, 562, 562, 562, 562,
    562, 562, 562, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 552, 667, 556, 873,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 411, 278, 584, 556, 333, 556, 562, 523, 564,
    556, 348, 562, 556, 243, 239, 507, 243, 877, 556, 570, 562, 568, 339, 516, 327, 556, 500, 751, 500, 500, 500, 338,
    260, 338, 680,
)  # fmt: skip
_TABLES = {"serif": _SERIF, "sans": _SANS, "mono": (602,) * 95}
_BOLD = 1.08  # the bold cuts of the same fonts, averaged over English text
_OTHERS = {"–": 560, "—": 1000, "−": 600, "’": 260, "‘": 260, "“": 450, "”": 450, "…": 1000, "·": 280, "×": 600}
_WIDE = 1050  # a full-width letter; emoji are a little wider still
_EMOJI = 1300
_UNKNOWN = 700


@lru_cache(maxsize=1 << 14)  # the words of a picture are measured again in each of its states
def text_width(string: str, size: float, font: str = "sans", *, bold: bool = False) -> float:
    """Estimated width of one line of text in px. size: font size in px; font: "sans", "serif" or "mono"."""
    table = _TABLES[font]
    total = sum(_advance(character, table) for character in string)
    return total * size * (_BOLD if bold else 1) / 1000


def clusters(string: str) -> list[str]:
    """Cut a string between the letters a reader sees: combining marks and joined emoji stay with their letter."""
    found: list[str] = []
    for character in string:
        if found and (_joins(character) or found[-1].endswith("\u200d")):
            found[-1] += character
        else:
            found.append(character)
    return found


def shorten(string: str, size: float, room: float, font: str = "sans", *, bold: bool = False) -> str:
    """Keep the string, or its beginning and "…", in at most `room` px (at least "…")."""
    if text_width(string, size, font, bold=bold) <= room:
        return string
    kept, left = "", room - text_width("…", size, font, bold=bold)
    for cluster in clusters(string):
        left -= text_width(cluster, size, font, bold=bold)
        if left < 0:
            break
        kept += cluster
    return kept.rstrip() + "…"


def shorten_start(string: str, size: float, room: float, font: str = "sans") -> str:
    """Keep the string, or "…" and the whole words at its end, in at most `room` px (at least "…")."""
    if text_width(string, size, font) <= room:
        return string
    words = string.removeprefix("…").split(" ")
    ends = ("…" + " ".join(words[first:]) for first in range(1, len(words)))
    return next((end for end in ends if text_width(end, size, font) <= room), "…")


def direction(string: str) -> str:
    """Direction of the first letter that has one: "L", "R", or "" without such a letter (Unicode Annex 9, rule P2)."""
    kinds = (unicodedata.bidirectional(character) for character in string)
    return next(("L" if kind == "L" else "R" for kind in kinds if kind in ("L", "R", "AL")), "")


def _advance(character: str, table: tuple[int, ...]) -> int:
    if " " <= character <= "~":
        return table[ord(character) - 32]
    if character in _OTHERS:
        return _OTHERS[character]
    if _joins(character):
        return 0
    if unicodedata.category(character) == "So":
        return _EMOJI
    if unicodedata.east_asian_width(character) in ("W", "F"):
        return _WIDE
    base = unicodedata.normalize("NFD", character)[0]
    return table[ord(base) - 32] if " " <= base <= "~" else _UNKNOWN


def _joins(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me", "Cf") or "\U0001f3fb" <= character <= "\U0001f3ff"
