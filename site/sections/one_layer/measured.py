"""What is measured over the test stories about invented names in pieces, and what follows from it."""

from collections.abc import Mapping
from dataclasses import dataclass

from lookback.measures import Pieces, SecondPiece, recorded
from lookback.models import Models

NETWORKS = ("attention", "window")


@dataclass(frozen=True)
class Row:
    """One measured probability: its `key`, what it is of in `words`, and its value by network."""

    key: str
    words: str
    values: Mapping[str, float]


@dataclass(frozen=True)
class Group:
    """Rows that answer one question."""

    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Measured:
    """Both measures."""

    pieces: Pieces
    second: SecondPiece

    def value(self, row: str, network: str = "attention") -> float:
        """One mean probability by the name of its row in either measure."""
        of = self.second if row in self.second.probability[network] else self.pieces
        return of.probability[network][row]

    @property
    def groups(self) -> tuple[Group, ...]:
        """The rows of the picture, question by question."""
        return tuple(
            Group(title, tuple(Row(key, words, {n: self.value(key, n) for n in NETWORKS}) for key, words in rows))
            for title, rows in QUESTIONS
        )


QUESTIONS = (
    (
        "A name comes back. How likely is it?",
        (
            ("whole", "a name that is one token"),
            ("first", "the first piece of an invented name"),
            ("first_by_chance", "the same, in a story about somebody else"),
        ),
    ),
    (
        "Its first piece is read. And the second?",
        (
            ("told", "in a story about that name"),
            ("double", "in one about a name that begins alike"),
            ("second_by_chance", "in one about somebody else"),
            ("third_too_soon", "its third piece instead, in a story about it"),
            ("third_too_soon_by_chance", "the same, in one about somebody else"),
        ),
    ),
    (
        "Two such names. Whose second piece?",
        (("own", "the one that followed this first piece"), ("other", "the one that followed the other name’s")),
    ),
)


def measured_of(models: Models) -> Measured:
    """Both measures over the test stories."""
    return Measured(recorded(models, "pieces"), recorded(models, "second_piece"))
