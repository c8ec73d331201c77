"""The words and how they fit, read from the files beside: terms.toml has the words, map.toml their relations."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

HERE = Path(__file__).parent
KINDS = ("part of", "kind of", "comes from")
Place = tuple[int, int]


@dataclass(frozen=True)
class Relation:
    """`start` is part of `end`, a kind of it, or comes from it; `says` is the same as a sentence."""

    start: str
    kind: str
    end: str
    says: str

    def other(self, word: str) -> str:
        """The word at the other end."""
        return self.end if word == self.start else self.start


@dataclass(frozen=True)
class WordMap:
    """names: id -> name, in the order of the entries. places: id -> (column, row), by "narrow" and "wide"."""

    names: Mapping[str, str]
    relations: tuple[Relation, ...]
    places: Mapping[str, Mapping[str, Place]]

    def of(self, word: str) -> tuple[Relation, ...]:
        """Return the relations that a word has, those that start from it first."""
        return (
            *(relation for relation in self.relations if relation.start == word),
            *(relation for relation in self.relations if relation.end == word),
        )


@lru_cache(maxsize=1)
def word_map() -> WordMap:
    """Read the map. Errors: ValueError where a relation or a place names no word, or a word has no place."""
    names = {term["id"]: term["name"] for group in _read("terms.toml")["group"] for term in group["term"]}
    raw = _read("map.toml")
    relations = tuple(Relation(item["from"], item["kind"], item["to"], item["says"]) for item in raw["relation"])
    named = {word for relation in relations for word in (relation.start, relation.end)}
    if wrong := (named | set(raw["places"])) ^ set(names):
        raise ValueError(f"map.toml and terms.toml differ in {', '.join(sorted(wrong))}")
    if odd := [relation.kind for relation in relations if relation.kind not in KINDS]:
        raise ValueError(f"map.toml: a kind must be one of {', '.join(KINDS)}, not {odd[0]!r}")
    places = {
        size: MappingProxyType({word: tuple(at[size]) for word, at in raw["places"].items()})
        for size in ("narrow", "wide")
    }
    return WordMap(MappingProxyType(names), relations, MappingProxyType(places))


def _read(name: str) -> Mapping[str, Any]:
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))
