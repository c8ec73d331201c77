"""What the guesses say, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scene.formats import probability
from scene.sentences import Run, counted, spelled

if TYPE_CHECKING:
    from sections.question.compute import GuessesReading
    from sections.question.guessing import Guess

TELLING = 0.001  # below this probability the comparison says nothing
FITS = 6  # a pronoun among the first so many guesses would fit


def notice(reading: GuessesReading) -> tuple[Run, ...]:
    """Compare the two networks on the hero's name and on the pronoun."""
    remark = (reading.settled.remark + " ",) if reading.settled.remark else ()
    attention, window = reading.networks
    if not len(reading.text.encoding):
        return (*remark, "There is nothing to read yet, so both networks guess how a story begins.")
    if attention.name is None or window.name is None or not reading.names:
        return remark or ("Write the hero’s name into the field above, and its probability shows in orange.",)
    its = f"its first piece, {reading.pieces[0]}," if len(reading.pieces) > 1 else "it"
    sees = f"which sees the last {window.n_read} tokens" if window.n_read > 1 else "which sees one token"
    reach = "" if reading.back <= attention.n_read else ", beyond the reach of both networks"
    return (
        *remark,
        (reading.name, "name"),
        f" last stood {counted(reading.back, 'token')} back{reach}. The attention network gives {its} "
        f"{_said(attention.name.probability)}{_place(attention.name)}. The window network, {sees}, gives it "
        f"{_said(window.name.probability)}{_place(window.name)}.{_pronoun(reading)}",
    )


def details(reading: GuessesReading) -> tuple[tuple[Run, ...], ...]:
    """The same name in a story about somebody else, the pieces of a name, the part of a long text that was read."""
    return tuple(part for part in (_elsewhere(reading), _pieces(reading), _part(reading)) if part)


def _said(p: float) -> str:
    return spelled(probability(p))


def _place(guess: Guess) -> str:
    return " (its first guess)" if guess.rank == 1 else f" (its guess number {guess.rank:,})"


def _pronoun(reading: GuessesReading) -> str:
    attention, window = reading.networks
    word = max(attention.pronouns, key=attention.pronouns.__getitem__)
    better = sum(guess.probability > attention.pronouns[word] for guess in attention.guesses)
    if better >= FITS:
        return ""
    theirs = f"{_said(attention.pronouns[word])} and {_said(window.pronouns[word])}"
    return f" “{word.capitalize()}” would fit too; it gets {theirs}."


def _elsewhere(reading: GuessesReading) -> tuple[Run, ...]:
    own = reading.networks[0].name
    if reading.elsewhere is None or own is None or own.probability < TELLING:
        return ()
    other, value = reading.elsewhere
    piece = f"{reading.pieces[0]}, the first piece of " if len(reading.pieces) > 1 else ""
    comma = "," if piece else ""
    here = f"{comma} {_said(value)} at this place instead of {_said(own.probability)}."
    return (f"In the same story about {other}, the attention network would give {piece}", (reading.name, "name"), here)


def _pieces(reading: GuessesReading) -> tuple[Run, ...]:
    if len(reading.pieces) < 2:
        return ()
    cut = " · ".join(reading.pieces)
    return ((reading.name, "name"), f" is not in the vocabulary, so it falls into {len(reading.pieces)} tokens: {cut}.")


def _part(reading: GuessesReading) -> tuple[Run, ...]:
    first, encoding = reading.text.first, reading.text.encoding
    if not first:
        return ()
    start = reading.text.typed_from
    words = " ".join(reading.text.text[start : start + 60].split())[:30].rstrip()
    read = f"the networks read the last {len(encoding) - first}, from “{words}…” on"
    return (f"The text has {len(encoding):,} tokens; {read}.",)
