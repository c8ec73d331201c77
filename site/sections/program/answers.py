"""What the section's script asks Python: what each line makes, to run the reader's version, to go back."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import redirect_stdout, suppress
from dataclasses import asdict
from typing import Any

from lookback.models import Models
from lookback.ops import Ids
from lookback.reader import UnreadableText, read_text
from sections.program.parts import parts
from sections.program.printed import Printed
from sections.program.running import go_back, run, running_texts
from sections.program.tracing import made_by_lines
from sections.program.trial import Problem

LONGEST = 20_000  # characters of one part


def answer_lines(models: Models, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What every line of the program that runs now makes of the story: `{"lines": {part: {line: {name: value}}}}`."""
    made = made_by_lines(models, _ids(models, asked), running_texts())
    return {
        "lines": {
            part: {line: {name: asdict(value) for name, value in values.items()} for line, values in lines.items()}
            for part, lines in made.items()
        }
    }


def answer_ready(models: Models, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Nothing; it comes once Python has finished what it was at, so that a version's time begins with itself."""
    return {}


def answer_run(models: Models, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Let the page run the reader's `texts`: its trial's results, or `{"problem": ...}` and nothing changed.

    With it comes what the trial printed, `"printed"`.
    """
    texts = _texts(asked)
    long = [part for part, text in texts.items() if len(text) > LONGEST]
    if long:
        return {"problem": asdict(Problem(f"A part has at most {LONGEST:,} characters: shorten it.", long[0]))}
    ids = _ids(models, asked)
    with redirect_stdout(Printed()) as printed:
        found = run(models, texts, ids)
    answer = {"problem": asdict(found)} if isinstance(found, Problem) else asdict(found)
    return {**answer, "printed": printed.text}


def answer_back(models: Models, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Go back to the package's own program; `{"same": False}` where it does not give what it gave before."""
    return {"same": go_back(models)}


def _texts(asked: Mapping[str, Any]) -> dict[str, str]:
    texts = asked.get("texts")
    if not isinstance(texts, dict) or not texts.keys() <= parts().keys():
        raise ValueError(f"a version holds texts of the parts {', '.join(parts())}")
    if not all(isinstance(text, str) for text in texts.values()):
        raise ValueError("a version holds texts")
    return texts


def _ids(models: Models, asked: Mapping[str, Any]) -> Ids:
    """The story that the other tools show: the reader's own text, or a test story."""
    if asked.get("source") == "own":
        with suppress(UnreadableText):
            ids = read_text(models, str(asked.get("own_text", ""))).ids
            if len(ids) > 1:  # the boundary alone has nothing to guess
                return ids
    return read_text(models, models.stories[int(asked.get("story", 0)) % len(models.stories)].text).ids
