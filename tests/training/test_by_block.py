import pytest
from lookback.training.by_block import constant, parse, spans, to_text, value_at

TWO = ((0, 0.4), (10, 0.6))


@pytest.mark.parametrize(("text", "expected"), [("0.3", ((0, 0.3),)), ("0:0.4,10:0.6", TWO), ("0:1", ((0, 1.0),))])
def test_numbers_by_block_are_read_and_written(text, expected):
    assert parse(text) == expected
    assert parse(to_text(expected)) == expected


@pytest.mark.parametrize("text", ["", "a", "1:0.3", "0:0.1,10:0.2,5:0.3", "0:0.1,0:0.2", "0:0.1,", "0:0.1:3"])
def test_what_does_not_begin_at_block_0_and_rise_is_refused(text):
    with pytest.raises(ValueError, match=r".+"):
        parse(text)


def test_the_number_of_a_block_by_hand():
    assert [value_at(TWO, number) for number in (0, 9, 10, 11, 10_000)] == [0.4, 0.4, 0.6, 0.6, 0.6]
    assert value_at(constant(0.2), 7) == 0.2


def test_stretches_end_where_the_next_begins_or_with_the_blocks():
    assert list(spans(TWO, 25)) == [(0, 10, 0.4), (10, 25, 0.6)]
    assert list(spans(TWO, 10)) == [(0, 10, 0.4)]
    assert list(spans(TWO, 4)) == [(0, 4, 0.4)]
    assert list(spans(TWO, 0)) == []
