"""Numbers as a sentence says them."""

import pytest
from scene import sentences


@pytest.mark.parametrize(
    ("n", "said"), [(0, "0 times"), (1, "once"), (2, "twice"), (3, "3 times"), (1240, "1,240 times")]
)
def test_how_often_is_said_in_words_where_there_is_one(n, said):
    assert sentences.times(n) == said
