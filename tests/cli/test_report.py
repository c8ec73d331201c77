import json
import math

import numpy as np
import pytest
from lookback.cli.report import shown, table, to_json


def test_numbers_that_are_not_finite_become_null():
    told = {"a": math.nan, "b": [np.inf, np.float32(np.nan), 1.5], "c": np.array([[0.5, -np.inf]], np.float32)}
    found = json.loads(to_json(told), parse_constant=pytest.fail)
    assert found == {"a": None, "b": [None, None, 1.5], "c": [[0.5, None]]}


def test_single_precision_is_written_with_as_few_digits_as_read_back():
    assert to_json([np.float32(0.1), np.array([1 / 3], np.float32), np.int32(7), np.bool_(True)]) == (
        "[0.1, [0.33333334], 7, true]"
    )


def test_json_is_written_in_ascii_and_reads_back():
    told = {"Zoë": ["語 😀", "\x9b2J\u202e\ud800", None]}
    assert to_json(told).isascii()
    assert json.loads(to_json(told)) == told


def test_tables_align_words_left_and_numbers_right():
    text = table(["token", "n", "p"], [["a", 12345, 0.5], ["longer", 7, -10.25], ["z", None, math.nan]], digits=2)
    assert text.splitlines() == [
        "token        n       p",
        "a       12,345    0.50",
        "longer       7  -10.25",
        "z            -       -",
    ]


def test_a_table_without_rows_is_its_head():
    assert table(["a", "bc"], []) == "a  bc"


def test_text_cannot_steer_the_terminal():
    assert shown("a\x1b[2Jb\u202ec\nd") == "a\\x1b[2Jb\\u202ec\\nd"
    assert shown("“Zoë” 😀 語") == "“Zoë” 😀 語"
