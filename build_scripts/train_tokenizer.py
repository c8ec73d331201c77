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
REPEATS = 4  # own stories are then about one token in seven
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
    """Return the trained tokenizer, the same for the same texts."""
    reference = reference_tokenizer()
    # All single pieces are named beforehand: left to itself the trainer numbers the ## letters in the order of a
    # hash table, breaks ties by those numbers, and gives another tokenizer each time.
    single = [*sorted(ALPHABET), *(PREFIX + letter for letter in LETTERS)]
    trainer = WordPieceTrainer(
        vocab_size=N_VOCAB,
        special_tokens=[UNK, BOUNDARY, *single],
        limit_alphabet=0,
        continuing_subword_prefix=PREFIX,
        show_progress=False,
    )
    reference.train_from_iterator(texts, trainer)
    # Built anew, because the trainer makes its special tokens match in text, where a reader could type them.
    return reference_tokenizer(reference.get_vocab())


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
