"""How tokens are written in lists."""

from lookback.writing import written

from tests.reference import small_world


def test_a_known_name_has_its_capital_and_every_other_token_is_written_as_the_vocabulary_has_it():
    models = small_world.models()
    expected = {"lily": "Lily", "ben": "Ben", "cat": "cat", "##a": "##a", ",": ","}
    assert {token: written(models, small_world.VOCABULARY.index(token)) for token in expected} == expected
