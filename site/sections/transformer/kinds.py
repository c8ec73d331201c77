"""The three kinds of attention in the translator of 2017: who asks, who answers, and who may look where."""

from dataclasses import dataclass

SOURCE = ("Lily", "lost", "her", "hat")
TARGET = ("Lily", "perdió", "su")  # the decoder reads what it has written, and writes on


@dataclass(frozen=True)
class Kind:
    """One kind of attention. asks, answers: the words of queries and of keys; causal: none looks at a later one."""

    name: str
    asks: tuple[str, ...]
    answers: tuple[str, ...]
    causal: bool = False

    def may_look(self, query: int, key: int) -> bool:
        """Whether a word may look at another, both counted from 0."""
        return key <= query or not self.causal


KINDS = {
    "encoder": Kind("encoder", SOURCE, SOURCE),
    "decoder": Kind("decoder", TARGET, TARGET, causal=True),
    "cross": Kind("cross", TARGET, SOURCE),
}
