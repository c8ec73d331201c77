"""What comes next in each text, and which network knows it."""

from scene import Table
from scene.formats import probability
from scene.sentences import Run, spelled
from sections.remembering.compute import N_GUESSES, Guesses, PointingData
from sections.remembering.examples import Pointer
from worker.contract import Words

CLEARLY = 3  # times as likely
WHY = {
    "translation": "The next word is “sie”. In German a soup is a she and a dog is a he, so whoever translates “it” "
    "must look back to see which of the two was too hot.",
    "question": "The next word is “six”. It is a matter of looking up, not of knowing: with another text the same "
    "question has another answer.",
    "chat": "The next word is “Ada”. The name was said once, at the start, and nobody says it again: whoever answers "
    "has to look it up there.",
}


def say_pointing(data: PointingData) -> Words:
    """Say what comes next; for the story also what both networks make of it."""
    call = (
        "ids = lookback.reader.read_text(models, text).ids\n"
        f"lookback.guesses.top_guesses(lookback.guesses.next_logits(models.attention, ids), {N_GUESSES})\n"
        f"lookback.guesses.top_guesses(lookback.guesses.next_logits(models.window, ids), {N_GUESSES})"
    )
    notice = _compared(data) if data.guesses else WHY[data.kind]
    return Words(notice=notice, call=call, alt=_alt(data), table=_table(data))


def legend_words(data: PointingData) -> dict[str, str]:
    """Say what the lines and the frame of each role mean."""
    lines = {"query": "points back", "key": "what is meant"}
    if data.window is None:
        return lines
    return {**lines, "name": f"{data.example.name}, the hero", "window": "what the window network sees"}


def title_words(network: str) -> str:
    """Name a list of guesses."""
    return f"The {network} network’s guesses"


def back_words(pointer: Pointer) -> str:
    """Say how far back a word points."""
    return f"{pointer.words_back} words back"


def label_words(data: PointingData, pointer: Pointer) -> str:
    """Say what a word points to."""
    marked = data.marked
    word = "the word to come" if pointer is marked.asked else f"“{marked.word(pointer.piece)}”"
    return f"{word} points to “{marked.word(pointer.to)}”, {back_words(pointer)}"


def _compared(data: PointingData) -> tuple[Run, ...]:
    attention, window = data.guesses
    name = (data.example.name, "name")
    sees = " The window network, which sees only what the dashed frame holds, gives it "
    less = f"{spelled(probability(window.name))}{_less(attention, window, name[0])}"
    return ("The next word is ", name, ", and you knew it at once. ", _first(attention, name[0]), sees, less)


def _first(attention: Guesses, name: str) -> str:
    word, p = attention.first[0]
    if word == name:
        return f"So did the attention network: the name is its first guess, with a probability of {probability(p)}."
    given = spelled(probability(attention.name))
    return f"The attention network is less sure: it puts “{word}” first and gives the name {given}."


def _less(attention: Guesses, window: Guesses, name: str) -> str:
    word, _ = window.first[0]
    if attention.name < CLEARLY * window.name:
        return "." if attention.name > window.name else ", no less."
    if word == name:
        return ": its first guess too, but it cannot see who is meant."
    return f" and puts “{word}” first. It can tell what kind of word fits here, but not who is meant."


def _alt(data: PointingData) -> str:
    marked, asked = data.marked, data.marked.asked
    others = [f"“{marked.word(p.piece)}” points to “{marked.word(p.to)}”" for p in marked.pointers if p is not asked]
    start = "A text that stops before its next word, with curves from words to what they mean"
    said = f"The next word, {data.example.answer}, points {asked.words_back} words back"
    return f"{start}. {said}; {', '.join(others)}."


def _table(data: PointingData) -> Table:
    marked, name = data.marked, data.example.name
    if not data.guesses:
        words = {marked.blank: data.example.answer}
        rows = [(words.get(p.piece, marked.word(p.piece)), marked.word(p.to), p.words_back) for p in marked.pointers]
        return Table(("Word", "Points to", "Words back"), tuple(rows), "Every word that points back")
    guessed = {network.network: {**dict(network.first), name: network.name} for network in data.guesses}
    rows = [(network, word, p) for network, guesses in guessed.items() for word, p in guesses.items()]
    return Table(("Network", "Next word", "Probability"), tuple(rows), "What both networks expect next")
