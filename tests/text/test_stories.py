import json
import lzma
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lookback.stories import (
    Mention,
    Story,
    mention_tokens,
    mentions,
    name_tokens,
    parse_story,
    read_corpus,
    read_stories,
    rename,
)
from lookback.tokenizer import Tokenizer

ROOT = Path(__file__).parents[2]
tokenizer = Tokenizer.load(ROOT / "weights" / "tokenizer.json")
STORY = Story("a-1", "Tom", "he", "Tim", "Tom saw Tim. Tim's hat was Tom's.")


def line(**changes: object) -> str:
    return json.dumps({**STORY.__dict__, **changes})


def test_the_shipped_stories_are_read_whole():
    assert len(read_stories(ROOT / "stories" / "train.jsonl")) == 1280
    assert len(read_stories(ROOT / "stories" / "test.jsonl")) == 100


def test_a_line_becomes_a_story_and_other_keys_are_left_alone():
    assert parse_story(line(note="x")) == STORY
    assert parse_story(line(friend=None)).friend is None


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[1, 2]", "not a JSON object"),
        (line(name=""), "\"name\" is ''"),
        (line(text="  "), '"text" is'),
        (line(id=7), '"id" is 7'),
        (line(friend=["Tim"]), '"friend" is'),
        (line(pronoun="we"), "one of she, he"),
        (line(name="Ann"), "'Ann' does not stand in"),
        (line(name="Tim"), "give them two names"),
        (line(friend="Hat"), "'Hat' does not stand in"),
        (line(text="tom saw Tim."), "'Tom' does not stand in"),
        (json.dumps({k: v for k, v in STORY.__dict__.items() if k != "friend"}), '"friend" is missing'),
        (json.dumps({k: v for k, v in STORY.__dict__.items() if k != "text"}), '"text" is missing'),
        (line(), "'a-1' is used twice"),
    ],
)
def test_a_bad_line_is_refused_with_file_and_line(tmp_path: Path, bad: str, message: str):
    path = tmp_path / "some.jsonl"
    path.write_text(f"{line()}\n{bad}\n{line(id='a-3')}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=rf"some\.jsonl:2: .*{message}"):
        read_stories(path)


@pytest.mark.parametrize("text", ["{}\n{}\n\n", "\ufeff{}\n{}", "\n \t\n{}\r\n\r\n{}\r\n"])
def test_blank_lines_and_an_editors_mark_are_passed_over(tmp_path: Path, text: str):
    path = tmp_path / "some.jsonl"
    path.write_text(text.replace("{}", line(), 1).replace("{}", line(id="b-2"), 1), encoding="utf-8")
    assert [story.id for story in read_stories(path)] == ["a-1", "b-2"]


def test_a_line_that_is_not_utf8_is_refused_with_file_and_line(tmp_path: Path):
    path = tmp_path / "some.jsonl"
    path.write_bytes(line().encode() + b'\n{"id": "\xff"}\n')
    with pytest.raises(ValueError, match=r"some\.jsonl:2: not UTF-8: save"):
        read_stories(path)


def test_a_file_without_stories_is_refused(tmp_path: Path):
    path = tmp_path / "some.jsonl"
    path.touch()
    with pytest.raises(ValueError, match=r"some\.jsonl:1: no stories"):
        read_stories(path)


def test_a_hostile_text_stays_text():
    text = "Tom wrote <img src=x onerror=alert(1)>.\u2028Tim laughed."
    assert parse_story(line(text=text)).text == text


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("Rose had a rose.", "Rose", ((0, 4),)),
        ("Lily's hat, Lily’s hat, (Lily)", "Lily", ((0, 4), (12, 16), (25, 29))),
        ("Anna saw Ann-Lee and McAnn, Ann_1 and Ann", "Ann", ((9, 12), (38, 41))),
        ("Zoë and Zoe\u0308 saw Zoe", "Zoe", ((17, 20),)),
        ("a.b axb", "a.b", ((0, 3),)),
        ("no one", "Tom", ()),
        ("no one", "", ()),
    ],
)
def test_mentions_are_found_by_capital_letter_and_word_borders(text: str, name: str, found: tuple):
    assert mentions(text, name) == found


def test_two_people_swap_names_at_once_and_keep_what_is_theirs():
    swapped = rename(STORY, {"Tom": "Tim", "Tim": "Tom"})
    assert swapped == Story("a-1", "Tim", "he", "Tom", "Tim saw Tom. Tom's hat was Tim's.")
    assert rename(swapped, {"Tom": "Tim", "Tim": "Tom"}) == STORY


def test_a_name_with_signs_of_regular_expressions_is_put_in_as_it_is():
    renamed = rename(STORY, {"Tom": r"\1<b>", "Nobody": "Sue"})
    assert renamed.text == r"\1<b> saw Tim. Tim's hat was \1<b>'s."
    assert renamed.name == r"\1<b>"


def test_the_longer_of_two_names_is_renamed_first():
    story = Story("a-2", "Ann", "she", "Ann Lee", "Ann met Ann Lee.")
    assert rename(story, {"Ann": "Sue", "Ann Lee": "Mia"}).text == "Sue met Mia."


def test_renaming_nobody_changes_nothing():
    assert rename(STORY, {}) == STORY


@pytest.mark.parametrize("names", [{"Tom": "Tim"}, {"Tom": " "}, {"": "Tom"}, {"Tom": "Max", "Tim": "Max"}])
def test_empty_names_and_two_people_of_one_name_are_refused(names: dict[str, str]):
    with pytest.raises(ValueError, match=r"choose two names|at least one letter"):
        rename(STORY, names)


@given(st.permutations(["Tom", "Tim", "Zarko", "Mia"]))
def test_renaming_and_back_gives_the_story_again(names: list[str]):
    there = dict(zip(["Tom", "Tim", "Zarko", "Mia"], names, strict=True))
    back = {new: old for old, new in there.items()}
    assert rename(rename(STORY, there), back) == STORY


@pytest.mark.parametrize(
    ("typed", "name", "span"),
    [
        ("A girl named Li\u00adly ran.", "Lily", (13, 18)),
        ("A girl named Lily ran.", "Li\u200dly", (13, 17)),
        ("A girl named Zoe\u0308 ran.", "Zo\u00eb", (13, 17)),
        ("A girl named Zo\u00eb ran.", "Zoe\u0308", (13, 16)),
        ("A boy named O\u2019Neil ran.", "O'Neil", (12, 18)),
        ("A boy named O'Neil ran.", "O\u02bcNeil".replace("\u02bc", "\u2019"), (12, 18)),
        ("A girl named Ann\u00a0Lee ran.", "Ann Lee", (13, 20)),
        ("A girl named Ann\n Lee ran.", "Ann Lee", (13, 21)),
        ("A girl named \uff2c\uff49\uff4c\uff59 ran.", "Lily", (13, 17)),
        ("Die Ma\u0323\u0308dchen.", "Ma\u0308\u0323dchen", (4, 13)),
    ],
)
def test_a_name_that_looks_equal_is_found_where_it_was_typed(typed: str, name: str, span: tuple[int, int]):
    assert mentions(typed, name) == (span,)
    story = Story("1", name, "she", None, typed)
    assert rename(story, {name: "Mia"}).text == typed[: span[0]] + "Mia" + typed[span[1] :]


def test_a_mark_makes_another_name():
    for typed, name in (("Zo\u00eb ran.", "Zoe"), ("Zoe\u0308 ran.", "Zoe"), ("Zoe ran.", "Zo\u00eb")):
        assert mentions(typed, name) == ()


def test_mentions_point_at_the_first_token_and_count_the_pieces():
    text = "“Zarko!” A rose for Rose. Zarko’s rose."
    encoding = tokenizer.encode(text)
    assert encoding.tokens == (
        *('"', "z", "##ark", "##o", "!", '"', "a", "rose", "for", "rose", "."),
        *("z", "##ark", "##o", "'", "s", "rose", "."),
    )
    assert mention_tokens(encoding, text, "Zarko") == (Mention(1, 3), Mention(11, 3))
    assert mention_tokens(encoding, text, "Rose") == (Mention(9, 1),)
    assert mention_tokens(encoding, text, "Tom") == ()
    assert name_tokens(encoding, text, "Zarko") == {1, 2, 3, 11, 12, 13}
    assert name_tokens(encoding, text, "Tom") == frozenset()


def test_every_mention_in_the_shipped_stories_spells_the_name():
    for story in read_stories(ROOT / "stories" / "train.jsonl")[:200]:
        encoding = tokenizer.encode(story.text)
        found = mention_tokens(encoding, story.text, story.name)
        assert len(found) == len(mentions(story.text, story.name)) >= 1
        for mention in found:
            pieces = encoding.tokens[mention.first : mention.first + mention.n_tokens]
            assert "".join(piece.removeprefix("##") for piece in pieces) == story.name.lower()


@pytest.mark.parametrize("name", ["corpus.txt", "corpus.txt.xz"])
def test_a_corpus_is_cut_into_stories_without_empty_ones(tmp_path: Path, name: str):
    stories = ["", "\n the end.\n", "\n\n", "\nOné day.\n\nIt ended.\n", "\n"]
    content = "<|endoftext|>".join(stories).encode()
    path = tmp_path / name
    path.write_bytes(lzma.compress(content) if name.endswith("xz") else content)
    assert list(read_corpus(path)) == ["the end.", "Oné day.\n\nIt ended."]


@pytest.mark.parametrize(("name", "content"), [("a.xz", lzma.compress(b"story" * 99)[:-30]), ("a.txt", b"\xff")])
def test_a_damaged_corpus_is_refused_with_what_to_do(tmp_path: Path, name: str, content: bytes):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ValueError, match="fetch the file again"):
        read_corpus(path)
