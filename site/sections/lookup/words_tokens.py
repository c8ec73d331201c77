"""How the tokens of a look back, and what they get, are put in sentences, labels and tables."""

from lookback.tokenizer import UNK_ID
from scene import spoken
from scene.flow import BOUNDARY_SIGN
from scene.formats import weight
from scene.sentences import Run, spelled
from sections.lookup.compute import LookBackData


def said(data: LookBackData, position: int) -> str:
    """Name a token for a screen reader: "Bob", "comma", "the boundary"."""
    return spoken.said(data.pieces[position].text) if position else "the boundary"


def as_typed(data: LookBackData, position: int) -> str:
    """Name a token in a table: as typed, "…" before a piece that goes on with a word."""
    if position == 0:
        return f"{BOUNDARY_SIGN} (boundary)"
    piece, before = data.pieces[position], data.pieces[position - 1]
    joined = "…" if position > 1 and piece.word == before.word and not piece.gap else ""
    unknown = " (unknown)" if is_unknown(data, position) else ""
    return joined + (spoken.visible(piece.text) or f"({spoken.INVISIBLE})") + unknown


def quoted(data: LookBackData, position: int, role: str) -> tuple[Run, ...]:
    """Name a token in a sentence, in its role's color: “Bob”, the comma, the boundary (¶)."""
    role = "name" if position in data.shown.names else role
    if position == 0:
        return ("the boundary ", (f"({BOUNDARY_SIGN})", role))
    return spoken.quoted(data.pieces[position].text, role)


def head_of(data: LookBackData) -> str:
    """Name the head, with its layer where there are two: "head 3 of layer 2"."""
    return spoken.head_name(data.look.head, None if data.shown.network == "attention" else data.shown.layer)


def above_the_first(data: LookBackData) -> tuple[str, ...]:
    """Say what a row is in a layer above the first; nothing in the first."""
    if not data.by_place:
        return ()
    wide = data.shown.trace.layers[data.shown.layer].inputs.shape[-1]
    return (
        f"A row is longer in this layer: {wide} numbers, the token’s own and beside them what the first layer’s heads "
        "brought to its place. Queries, keys, values and cosines are made from these.",
    )


def is_unknown(data: LookBackData, position: int) -> bool:
    """Whether the network knows no such token."""
    return data.shown.read.ids[position] == UNK_ID


def got(data: LookBackData, positions: int | list[int]) -> str:
    """Say what one token gets, or several together: "0.42", "less than 0.01"."""
    return spelled(weight(float(data.look.weights[positions].sum())))
