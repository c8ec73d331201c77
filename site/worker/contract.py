"""What a section gives: data, words and a picture, each in a file of its own.

A section is a folder of `site/sections`. `section.toml` declares its figures and their controls, `prose.html` is its
text. For each figure NAME three functions stand in three files, and nothing else is looked for:

    compute.py   read_NAME(models, choice) -> Data     what the package computed: numbers and texts, no sentence
    words.py     say_NAME(data) -> Words               everything that is said of it: all English of the figure
    picture.py   draw_NAME(data, frame) -> Scene       marks, and areas to touch; their words are words.py's

`models` is `lookback.models.Models`, `frame` is `scene.Frame`, and `choice` is what the figure's controls are set to:
name -> checked value. A text of the reader's that cannot be read raises `lookback.reader.UnreadableText`.
words.py imports compute.py, picture.py imports both; none the other way round. Besides itself a section imports
`lookback`, `scene` and this file. What breaks this is refused by `worker.code`, in the build and in the page.

Two more files are looked for where a section needs them:

    prose.py     numbers(models) -> {name: text}       the numbers in prose.html, and of terms and guide
                 data(models) -> {name: anything}      what else the prose shows, such as a program
    answers.py   answer_QUESTION(models, asked)        what the section's own section.js asks; JSON-able
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scene import Table
from scene.sentences import Run

Choice = Mapping[str, Any]
Sentence = str | Sequence[Run]


@dataclass(frozen=True, kw_only=True)
class Data:
    """What `read_NAME` returns, and every figure's data extends.

    sets: controls that the data corrects, name -> value. hold: ms for which a film that is played rests on this state.
    """

    sets: Mapping[str, Any] = field(default_factory=dict)
    hold: float | None = None


@dataclass(frozen=True, kw_only=True)
class Words:
    """What `say_NAME` returns.

    notice: what to notice in this state. details: more paragraphs below it. call: the package call that gives the
    same numbers; every name in it can be imported as written. alt: the picture for those who do not see it. table: its
    numbers, with their heads.
    """

    notice: Sentence
    call: str
    alt: str
    table: Table
    details: Sequence[Sentence] = ()
