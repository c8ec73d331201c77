"""What the map says of the chosen word, and of the words around it."""

from scene import Table
from scene.sentences import Run, listed_runs, plain
from sections.words.compute import MapData
from sections.words.word_map import Relation, WordMap
from worker.contract import Words

# How a relation reads from its start, and from its end.
FORWARD = {"part of": "Part of", "kind of": "A kind of", "comes from": "Comes from"}
BACKWARD = {"part of": "Made of", "kind of": "Its kinds:", "comes from": "What comes of it:"}
# What stands in the box of a related word, seen from the chosen one: where the relation starts from it, where it ends.
FROM_IT = {"part of": "it is part of this", "kind of": "it is a kind of this", "comes from": "it comes from this"}
TO_IT = {"part of": "part of it", "kind of": "a kind of it", "comes from": "comes from it"}
LEGEND = {"part of": "part of: dot at the whole", "kind of": "kind of", "comes from": "comes from: tip at the result"}


def say_map(data: MapData) -> Words:
    """Say how the word fits: what it is part of, a kind of, made of; each word links to its entry."""
    names = data.map.names
    name, link = linked(data.map, data.word)
    notice = ((name[:1].upper() + name[1:], link), ". ", *in_short(data.map, data.word))
    rows = tuple((names[r.start], r.kind, names[r.end], r.says) for r in data.map.relations)
    return Words(
        notice=notice,
        details=(" ".join(relation.says for relation in data.relations),),
        call=(
            'relations = tomllib.loads(pathlib.Path("site/sections/words/map.toml").read_text("utf-8"))["relation"]\n'
            f'[relation for relation in relations if "{data.word}" in (relation["from"], relation["to"])]'
        ),
        alt=f"A map of {len(names)} words. {plain(notice)}",
        table=Table(("Word", "is", "Word", "As a sentence"), rows, "Every relation on the map"),
    )


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


def caption(relation: Relation, chosen: str) -> str:
    """Say what a related word is to the chosen one."""
    return (FROM_IT if relation.start == chosen else TO_IT)[relation.kind]


def word_label(found: WordMap, word: str) -> str:
    """Name a word to choose, with how it fits."""
    return f"{found.names[word]}: {plain(in_short(found, word))}"
