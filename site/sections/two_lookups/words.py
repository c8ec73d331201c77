"""What both networks' guesses say, in words."""

from scene import Table
from scene.formats import probability
from scene.sentences import Run, counted, spelled
from scene.spoken import spoken, unknown_signs
from sections.two_lookups.compute import Guess, GuessesData
from sections.two_lookups.words_apart import say_apart
from sections.two_lookups.words_circuit import TITLES, say_circuit
from sections.two_lookups.words_knee import say_knee
from sections.two_lookups.words_looks import say_looks
from sections.two_lookups.words_names import say_names
from sections.two_lookups.words_nonsense import say_nonsense
from worker.contract import Words

__all__ = ["say_apart", "say_circuit", "say_guesses", "say_knee", "say_looks", "say_names", "say_nonsense"]

NOTHING = "In this story no name comes back from beyond the window’s reach. Try another story."
CLEARLY = 3  # times as likely


def say_guesses(data: GuessesData) -> Words:
    """Compare what one layer and two give the token that should come next."""
    telling = data.telling
    if telling is None:
        return Words(notice=NOTHING, call="models.stories", alt=NOTHING, table=Table())
    ids = telling.ids.tolist()
    call = (
        f"ids = numpy.array({ids}, numpy.int32)\n"
        "lookback.guesses.next_logits(models.attention, ids)\n"
        "lookback.guesses.next_logits(models.two_layers, ids)"
    )
    rows = tuple(
        (TITLES[network], guess.found.rank, guess.token, guess.found.probability)
        for network, of in data.guesses.items()
        for guess in of
    )
    table = Table(("Network", "Rank", "Next token", "Probability"), rows, "The guesses of both networks")
    lists = [
        f"{TITLES[network]}: "
        + ", ".join(f"{spoken(guess.token)} {probability(guess.found.probability)}" for guess in of)
        for network, of in data.guesses.items()
    ]
    alt = f"A text that ends in “{telling.piece(telling.reader)}”, and both networks’ guesses. {'. '.join(lists)}."
    return Words(notice=_notice(data), details=unknown_signs(telling.unknown), call=call, alt=alt, table=table)


def guess_label(network: str, guess: Guess) -> str:
    """Say a guess with its place and its probability."""
    said = f"{spoken(guess.token)}, {probability(guess.found.probability)}"
    return f"{TITLES[network]}, guess {guess.found.rank:,}: {said}"


def _notice(data: GuessesData) -> tuple[Run, ...]:
    telling = data.telling
    assert telling is not None  # say_guesses has answered for that
    read = (telling.piece(telling.reader), "name")
    if telling.wanted is None:
        return ("“", read, "” stands here for the first time, so nothing in the text tells what comes after it.")
    wanted = {network: next(guess for guess in of if guess.wanted) for network, of in data.guesses.items()}
    one, two = (wanted[network].found for network in ("attention", "two_layers"))
    stood = f"stood before, {counted(telling.reader - telling.after[-1] + 1, 'token')} back, and “"
    given = f"” came after it. To that piece one layer gives {_said(one)}, two layers {_said(two)}"
    return (
        "“",
        read,
        f"” {stood}",
        (telling.piece(telling.after[-1]), "name"),
        given,
        _verdict(one.probability, two.probability),
    )


def _said(found) -> str:
    return f"{spelled(probability(found.probability))}{' (the first guess)' if found.rank == 1 else ''}"


def _verdict(one: float, two: float) -> str:
    if two > CLEARLY * one:
        return "."
    return ": here the second layer is no help." if two <= one else ": hardly more."
