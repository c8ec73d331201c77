"""Requests and replies, without a browser: sections found, choices checked, errors as sentences."""

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scene import Table
from worker.catalog import find_sections
from worker.dispatch import Dispatcher, as_runs
from worker.tables import numeric_columns, table_texts

FIXTURES = Path(__file__).parents[1] / "browser" / "fixtures" / "sections"


@pytest.fixture(scope="module")
def dispatcher():
    import sys

    sys.path.insert(0, str(FIXTURES.parent))
    yield Dispatcher(None, find_sections(FIXTURES))
    sys.path.remove(str(FIXTURES.parent))


def ask(dispatcher, **request):
    request = {"section": "demo", "figure": "bars", "choice": {}, "width": 620, **request}
    return dispatcher.answer(request)


def test_each_column_may_have_its_own_count_of_decimals():
    table = Table(("token", "back", "dot", "weight"), (("she", 3, 1.2345, 0.9876), ("Lily", 12, None, -0.0004)))
    assert table_texts(table, [0, 0, 1, 3]) == [["she", "3", "1.2", "0.988"], ["Lily", "12", "", "0.000"]]
    assert table_texts(table, [0, 2]) == [["she", "3", "1.23", "0.99"], ["Lily", "12", "", "0.00"]]
    assert table_texts(table, 1)[0] == ["she", "3", "1.2", "1.0"]
    assert table_texts(Table(("year", "weights"), ((2017, 352848),)), 0) == [["2017", "352,848"]]
    assert table_texts(Table(("back",), ((-3,),)), 0) == [["−3"]]
    assert numeric_columns(table) == [False, True, True, True]


def test_a_reply_carries_the_scene_its_words_and_its_bytes(dispatcher):
    reply, buffers = ask(dispatcher, choice={"head": 0, "token": 4, "text": "Sam"})
    assert reply["ok"]
    assert reply["scene"]["width"] == 620
    # cos(4 x (0 + 1) + 0) worked out by hand: cos 4 = -0.6536
    assert reply["notice"] == ("Head 0 reads ", ("Sam", "name"), " and gives -0.65.")
    assert reply["cells"][4] == ["4", "t4", "−0.65"]
    assert reply["call"] == "demo.bars(head=0, token=4)"
    assert [(buffer.dtype, buffer.shape) for buffer in buffers] == [(np.uint8, (2 * 5 * 4,))]


def test_replies_are_json_without_nan_and_equal_for_equal_requests(dispatcher):
    request = json.dumps({"section": "demo", "figure": "bars", "choice": {}, "width": 328})
    first, second = dispatcher.answer_json(request)[0], dispatcher.answer_json(request)[0]
    assert first == second
    assert json.loads(first)["ok"]


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"section": "nowhere"}, "section"),
        ({"section": None}, "section"),
        ({"figure": "none"}, "figure"),
        ({"figure": ["bars"]}, "figure"),
        ({"choice": {"head": 99}}, "head"),
        ({"choice": {"head": "3"}}, "head"),
        ({"choice": {"unknown": 1}}, "unknown"),
        ({"choice": [1, 2]}, "choice"),
        ({"width": 0}, "width"),
        ({"width": 1e9}, "width"),
        ({"width": "wide"}, "width"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_sentence_and_the_field(dispatcher, request_, field):
    reply, buffers = ask(dispatcher, **request_)
    assert reply["ok"] is False
    assert (reply["error"]["kind"], reply["error"]["field"]) == ("bad_input", field)
    assert reply["error"]["message"].endswith(".")
    assert not buffers


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '"x"', "1", '{"section": 1', pytest.param("[" * 100_000, id="deep")]
)
def test_text_that_is_no_request_gets_a_reply_all_the_same(dispatcher, text):
    reply = json.loads(dispatcher.answer_json(text)[0])
    assert reply["ok"] is False
    assert reply["error"]["kind"] == "bad_input"


def test_a_sections_own_refusal_is_shown_and_its_fault_is_a_bug_with_a_trace(dispatcher):
    refused = ask(dispatcher, choice={"text": "refuse"})[0]["error"]
    assert (refused["kind"], refused["message"]) == ("bad_input", "This text cannot be read. Try another one.")
    broken = ask(dispatcher, choice={"text": "break"})[0]["error"]
    assert broken["kind"] == "bug"
    assert "RuntimeError: broken on purpose" in broken["message"]
    assert "compute.py" in broken["trace"]


def test_a_value_error_that_is_not_about_what_was_typed_is_a_bug(dispatcher):
    error = ask(dispatcher, choice={"text": "misfit"})[0]["error"]
    assert (error["kind"], error["field"]) == ("bug", None)
    assert "ValueError: operands could not be broadcast" in error["message"]


@pytest.mark.parametrize(
    ("value", "message"),
    [(math.nan, "ValueError: Out of range float"), (np.float32(1), "TypeError: Object of type float32")],
)
def test_what_json_cannot_hold_is_a_bug_and_answered_all_the_same(dispatcher, monkeypatch, value, message):
    drawn = replace(dispatcher.draw(dispatcher.figure("demo", "bars"), {}, 620), sets={"head": value})
    monkeypatch.setattr(dispatcher, "draw", lambda *_: drawn)
    request = {"section": "demo", "figure": "bars", "width": 620}
    text, buffers = dispatcher.answer_json(json.dumps(request))
    reply = json.loads(text)
    assert (reply["ok"], reply["error"]["kind"]) == (False, "bug")
    assert reply["error"]["message"].startswith(message)
    assert not buffers


def test_the_same_figure_as_svg_and_as_csv(dispatcher):
    svg = ask(dispatcher, **{"as": "svg", "theme": "dark"})[0]["svg"]
    assert svg.startswith("<svg ")
    assert "#15171b" in svg  # the dark paper
    lines = ask(dispatcher, **{"as": "csv"})[0]["csv"].splitlines()
    assert lines[0] == "place,token,value"
    assert len(lines) == 1 + 12


def test_words_in_runs_keep_their_roles_and_a_string_is_one_run():
    assert as_runs("plain") == ("plain",)
    assert as_runs(["a ", ["Lily", "name"]]) == ("a ", ("Lily", "name"))


def test_data_may_correct_the_choice_of_its_figure(dispatcher):
    assert ask(dispatcher, choice={"text": "correct me"})[0]["sets"] == {"text": "corrected"}
    assert ask(dispatcher, choice={"text": "as it is"})[0]["sets"] == {}


def test_a_film_says_how_long_a_state_is_held_and_others_say_nothing(dispatcher):
    reply, _ = dispatcher.answer({"section": "reel", "figure": "box", "choice": {"step": 4}, "width": 620})
    assert reply["hold"] == 500
    assert dispatcher.figure("reel", "box").film.name == "step"
    assert "hold" not in ask(dispatcher)[0]
    assert dispatcher.figure("demo", "bars").film is None


# --- what a section's own script asks


def test_a_sections_script_gets_its_sections_answer(dispatcher):
    reply, buffers = dispatcher.answer({"section": "echo", "ask": "twice", "asked": {"number": 21}})
    assert (reply, buffers) == ({"ok": True, "answer": {"twice": 42}}, [])


@pytest.mark.parametrize(
    ("section", "name", "asked", "kind", "words"),
    [
        ("nowhere", "twice", {}, "bad_input", "There is no section 'nowhere'."),
        (7, "twice", {}, "bad_input", "There is no section 7."),
        ("echo", "thrice", {}, "bad_input", "The section 'echo' has no answer to 'thrice'."),
        ("demo", "twice", {}, "bad_input", "The section 'demo' has no answer to 'twice'."),
        ("echo", None, {}, "bad_input", "The section 'echo' has no answer to None."),
        ("echo", "twice", {}, "bug", "KeyError: 'number'"),
    ],
)
def test_what_no_section_answers_is_refused_with_a_sentence(dispatcher, section, name, asked, kind, words):
    reply, _ = dispatcher.answer({"section": section, "ask": name, "asked": asked})
    assert not reply["ok"]
    assert (reply["error"]["kind"], reply["error"]["message"]) == (kind, words)
