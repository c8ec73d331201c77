"""From story files to the stream that training reads: people's places found, names gathered, stories held out."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback.measures.invented import INVENTED, STRANGE
from lookback.stories import Story
from lookback.tokenizer import PREFIX, Tokenizer
from lookback.training.batches import TokenIds
from lookback.training.by_block import ByBlock
from lookback.training.corpus import Corpus, Name, NamePool, Pieces, Template
from lookback.training.kept_out import KeptOut, tellings

TRIES_A_NAME = 100
NAMES_A_TELLING = 4
ONSETS = (*"bdfghjklmnprstvwz", "br", "dr", "gr", "kr", "tr")
VOWELS = tuple("aeiou")
CODAS = ("", *"nrlkmsx")


@dataclass(frozen=True)
class Mix:
    """Shares of own stories in what is read, of made-up names among the new ones, of renamed stories among the others.

    ``random_share``: of the made-up names, those of random pieces; the rest are ``made_up_names`` names of two
    syllables or up to ``syllables``. ``held_out`` and ``own_held_out``: how many of the others and of the own stories
    are never read; the others are spread over the corpus, since it comes in stretches of different kinds.
    """

    own_shares: ByBlock = ((0, 0.3),)
    made_up_shares: ByBlock = ((0, 0.15),)
    other_renamed: float = 0.6
    random_share: float = 0.0
    made_up_names: int = 2000
    syllables: int = 2
    held_out: int = 512
    own_held_out: int = 0


@dataclass(frozen=True)
class TrainingData:
    """``corpus`` is read; the stories ``kept_out`` never are; ``in_other``: each name's mentions in the corpus."""

    corpus: Corpus
    kept_out: KeptOut
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


def made_up_names(tokenizer: Tokenizer, rng: np.random.Generator, count: int, syllables: int = 2) -> tuple[Name, ...]:
    """Names of two open syllables or up to ``syllables``, "Zarko" or "Brimu", that fall into at least two pieces.

    They fall into at most one piece more than they may have syllables, and none is a name that is kept for measuring.
    ValueError where few do.
    """
    names: dict[str, TokenIds] = {}
    for _ in range(TRIES_A_NAME * count):
        name = _syllables(2 if syllables == 2 else int(rng.integers(2, syllables + 1)), rng).capitalize()
        ids = tokenizer.encode(name).ids
        if 2 <= len(ids) <= syllables + 1 and name not in (*INVENTED, *STRANGE):
            names[name] = ids
        if len(names) == count:
            return tuple(names.items())
    raise ValueError(f"only {len(names)} made-up names fall into 2 or more pieces: train the tokenizer again")


def _syllables(count: int, rng: np.random.Generator) -> str:
    onsets, vowels, codas = rng.choice(ONSETS, count), rng.choice(VOWELS, count), rng.choice(CODAS, count - 1)
    return "".join(map("".join, zip(onsets, vowels, [*codas, ""], strict=True)))


def name_pool(tokenizer: Tokenizer, own: Sequence[Story], made_up: tuple[Name, ...], random_share: float) -> NamePool:
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
    return NamePool(real, chances, made_up, random_pieces(tokenizer, made_up) if random_share else None, random_share)


def random_pieces(tokenizer: Tokenizer, made_up: Sequence[Name]) -> Pieces:
    """The first pieces of made-up names, and all pieces that can go on with a word."""
    first = sorted({ids[0] for _, ids in made_up})
    later = [token for token, text in enumerate(tokenizer.tokens) if text.startswith(PREFIX)]
    never = frozenset(tokenizer.encode(name).ids for name in (*INVENTED, *STRANGE))
    return Pieces(tuple(first), tuple(later), never)


def prepare(
    tokenizer: Tokenizer, own: Sequence[Story], other: Iterable[str], mix: Mix, rng: np.random.Generator
) -> TrainingData:
    """Encode every story; keep ``mix.held_out`` of the others out, evenly spread, and the first of the own ones."""
    pronouns = pronouns_of(own)
    own_templates = [template(tokenizer, story.text, people(story, pronouns)) for story in own]
    texts = list(other)
    if len(texts) <= mix.held_out:
        raise ValueError(f"{len(texts)} stories in the corpus: give more than the {mix.held_out} held out")
    out = set(np.linspace(0, len(texts) - 1, mix.held_out, dtype=int).tolist())
    read = [text for i, text in enumerate(texts) if i not in out]
    n_kept = NAMES_A_TELLING * mix.own_held_out
    made_up = made_up_names(tokenizer, rng, mix.made_up_names + n_kept, mix.syllables)
    corpus = Corpus(
        own_templates[mix.own_held_out :],
        [template(tokenizer, text, pronouns) for text in read],
        [tokenizer.encode(text).ids for text in read],
        name_pool(tokenizer, own, made_up[n_kept:], mix.random_share),
        mix.own_shares,
        mix.other_renamed,
        mix.made_up_shares,
    )
    kept_out = KeptOut(
        [tokenizer.encode(texts[i]).ids for i in sorted(out)],
        [tokenizer.encode(story.text).ids for story in own[: mix.own_held_out]],
        list(tellings(own_templates[: mix.own_held_out], [ids for _, ids in made_up[:n_kept]])),
    )
    return TrainingData(corpus, kept_out, count_mentions(read, pronouns))


def count_mentions(texts: Iterable[str], names: Iterable[str]) -> dict[str, int]:
    """How often each name stands in the texts, with its capital letter."""
    counts = dict.fromkeys(names, 0)
    anyone = re.compile(rf"\b({'|'.join(map(re.escape, counts))})\b")
    for text in texts:
        for name in anyone.findall(text):
            counts[name] += 1
    return counts
