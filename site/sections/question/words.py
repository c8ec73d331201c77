"""What the guesses say, in words."""

from scene import Table
from scene.formats import probability
from scene.sentences import Run, counted, spelled
from scene.spoken import spoken, unknown_signs
from sections.question.compute import GuessesData
from sections.question.guessing import N_ROWS, Guess, NetworkGuesses
from worker.contract import Words

TITLES = {"attention": "Attention network", "window": "Window network"}
REMARKS = {
    "empty": "The name is empty: until you type one, the story stays with {name}.",
    "taken": "“{typed}” stands in the story already, so it stays with {name}.",
    "too long": "With that name the story would be too long, so it stays with {name}.",
    "missing": "{name} does not stand in this text, so there is nothing to look back to.",
}
TELLING = 0.001  # below this probability the comparison says nothing
FITS = 6  # a pronoun among the first so many guesses would fit


def say_guesses(data: GuessesData) -> Words:
    """Compare the two networks on the hero's name; then what else there is to know about this text."""
    call = (
        "ids = lookback.reader.read_text(models, text).ids\n"
        f"lookback.guesses.top_guesses(lookback.guesses.next_logits(models.attention, ids), {N_ROWS})\n"
        f"lookback.guesses.top_guesses(lookback.guesses.next_logits(models.window, ids), {N_ROWS})"
    )
    parts = (_elsewhere(data), _pieces(data), unknown_signs(data.text.unknown_signs), _part(data))
    details = tuple(part for part in parts if part)
    return Words(notice=_notice(data), details=details, call=call, alt=_alt(data), table=_table(data))


def read_words(network: NetworkGuesses) -> str:
    """Say what a network reads."""
    if network.n_read < 2:
        return "reads the one token" if network.n_read else "has nothing to read yet"
    return f"reads {'the last' if network.n_read < network.n_tokens else 'all'} {network.n_read} tokens"


def left_out_words(n: int) -> str:
    """Say how much of a long text stands before what is shown."""
    return f"{n:,} earlier tokens are not shown"


def hit_words(network: NetworkGuesses, guess: Guess) -> str:
    """Say a guess with its place and its probability."""
    said = f"{spoken(guess.shown)}, {probability(guess.probability)}"
    return f"{TITLES[network.network]}, guess {guess.rank:,}: {said}"


def _notice(data: GuessesData) -> tuple[Run, ...]:
    """Compare the two networks on the hero's name and on the pronoun."""
    remark = _remark(data)
    attention, window = data.networks
    if not len(data.text.encoding):
        return (*remark, "There is nothing to read yet, so both networks guess how a story begins.")
    if attention.name is None or window.name is None or not data.names:
        return remark or ("Write the hero’s name into the field above, and its probability shows in orange.",)
    its = f"its first piece, {data.pieces[0]}," if len(data.pieces) > 1 else "it"
    sees = f"which sees the last {window.n_read} tokens" if window.n_read > 1 else "which sees one token"
    reach = "" if data.back <= attention.n_read else ", beyond the reach of both networks"
    return (
        *remark,
        (data.name, "name"),
        f" last stood {counted(data.back, 'token')} back{reach}. The attention network gives {its} "
        f"{_said(attention.name.probability)}{_place(attention.name)}. The window network, {sees}, gives it "
        f"{_said(window.name.probability)}{_place(window.name)}.{_pronoun(data)}",
    )


def _remark(data: GuessesData) -> tuple[str, ...]:
    remark = data.settled.remark
    return () if remark is None else (REMARKS[remark].format(name=data.name, typed=data.typed) + " ",)


def _said(p: float) -> str:
    return spelled(probability(p))


def _place(guess: Guess) -> str:
    return " (its first guess)" if guess.rank == 1 else f" (its guess number {guess.rank:,})"


def _pronoun(data: GuessesData) -> str:
    attention, window = data.networks
    word = max(attention.pronouns, key=attention.pronouns.__getitem__)
    better = sum(guess.probability > attention.pronouns[word] for guess in attention.guesses)
    if better >= FITS:
        return ""
    theirs = f"{_said(attention.pronouns[word])} and {_said(window.pronouns[word])}"
    return f" “{word.capitalize()}” would fit too; it gets {theirs}."


def _elsewhere(data: GuessesData) -> tuple[Run, ...]:
    own = data.networks[0].name
    if data.elsewhere is None or own is None or own.probability < TELLING:
        return ()
    other, value = data.elsewhere
    piece = f"{data.pieces[0]}, the first piece of " if len(data.pieces) > 1 else ""
    comma = "," if piece else ""
    here = f"{comma} {_said(value)} at this place instead of {_said(own.probability)}."
    return (f"In the same story about {other}, the attention network would give {piece}", (data.name, "name"), here)


def _pieces(data: GuessesData) -> tuple[Run, ...]:
    if len(data.pieces) < 2:
        return ()
    cut = " · ".join(data.pieces)
    return ((data.name, "name"), f" is not in the vocabulary, so it falls into {len(data.pieces)} tokens: {cut}.")


def _part(data: GuessesData) -> tuple[Run, ...]:
    first, encoding = data.text.first, data.text.encoding
    if not first:
        return ()
    start = data.text.typed_from
    words = " ".join(data.text.text[start : start + 60].split())[:30].rstrip()
    read = f"the networks read the last {len(encoding) - first}, from “{words}…” on"
    return (f"The text has {len(encoding):,} tokens; {read}.",)


def _alt(data: GuessesData) -> str:
    lists = [
        f"{TITLES[network.network]}: "
        + ", ".join(f"{spoken(guess.shown)} {probability(guess.probability)}" for guess in network.guesses)
        for network in data.networks
    ]
    return "A story and both networks’ guesses for its next word. " + ". ".join(lists) + "."


def _table(data: GuessesData) -> Table:
    rows = tuple(
        (TITLES[network.network], guess.rank, guess.shown, guess.probability)
        for network in data.networks
        for guess in network.guesses
    )
    return Table(("Network", "Rank", "Next token", "Probability"), rows, "The guesses of both networks")
