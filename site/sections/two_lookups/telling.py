"""A text read up to a token that stood there before, and what stood behind it then."""

from dataclasses import dataclass

import numpy as np
from lookback.measures.circuit import after_same
from lookback.measures.invented import INVENTED, in_pieces
from lookback.measures.prepared import Ids, prepare
from lookback.measures.renaming import renamings
from lookback.models import Models
from lookback.reader import UnreadableText, read_text
from lookback.stories import rename
from lookback.tokenizer import Encoding
from worker.contract import Choice

EMPTY = "There is nothing to read: type a text, up to a piece that stood there before."


@dataclass(frozen=True, eq=False)
class Telling:
    """A text up to its last token, which is at position ``reader`` of ``ids`` (T,); position 0 is the boundary.

    text: as typed, with its ``encoding``. name: the invented name, None for the reader's own text. after: positions
    just behind earlier places of the same token. wanted: the token that should come next, None where nothing tells.
    """

    text: str
    encoding: Encoding
    ids: Ids
    name: str | None
    wanted: int | None

    @property
    def reader(self) -> int:
        """The position of the token just read."""
        return len(self.ids) - 1

    @property
    def after(self) -> tuple[int, ...]:
        """Positions just behind earlier places of the token just read, the last one last."""
        return tuple(int(at) for at in after_same(self.ids, self.reader) if at < self.reader)

    @property
    def unknown(self) -> tuple[str, ...]:
        """The signs in it that the networks do not know."""
        return self.encoding.unknown_signs(self.text)

    def piece(self, position: int) -> str:
        """A token as it was typed."""
        start, end = self.encoding.spans[position - 1]
        return self.text[start:end]


def tell(models: Models, choice: Choice) -> Telling | None:
    """The text that is asked for; None where no name comes back in the story. UnreadableText for a text of nothing."""
    if choice["origin"] == "own":
        found = read_text(models, choice["typed"])
        if len(found.ids) < 2:
            raise UnreadableText(EMPTY)
        encoding, ids = found.encoding.since(found.first), found.ids.astype(np.int32)
        wanted = [int(ids[at]) for at in after_same(ids, len(ids) - 1) if at < len(ids) - 1]
        return Telling(found.text, encoding, ids, None, wanted[-1] if wanted else None)
    return told_story(models, min(choice["told"], len(models.stories) - 1), choice["invented"])


def told_story(models: Models, number: int, turn: int) -> Telling | None:
    """A test story told about the invented name whose turn it is, up to the first piece of its last mention."""
    (prepared,) = prepare(models, [models.stories[number]])
    names = in_pieces(models.tokenizer, INVENTED)
    for told in renamings(models.tokenizer, prepared, names, turn):
        text = rename(prepared.story, {prepared.story.name: told.name}).text
        reader = int(told.at[-1]) + 1
        whole = models.tokenizer.encode(text)
        cut = Encoding(whole.ids[:reader], whole.tokens[:reader], whole.spans[:reader], whole.words[:reader])
        second = models.tokenizer.encode(told.name).ids[1]
        return Telling(text[: cut.spans[-1][1]], cut, told.ids[: reader + 1], told.name, second)
    return None
