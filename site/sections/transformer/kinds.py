"""The three kinds of attention in the translator of 2017: who asks, who answers, and who may look where."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scene.sentences import Run

SOURCE = ("Lily", "lost", "her", "hat")
TARGET = ("Lily", "perdió", "su")  # the decoder reads what it has written, and writes on


@dataclass(frozen=True)
class Kind:
    """One kind of attention. asks, answers: the words of queries and of keys; causal: none looks at a later one."""

    name: str
    title: str
    asks: tuple[str, ...]
    answers: tuple[str, ...]
    causal: bool
    notice: tuple[Run, ...]

    def may_look(self, query: int, key: int) -> bool:
        """Whether a word may look at another, both counted from 0."""
        return key <= query or not self.causal


KINDS: Mapping[str, Kind] = MappingProxyType({
    "encoder": Kind(
        "encoder", "Self-attention in the encoder", SOURCE, SOURCE, False,
        ("In the encoder every word of the sentence looks at every other, before and after it: ",
         ("queries", "query"), ", ", ("keys", "key"), " and ", ("values", "value"), " all come from the same words."),
    ),
    "decoder": Kind(
        "decoder", "Causal self-attention in the decoder", TARGET, TARGET, True,
        ("In the decoder a word looks at itself and at what is written before it, never at what is still to come. "
         "This is the kind that the network of this page and every GPT have.",),
    ),
    "cross": Kind(
        "cross", "Cross-attention from decoder to encoder", TARGET, SOURCE, False,
        ("Cross-attention: the ", ("queries", "query"), " come from the translation so far, the ", ("keys", "key"),
         " and ", ("values", "value"), " from the sentence to be translated. So the decoder looks back over it "
         "anew for each word that it writes."),
    ),
})  # fmt: skip
