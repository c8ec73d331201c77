"""Tokens as a screen reader should say them: punctuation by its name, pieces without their marks."""

from collections.abc import Sequence

from scene.sentences import Run, count, listed

LONGEST = 24  # letters of one typed token in a sentence
INVISIBLE = "an invisible character"
N_UNKNOWN = 5  # signs that a sentence names
_NAMES = {
    ".": "period", ",": "comma", "!": "exclamation mark", "?": "question mark", ":": "colon", ";": "semicolon",
    "'": "apostrophe", "’": "apostrophe", "‘": "opening quote", '"': "quotation mark", "“": "opening quote",
    "”": "closing quote", "-": "hyphen", "–": "dash", "—": "dash", "(": "opening parenthesis",
    ")": "closing parenthesis", "…": "ellipsis", "*": "asterisk", "/": "slash", "#": "number sign",
}  # fmt: skip


def spoken(token: str) -> str:
    """Say a token: "," is "comma", "Lily" is "Lily", nothing is "an empty token"."""
    return _NAMES.get(token, token.strip() or "an empty token")


def named(token: str) -> str:
    """Name a token among others: “and” in quotes, "comma" for a sign, a name as it is, "…ra" for a piece (##ra)."""
    if token.startswith("##"):
        return f"…{token[2:]}"
    said = spoken(token)
    return f"“{said}”" if said == token and token[:1].islower() else said


def phrased(token: str) -> str:
    """Name a token within a sentence: “Lily”, "the comma"; "the end" where that is what is meant."""
    said = spoken(token)
    if said == "(the end)":
        return "the end"
    if said.startswith("an "):
        return said
    return f"“{said}”" if said == token.strip() else f"the {said}"


def visible(typed: str) -> str:
    """What is seen of a token as it was typed, cut where it is long; "" where nothing is."""
    seen = "".join(letter for letter in typed if letter.isprintable()).strip()
    return seen if len(seen) <= LONGEST else seen[:LONGEST] + "…"


def said(typed: str) -> str:
    """Name a token as it was typed in a label: "Bob", "comma", "an invisible character"."""
    seen = visible(typed)
    return spoken(seen) if seen else INVISIBLE


def quoted(typed: str, role: str) -> tuple[Run, ...]:
    """Name a token as it was typed in a sentence, in a role's color: “Bob”, the comma, an invisible character."""
    seen, name = visible(typed), said(typed)
    if name == seen:
        return ((f"“{name}”", role),)
    return ("the " if seen else "", (name, role))


def head_name(head: int, layer: int | None = None) -> str:
    """Name a head, with its layer (from 0) where there are several: "head 3 of layer 2"."""
    return f"head {head}" if layer is None else f"head {head} of layer {layer + 1}"


def unknown_signs(typed: Sequence[str]) -> tuple[str, ...]:
    """Say which signs of a text the networks do not know, as a paragraph of its own; nothing where there are none."""
    if not typed:
        return ()
    named = [f"“{seen}”" if (seen := visible(sign)) else INVISIBLE for sign in dict.fromkeys(typed)]
    more = [f"{count(len(named) - N_UNKNOWN)} more"] if len(named) > N_UNKNOWN else []
    signs = f"such sign as {named[0]}" if len(named) == 1 else f"such signs as {listed([*named[:N_UNKNOWN], *more])}"
    return (f"The networks know no {signs}. They read every unknown sign as one and the same token.",)
