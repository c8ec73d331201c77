"""Texts that look equal made equal: by this the tokenizer reads, and by this names are found.

>>> folded("Li\\u00adly’s Zoe\\u0308").text == folded("Lily's Zo\\u00eb").text
True
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

SINGLE_QUOTES = "‘’‚‛′‹›´\u1ffd"  # U+1FFD is U+00B4 under another number: both must give the same token
DOUBLE_QUOTES = "“”„‟″«»"
# Nothing is drawn for these: Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties.txt), less unassigned ones.
UNSEEN = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x2064), (0x2066, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0001, 0xE0001),
    (0xE0020, 0xE007F), (0xE0100, 0xE01EF),
)  # fmt: skip
_QUOTES = {**dict.fromkeys(SINGLE_QUOTES, "'"), **dict.fromkeys(DOUBLE_QUOTES, '"')}
_UNSEEN = frozenset(chr(code) for first, last in UNSEEN for code in range(first, last + 1))


@dataclass(frozen=True)
class Folded:
    """A text in its normal form, capitals kept; character i was typed from ``starts[i]`` to ``ends[i]``."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def typed(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters ``start`` to ``end`` (not empty) of the normal form stand in the text as typed."""
        return self.starts[start], self.ends[end - 1]


@lru_cache(maxsize=4096)
def folded_char(char: str) -> str:
    """One typed character in normal form: straight quotes, nothing unseen, letters and marks apart (NFKD)."""
    decomposed = unicodedata.normalize("NFKD", _QUOTES.get(char, char))
    return "".join(part for part in decomposed if part not in _UNSEEN)


@lru_cache(maxsize=8)
def folded(text: str) -> Folded:
    """Fold a text for comparing: as `folded_char`, marks in Unicode's order, each run of white space one space."""
    chars: list[tuple[str, int, int]] = []
    for position, typed in enumerate(text):
        for char in folded_char(typed):
            if not char.isspace():
                chars.append((char, position, position + 1))
            elif not chars or chars[-1][0] != " ":
                chars.append((" ", position, position + 1))
            _order_marks(chars)
    return Folded("".join(c for c, _, _ in chars), tuple(s for _, s, _ in chars), tuple(e for _, _, e in chars))


def folded_name(name: str) -> str:
    """A name in normal form, without space around it; "" where nothing of it is seen. By this names are the same."""
    return folded(name).text.strip()


def _order_marks(chars: list[tuple[str, int, int]]) -> None:
    """Bring the last character to its place among the marks before it (Unicode 15, section 3.11, D108)."""
    at = len(chars) - 1
    rank = unicodedata.combining(chars[at][0]) if chars else 0
    while rank and at and unicodedata.combining(chars[at - 1][0]) > rank:
        chars[at - 1], chars[at] = chars[at], chars[at - 1]
        at -= 1
