"""Which look back is shown: the one that is asked for, else one that shows something, whatever was learned."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from lookback.attention import AttentionTrace
from lookback.lookup import LookBack, one_look_back
from lookback.measures.prepared import PreparedStory, prepare
from lookback.models import Models
from lookback.reader import Looking, ReadText, UnreadableText, read_text, trace_of


@dataclass(frozen=True, order=True)
class ClearestLook:
    """The look back of a story that shows most; ``weight``: the share of it that goes where the name stood, or far."""

    weight: float
    story: int
    head: int
    position: int


@dataclass(frozen=True, eq=False)
class ShownLook:
    """A look back, the text that it is in, the pass over that, and where the hero's name is read in it.

    Everything is numbered by position; position 0 is the boundary.
    ``story``: the number of a test story, None for a text of somebody's own, which has no hero. ``network``: whose look
    it is, ``layer``: which of its layers, from 0.
    """

    network: Looking
    layer: int
    story: int | None
    read: ReadText
    names: frozenset[int]
    trace: AttentionTrace
    look: LookBack

    def same(self, position: int) -> list[int]:
        """The keys that hold the same token as a position."""
        ids = self.read.ids
        return np.flatnonzero(ids[: self.look.n_keys] == ids[position]).tolist()

    def together(self, position: int) -> float:
        """The weight of all places where a position's token stands."""
        return float(self.look.weights[self.same(position)].sum())

    def by_token(self) -> list[list[int]]:
        """The keys of each different token, from the largest weight together to the smallest."""
        last = {token: j for j, token in enumerate(self.read.ids[: self.look.n_keys].tolist())}
        return sorted(map(self.same, last.values()), key=lambda places: -self.together(places[0]))

    @property
    def call(self) -> str:
        """How it is had from Python."""
        text = "text" if self.story is None else f"models.stories[{self.story}].text"
        look = self.look
        network, layer = ("", "") if self.network == "attention" else (f', "{self.network}"', f", layer={self.layer}")
        return (
            f"ids = lookback.reader.read_text(models, {text}).ids\n"
            f"trace = lookback.reader.trace_of(models, ids{network})\n"
            f"lookback.lookup.one_look_back(trace, head={look.head}, position={look.position}{layer})"
        )


def show(
    models: Models, text: int | str, head: int, position: int, network: Looking = "attention", layer: int = 0
) -> ShownLook:
    """Look back in a test story, by its number, or in a text. UnreadableText where that has no tokens.

    A story or head beyond the last is the last. A position that is not there is that of the clearest look back in a
    story, the last one of a text.
    """
    if isinstance(text, str):
        story, read, names = None, read_text(models, text), frozenset()
    else:
        story = min(text, len(models.stories) - 1)
        read = read_text(models, models.stories[story].text)
        names = read.positions_of(models.stories[story].name)
    if len(read.ids) < 2:
        raise UnreadableText("There is nothing to read yet: write a few words, or take one of the stories.")
    trace = trace_of(models, read.ids, network)
    if not 0 <= position < len(read.ids):
        position = len(read.ids) - 1 if story is None else clearest_look(models, story).position
    look = one_look_back(trace, min(head, trace.layers[layer].q.shape[1] - 1), position, layer=layer)
    return ShownLook(network, layer, story, read, names, trace, look)


@lru_cache(maxsize=2)
def opening_look(models: Models) -> ClearestLook:
    """Find the clearest look back of all test stories, with which the page opens; takes a forward pass over each."""
    return max(clearest_look(models, story) for story in range(len(models.stories)))


def clearest_look(models: Models, story: int) -> ClearestLook:
    """Find the clearest look back of one test story.

    Where the hero's name is about to come back out of the window's reach: the head and position that put the largest
    weight on its earlier mentions, in the second half of the story if there is one, so that much can be read. In a
    story without such a place: the largest weight that goes beyond the window's reach.
    """
    (prepared,) = prepare(models, [models.stories[story]])
    trace = trace_of(models, prepared.ids)
    places = np.flatnonzero(prepared.name).tolist()
    places = [place for place in places if place >= len(prepared.ids) // 2] or places
    head, position, weight = _on_the_name(trace, prepared, places) if places else _far_back(trace, models.n_window)
    return ClearestLook(weight, story, head, position)


def _on_the_name(trace: AttentionTrace, prepared: PreparedStory, places: Sequence[int]) -> tuple[int, int, float]:
    mentioned = prepared.mentions + 1  # a mention counts where it is guessed; it is read one position later
    keys = mentioned[mentioned < len(prepared.ids)]
    on_name = trace.layers[0].weights[0][:, places][:, :, keys].sum(axis=-1)  # (H, places); later keys have weight 0
    head, place = np.unravel_index(on_name.argmax(), on_name.shape)
    return int(head), places[place], float(on_name[head, place])


def _far_back(trace: AttentionTrace, n_window: int) -> tuple[int, int, float]:
    far = np.tril(trace.layers[0].weights[0], -n_window)
    head, position, key = np.unravel_index(far.argmax(), far.shape)
    return int(head), int(position), float(far[head, position, key])
