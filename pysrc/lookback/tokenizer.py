"""WordPiece: text to tokens and back, read from a `tokenizer.json` in the Hugging Face format.

>>> tokenizer = Tokenizer.load("weights/tokenizer.json")
>>> tokenizer.encode("Zarko’s cat").tokens
('z', '##ark', '##o', "'", 's', 'cat')
>>> tokenizer.decode(tokenizer.encode("Zarko’s cat").ids)
"zarko's cat"
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from types import MappingProxyType

from lookback.words import LETTERS, NORMALIZER, PRE_TOKENIZER, set_words, split_words

UNK = "[UNK]"
BOUNDARY = "[BOUNDARY]"
UNK_ID = 0
BOUNDARY_ID = 1
PREFIX = "##"
MAX_WORD_CHARS = 10_000_000  # a long pasted word is cut into pieces, never swallowed as one [UNK]


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

    def since(self, first: int) -> "Encoding":
        """The same without the tokens before ``first``; spans and words keep their numbers."""
        return Encoding(self.ids[first:], self.tokens[first:], self.spans[first:], self.words[first:])

    def unknown_signs(self, text: str) -> tuple[str, ...]:
        """What became `[UNK]`, as it stands in ``text``, which was encoded: each once, in the order of the text."""
        both = zip(self.ids, self.spans, strict=True)
        return tuple(dict.fromkeys(text[start:end] for token, (start, end) in both if token == UNK_ID))


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
        for index, (word, starts, ends) in enumerate(split_words(text)):
            for first, last, token in self._pieces(word):
                ids.append(token)
                spans.append((starts[first], ends[last - 1]))
                words.append(index)
        return Encoding(tuple(ids), tuple(self.tokens[i] for i in ids), tuple(spans), tuple(words))

    def decode(self, ids: Iterable[int]) -> str:
        """Make readable lower-case text: pieces joined, punctuation and quotes set; a boundary is an empty line."""
        ids = [int(i) for i in ids]
        _require(all(0 <= i < len(self) for i in ids), f"token ids must lie from 0 to {len(self) - 1}")
        stories = [list(story) for is_story, story in groupby(ids, BOUNDARY_ID.__ne__) if is_story]
        return "\n\n".join(set_words(join_pieces(self.tokens[i] for i in story)) for story in stories)

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


def join_pieces(tokens: Iterable[str]) -> list[str]:
    """Join `##` pieces to the token before: ["z", "##ark", "##o"] is ["zarko"]."""
    words: list[str] = []
    for token in tokens:
        if token.startswith(PREFIX) and words and words[-1][-1] in LETTERS:
            words[-1] += token.removeprefix(PREFIX)
        else:
            words.append(token.removeprefix(PREFIX))
    return words


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)
