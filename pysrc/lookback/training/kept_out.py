"""What training is watched by: stories that it never reads, some of them told about two made-up names in pieces."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback import ops
from lookback.networks import Network
from lookback.params import Params
from lookback.tokenizer import BOUNDARY_ID
from lookback.training.batches import N_CTX, TokenIds
from lookback.training.corpus import Template


@dataclass(frozen=True, eq=False)
class Telling:
    """A story about two made-up names: ``ids`` ``own`` ``other`` (1, T) int32.

    Where the first piece of either was just read and both have been met, ``own`` is the piece that followed it before
    and ``other`` the one that followed the other name's; -1 everywhere else.
    """

    ids: NDArray[np.int32]
    own: NDArray[np.int32]
    other: NDArray[np.int32]


@dataclass(frozen=True)
class KeptOut:
    """Never read: ``others`` of the corpus and ``own`` stories as they stand, and own ones told about made-up names."""

    others: Sequence[TokenIds]
    own: Sequence[TokenIds] = ()
    tellings: Sequence[Telling] = ()


def held_out_loss(network: Network, params: Params, stories: Sequence[TokenIds]) -> float:
    """Mean loss in nats over every position of these stories."""
    total, positions = 0.0, 0
    for inputs, targets in network.batches(stories, np.random.default_rng(0)):
        guessed = targets.ravel()[targets.ravel() >= 0]
        losses = ops.token_losses(network.logits(params, inputs, targets), guessed)
        total += float(losses.sum(dtype=np.float64))
        positions += len(guessed)
    return total / positions


def own_and_other(network: Network, params: Params, tellings: Sequence[Telling]) -> NDArray[np.float64]:
    """Probability of the own and of the other piece at every place of the tellings, (2, places)."""
    found = []
    for told in tellings:
        p = ops.softmax(network.logits(params, told.ids, told.own))
        pieces = np.stack([told.own, told.other])[:, told.own >= 0]
        found.append(p[np.arange(len(p)), pieces])
    return np.concatenate(found, axis=1).astype(np.float64)


def tellings(stories: Sequence[Template], names: Sequence[TokenIds]) -> Iterator[Telling]:
    """Tell each story of two people about the next two names, and again with their later pieces exchanged.

    So neither second piece is at an advantage. Names that cannot be told apart by both pieces are passed over.
    """
    pairs = zip(names[::2], names[1::2], strict=False)
    pairs = ((a, b) for a, b in pairs if a[0] != b[0] and a[1] != b[1])
    two_people = (story for story in stories if len(story.pronouns) == 2)
    for story, (a, b) in zip(two_people, pairs, strict=False):
        yield tell(story, (a, b))
        yield tell(story, ((a[0], *b[1:]), (b[0], *a[1:])))


def tell(story: Template, names: tuple[TokenIds, TokenIds], n_ctx: int = N_CTX) -> Telling:
    """The story about these two, cut to ``n_ctx`` tokens."""
    read, met = [(BOUNDARY_ID, -1, -1)], set()
    for token in story.ids:
        if token >= 0:
            read.append((token, -1, -1))
            continue
        (first, *later), second = names[-1 - token], [name[1] for name in names]
        own, other = (second[-1 - token], second[token]) if len(met) == 2 else (-1, -1)
        read += [(first, own, other), *((piece, -1, -1) for piece in later)]
        met.add(token)
    ids, own, other = np.array(read[:n_ctx], np.int32).T
    return Telling(ids[None], own[None], other[None])
