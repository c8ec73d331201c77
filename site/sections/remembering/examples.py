"""Four short texts that stop where only looking back helps, with the words in them that point back.

They are written in a small markup: `[egg|egg]` names a thing, `[it>egg]` points back to where it was last meant, and
`[?>egg]` at the end is the word that is still to come. A word can do both: `[it>egg|egg]`.
"""

import re
from dataclasses import dataclass

from scene.flow import Piece, pieces_from_spans

MARKED = re.compile(r"\[([^\[\]>|]+)(?:>(\w+))?(?:\|(\w+))?\]")
WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class Example:
    """One text: `answer` comes next; `name` is the hero's, where the text is a story."""

    marked: str
    answer: str
    name: str = ""


@dataclass(frozen=True)
class Pointer:
    """A piece that points back to the earlier piece `to`, `words_back` words before it."""

    piece: int
    to: int
    words_back: int


@dataclass(frozen=True)
class Marked:
    """A text without its markup, cut into pieces: the last is the place of the word to come."""

    text: str
    pieces: tuple[Piece, ...]
    spans: tuple[tuple[int, int], ...]
    pointers: tuple[Pointer, ...]

    @property
    def blank(self) -> int:
        """The piece that is still to come."""
        return len(self.pieces) - 1

    @property
    def asked(self) -> Pointer:
        """Where the word to come points."""
        return next(pointer for pointer in self.pointers if pointer.piece == self.blank)

    def word(self, piece: int) -> str:
        """A piece as it is written."""
        return self.pieces[piece].text


EXAMPLES = {
    "story": Example(
        "One cold morning [Mia|mia] found a small blue [egg|egg] in the grass. [She>mia] kept [it>egg] warm in "
        "[her>mia] hat all day and all night. Then [it>egg] went crack, and a tiny beak came out. “Hello, little "
        "bird,” whispered [?>mia]",
        "Mia",
        name="Mia",
    ),
    "translation": Example(
        "English: The dog did not eat the [soup|soup], because [it>soup|it] was too hot.\n"
        "German: Der Hund aß die Suppe nicht, weil [?>it]",
        "sie",
    ),
    "question": Example(
        "The [library|library] opens at ten and closes at [six|six]. On Mondays [it>library] stays closed. Please "
        "leave dogs outside.\nQuestion: When does the [library>library] close on Fridays?\nAnswer: At [?>six]",
        "six",
    ),
    "chat": Example(
        "— My daughter [Ada|ada] turns nine on Friday.\n— How lovely! Is there a party?\n— Yes, with [her>ada] whole "
        "class. What should I bake?\n— A chocolate cake, and write on it in icing: Happy birthday, [?>ada]",
        "Ada",
    ),
}


def read_marked(marked: str) -> Marked:
    """Take the markup apart. ValueError where a word points to a thing that wasn't named before it."""
    text = MARKED.sub(lambda match: match[1], marked)
    words = list(WORD.finditer(text))
    places = {word.start(): index for index, word in enumerate(words)}
    pointers: list[Pointer] = []
    named: dict[str, int] = {}
    removed = 0
    for match in MARKED.finditer(marked):
        piece = places[match.start() - removed]
        removed += len(match[0]) - len(match[1])
        if to := match[2]:
            if to not in named:
                raise ValueError(f"{match[0]} points to {to!r}, which no earlier word names: write [word|{to}] there")
            between = sum(word[0][0].isalnum() for word in words[named[to] : piece])
            pointers.append(Pointer(piece, named[to], between))
        if name := match[3]:
            named[name] = piece
    spans = tuple(word.span() for word in words)
    pieces = pieces_from_spans(text, spans, range(len(spans)))
    return Marked(text, pieces, spans, tuple(pointers))
