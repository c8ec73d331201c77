"""What the reader's edits mean: a new name goes everywhere, a new text brings its own name, a guess is written on."""

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from lookback.folding import folded, folded_name
from lookback.stories import Story, mentions, rename
from lookback.words import set_words, split_words

Remark = Literal["empty", "taken", "too long", "missing"]  # what is wrong with a name
LONGEST = 20_000  # UTF-16 units of a text, as section.toml says and browsers count
_MARKS = "\u0300-\u036f"  # in normal form they stand behind their letter
_LETTERS = rf"(?:[^\W\d_][{_MARKS}]*)"
_NAME = rf"{_LETTERS}+(?:['-](?=[A-Z]){_LETTERS}+)*"  # Lily, O'Neil, Anne-Marie; not Lily's
_WORD = re.compile(rf"(?<![\w{_MARKS}]){_NAME}")
_INSIDE = re.compile(rf"(?<=[\w{_MARKS},;:]\s)(?={_LETTERS}{{2}}|[A-Z]['-][A-Z]){_NAME}")  # it doesn't begin a sentence


@dataclass(frozen=True)
class Settled:
    """The `text` to read and the `name` to watch; `sets` are controls to correct, `remark` what stood in the way."""

    text: str
    name: str
    sets: Mapping[str, str] = field(default_factory=dict)
    remark: Remark | None = None


def settle(text: str, name: str, hero: str, known: Collection[str]) -> Settled:
    """Make the text and the name field agree again.

    hero: the name that stood in the text so far. A `name` that differs from it has just been typed, and replaces it
    everywhere. Otherwise the text may have been changed: when the name is gone, the field follows the text.
    """
    name = name.strip()
    if folded_name(name) == folded_name(hero):
        return _follow_text(text, name, known)
    if not mentions(text, hero):
        return Settled(text, name, {"hero": name}, _missing(text, name))
    if not folded_name(name):
        return Settled(text, hero, remark="empty")
    if mentions(text, name):
        return Settled(text, hero, remark="taken")
    renamed = rename(Story("", hero, "", None, text), {hero: name}).text
    if len(renamed.encode("utf-16-le", "surrogatepass")) > 2 * LONGEST:
        return Settled(text, hero, remark="too long")
    return Settled(renamed, name, {"text": renamed, "hero": name})


def find_name(text: str, known: Collection[str]) -> str:
    """The first known name of a text, or else the first word with a capital inside a sentence, or else ""."""
    read, spelled = folded(text).text, {folded_name(name): name for name in known}
    words = [match[0] for match in _WORD.finditer(read)]
    names = [word for word in words if word in spelled or re.split("['-]", word)[0] in spelled]
    names += [match[0] for match in _INSIDE.finditer(read) if match[0][0].isupper()]
    found = next((name for name in names if mentions(text, name)), "")
    return spelled.get(found) or unicodedata.normalize("NFC", found)


def write_on(text: str, word: str, *, joined: bool = False) -> str:
    """Append a word as a person would set it. joined: it is a piece that goes on with the word before."""
    if joined or not text:
        return text + (word if joined else _capital(word))
    apart = set_words([*_words(text), word]).endswith(f" {word}")
    space = " " if apart and not text[-1].isspace() else ""
    return text + space + (_capital(word) if apart and text.rstrip()[-1:] in ".!?" else word)


@lru_cache(maxsize=2)
def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word, _, _ in split_words(text))


def _follow_text(text: str, name: str, known: Collection[str]) -> Settled:
    if mentions(text, name):
        return Settled(text, name)
    found = find_name(text, known)
    if not found:
        return Settled(text, name, remark=_missing(text, name))
    return Settled(text, found, {"name": found, "hero": found})


def _missing(text: str, name: str) -> Remark | None:
    return "missing" if text.strip() and name and not mentions(text, name) else None


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]
