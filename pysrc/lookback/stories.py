"""Stories: reading them, finding and renaming the people in them, and their tokens."""

import codecs
import json
import lzma
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lookback import folding
from lookback.tokenizer import Encoding

SEPARATOR = "<|endoftext|>"
PRONOUNS = ("she", "he")


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
    """One place where a name stands: its `n_tokens` tokens from token `first` on, without a possessive 's."""

    first: int
    n_tokens: int


def read_stories(path: str | Path) -> tuple[Story, ...]:
    """Read stories from a file with one JSON object a line; ValueError names file, line and what to do.

    Blank lines, and the mark that some editors put before the first, say nothing and are passed over.
    """
    stories: dict[str, Story] = {}
    lines = Path(path).read_bytes().removeprefix(codecs.BOM_UTF8).splitlines()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            story = parse_story(line)
            if story.id in stories:
                raise ValueError(f'"id" {story.id!r} is used twice: give each story its own')
        except ValueError as error:
            raise ValueError(f"{path}:{number}: {error}") from error
        stories[story.id] = story
    if not stories:
        raise ValueError(f"{path}:1: no stories: put one JSON object on each line")
    return tuple(stories.values())


def parse_story(line: str | bytes) -> Story:
    """Make a Story of one line of JSON; ValueError says what is wrong with it and what to do."""
    try:
        fields = json.loads(line)
    except UnicodeDecodeError as error:
        raise ValueError("not UTF-8: save the file in that encoding") from error
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"not JSON ({error}): write one story as one JSON object on one line") from error
    if not isinstance(fields, dict):
        raise ValueError('not a JSON object: write {"id": ..., "name": ..., ...}')
    friend = None if fields.get("friend") is None and "friend" in fields else _string(fields, "friend")
    story = Story(
        id=_string(fields, "id"),
        name=_string(fields, "name"),
        pronoun=_string(fields, "pronoun"),
        friend=friend,
        text=_string(fields, "text"),
    )
    _check(story)
    return story


def _string(fields: Mapping[str, object], key: str) -> str:
    value = fields.get(key)
    if key not in fields:
        raise ValueError(f'"{key}" is missing: add it')
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f'"{key}" is {value!r}: write a text that is not empty')
    return value


def _check(story: Story) -> None:
    if story.pronoun not in PRONOUNS:
        raise ValueError(f'"pronoun" is {story.pronoun!r}: write one of {", ".join(PRONOUNS)}')
    if story.friend and folding.folded_name(story.name) == folding.folded_name(story.friend):
        raise ValueError(f'"name" and "friend" are both {story.name!r}: give them two names')
    for key, name in (("name", story.name), ("friend", story.friend)):
        if name is not None and not mentions(story.text, name):
            raise ValueError(f'"{key}" {name!r} does not stand in "text": write the name as the story does')


def mentions(text: str, name: str) -> tuple[tuple[int, int], ...]:
    """Find a name in a text: (start, end) of each place, without a possessive 's.

    What looks equal is found (`folding.folded`). Capital letters count, so that Rose is found and a rose is not, and so
    do the borders of words: Ann is not found in Anna.
    """
    return tuple(place for place, _ in _people(text, [name])) if name else ()


def _people(text: str, names: Sequence[str]) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield (start, end) of each place where one of the names stands, and that name."""
    known = {folding.folded_name(name): name for name in names}
    # The longest first, so that "Ann Lee" is not found as "Ann"; a mark behind a letter makes it another letter.
    either = "|".join(re.escape(name) for name in sorted(filter(None, known), key=len, reverse=True))
    if either:
        read = folding.folded(text)
        for match in re.finditer(rf"(?<!\w)(?:{either})(?![\w\u0300-\u036f])", read.text):
            yield read.typed(*match.span()), known[match[0]]


def rename(story: Story, names: Mapping[str, str]) -> Story:
    """Give people new names everywhere in a story, all at once: {"Tom": "Tim", "Tim": "Tom"} swaps the two.

    Possessives stay (Tom's becomes Tim's), names that are not in the story change nothing. ValueError for an empty
    name, and where two people would end up with the same name.
    """
    if not all(folding.folded_name(name) for pair in names.items() for name in pair):
        raise ValueError("a name is empty: write at least one letter")
    if not names:
        return story
    parts, done = [], 0
    for (start, end), person in _people(story.text, list(names)):
        parts += [story.text[done:start], names[person]]
        done = end
    text = "".join((*parts, story.text[done:]))
    name = names.get(story.name, story.name)
    friend = None if story.friend is None else names.get(story.friend, story.friend)
    if friend and folding.folded_name(name) == folding.folded_name(friend):
        raise ValueError(f"{story.name} and {story.friend} would both be {name}: choose two names")
    return replace(story, name=name, friend=friend, text=text)


def mention_tokens(encoding: Encoding, text: str, name: str) -> tuple[Mention, ...]:
    """Find the tokens of each mention of a name; `encoding` is that of `text`, without boundary.

    As the boundary stands before the first token, the network that has read token `first - 1` stands at position
    `first` of the inputs and guesses token `first`.
    """
    found: list[Mention] = []
    token = 0
    for start, end in mentions(text, name):
        while token < len(encoding) and encoding.spans[token][1] <= start:
            token += 1
        last = token
        while last < len(encoding) and encoding.spans[last][0] < end:
            last += 1
        if last > token:
            found.append(Mention(token, last - token))
    return tuple(found)


def name_tokens(encoding: Encoding, text: str, name: str) -> frozenset[int]:
    """Every token of `encoding` that belongs to a mention of a name."""
    found = mention_tokens(encoding, text, name)
    return frozenset(token for mention in found for token in range(mention.first, mention.first + mention.n_tokens))


def read_corpus(path: str | Path) -> Iterator[str]:
    """Yield the stories of a text file (.xz or plain), cut at <|endoftext|>, trimmed, without empty ones.

    ValueError where the file is damaged.
    """
    path = Path(path)
    try:
        content = lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
        text = content.decode("utf-8")
    except (lzma.LZMAError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}: fetch the file again") from error
    return (story.strip() for story in text.split(SEPARATOR) if story.strip())
