"""Between typed text and words: the rules of the tokenizer's normalizer and pre-tokenizer, and the way back.

>>> [word for word, _, _ in split_words("Don’t, José!")]
['don', "'", 't', ',', 'jose', '!']
>>> set_words(["don", "'", "t", ",", "jose", "!"])
"don't, jose!"
"""

from collections.abc import Iterator, Sequence

from lookback.folding import DOUBLE_QUOTES, SINGLE_QUOTES, UNSEEN, folded_char

LETTERS = "abcdefghijklmnopqrstuvwxyz"
# Python and regular expressions disagree on what a space is, so the spaces that NFKD leaves are listed.
SPACES = "\t\n\v\f\r \u0085\u1680\u2028\u2029"
FIRST_MARK, LAST_MARK = "\u0300", "\u036f"


def _escaped(chars: str) -> str:
    """Write characters as \\uXXXX, so that no editor can recompose or hide them in tokenizer.json."""
    return "".join(f"\\u{ord(char):04x}" for char in chars)


def _replace(chars: str, content: str) -> dict:
    return {"type": "Replace", "pattern": {"Regex": f"[{chars}]"}, "content": content}


# What this module does to text, as tokenizer.json says it: a file that says anything else is refused.
# Quotes come before NFKD, which would cut ″ into two single quotes and ´ into a space and a mark.
NORMALIZER = {
    "type": "Sequence",
    "normalizers": [
        _replace(_escaped(SINGLE_QUOTES), "'"),
        _replace(_escaped(DOUBLE_QUOTES), '"'),
        {"type": "NFKD"},
        _replace("".join(f"\\x{{{first:x}}}-\\x{{{last:x}}}" for first, last in UNSEEN), ""),
        {"type": "Lowercase"},
        _replace(f"{_escaped(FIRST_MARK)}-{_escaped(LAST_MARK)}", ""),
    ],
}
PRE_TOKENIZER = {
    "type": "Split",
    "pattern": {"Regex": f"[a-z]+|[^a-z{_escaped(SPACES)}]"},
    "behavior": "Removed",
    "invert": True,
}
_LETTERS = frozenset(LETTERS)
_SPACES = frozenset(SPACES)


def split_words(text: str) -> Iterator[tuple[str, list[int], list[int]]]:
    """Yield each word after normalizing, with the typed start and end of each of its characters."""
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for position, typed in enumerate(text):
        # One character at a time is enough: NFKD over several only reorders marks, and each mark is dropped or [UNK].
        for char in "".join(map(str.lower, folded_char(typed))):
            if FIRST_MARK <= char <= LAST_MARK:
                if ends:
                    ends[-1] = position + 1
                continue
            if chars and not (char in _LETTERS and chars[-1] in _LETTERS):
                yield "".join(chars), starts, ends
                chars, starts, ends = [], [], []
            if char not in _SPACES:
                chars.append(char)
                starts.append(position)
                ends.append(position + 1)
    if chars:
        yield "".join(chars), starts, ends


_CLOSING = frozenset(".,!?;:)")
_CONTRACTIONS = frozenset(("s", "t", "d", "m", "re", "ve", "ll"))


def set_words(words: Sequence[str]) -> str:
    """Put spaces between the words of one story as a person would; quotes open and close in turn."""
    text, glue = "", True
    open_quotes: set[str] = set()
    for word, following in zip(words, [*words[1:], ""], strict=True):
        before, after = False, False  # joined to what stands before, to what stands after
        if word == "'" and text[-1:] in _LETTERS and (following in _CONTRACTIONS or word not in open_quotes):
            before, after = True, following in _CONTRACTIONS  # mom's, girls'
        elif word in ('"', "'"):
            before = word in open_quotes
            after = not before
            open_quotes ^= {word}
        elif word in _CLOSING:
            before, after = True, word == ":" and following.isdigit()
        elif word == "-" or (word.isdigit() and text[-1:].isdigit()):
            before, after = True, word == "-"
        text += word if glue or before else " " + word
        glue = after
    return text
