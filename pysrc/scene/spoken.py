"""Tokens as a screen reader should say them: punctuation by its name, pieces without their marks."""

from scene.sentences import Run

LONGEST = 24  # letters of one typed token in a sentence
INVISIBLE = "an invisible character"
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
