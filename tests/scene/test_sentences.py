"""Runs of words, and numbers and lists as a sentence says them."""

import pytest
from scene import formats, sentences


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (sentences.plain("as it is"), "as it is"),
        (sentences.plain(["the ", ("query", "query"), " of ", ("Lily", "name"), "."]), "the query of Lily."),
        (sentences.spelled(formats.weight(0.004)), "less than 0.01"),
        (sentences.spelled(formats.weight(0.42)), "0.42"),
        (sentences.spelled(formats.percent(0.0001)), "less than 0.1%"),
        (sentences.times(0), "0 times"),
        (sentences.times(1), "once"),
        (sentences.times(2), "twice"),
        (sentences.times(1240), "1,240 times"),
        (sentences.counted(1, "token"), "1 token"),
        (sentences.counted(0, "token"), "0 tokens"),
        (sentences.counted(1240, "step"), "1,240 steps"),
        (sentences.all_of(1, "key"), "the one key"),
        (sentences.all_of(2, "key"), "both keys"),
        (sentences.all_of(1240, "key"), "all 1,240 keys"),
        (sentences.listed([]), ""),
        (sentences.listed(["commas"]), "commas"),
        (sentences.listed([0, 3]), "0 and 3"),
        (sentences.listed([0, 2, 3]), "0, 2 and 3"),
        (sentences.name_heads([]), "no head"),
        (sentences.name_heads([3]), "head 3"),
        (sentences.name_heads([0, 2, 3]), "heads 0, 2 and 3"),
    ],
)
def test_words_are_said_as_in_a_sentence(said, expected):
    assert said == expected


def test_a_sentence_starts_with_a_capital_unless_it_starts_with_a_word_of_a_role():
    assert sentences.capitalized(["the ", ("comma", "key")]) == ("The ", ("comma", "key"))
    assert sentences.capitalized(["", ("comma", "key")]) == ("", ("comma", "key"))
    assert sentences.capitalized([("lily", "name"), " is"]) == (("lily", "name"), " is")


def test_runs_are_listed_with_their_roles():
    a, b, c = ("a", "key"), "b", ("c", "value")
    assert sentences.listed_runs([a, b, c]) == [a, ", ", b, " and ", c]
