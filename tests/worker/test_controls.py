"""Values of choice as they are asked for: checked for good, or refused with a sentence."""

import contextlib
import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worker.controls import BadInput, check_value, clean_choice, read_control

HEAD = read_control("head", {"type": "int", "default": 3, "min": 1, "max": 8, "label": "Head", "widget": "head"})
SHARE = read_control("share", {"type": "float", "default": 0.5, "min": -1, "max": 1, "unit": "nats"})
TEXT = read_control("text", {"type": "text", "default": "Lily", "max_length": 10})
# what the page's script (tests/js/values.test.mjs) and Python both let pass of each type of control, and both refuse
CASES = json.loads((Path(__file__).parent / "control_cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["control"]["type"] for case in CASES])
def test_what_the_page_lets_pass_is_let_pass_and_nothing_else(case):
    control = read_control("name", case["control"])
    for value in (*case["allowed"], *(value for value in case["written"].values() if value is not None)):
        assert check_value(control, value) == value
    for value in (*case["refused"], math.nan, math.inf):
        with pytest.raises(BadInput, match=rf"^{control.label} .*\.$"):
            check_value(control, value)


@pytest.mark.parametrize("value", [9, 2.5, "3"])
def test_a_head_that_is_none_is_refused_with_those_that_are(value):
    with pytest.raises(BadInput, match=r"Head must be a whole number from 1 to 8\."):
        check_value(HEAD, value)


def test_whole_floats_become_ints_and_floats_stay_floats():
    assert check_value(HEAD, 8.0) == 8
    assert isinstance(check_value(HEAD, 8.0), int)
    assert isinstance(check_value(SHARE, 1), float)


def test_text_is_bounded_and_half_surrogates_become_characters_that_can_be_written():
    with pytest.raises(BadInput, match=r"text has 11 characters; at most 10 are read"):
        check_value(TEXT, "x" * 11)
    assert check_value(TEXT, "a\ud800b").encode() == "a\ufffdb".encode()


def test_defaults_fill_what_is_not_given():
    assert clean_choice({"head": HEAD, "text": TEXT}, {"text": "Mia"}) == {"head": 3, "text": "Mia"}


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=4))
def test_whatever_comes_is_either_checked_for_good_or_refused_as_bad_input(value):
    for control in (HEAD, SHARE, TEXT):
        with contextlib.suppress(BadInput):
            checked = check_value(control, value)
            assert check_value(control, checked) == checked
