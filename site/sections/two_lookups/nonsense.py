"""Random tokens, or the reader's own, said twice: what each network knows the second time."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from lookback import attention
from lookback.measures import measured
from lookback.measures.circuit import after_same
from lookback.measures.prepared import Ids
from lookback.measures.said_twice import N_TOKENS, SaidTwice, of_the_right_token, random_tokens
from lookback.models import Models
from lookback.ops import Array
from lookback.reader import UnreadableText, read_text
from lookback.tokenizer import BOUNDARY_ID, UNK_ID
from worker.contract import Choice, Data

LONGEST = 100  # tokens of the reader's own that are said twice
EMPTY = "There is nothing to say twice: type a few words."


@dataclass(frozen=True, eq=False)
class NonsenseData(Data):
    """The tokens ``said`` (n,), as shown, and by network each one's probability the first time and the second, (2, n).

    kind: "words", "pieces" or "own". looked (n,): the weight, the second time, that the looking head puts on the right
    place. found: the same over many draws.
    """

    kind: str
    said: Ids
    tokens: tuple[str, ...]
    probability: Mapping[str, Array]
    looked: Array
    found: SaidTwice

    @property
    def unknown(self) -> tuple[str, ...]:
        """The signs among them that the networks do not know."""
        both = zip(self.said.tolist(), self.tokens, strict=True)
        return tuple(token for known, token in both if known == UNK_ID)


def read_nonsense(models: Models, choice: Choice) -> NonsenseData:
    """Say tokens twice to both networks. UnreadableText for a text of nothing."""
    kind = choice["kind"]
    if kind == "own":
        found = read_text(models, choice["own_words"])
        encoding = found.encoding.since(found.first)
        said = found.ids[1:][:LONGEST].astype(np.int32)
        if not len(said):
            raise UnreadableText(EMPTY)
        shown = tuple(found.text[start:end] for start, end in encoding.spans[:LONGEST])
    else:
        said = random_tokens(models, kind, N_TOKENS, np.random.default_rng(1000 + choice["draw"]))
        shown = tuple(models.tokenizer.tokens[token] for token in said)
    networks = {"attention": models.attention, "two_layers": models.two_layers}
    probability = {network: of_the_right_token(params, said) for network, params in networks.items()}
    return NonsenseData(kind, said, shown, probability, _looked(models, said), measured(models, "said_twice"))


def _looked(models: Models, said: Ids) -> Array:
    """Of the last layer's head that looks best, the weight on the right place for each token said again, (n,)."""
    ids = np.array([BOUNDARY_ID, *said, *said], np.int32)
    weights = attention.forward(models.two_layers, ids[None], at=None).layers[-1].weights[0]
    places = range(len(said) + 1, len(ids))
    each = np.array([weights[:, at, after_same(ids, at)].sum(axis=-1) for at in places])  # (n, H)
    return each[:, each.mean(axis=0).argmax()]
