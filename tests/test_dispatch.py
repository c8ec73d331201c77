"""Requests and replies, without a browser: sections found, parameters checked, errors as sentences."""

import contextlib
import json
import math
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from glue.catalog import find_sections
from glue.dispatch import Dispatcher, as_runs
from glue.params import BadInput, check_value, clean_params, extremes, read_param
from glue.tables import numeric_columns, table_texts
from hypothesis import given
from hypothesis import strategies as st
from scene import Table

FIXTURES = Path(__file__).parent / "browser" / "fixtures" / "sections"
HEAD = read_param("head", {"type": "int", "default": 3, "min": 1, "max": 8, "label": "Head", "control": "head"})
SHARE = read_param("share", {"type": "float", "default": 0.5, "min": -1, "max": 1, "unit": "nats"})
TEXT = read_param("text", {"type": "text", "default": "Lily", "max_length": 10})


@pytest.fixture(scope="module")
def dispatcher():
    import sys

    sys.path.insert(0, str(FIXTURES.parent))
    yield Dispatcher(None, find_sections(FIXTURES))
    sys.path.remove(str(FIXTURES.parent))


def ask(dispatcher, **request):
    request = {"rev": 5, "section": "demo", "figure": "bars", "params": {}, "width": 620, **request}
    return dispatcher.answer(request)


@pytest.fixture
def sections(tmp_path):
    """A copy of the test sections that a test may spoil, and a way to change one of its section.toml files."""
    folder = tmp_path / "sections"
    shutil.copytree(FIXTURES, folder, ignore=shutil.ignore_patterns("__pycache__"))

    def change(section, old, new):
        path = folder / section / "section.toml"
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        return folder

    return change


def test_sections_are_found_by_their_folders_and_sorted_by_order(sections):
    folder = sections("s01_demo", "order = 1\n", "order = 30\n")
    sections("s01_demo", 'part = "Opening"', 'part = "Doing"')
    assert [section.name for section in find_sections(folder)] == ["echo", "reel", "demo"]


@pytest.mark.parametrize(
    ("section", "old", "new", "complaint"),
    [
        ("s02_echo", "order = 2", "order = 1", "order 1 is used twice"),
        ("s02_echo", 'name = "echo"', 'name = "demo"', "name 'demo' is used twice"),
        ("s02_echo", 'part = "Tools"', 'part = "Middle"', "part must be one of Opening"),
        ("s02_echo", 'title = "The same head again"', "", "'title' is missing"),
        ("s02_echo", "order = 2", "order = 2\ncolour = 3", "'colour' is not a key here"),
        ("s02_echo", 'name = "echo"', 'name = "Echo-1"', "is no name"),
        ("s02_echo", "max = 7", "max = 6", "shared param 'head' differs between demo-bars and echo-dot"),
        ("s02_echo", "default = 0.5", "default = 5", "px must be a number from -1 to 1"),
        ("s02_echo", 'control = "range"', 'control = "select"', "control for a int must be range"),
        ("s02_echo", 'type = "float"', 'type = "complex"', "type must be one of int"),
        ("s01_demo", 'table_sets = "token"', 'table_sets = "text"', "table_sets must name an int param"),
        ("s01_demo", "[[figure]]", "[params.token]\nalso = { nobody = 1 }\n[[figure]]", "names 'nobody', which its"),
        ("s01_demo", "[[figure]]", "[params.token]\nwhen = { head = 99 }\n[[figure]]", "number from 0 to 7"),
    ],
)
def test_a_section_that_does_not_fit_is_refused_with_its_file_and_what_to_change(
    sections, section, old, new, complaint
):
    folder = sections(section, old, new)
    with pytest.raises(ValueError, match="section") as refused:
        find_sections(folder)
    assert complaint in str(refused.value)
    assert section in str(refused.value) or "used twice" in complaint or "differs" in complaint


def test_params_of_a_section_are_those_of_all_its_figures_which_may_add_to_them(sections):
    everywhere = '[params.loud]\ntype = "bool"\ndefault = true\n[params.px]\nunit = "nats"\n[[figure]]'
    folder = sections("s02_echo", "[[figure]]", everywhere)
    figure = find_sections(folder)[1].figures["dot"]
    assert figure.params["loud"].default is True
    assert (figure.params["px"].unit, figure.params["px"].default) == ("nats", 0.5)


def test_a_figure_may_have_only_some_of_its_sections_params(sections):
    everywhere = (
        '[params.loud]\ntype = "bool"\ndefault = true\n[params.quiet]\ntype = "bool"\ndefault = true\n[[figure]]'
    )
    folder = sections("s02_echo", "[[figure]]", f'{everywhere}\nonly = ["quiet"]')
    params = find_sections(folder)[1].figures["dot"].params
    assert "quiet" in params
    assert "loud" not in params
    folder = sections("s02_echo", 'only = ["quiet"]', 'only = ["nothing"]')
    with pytest.raises(ValueError, match="only names 'nothing', which is no param of the section"):
        find_sections(folder)


def test_defaults_that_depend_on_the_weights_are_put_in_only_where_they_are_asked_for(sections, monkeypatch):
    asked = []

    def found(models):
        asked.append(models)
        return SimpleNamespace(head=6, story=41)

    monkeypatch.setattr("glue.opening.opening", found)
    plain = Dispatcher("weights", find_sections(sections("s01_demo", "default = 3", "default = 3"))).settled()
    assert plain.figure("demo", "bars").params["head"].default == 3
    assert asked == []
    sections("s01_demo", "default = 3", 'default = "auto"')
    folder = sections("s02_echo", "default = 3", 'default = "auto"')
    settled = Dispatcher("weights", find_sections(folder)).settled()
    assert [settled.figure(*names).params["head"].default for names in (("demo", "bars"), ("echo", "dot"))] == [6, 6]
    assert set(asked) == {"weights"}


def test_only_what_the_weights_decide_may_have_such_a_default(sections):
    folder = sections("s01_demo", "default = 2", 'default = "auto"')
    with pytest.raises(ValueError, match=r"demo-bars: only story and head may have default 'auto', not 'token'"):
        Dispatcher("weights", find_sections(folder)).settled()


def test_each_column_may_have_its_own_count_of_decimals():
    table = Table(("token", "back", "dot", "weight"), (("she", 3, 1.2345, 0.9876), ("Lily", 12, None, -0.0004)))
    assert table_texts(table, [0, 0, 1, 3]) == [["she", "3", "1.2", "0.988"], ["Lily", "12", "", "0.000"]]
    assert table_texts(table, [0, 2]) == [["she", "3", "1.23", "0.99"], ["Lily", "12", "", "0.00"]]
    assert table_texts(table, 1)[0] == ["she", "3", "1.2", "1.0"]
    assert table_texts(Table(("year", "weights"), ((2017, 352848),)), 0) == [["2017", "352,848"]]
    assert numeric_columns(table) == [False, True, True, True]


def test_a_reply_carries_the_scene_its_words_and_its_bytes(dispatcher):
    reply, buffers = ask(dispatcher, params={"head": 0, "token": 4, "text": "Sam"})
    assert (reply["rev"], reply["ok"]) == (5, True)
    assert reply["scene"]["width"] == 620
    # cos(4 x (0 + 1) + 0) worked out by hand: cos 4 = -0.6536
    assert reply["notice"] == ("Head 0 reads ", ("Sam", "name"), " and gives -0.65.")
    assert reply["cells"][4] == ["4", "t4", "−0.65"]
    assert reply["call"] == "demo.bars(head=0, token=4)"
    assert [(buffer.dtype, buffer.shape) for buffer in buffers] == [(np.uint8, (2 * 5 * 4,))]


def test_replies_are_json_without_nan_and_equal_for_equal_requests(dispatcher):
    request = json.dumps({"rev": 1, "section": "demo", "figure": "bars", "params": {}, "width": 328})
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
        ({"params": {"head": 99}}, "head"),
        ({"params": {"head": "3"}}, "head"),
        ({"params": {"unknown": 1}}, "unknown"),
        ({"params": [1, 2]}, "params"),
        ({"width": 0}, "width"),
        ({"width": 1e9}, "width"),
        ({"width": "wide"}, "width"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_sentence_and_the_field(dispatcher, request_, field):
    reply, buffers = ask(dispatcher, **request_)
    assert reply["ok"] is False
    assert reply["rev"] == 5
    assert (reply["error"]["kind"], reply["error"]["field"]) == ("bad_input", field)
    assert reply["error"]["message"].endswith(".")
    assert not buffers


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '"x"', "1", '{"rev": 1', pytest.param("[" * 100_000, id="deep")]
)
def test_text_that_is_no_request_gets_a_reply_all_the_same(dispatcher, text):
    reply = json.loads(dispatcher.answer_json(text)[0])
    assert reply["ok"] is False
    assert reply["error"]["kind"] == "bad_input"


def test_a_sections_own_refusal_is_shown_and_its_fault_is_a_bug_with_a_trace(dispatcher):
    refused = ask(dispatcher, params={"text": "refuse"})[0]["error"]
    assert (refused["kind"], refused["message"]) == ("bad_input", "This text cannot be read. Try another one.")
    broken = ask(dispatcher, params={"text": "break"})[0]["error"]
    assert broken["kind"] == "bug"
    assert "RuntimeError: broken on purpose" in broken["message"]
    assert "compute.py" in broken["trace"]


def test_a_value_error_that_is_not_about_what_was_typed_is_a_bug(dispatcher):
    error = ask(dispatcher, params={"text": "misfit"})[0]["error"]
    assert (error["kind"], error["field"]) == ("bug", None)
    assert "ValueError: operands could not be broadcast" in error["message"]


@pytest.mark.parametrize(
    ("value", "message"),
    [(math.nan, "ValueError: Out of range float"), (np.float32(1), "TypeError: Object of type float32")],
)
def test_what_json_cannot_hold_is_a_bug_and_answered_all_the_same(dispatcher, monkeypatch, value, message):
    drawn = replace(dispatcher.draw(dispatcher.figure("demo", "bars"), {}, 620), sets={"head": value})
    monkeypatch.setattr(dispatcher, "draw", lambda *_: drawn)
    request = {"rev": 3, "section": "demo", "figure": "bars", "width": 620}
    text, buffers = dispatcher.answer_json(json.dumps(request))
    reply = json.loads(text)
    assert (reply["rev"], reply["ok"], reply["error"]["kind"]) == (3, False, "bug")
    assert reply["error"]["message"].startswith(message)
    assert not buffers


def test_the_same_figure_as_svg_and_as_csv(dispatcher):
    svg = ask(dispatcher, **{"as": "svg", "theme": "dark"})[0]["svg"]
    assert svg.startswith("<svg ")
    assert "#15171b" in svg  # the dark paper
    lines = ask(dispatcher, **{"as": "csv"})[0]["csv"].splitlines()
    assert lines[0] == "place,token,value"
    assert len(lines) == 1 + 12


def test_a_missing_function_is_named(dispatcher):
    figure = dispatcher.figure("demo", "bars")
    with pytest.raises(ValueError, match=r"sections/s01_demo/compute\.py has no read_nothing"):
        dispatcher.code(figure, "compute", "read_nothing")


def test_words_in_runs_keep_their_roles_and_a_string_is_one_run():
    assert as_runs("plain") == ("plain",)
    assert as_runs(["a ", ["Lily", "name"]]) == ("a ", ("Lily", "name"))


@pytest.mark.parametrize("value", [0, 9, 2.5, float("nan"), float("inf"), "3", None, True, [3]])
def test_a_head_that_is_none_is_refused(value):
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
    assert clean_params({"head": HEAD, "text": TEXT}, {"text": "Mia"}) == {"head": 3, "text": "Mia"}


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=4))
def test_whatever_comes_is_either_checked_for_good_or_refused_as_bad_input(value):
    for param in (HEAD, SHARE, TEXT):
        with contextlib.suppress(BadInput):
            checked = check_value(param, value)
            assert check_value(param, checked) == checked


def test_the_ends_of_every_param_may_be_asked(dispatcher):
    for param in dispatcher.figure("demo", "bars").params.values():
        assert len(extremes(param)) >= 2


def test_a_reading_may_correct_the_params_of_its_figure(dispatcher):
    assert ask(dispatcher, params={"text": "correct me"})[0]["sets"] == {"text": "corrected"}
    assert ask(dispatcher, params={"text": "as it is"})[0]["sets"] == {}


def test_a_film_says_how_long_a_state_is_held_and_others_say_nothing(dispatcher):
    reply, _ = dispatcher.answer({"rev": 1, "section": "reel", "figure": "box", "params": {"step": 4}, "width": 620})
    assert reply["hold"] == 500
    assert dispatcher.figure("reel", "box").film.name == "step"
    assert "hold" not in ask(dispatcher)[0]
    assert dispatcher.figure("demo", "bars").film is None


def test_a_figure_plays_one_param_only(sections):
    folder = sections("s03_reel", 'control = "next"', 'control = "play"')
    with pytest.raises(ValueError, match="plays one param, not step and row"):
        find_sections(folder)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [("stills = [1, 4]", "stills = [1, 9]", "must be a whole number from 1 to 5"),
     ('control = "next"', 'control = "next"\nstills = [1]', "only what is played has stills")],
)  # fmt: skip
def test_stills_are_states_of_a_film(sections, old, new, complaint):
    folder = sections("s03_reel", old, new)
    with pytest.raises(ValueError, match=complaint):
        find_sections(folder)


# --- what a section's own script asks


def test_a_sections_script_gets_its_sections_answer(dispatcher):
    reply, buffers = dispatcher.answer({"rev": 3, "section": "echo", "ask": "twice", "asked": {"number": 21}})
    assert (reply, buffers) == ({"rev": 3, "ok": True, "answer": {"twice": 42}}, [])


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
    reply, _ = dispatcher.answer({"rev": 3, "section": section, "ask": name, "asked": asked})
    assert not reply["ok"]
    assert (reply["error"]["kind"], reply["error"]["message"]) == (kind, words)
