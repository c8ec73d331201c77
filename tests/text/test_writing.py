"""How tokens are written in lists."""

import pytest
from lookback.writing import listed, written

from tests.reference import small_world


def test_a_known_name_has_its_capital_and_every_other_token_is_written_as_the_vocabulary_has_it():
    models = small_world.models()
    expected = {"lily": "Lily", "ben": "Ben", "cat": "cat", "##a": "##a", ",": ","}
    assert {token: written(models, small_world.VOCABULARY.index(token)) for token in expected} == expected


@pytest.mark.parametrize(
    ("token", "shown"),
    [("[BOUNDARY]", "(the end)"), ("[UNK]", "(unknown)"), ("##a", "…a"), ("lily", "Lily"), (",", ",")],
)
def test_in_a_list_a_piece_goes_on_with_a_word_and_what_is_no_word_stands_in_brackets(token, shown):
    number = small_world.VOCABULARY.index(token)
    assert listed(number, written(small_world.models(), number)) == shown
