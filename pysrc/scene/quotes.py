"""Quotation marks and apostrophes as a person would set them, where they were typed straight."""

_SET = {'"': "“”", "'": "‘’"}
_OPENS = "([{“‘—–"


def curled(text: str, before: str = " ") -> str:
    """Curl the straight quotes of a text; `before` is what stands before it. As many letters come back.

    A quote opens after a space, a dash or another opening mark, and closes after everything else; so an apostrophe
    curls like a closing quote.
    """
    letters: list[str] = []
    for letter in text:
        opens = before.isspace() or before in _OPENS
        letters.append(_SET[letter][0 if opens else 1] if letter in _SET else letter)
        before = letters[-1]
    return "".join(letters)
