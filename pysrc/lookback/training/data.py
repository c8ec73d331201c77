"""From story files to the stream that training reads: people's places found, names gathered, stories held out."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback.stories import Story
from lookback.tokenizer import Tokenizer
from lookback.training.by_block import ByBlock
from lookback.training.corpus import Corpus, Name, NamePool, Template, TokenIds

MADE_UP_NAMES = 2000
TRIES_A_NAME = 100
ONSETS = (*"bdfghjklmnprstvwz", "br", "dr", "gr", "kr", "tr")
VOWELS = tuple("aeiou")
CODAS = ("", *"nrlkmsx")


@dataclass(frozen=True)
class Mix:
    """Shares of own stories in what is read, of made-up names among the new ones, of renamed stories among the others.

    ``held_out``: how many of the others are never read; they are spread over the corpus, since it comes in stretches
    of different kinds.
    """

    own_shares: ByBlock = ((0, 0.3),)
    made_up_share: float = 0.15
    other_renamed: float = 0.6
    held_out: int = 512


@dataclass(frozen=True)
class TrainingData:
    """``corpus`` is read; the stories of ``held_out`` never are; ``in_other`` counts each name's mentions there."""

    corpus: Corpus
    held_out: tuple[TokenIds, ...]
    in_other: Mapping[str, int]


def pronouns_of(stories: Iterable[Story]) -> dict[str, str]:
    """The pronoun of every hero, by name."""
    return {story.name: story.pronoun for story in stories}


def people(story: Story, pronouns: Mapping[str, str]) -> dict[str, str]:
    """The story's named people and their pronouns; a friend who leads no story has none known, and keeps the name."""
    return {name: pronouns[name] for name in (story.name, story.friend) if name and name in pronouns}


def template(tokenizer: Tokenizer, text: str, pronouns: Mapping[str, str]) -> Template:
    """The text with the places of the people it names left open, in order of appearance.

    People are words with a capital letter that ``pronouns`` knows; a name is a word, so tokens never span its border.
    """
    ids: list[int] = []
    named: list[str] = []
    for word in re.split(rf"\b({'|'.join(map(re.escape, pronouns))})\b", text):
        if word in pronouns:
            if word not in named:
                named.append(word)
            ids.append(-1 - named.index(word))
        else:
            ids.extend(tokenizer.encode(word).ids)
    return Template(tuple(ids), tuple(pronouns[name] for name in named))


def made_up_names(tokenizer: Tokenizer, rng: np.random.Generator, count: int = MADE_UP_NAMES) -> tuple[Name, ...]:
    """Names of two open syllables, "Zarko" or "Brimu", that fall into 2 or 3 pieces; ValueError where few do."""
    names: dict[str, TokenIds] = {}
    for _ in range(TRIES_A_NAME * count):
        first, second = rng.choice(ONSETS, 2)
        vowels, coda = rng.choice(VOWELS, 2), rng.choice(CODAS)
        name = f"{first}{vowels[0]}{coda}{second}{vowels[1]}".capitalize()
        ids = tokenizer.encode(name).ids
        if 2 <= len(ids) <= 3:
            names[name] = ids
        if len(names) == count:
            return tuple(names.items())
    raise ValueError(f"only {len(names)} made-up names fall into 2 or 3 pieces: train the tokenizer again")


def name_pool(tokenizer: Tokenizer, own: Sequence[Story], share: float, rng: np.random.Generator) -> NamePool:
    """The heroes' names by pronoun, drawn by the square root of how many stories they lead, and made-up ones.

    The root keeps common names common and lets the rare ones be read often enough.
    """
    leads = Counter((story.pronoun, story.name) for story in own)
    real: dict[str, tuple[Name, ...]] = {}
    chances: dict[str, NDArray[np.float64]] = {}
    for pronoun in sorted({pronoun for pronoun, _ in leads}):
        names = sorted(name for of, name in leads if of == pronoun)
        weights = np.sqrt([leads[pronoun, name] for name in names])
        real[pronoun] = tuple((name, tokenizer.encode(name).ids) for name in names)
        chances[pronoun] = weights / weights.sum()
    return NamePool(real, chances, made_up_names(tokenizer, rng), share)


def prepare(
    tokenizer: Tokenizer, own: Sequence[Story], other: Iterable[str], mix: Mix, rng: np.random.Generator
) -> TrainingData:
    """Encode every story, and hold out ``mix.held_out`` of the other ones, evenly spread."""
    pronouns = pronouns_of(own)
    own_templates = [template(tokenizer, story.text, people(story, pronouns)) for story in own]
    texts = list(other)
    if len(texts) <= mix.held_out:
        raise ValueError(f"{len(texts)} stories in the corpus: give more than the {mix.held_out} held out")
    out = set(np.linspace(0, len(texts) - 1, mix.held_out, dtype=int).tolist())
    read = [text for i, text in enumerate(texts) if i not in out]
    corpus = Corpus(
        own_templates,
        [template(tokenizer, text, pronouns) for text in read],
        [tokenizer.encode(text).ids for text in read],
        name_pool(tokenizer, own, mix.made_up_share, rng),
        mix.own_shares,
        mix.other_renamed,
    )
    held_out = tuple(tokenizer.encode(texts[i]).ids for i in sorted(out))
    return TrainingData(corpus, held_out, count_mentions(read, pronouns))


def count_mentions(texts: Iterable[str], names: Iterable[str]) -> dict[str, int]:
    """How often each name stands in the texts, with its capital letter."""
    counts = dict.fromkeys(names, 0)
    anyone = re.compile(rf"\b({'|'.join(map(re.escape, counts))})\b")
    for text in texts:
        for name in anyone.findall(text):
            counts[name] += 1
    return counts
