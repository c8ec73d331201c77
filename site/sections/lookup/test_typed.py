"""The lookup over whatever is typed or asked, in the network of test_section.py."""

import math

import pytest
from scene import Frame
from scene.sentences import plain
from sections.lookup import compute, picture
from sections.lookup.test_section import N_CTX, drawn, models, notice, own, said, state

from tests.scene.problems import problems

__all__ = ["models"]  # the fixture


@pytest.mark.parametrize("changes", [{"token": 255}, {"head": 7, "rank": 255}, {"story": 99}])
def test_what_is_beyond_the_end_counts_as_the_default(models, changes):
    data = compute.read_scores(models, state(**changes))
    assert (data.reader, data.key) == (4, data.look.by_weight()[0])


@pytest.mark.parametrize("text", ["", "   ", "\n\t\u00a0", "\u202e\u200d"])
def test_an_empty_text_is_answered_with_what_to_do(models, text):
    for read in (compute.read_weights, compute.read_scores, compute.read_vectors):
        with pytest.raises(ValueError, match=r"write a few words, or take one of the stories"):
            read(models, own(text))


@pytest.mark.parametrize(
    "text",
    [
        "Lily", ".", "?!…,", "7", "“Lily” said", "Kantō Kanto\u0304", "<img src=x onerror=alert(1)>", "שלום עולם",
        "a\u202e\u200d", "½ x" * 30, "Lily said. " * 1800, "x" * 20000, "\n\nLily\tsat\u00a0said\n",
    ],
)  # fmt: skip
def test_any_text_is_read_from_its_last_token_and_its_weights_sum_to_1(models, text):
    for name in ("weights", "scores", "vectors"):
        data = getattr(compute, f"read_{name}")(models, own(text))
        assert data.reader == len(data.pieces) - 1
        assert data.look.weights.sum() == pytest.approx(1, abs=1e-5)
        assert notice(models, own(text), name)
        for width in (328, 620, 1000):
            assert problems(getattr(picture, f"draw_{name}")(data, Frame(width))) == []


def test_quotes_of_both_kinds_are_one_token_and_count_together(models):
    # From b, the opening quote is three back: e^0.25 against four scores of 0, one of them the closing quote's.
    together = (math.exp(0.25) + 1) / (math.exp(0.25) + 4)
    told = notice(models, own("“a” b"))
    assert told.endswith(f"The 2 places with the same token get {together:.2f} together.")


def test_of_a_long_text_it_says_which_part_is_read(models):
    long = own("Lily sat. " * 100)
    assert len(compute.read_weights(models, long).pieces) == N_CTX
    assert plain(said(models, long).details[0]) == (
        "The text has 300 tokens, more than the network reads at once. "
        "These are its last 39; the first 261 are left out."
    )
    assert said(models, own("Lily sat")).details == ()


def test_text_is_shown_as_typed_also_where_the_network_knows_no_such_token(models):
    marks = {mark["key"]: mark for mark in drawn(models, own("Lily É7 “SAID”")).marks}
    assert [marks[f"t{j}"]["text"] for j in range(1, 7)] == ["Lily", "É", "7", "“", "SAID", "”"]
    rows = said(models, own("Lily 7")).table.rows
    assert [row[0] for row in rows] == ["¶ (boundary)", "Lily", "7 (unknown)"]
    hostile = drawn(models, own("<b>Lily"))
    assert [mark["text"] for mark in hostile.marks if mark["key"] in ("t1", "t2", "t3", "t4")] == [
        "<",
        "b",
        ">",
        "Lily",
    ]


def test_tokens_that_the_network_does_not_know_are_one_and_the_same_to_it(models):
    assert notice(models, own("Lily 7 8 9", head=1)) == (
        "Head 1, at “9”, reads itself most, with 0.20 of its weight. "
        "It does not know this token; the 3 that it does not know look the same and get 0.60."
    )


def test_pieces_of_a_word_are_joined_by_a_mark(models):
    assert [row[0] for row in said(models, own("Lily zat")).table.rows] == ["¶ (boundary)", "Lily", "z", "…a", "…t"]
    assert {"t3.join", "t4.join"} <= {mark["key"] for mark in drawn(models, own("Lily zat")).marks}
