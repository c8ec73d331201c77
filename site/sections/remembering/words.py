"""What comes next in each text, and which network knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scene.formats import probability
from scene.sentences import Run, spelled

if TYPE_CHECKING:
    from sections.remembering.compute import Guesses, PointingReading

CLEARLY = 3  # times as likely


def notice(reading: PointingReading) -> tuple[Run, ...]:
    """Say what comes next; for the story also what both networks make of it."""
    if not reading.guesses:
        return (reading.example.why,)
    attention, window = reading.guesses
    name = (reading.example.name, "name")
    sees = " The window network, which sees only what the dashed frame holds, gives it "
    compared = f"{spelled(probability(window.name))}{_compared(attention, window, name[0])}"
    return ("The next word is ", name, ", and you knew it at once. ", _first(attention, name[0]), sees, compared)


def _first(attention: Guesses, name: str) -> str:
    word, p = attention.first[0]
    if word == name:
        return f"So did the attention network: the name is its first guess, with a probability of {probability(p)}."
    given = spelled(probability(attention.name))
    return f"The attention network is less sure: it puts “{word}” first and gives the name {given}."


def _compared(attention: Guesses, window: Guesses, name: str) -> str:
    word, _ = window.first[0]
    if attention.name < CLEARLY * window.name:
        return "." if attention.name > window.name else ", no less."
    if word == name:
        return ": its first guess too, but it cannot see who is meant."
    return f" and puts “{word}” first. It can tell what kind of word fits here, but not who is meant."
