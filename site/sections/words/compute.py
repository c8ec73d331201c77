"""The numbers in the entries, and what the map says of the chosen word."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lookback.models import Models
from scene.formats import count, number
from scene.sentences import Run, listed_runs
from sections.words.word_map import Relation, WordMap, word_map

# How a relation reads from its start, and from its end.
FORWARD = {"part of": "Part of", "kind of": "A kind of", "comes from": "Comes from"}
BACKWARD = {"part of": "Made of", "kind of": "Its kinds:", "comes from": "What comes of it:"}


def numbers(models: Models) -> dict[str, str]:
    """Compute what the entries name."""
    n_vocab, d_model = models.attention["W_E"].shape
    n_head, _, d_head = models.attention["W_Q"].shape
    return {
        "n_vocab": count(n_vocab),
        "d_model": str(d_model),
        "n_head": str(n_head),
        "d_head": str(d_head),
        "d_value": str(models.attention["W_V"].shape[2]),
        "loss_of_half": number(math.log(2)),
        "loss_of_chance": number(math.log(n_vocab)),
    }


@dataclass(frozen=True)
class MapReading:
    """The map and its chosen word."""

    map: WordMap
    word: str

    @property
    def relations(self) -> tuple[Relation, ...]:
        """The chosen word's relations."""
        return self.map.of(self.word)

    @property
    def notice(self) -> tuple[Run, ...]:
        """How the word fits, in short: what it is part of, a kind of, made of; each word links to its entry."""
        name, link = linked(self.map, self.word)
        return ((name[:1].upper() + name[1:], link), ". ", *in_short(self.map, self.word))

    @property
    def details(self) -> tuple[tuple[Run, ...], ...]:
        """The same as sentences."""
        return ((" ".join(relation.says for relation in self.relations),),)

    @property
    def call(self) -> str:
        """What the picture is made from."""
        return f'sections.words.word_map.word_map().of("{self.word}")'


def read_map(models: Models, choice: Mapping[str, Any]) -> MapReading:
    """Read the relations of the chosen word."""
    return MapReading(word_map(), choice["word"])


def in_short(found: WordMap, word: str) -> list[Run]:
    """Say how a word fits: "Part of attention. Made of query, key, value." with links to the entries."""
    runs: list[Run] = []
    for ways, at_start in ((FORWARD, True), (BACKWARD, False)):
        for kind, words in ways.items():
            others = [r.other(word) for r in found.of(word) if r.kind == kind and (r.start == word) == at_start]
            if others:
                start = " " if runs else ""
                runs += [f"{start}{words} ", *listed_runs(linked(found, other) for other in others), "."]
    return runs


def linked(found: WordMap, word: str) -> tuple[str, str]:
    """Name a word as a link to its entry."""
    return (found.names[word], f"#words-{word}")
