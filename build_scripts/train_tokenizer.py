"""Train the 2,000 WordPiece tokens: python -m build_scripts.train_tokenizer CORPUS.

CORPUS is a text file (plain or .xz) of TinyStories, stories separated by <|endoftext|>. The project's own training
stories are read beside it, four times over, so that the words which only they use get tokens too.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from lookback.stories import read_corpus, read_stories
from lookback.tokenizer import BOUNDARY, MAX_WORD_CHARS, PREFIX, UNK, Tokenizer
from lookback.words import LETTERS, NORMALIZER, PRE_TOKENIZER
from tokenizers import Regex, normalizers, pre_tokenizers
from tokenizers import Tokenizer as ReferenceTokenizer
from tokenizers.models import WordPiece
from tokenizers.trainers import WordPieceTrainer

N_VOCAB = 2000
REPEATS = 4  # own stories against TinyStories: about one token in thirty
PUNCTUATION = "!\"',-.:;?"  # what the training text uses more than a hundred times
ALPHABET = [*LETTERS, *"0123456789", *PUNCTUATION]


def reference_tokenizer(vocabulary: dict[str, int] | None = None) -> ReferenceTokenizer:
    """Build the Hugging Face tokenizer with the rules of `lookback.tokenizer` and the given {token: id}."""
    model = WordPiece(vocabulary or {}, unk_token=UNK, max_input_chars_per_word=MAX_WORD_CHARS)
    reference = ReferenceTokenizer(model)
    reference.normalizer = normalizers.Sequence([_normalizer(step) for step in NORMALIZER["normalizers"]])
    pattern = Regex(PRE_TOKENIZER["pattern"]["Regex"])
    reference.pre_tokenizer = pre_tokenizers.Split(pattern, behavior="removed", invert=True)
    return reference


def _normalizer(step: dict) -> normalizers.Normalizer:
    if step["type"] == "Replace":
        return normalizers.Replace(Regex(step["pattern"]["Regex"]), step["content"])
    return {"NFKD": normalizers.NFKD, "Lowercase": normalizers.Lowercase}[step["type"]]()


def train(texts: Iterator[str]) -> ReferenceTokenizer:
    """Return the trained tokenizer, its ids put in an order that every run gives again."""
    reference = reference_tokenizer()
    trainer = WordPieceTrainer(
        vocab_size=N_VOCAB,
        special_tokens=[UNK, BOUNDARY],
        initial_alphabet=ALPHABET,
        limit_alphabet=len(ALPHABET),
        continuing_subword_prefix=PREFIX,
        show_progress=False,
    )
    reference.train_from_iterator(texts, trainer)
    return reference_tokenizer(ordered(reference.get_vocab()))


def ordered(vocabulary: dict[str, int]) -> dict[str, int]:
    """Give tokens new ids: the two special ones, then single characters, then pieces in the order they were made."""

    # The trainer numbers the ## letters in the order of a hash table, which nothing promises to keep.
    def place(token: str) -> tuple[int, str, int]:
        if token in (UNK, BOUNDARY):
            return 0, "", vocabulary[token]
        if token in ALPHABET:
            return 1, token, 0
        if token.removeprefix(PREFIX) in ALPHABET:
            return 2, token, 0
        return 3, "", vocabulary[token]

    return {token: i for i, token in enumerate(sorted(vocabulary, key=place))}


def count_tokens(tokenizer: Tokenizer, texts: Iterator[str]) -> list[int]:
    """How often each token id occurs in the texts; boundaries, which stand between texts, are not counted."""
    counts: Counter[int] = Counter()
    for text in texts:
        counts.update(tokenizer.encode(text).ids)
    return [counts[i] for i in range(len(tokenizer))]


def main() -> None:
    """Write weights/tokenizer.json and weights/token_counts.json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, help="TinyStories text, .txt or .xz")
    parser.add_argument("--stories", type=Path, default=Path("stories/train.jsonl"), help="own training stories")
    parser.add_argument("--out", type=Path, default=Path("weights"), help="folder to write to")
    options = parser.parse_args()

    own = [story.text for story in read_stories(options.stories)]
    path = options.out / "tokenizer.json"
    train(chain(read_corpus(options.corpus), own * REPEATS)).save(str(path))
    tokenizer = Tokenizer.load(path)
    counts = count_tokens(tokenizer, chain(read_corpus(options.corpus), own))
    counted = "TinyStories and stories/train.jsonl, each once, without boundaries"
    record = {"counted": counted, "tokens": sum(counts), "counts": counts}
    (options.out / "token_counts.json").write_text(json.dumps(record) + "\n", encoding="utf-8")
    print(f"{len(tokenizer)} tokens in {path}; the text has {sum(counts):,}")


if __name__ == "__main__":
    main()
