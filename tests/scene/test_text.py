import pytest
from hypothesis import given
from hypothesis import strategies as st
from scene import formats
from scene.flow import Piece, flow
from scene.metrics import clusters, direction, shorten, shorten_start, text_width
from scene.quotes import curled
from scene.spoken import named, phrased, quoted, said, spoken, unknown_signs, visible


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (formats.number(-0.5), "−0.50"),
        (formats.number(-0.001), "0.00"),
        (formats.number(12345.678, 1), "12,345.7"),
        (formats.number(float("nan")), "not a number"),
        (formats.number(float("-inf")), "−∞"),
        (formats.signed(0.314), "+0.31"),
        (formats.signed(-0.314), "−0.31"),
        (formats.signed(0.001), "0.00"),
        (formats.weight(0.416), "0.42"),
        (formats.weight(0.004), "<0.01"),
        (formats.weight(0), "0.00"),
        (formats.probability(0.1466), "0.147"),
        (formats.probability(0.00095), "0.001"),
        (formats.probability(0.00094), "0.0009"),
        (formats.probability(0.00004), "<0.0001"),
        (formats.probability(0), "<0.0001"),
        (formats.probability(1), "1.000"),
        (formats.percent(0.424), "42%"),
        (formats.percent(0.0083), "0.8%"),
        (formats.percent(0.0001), "<0.1%"),
        (formats.percent(0), "0%"),
        (formats.percent(1), "100%"),
        (formats.loss(3.171), "3.17"),
        (formats.loss(0.0351), "0.035"),
        (formats.count(352848), "352,848"),
        (formats.tick(0.5, 0.25), "0.5"),
        (formats.tick(0.25, 0.05), "0.25"),
        (formats.tick(200, 50), "200"),
    ],
)
def test_numbers_are_written_as_the_page_shows_them(written, expected):
    assert written == expected


def test_punctuation_is_spoken_by_name():
    assert [spoken(token) for token in (",", "“", "Lily", " ")] == ["comma", "opening quote", "Lily", "an empty token"]


@pytest.mark.parametrize(
    ("signs", "said"),
    [
        ((), ""),
        (("猫",), "no such sign as “猫”. They"),
        (("猫", "犬", "猫"), "no such signs as “猫” and “犬”. They"),
        (("\x00",), "no such sign as an invisible character. They"),
        (tuple("一二三四五六七"), "no such signs as “一”, “二”, “三”, “四”, “五” and 2 more. They"),
    ],
)
def test_unknown_signs_are_named_once_and_a_few(signs, said):
    assert said in "".join(unknown_signs(signs))
    assert bool(unknown_signs(signs)) == bool(signs)


def test_widths_follow_the_table_and_the_size():
    # Serif: L 531, i 303, l 297, y 530 thousandths.
    assert text_width("Lily", 10, "serif") == pytest.approx(5.31 + 3.03 + 2.97 + 5.30, abs=0.06)
    assert text_width("Lily", 20, "serif") == pytest.approx(2 * text_width("Lily", 10, "serif"))
    assert text_width("Lily", 10, "mono") == pytest.approx(24.08)
    assert text_width("Lily", 10, "sans", bold=True) > text_width("Lily", 10, "sans")


def test_marks_over_letters_take_no_room():
    assert text_width("é", 10) == text_width("e", 10) == text_width("e\u0301", 10)
    assert text_width("\u200d", 10) == 0


def test_full_width_letters_and_emoji_take_a_whole_square():
    assert text_width("漢", 10) >= 10
    assert text_width("🚀", 10) >= 10


def test_letters_stay_with_their_marks():
    assert clusters("e\u0301a👩\u200d🚀b👍🏽") == ["e\u0301", "a", "👩\u200d🚀", "b", "👍🏽"]


def test_shortened_text_fits_and_ends_in_an_ellipsis():
    assert shorten("Lily", 10, 100) == "Lily"
    short = shorten("a rather long sentence", 10, 60)
    assert short.endswith("…")
    assert text_width(short, 10) <= 60
    assert shorten("Lily", 10, 1) == "…"


def test_direction_comes_from_the_first_letter_that_has_one():
    assert direction("1. שלום") == "R"
    assert direction("Lily said שלום") == "L"
    assert direction("123 …") == ""


@given(st.text(max_size=50))
def test_clusters_lose_nothing(string):
    assert "".join(clusters(string)) == string


@given(st.text(max_size=30), st.text(max_size=30))
def test_width_never_shrinks_as_text_grows(first, second):
    assert text_width(first + second, 14) >= text_width(first, 14) >= 0


def test_text_shortened_at_its_start_keeps_whole_words_and_the_space_at_its_end():
    assert shorten_start("He ran. Then ", 10, 100) == "He ran. Then "
    room = text_width("…ran. Then ", 10)
    assert shorten_start("He ran. Then ", 10, room) == "…ran. Then "
    assert shorten_start("…and he ran. Then ", 10, room) == "…ran. Then "
    assert shorten_start("He ran. Then ", 10, room - 0.1) == "…Then "
    assert shorten_start("Unbroken", 10, 20) == "…"


def test_a_token_among_others_is_named_so_that_no_word_reads_as_part_of_the_sentence():
    assert [named(token) for token in ("and", ",", "Lily", "##ra", "3", "#", "")] == [
        "“and”", "comma", "Lily", "…ra", "3", "number sign", "an empty token",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ('"No," he said. "I don\'t."', "“No,” he said. “I don’t.”"),
        ("'\"Yes\" or 'no'?'", "‘“Yes” or ‘no’?’"),
        ('(He said "so")\n"and"', "(He said “so”)\n“and”"),
        ("Lily’s “cat”", "Lily’s “cat”"),
    ],
)
def test_straight_quotes_are_set_as_a_person_would(typed, set_):
    assert curled(typed) == set_


def test_quotes_of_a_story_curl_by_what_stands_before_their_token():
    words = [("so", ""), (",", ""), ('"', ""), ("said", " "), ('"', " "), ("no", ""), ('"', "")]
    laid = flow([Piece(word, gap, i) for i, (word, gap) in enumerate(words)], 400)
    assert [box.text for box in laid.boxes] == ["so", ",", "”", "said", "“", "no", "”"]


@pytest.mark.parametrize(
    ("token", "words"),
    [("Lily", "“Lily”"), ("on", "“on”"), (",", "the comma"), ('"', "the quotation mark"), ("(the end)", "the end")],
)
def test_a_token_is_named_within_a_sentence(token, words):
    assert phrased(token) == words


@pytest.mark.parametrize(
    ("typed", "label", "sentence"),
    [
        ("Lily", "Lily", (("“Lily”", "key"),)),
        (" ,", "comma", ("the ", ("comma", "key"))),
        ("a\u200db", "ab", (("“ab”", "key"),)),
        ("\u202e", "an invisible character", ("", ("an invisible character", "key"))),
        ("x" * 30, "x" * 24 + "…", (("“" + "x" * 24 + "…”", "key"),)),
    ],
)
def test_a_typed_token_is_named_by_what_is_seen_of_it(typed, label, sentence):
    assert (said(typed), quoted(typed, "key")) == (label, sentence)
    assert visible("\u202e ") == ""
