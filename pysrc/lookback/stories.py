"""Stories: reading them, finding and renaming the people in them, and turning them into tokens."""

import json
import lzma
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lookback.tokenizer import BOUNDARY_ID, Encoding, Tokenizer

SEPARATOR = "<|endoftext|>"
PRONOUNS = ("she", "he", "they", "it")


@dataclass(frozen=True)
class Story:
    """One story: its hero's `name` and `pronoun`, a second named person (`friend`) or None, and the `text`."""

    id: str
    name: str
    pronoun: str
    friend: str | None
    text: str


@dataclass(frozen=True)
class Mention:
    """One place where a name stands: its first token and how many tokens it spans, without a possessive."""

    first: int
    n_tokens: int


def read_stories(path: str | Path) -> tuple[Story, ...]:
    """Read a JSON-lines file of stories; ValueError names the file, the line and what to do."""
    stories: list[Story] = []
    for number, line in enumerate(Path(path).read_bytes().splitlines(), start=1):
        try:
            story = parse_story(line.decode("utf-8"))
            if any(story.id == other.id for other in stories[-1:]):
                raise ValueError(f'"id" {story.id!r} is used twice: give each story its own')
        except ValueError as error:
            raise ValueError(f"{path}:{number}: {error}") from error
        stories.append(story)
    if not stories:
        raise ValueError(f"{path}:1: no stories: put one JSON object on each line")
    return tuple(stories)


def parse_story(line: str) -> Story:
    return Story(**json.loads(line))


def read_corpus(path: str | Path) -> Iterator[str]:
    """Yield the stories of a text file (.xz or plain), split at <|endoftext|>, trimmed, without empty ones."""
    path = Path(path)
    with lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else path.open(encoding="utf-8") as file:
        for text in file.read().split(SEPARATOR):
            if text.strip():
                yield text.strip()
