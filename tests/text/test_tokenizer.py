import json
import time
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lookback.stories import read_stories
from lookback.tokenizer import BOUNDARY, BOUNDARY_ID, UNK, UNK_ID, Tokenizer, join_pieces
from lookback.words import set_words
from tokenizers import Tokenizer as Reference

from build_scripts.train_tokenizer import reference_tokenizer, train

ROOT = Path(__file__).parents[2]
FILE = ROOT / "weights" / "tokenizer.json"
TRAIN = ROOT / "stories" / "train.jsonl"
TEST = ROOT / "stories" / "test.jsonl"

tokenizer = Tokenizer.load(FILE)
reference = Reference.from_file(str(FILE))

# Surrogates cannot be handed to the reference; unassigned characters mean different things to different Unicodes.
any_character = st.characters(exclude_categories=["Cs", "Cn"])
odd_pieces = st.sampled_from([
    "lily", "Zarko", "don’t", "mom's", "“Hi”", "café", "cafe\u0301", "Kantō", "\u200d", "\u200b", "\ufeff", "\u00ad",
    "שלום", "مرحبا", "\u202e", "[UNK]", "[BOUNDARY]", "##ing", "<|endoftext|>", "ﬁ", "½", "…", "\u00a0", "\u2028",
    "\u0085", "\x1c", "\u180e", "İ", "ẞ", "ΑΣ", "12:30", "′", "″", "´", "\u1ffd", "\u0345", "\u05b0",
    "👩‍👩‍👧", "한국", "ﷺ",
    " ", "\n", "\t", "\0", "n\u0303\u05b0\u0301",
])  # fmt: skip
wordlike = st.text("abcdefghijklmnopqrstuvwxyzLTZ '\"’“”.,!?-0\u0301\u0308", max_size=12)
texts = st.lists(st.text(any_character, max_size=8) | odd_pieces | wordlike, max_size=8).map("".join)


def tokens(text: str) -> list[str]:
    return list(tokenizer.encode(text).tokens)


@pytest.mark.slow
@pytest.mark.parametrize("path", [TRAIN, TEST], ids=lambda path: path.name)
def test_stories_get_the_ids_that_hugging_face_gives(path: Path):
    stories = [story.text for story in read_stories(path)]
    expected = [encoding.ids for encoding in reference.encode_batch(stories)]
    assert [list(tokenizer.encode(text).ids) for text in stories] == expected


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(st.lists(texts, min_size=20, max_size=20))  # 10,000 texts, in batches to save time
def test_any_text_gets_the_ids_that_hugging_face_gives(batch: list[str]):
    for text in batch:
        expected = reference.encode(text)
        encoding = tokenizer.encode(text)
        assert list(encoding.ids) == expected.ids
        assert list(encoding.tokens) == expected.tokens


@settings(max_examples=500, deadline=None)
@given(st.text(st.characters(), max_size=30) | texts)
def test_spans_go_forward_and_leave_out_only_spaces_marks_and_what_is_not_seen(text: str):
    encoding = tokenizer.encode(text)
    assert all(0 <= start < end <= len(text) for start, end in encoding.spans)
    for one, other in zip(encoding.spans, encoding.spans[1:], strict=False):
        assert one[0] <= other[0]
        assert one[1] <= other[1]
    covered = {i for start, end in encoding.spans for i in range(start, end)}
    for i in set(range(len(text))) - covered:
        rest = unicodedata.normalize("NFKD", text[i])
        assert all(char.isspace() or "\u0300" <= char <= "\u036f" or is_unseen(char) for char in rest)


def is_unseen(char: str) -> bool:
    words = ("VARIATION SELECTOR", "FILLER", "VOWEL INHERENT", "GRAPHEME JOINER")
    return unicodedata.category(char) == "Cf" or any(word in unicodedata.name(char, "") for word in words)


@settings(max_examples=500, deadline=None)
@given(texts)
def test_composed_and_decomposed_text_give_the_same_ids(text: str):
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert tokenizer.encode(composed).ids == tokenizer.encode(decomposed).ids


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("abklorzLÉ"), min_size=1, max_size=40))
def test_the_pieces_of_a_word_give_the_word_again(word: str):
    encoding = tokenizer.encode(word)
    assert join_pieces(encoding.tokens) == [word.lower().replace("é", "e")]
    assert set(encoding.words) == {0}
    assert [word[start:end].lower().replace("é", "e") for start, end in encoding.spans] == [
        token.removeprefix("##") for token in encoding.tokens
    ]


@pytest.mark.parametrize(
    ("typed", "straight"),
    [
        ("“Lily”", '"Lily"'),
        ("„Lily‟ «Tom»", '"Lily" "Tom"'),
        ("don’t", "don't"),
        ("‘Lily’ ‚Tom‛ ‹Sue›", "'Lily' 'Tom' 'Sue'"),
        ("5′ 6″", "5' 6\""),
        ("don´t", "don't"),
    ],
)
def test_curly_quotes_are_read_as_straight_ones(typed: str, straight: str):
    assert tokens(typed) == tokens(straight)
    assert UNK not in tokens(typed)


def test_an_apostrophe_is_a_token_of_its_own():
    assert tokens("don't") == ["don", "'", "t"]
    assert tokens("Mom’s") == ["mom", "'", "s"]


def test_accents_fall_away_and_no_letter_vanishes():
    assert "".join(join_pieces(tokens("Kantō"))) == "kanto"
    assert "".join(join_pieces(tokens("café"))) == "cafe"
    assert tokenizer.encode("cafe\u0301!").spans[-2:] == ((2, 5), (5, 6))
    assert tokenizer.encode("caf\u00e9!").spans[-2:] == ((2, 4), (4, 5))


def test_a_frequent_name_is_one_token_and_an_invented_one_falls_into_pieces():
    assert tokens("Fred") == ["fred"]
    assert tokens("Zarko") == ["z", "##ark", "##o"]
    assert tokenizer.encode("See Zarko!").words == (0, 1, 1, 1, 2)
    assert tokenizer.encode("See Zarko!").spans == ((0, 3), (4, 5), (5, 8), (8, 9), (9, 10))


def test_the_tokens_since_one_keep_their_places_in_the_text():
    later = tokenizer.encode("See Zarko!").since(2)
    assert later.tokens == ("##ark", "##o", "!")
    assert (later.words, later.spans) == ((1, 1, 2), ((5, 8), (8, 9), (9, 10)))
    assert len(tokenizer.encode("See Zarko!").since(9)) == 0


@pytest.mark.parametrize("text", ["", " ", " \t\n\r\u00a0\u2003\u3000\u2028 ", "\u0301\u0302"])
def test_text_without_a_word_has_no_tokens(text: str):
    assert tokenizer.encode(text) == tokenizer.encode("")
    assert len(tokenizer.encode(text)) == 0
    assert tokenizer.decode(()) == ""


def test_only_punctuation_is_one_token_a_character():
    assert tokens("?!...") == ["?", "!", ".", ".", "."]


def test_digits_capitals_and_spaces_keep_their_places_in_the_typed_text():
    typed = "LILY\thas\n10\u00a0hats"
    encoding = tokenizer.encode(typed)
    assert [typed[start:end] for start, end in encoding.spans] == ["LILY", "has", "1", "0", "hat", "s"]


@pytest.mark.parametrize("odd", ["ש", "م", "漢", "👧", "<", "\0", "\ud800"])
def test_an_unknown_character_is_one_unk_and_leaves_the_words_beside_it(odd: str):
    assert tokens(f"lily{odd}was") == ["lily", UNK, "was"]
    assert tokenizer.encode(f"lily{odd}was").spans == ((0, 4), (4, 5), (5, 8))


UNSEEN = (*"\u00ad\u034f\u200b\u200c\u200d\u202e\u2060\u2066\ufe0f\ufeff\U000e0041",)


@pytest.mark.parametrize("unseen", UNSEEN)
def test_what_is_not_seen_changes_no_token(unseen: str):
    encoding = tokenizer.encode(f"{unseen}li{unseen}ly{unseen} was{unseen}")
    assert encoding.tokens == ("lily", "was")
    assert encoding.spans == ((1, 6), (8, 11))


def test_a_tag_is_text():
    typed = "<img src=x onerror=alert(1)>"
    encoding = tokenizer.encode(typed)
    assert "".join(typed[start:end] for start, end in encoding.spans) == typed.replace(" ", "")


@pytest.mark.parametrize("typed", [UNK, BOUNDARY, f"the{BOUNDARY}end", "<|endoftext|>", "##ing"])
def test_typed_text_can_not_name_a_special_token(typed: str):
    encoding = tokenizer.encode(typed)
    assert BOUNDARY_ID not in encoding.ids
    unknown = [typed[slice(*span)] for span, i in zip(encoding.spans, encoding.ids, strict=True) if i == UNK_ID]
    assert not set(unknown) - set("[]<|>#")


@pytest.mark.parametrize("typed", ["x" * 20_000, "abcdefghij" * 2_000, "e\u0301" * 10_000, "." * 20_000, "é" * 20_000])
def test_twenty_thousand_characters_without_a_space_are_cut_in_time(typed: str):
    start = time.process_time()
    encoding = tokenizer.encode(typed)
    assert time.process_time() - start < 0.5  # about 0.05 s on a free machine
    assert UNK_ID not in encoding.ids
    assert encoding.spans[-1][1] == len(typed)


def test_a_long_word_gets_the_pieces_that_hugging_face_gives():
    word = "supercalifragilistic" * 100
    assert list(tokenizer.encode(word).ids) == reference.encode(word).ids


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["once", ",", "tom", "ran", "."], "once, tom ran."),
        (['"', "hi", "!", '"', "said", "tom", ".", '"', "oh", ".", '"'], '"hi!" said tom. "oh."'),
        (["it", "'", "s", "mom", "'", "s", "and", "the", "girls", "'", "hat"], "it's mom's and the girls' hat"),
        (["he", "said", ",", '"', "'", "no", "'", "?", '"'], "he said, \"'no'?\""),
        (["ice", "-", "cream", "at", "1", "0", ":", "3", "0"], "ice-cream at 10:30"),
    ],
)
def test_words_are_set_as_a_person_would(words: list[str], text: str):
    assert set_words(words) == text


@pytest.mark.slow
def test_stories_come_back_as_they_were_but_for_capitals():
    stories = [story.text for story in read_stories(TRAIN)]
    changed = [text for text in stories if tokenizer.decode(tokenizer.encode(text).ids) != text.lower()]
    assert len(changed) <= 2  # a quote inside a quote that starts after a letter cannot be told from an apostrophe


def test_a_boundary_is_an_empty_line_and_closes_open_quotes():
    first, second = tokenizer.encode('"the end').ids, tokenizer.encode('"hi"').ids
    ids = (BOUNDARY_ID, *first, BOUNDARY_ID, BOUNDARY_ID, *second, BOUNDARY_ID)
    assert tokenizer.decode(ids) == '"the end\n\n"hi"'


@pytest.mark.parametrize("ids", [(-1,), (2000,), (5, 10**9)])
def test_ids_outside_the_vocabulary_are_refused(ids: tuple[int, ...]):
    with pytest.raises(ValueError, match="from 0 to 1999"):
        tokenizer.decode(ids)


def test_there_are_2000_tokens_and_none_is_wasted_on_odd_characters():
    assert len(tokenizer) == 2000
    assert tokenizer.tokens[:2] == (UNK, BOUNDARY)
    assert all(token.isascii() for token in tokenizer.tokens)


def changed(edit) -> object:
    content = json.loads(FILE.read_text(encoding="utf-8"))
    edit(content)
    return content


DAMAGE = {
    "normalizer": lambda c: c["normalizer"]["normalizers"].pop(),
    "pre-tokenizer": lambda c: c["pre_tokenizer"].update(invert=False),
    "added tokens": lambda c: c["added_tokens"].append({"id": 1, "content": BOUNDARY}),
    "no model": lambda c: c.pop("model"),
    "type": lambda c: c["model"].update(type="BPE"),
    "max_input_chars_per_word": lambda c: c["model"].update(max_input_chars_per_word=100),
    "no table": lambda c: c["model"].update(vocab=[UNK, BOUNDARY]),
    "missing or double": lambda c: c["model"]["vocab"].update(the=5),
    "tokens 0 and 1": lambda c: c["model"]["vocab"].update({UNK: 1, BOUNDARY: 0}),
    "letters are missing: ##z": lambda c: c["model"]["vocab"].update({"##ü": c["model"]["vocab"].pop("##z")}),
}


@pytest.mark.parametrize(("message", "edit"), DAMAGE.items(), ids=DAMAGE)
def test_a_tokenizer_with_other_rules_is_refused_with_what_to_do(tmp_path: Path, message: str, edit):
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(changed(edit)), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"tokenizer.json: .*{message}.*Fetch the file again"):
        Tokenizer.load(path)


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", FILE.read_bytes()[:20_000], b"\xff\xfe", b"null"])
def test_a_damaged_tokenizer_is_refused_with_what_to_do(tmp_path: Path, content: bytes):
    path = tmp_path / "tokenizer.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"tokenizer.json: .*Fetch the file again"):
        Tokenizer.load(path)


def test_the_shipped_tokenizer_has_the_rules_that_the_trainer_writes():
    written = json.loads(reference_tokenizer(dict(tokenizer.ids)).to_str())
    assert written == json.loads(FILE.read_text(encoding="utf-8"))


def test_the_trainer_gives_single_pieces_the_first_ids_and_no_matching_special_tokens():
    trained = train(story.text for story in read_stories(TRAIN)[:50])
    vocabulary = trained.get_vocab()
    single = sorted(vocabulary, key=vocabulary.__getitem__)[2:73]
    assert single == list(tokenizer.tokens[2:73])
    assert json.loads(trained.to_str())["added_tokens"] == []


@pytest.mark.slow
def test_token_counts_cover_the_vocabulary_and_hold_the_own_stories():
    record = json.loads((ROOT / "weights" / "token_counts.json").read_text(encoding="utf-8"))
    counts = record["counts"]
    own = Counter(i for story in read_stories(TRAIN) for i in tokenizer.encode(story.text).ids)
    assert len(counts) == len(tokenizer)
    assert sum(counts) == record["tokens"] > 20 * own.total()
    assert all(counts[i] >= n for i, n in own.items())
    assert counts[BOUNDARY_ID] == 0
    assert tokenizer.tokens[max(range(2000), key=counts.__getitem__)] == "."
