"""Measure 12: random tokens said twice: what is known the second time, with one layer and with two."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback import attention
from lookback.guesses import probabilities_at
from lookback.measures.circuit import after_same
from lookback.measures.contract import Measure, Table
from lookback.measures.lookups import FILES
from lookback.measures.prepared import PreparedStory
from lookback.models import Models
from lookback.params import Params
from lookback.tokenizer import BOUNDARY_ID, PREFIX

N_TOKENS = 25  # said once, and once more
KINDS = ("words", "pieces")
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SaidTwice:
    """Mean probability of the right token at each place, (2, N_TOKENS): said the first time and the second.

    ``probability[kind][network]``: for ``words``, random tokens that are whole words, and ``pieces``, random tokens
    that go on with a word. ``median`` is over all places of the second time. ``looked[kind]``: the mean weight, the
    second time, of the last layer's head that puts most on the right place. As many draws as there are stories.
    """

    n_stories: int
    probability: dict[str, dict[str, Floats]]
    median: dict[str, dict[str, float]]
    looked: dict[str, float]


def said_twice_in_slices(models: Models, stories: Sequence[PreparedStory]) -> Iterator[SaidTwice]:
    """Draw random tokens as often as there are stories: yield the means so far after each."""
    networks = {"attention": models.attention, "two_layers": models.two_layers}
    found: dict[str, dict[str, list[Floats]]] = {kind: {network: [] for network in networks} for kind in KINDS}
    n_tokens = min(N_TOKENS, (models.n_ctx - 1) // 2)
    weights: dict[str, list[Floats]] = {kind: [] for kind in KINDS}
    for number, _ in enumerate(stories):
        for kind in KINDS:
            said = random_tokens(models, kind, n_tokens, np.random.default_rng((number, KINDS.index(kind))))
            weights[kind].append(on_the_right_place(models.two_layers, said))
            for network, params in networks.items():
                found[kind][network].append(of_the_right_token(params, said))
        means = {kind: {n: np.mean(p, axis=0) for n, p in of.items()} for kind, of in found.items()}
        medians = {kind: {n: float(np.median(np.array(p)[:, 1])) for n, p in of.items()} for kind, of in found.items()}
        looked = {kind: float(np.mean(of, axis=0).max()) for kind, of in weights.items()}
        yield SaidTwice(number + 1, means, medians, looked)


def random_tokens(models: Models, kind: str, n: int, rng: np.random.Generator) -> NDArray[np.int32]:
    """``n`` different tokens of a kind, (n,) int32."""
    texts = enumerate(models.tokenizer.tokens)
    pieces = kind == "pieces"
    known = [i for i, text in texts if text.removeprefix(PREFIX).isalpha() and text.startswith(PREFIX) == pieces]
    return rng.choice(np.array(known, np.int32), n, replace=False)


def of_the_right_token(params: Params, said: NDArray[np.int32]) -> Floats:
    """Probability of each of the tokens ``said`` (n,) where it comes, the first time and the second, (2, n)."""
    ids = np.array([BOUNDARY_ID, *said, *said], np.int32)
    p = probabilities_at(params, ids[:-1], np.arange(2 * len(said)))
    return p[np.arange(len(p)), ids[1:]].astype(np.float64).reshape(2, -1)


def on_the_right_place(params: Params, said: NDArray[np.int32]) -> Floats:
    """Mean weight of each head of the last layer, the second time, on what came after the same token, (H,)."""
    ids = np.array([BOUNDARY_ID, *said, *said], np.int32)[:-1]
    weights = attention.forward(params, ids[None], at=None).layers[-1].weights[0]  # (H, T query, T key)
    again = range(len(said) + 1, len(ids))
    each = [weights[:, at, after_same(ids, at)].sum(axis=-1) for at in again]
    return np.asarray(np.mean(each, axis=0, dtype=np.float64))


def _tables(found: SaidTwice, vocabulary: Sequence[str]) -> list[Table]:
    rows = [
        [kind, network, *p.mean(axis=1).tolist(), found.median[kind][network]]
        for kind, of in found.probability.items()
        for network, p in of.items()
    ]
    title = f"Probability of the right one of {N_TOKENS} random tokens said twice, {found.n_stories} draws"
    return [Table(title, ["tokens", "network", "first time", "second time", "median of the second"], rows)]


MEASURE = Measure("said_twice", SaidTwice, said_twice_in_slices, _tables, FILES)
