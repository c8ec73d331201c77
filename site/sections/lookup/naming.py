"""How tokens are called in sentences, labels and tables."""

from scene.flow import BOUNDARY_SIGN
from scene.sentences import Run
from scene.spoken import spoken
from sections.lookup.view import View

LONGEST = 24  # letters of one token in a sentence
INVISIBLE = "an invisible character"


def said(view: View, position: int) -> str:
    """Name a token for a screen reader: "Bob", "comma", "the boundary"."""
    if position == 0:
        return "the boundary"
    text = _visible(view, position)
    return spoken(text) if text else INVISIBLE


def shown(view: View, position: int) -> str:
    """Name a token in a table: as typed, "…" before a piece that goes on with a word."""
    if position == 0:
        return f"{BOUNDARY_SIGN} (boundary)"
    piece, before = view.pieces[position], view.pieces[position - 1]
    joined = "…" if position > 1 and piece.word == before.word and not piece.gap else ""
    unknown = " (unknown)" if view.is_unknown(position) else ""
    return joined + (_visible(view, position) or f"({INVISIBLE})") + unknown


def quoted(view: View, position: int, role: str) -> tuple[Run, ...]:
    """Name a token in a sentence, in its role's color: “Bob”, the comma, the boundary (¶)."""
    name = said(view, position)
    role = "name" if position in view.names else role
    if position == 0:
        return (f"{name} ", (f"({BOUNDARY_SIGN})", role))
    text = _visible(view, position)
    return (("the " if text else ""), (name, role)) if name != text else ((f"“{text}”", role),)


def _visible(view: View, position: int) -> str:
    text = "".join(c for c in view.pieces[position].text if c.isprintable()).strip()
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
