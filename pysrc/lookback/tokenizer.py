"""WordPiece: text to tokens and back, read from a `tokenizer.json` in the Hugging Face format.

>>> tokenizer = Tokenizer.load("weights/tokenizer.json")
>>> tokenizer.encode("Zarko’s cat").tokens
('z', '##ark', '##o', "'", 's', 'cat')
>>> tokenizer.decode(tokenizer.encode("Zarko’s cat").ids)
"zarko's cat"
"""

import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

UNK = "[UNK]"
BOUNDARY = "[BOUNDARY]"
UNK_ID = 0
BOUNDARY_ID = 1
PREFIX = "##"
LETTERS = "abcdefghijklmnopqrstuvwxyz"

SINGLE_QUOTES = "‘’‚‛′‹›´\u1ffd"  # U+1FFD is U+00B4 under another number: both must give the same token
DOUBLE_QUOTES = "“”„‟″«»"
# Python and regular expressions disagree on what a space is, so the spaces that NFKD leaves are listed.
SPACES = "\t\n\v\f\r \u0085\u1680\u2028\u2029"
FIRST_MARK, LAST_MARK = "\u0300", "\u036f"


def _escaped(chars: str) -> str:
    """Write characters as \\uXXXX, so that no editor can recompose or hide them in tokenizer.json."""
    return "".join(f"\\u{ord(char):04x}" for char in chars)


def _replace(chars: str, content: str) -> dict:
    return {"type": "Replace", "pattern": {"Regex": f"[{chars}]"}, "content": content}


# What this module does to text, in the words of tokenizer.json: a file that says anything else is refused.
# Quotes come before NFKD, which would cut ″ into two single quotes and ´ into a space and a mark.
NORMALIZER = {
    "type": "Sequence",
    "normalizers": [
        _replace(_escaped(SINGLE_QUOTES), "'"),
        _replace(_escaped(DOUBLE_QUOTES), '"'),
        {"type": "NFKD"},
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
MAX_WORD_CHARS = 10_000_000  # a long pasted word is cut into pieces, never swallowed as one [UNK]

_QUOTES = {**dict.fromkeys(SINGLE_QUOTES, "'"), **dict.fromkeys(DOUBLE_QUOTES, '"')}
_LETTERS = frozenset(LETTERS)
_SPACES = frozenset(SPACES)


@dataclass(frozen=True)
class Encoding:
    """The tokens of one text: four tuples of the same length, one entry a token.

    `spans` are (start, end) code points of the text as typed; `words` number the word that a token belongs to.
    Two tokens share a span only where one typed character became several (`½` is 1, ⁄ and 2).
    """

    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    words: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, eq=False)
class Tokenizer:
    """A fixed vocabulary; `tokens[i]` is the text of token id i and `ids` the way back."""

    tokens: tuple[str, ...]
    ids: Mapping[str, int]
    starts: "_Trie"  # of the pieces that start a word
    continues: "_Trie"  # of the pieces that go on with one, without their ##

    @classmethod
    def load(cls, path: str | Path) -> "Tokenizer":
        """Read a tokenizer.json; ValueError where it is damaged or made for other rules than this module's."""
        try:
            content = json.loads(Path(path).read_text(encoding="utf-8"))
            return cls.from_json(content)
        except ValueError as error:
            raise ValueError(
                f"{path}: {error}. Fetch the file again, or make it with build_scripts/train_tokenizer.py"
            ) from error

    @classmethod
    def from_json(cls, content: object) -> "Tokenizer":
        """Make a tokenizer from the parsed tokenizer.json; ValueError says which part does not fit."""
        if not isinstance(content, dict):
            raise ValueError("the file holds no JSON object")
        _require(content.get("normalizer") == NORMALIZER, "the normalizer is not the one this program knows")
        _require(content.get("pre_tokenizer") == PRE_TOKENIZER, "the pre-tokenizer is not the one this program knows")
        _require(content.get("added_tokens") == [], "there are added tokens, which typed text could name")
        model = content.get("model")
        if not isinstance(model, dict):
            raise ValueError("there is no model in it")
        expected = {
            "type": "WordPiece",
            "unk_token": UNK,
            "continuing_subword_prefix": PREFIX,
            "max_input_chars_per_word": MAX_WORD_CHARS,
        }
        for key, value in expected.items():
            _require(model.get(key) == value, f"the model's {key} is {model.get(key)!r}, not {value!r}")
        return cls.from_vocabulary(model.get("vocab"))

    @classmethod
    def from_vocabulary(cls, ids: object) -> "Tokenizer":
        """Make a tokenizer from {token: id}; ValueError unless ids are 0, 1, 2, ... and any word can be cut."""
        if not isinstance(ids, dict) or not all(type(i) is int for i in ids.values()):
            raise ValueError("the vocabulary is no table of tokens and numbers")
        tokens = tuple(sorted(ids, key=ids.__getitem__))
        _require([ids[token] for token in tokens] == list(range(len(ids))), "token numbers are missing or double")
        _require(tokens[:2] == (UNK, BOUNDARY), f"tokens 0 and 1 are not {UNK} and {BOUNDARY}")
        missing = [piece for letter in LETTERS for piece in (letter, PREFIX + letter) if piece not in ids]
        _require(not missing, f"single letters are missing: {' '.join(missing)}")
        starts = _trie((token, i) for token, i in ids.items() if not token.startswith(PREFIX))
        continues = _trie((token[len(PREFIX) :], i) for token, i in ids.items() if token.startswith(PREFIX))
        return cls(tokens, MappingProxyType(dict(ids)), starts, continues)

    def __len__(self) -> int:
        return len(self.tokens)

    def encode(self, text: str) -> Encoding:
        """Cut text into tokens, without the boundary; never fails, and unknown characters become `[UNK]`.

        Greedy longest match within each word, as Wu et al. 2016, section 4.1 (WordPiece) is run in practice.
        """
        ids: list[int] = []
        spans: list[tuple[int, int]] = []
        words: list[int] = []
        for index, (word, starts, ends) in enumerate(_words(text)):
            for first, last, token in self._pieces(word):
                ids.append(token)
                spans.append((starts[first], ends[last - 1]))
                words.append(index)
        return Encoding(tuple(ids), tuple(self.tokens[i] for i in ids), tuple(spans), tuple(words))

    def decode(self, ids: Iterable[int]) -> str:
        """Readable lower-case text: pieces joined, punctuation and quotes set; a boundary is an empty line."""
        ids = [int(i) for i in ids]
        _require(all(0 <= i < len(self) for i in ids), f"token ids must lie from 0 to {len(self) - 1}")
        return set_words(join_pieces(self.tokens[i] for i in ids))

    def _pieces(self, word: str) -> Iterator[tuple[int, int, int]]:
        """Yield (start, end, id) of the longest known pieces of one word, left to right."""
        start, trie = 0, self.starts
        while start < len(word):
            end, token = _longest_piece(trie, word, start)
            yield start, end, token
            start, trie = end, self.continues


class _Trie(dict[str, "_Trie"]):
    """Pieces letter by letter; `token` is the id of the piece that ends here, if one does."""

    token: int | None = None


def _trie(pieces: Iterable[tuple[str, int]]) -> _Trie:
    root = _Trie()
    for piece, token in pieces:
        node = root
        for char in piece:
            node = node.setdefault(char, _Trie())
        node.token = token
    return root


def _longest_piece(trie: _Trie, word: str, start: int) -> tuple[int, int]:
    """Return the end and id of the longest piece at `start`; one character as `[UNK]` where there is none."""
    # Reading forwards stops after a few letters, so a pasted word of any length costs time in proportion.
    end, token = start + 1, UNK_ID
    node: _Trie | None = trie
    for position in range(start, len(word)):
        node = node.get(word[position])
        if node is None:
            break
        if node.token is not None:
            end, token = position + 1, node.token
    return end, token


@lru_cache(maxsize=4096)
def _normalized(char: str) -> str:
    """Apply NORMALIZER to one character. Marks stay, for `_words` to join to the letter before."""
    # One character at a time is enough: NFKD over several only reorders marks, and each mark is dropped or [UNK].
    decomposed = unicodedata.normalize("NFKD", _QUOTES.get(char, char))
    return "".join(part.lower() for part in decomposed)


def _words(text: str) -> Iterator[tuple[str, list[int], list[int]]]:
    """Yield each word after normalizing, with the typed start and end of each of its characters."""
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for position, typed in enumerate(text):
        for char in _normalized(typed):
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


def join_pieces(tokens: Iterable[str]) -> list[str]:
    """Join `##` pieces to the token before: ["z", "##ark", "##o"] is ["zarko"]."""
    words: list[str] = []
    for token in tokens:
        if token.startswith(PREFIX) and words and words[-1][-1] in _LETTERS:
            words[-1] += token.removeprefix(PREFIX)
        else:
            words.append(token.removeprefix(PREFIX))
    return words


_CLOSING = frozenset(".,!?;:)")
_CONTRACTIONS = frozenset(("s", "t", "d", "m", "re", "ve", "ll"))


def set_words(words: list[str]) -> str:
    """Put spaces between words as a person would; quotes open and close in turn within a story."""
    text, glue, open_quotes = "", True, set()
    for word, following in zip(words, [*words[1:], ""], strict=True):
        before, after = False, False  # joined to what stands before, to what stands after
        if word == BOUNDARY:
            text, glue, open_quotes = text.rstrip() + "\n\n", True, set()
            continue
        if word == "'" and text[-1:] in _LETTERS and (following in _CONTRACTIONS or word not in open_quotes):
            before, after = True, following in _CONTRACTIONS  # mom's, girls'
        elif word in ('"', "'"):
            before = word in open_quotes
            after = not before
            open_quotes ^= {word}
        elif word in _CLOSING:
            before = True
        elif word == "-" or (word.isdigit() and text[-1:].isdigit()):
            before, after = True, word == "-"
        text += word if glue or before else " " + word
        glue = after
    return text.strip()


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)
