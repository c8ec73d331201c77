import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scene import Hit, Scene, Table, image, line, path, polyline, rect, text
from scene.marks import printable

from tests.scene.problems import problems


def test_a_mark_is_a_plain_dict_without_its_defaults():
    assert rect("a", 1, 2, 3.456, np.float32(4), fill="query", opacity=1) == {
        "kind": "rect", "key": "a", "x": 1, "y": 2, "w": 3.46, "h": 4, "fill": "query",
    }  # fmt: skip
    assert text("b", 0, 9, "Lily", size=14, font="serif") == {
        "kind": "text", "key": "b", "x": 0, "y": 9, "text": "Lily", "font": "serif",
    }  # fmt: skip


def test_numbers_that_are_not_finite_are_refused_by_name():
    for wrong in (math.nan, math.inf, np.float32("nan")):
        with pytest.raises(ValueError, match="mark 'a': w must be a finite number"):
            rect("a", 0, 0, wrong, 1)
    with pytest.raises(ValueError, match="finite"):
        polyline([(0, 0), (1, math.nan)])


def test_colors_other_than_roles_are_refused():
    with pytest.raises(ValueError, match="must be a role"):
        line("a", 0, 0, 1, 1, stroke="#ff0000")
    with pytest.raises(ValueError, match="must be a role"):
        path("a", "M0 0L1 1", fill="url(javascript:x)")


def test_a_misspelled_style_says_what_there_is():
    with pytest.raises(ValueError, match="a rect has no 'color'; it has r, fill"):
        rect("a", 0, 0, 1, 1, color="query")


def test_a_path_holds_only_drawing_commands():
    assert path("a", polyline([(0, 1), (2.5, -3)], closed=True))["d"] == "M0 1L2.5 -3Z"
    with pytest.raises(ValueError, match="absolute M, L, Q, C, Z"):
        path("a", 'M0 0"/><script>')


def test_a_mark_without_a_key_is_refused():
    with pytest.raises(ValueError, match="needs a key"):
        rect("", 0, 0, 1, 1)


def test_text_cannot_reorder_or_break_what_stands_around_it():
    assert printable("a\tb\nc\u00a0d") == "a b c d"
    assert printable("x\u202eevil\u202c\u2066y") == "xevily"
    assert printable("\x00\x1b[31m") == "\ufffd\ufffd[31m"
    assert printable("e\u0301 👩\u200d🚀") == "e\u0301 👩\u200d🚀"  # letters that need joiners keep them


def test_keys_are_unique_within_a_scene():
    with pytest.raises(ValueError, match="mark keys must be unique within a scene; repeated: a"):
        Scene(10, 10, [rect("a", 0, 0, 1, 1), rect("a", 2, 2, 1, 1)])
    with pytest.raises(ValueError, match="hit keys must be unique"):
        Scene(10, 10, [], [Hit("h", 0, 0, 1, 1, "one"), Hit("h", 0, 0, 1, 1, "two")])


def test_a_scene_becomes_json_and_bytes():
    depth = np.arange(6, dtype=np.uint8).reshape(2, 3)
    colors = np.arange(40, dtype=np.uint8).reshape(5, 2, 4)
    drag = {"x": {"control": "q1", "px": [0, 50], "value": [-1, 1]}}
    scene = Scene(
        120, 80.5,
        [rect("a", 1, 2, 3, 4, fill="key"), image("i", 0, 0, 9, 9, 0, role="weight"), image("j", 0, 0, 9, 9, 1)],
        [Hit("a", 1, 2, 3, 4, "the key", {"head": 3}, row=0, col=2), Hit("b", 0, 0, 9, 9, "handle", drag=drag)],
        alt="A key.", table=Table(("token", "weight"), (("Lily", np.float32(0.5)),), "Weights"),
        buffers=[depth, colors],
    )  # fmt: skip
    assert json.loads(json.dumps(scene.to_wire(), allow_nan=False)) == {
        "width": 120, "height": 81, "alt": "A key.",
        "marks": [
            {"kind": "rect", "key": "a", "x": 1, "y": 2, "w": 3, "h": 4, "fill": "key"},
            {"kind": "image", "key": "i", "x": 0, "y": 0, "w": 9, "h": 9, "buffer": 0, "role": "weight"},
            {"kind": "image", "key": "j", "x": 0, "y": 0, "w": 9, "h": 9, "buffer": 1},
        ],
        "hits": [
            {"key": "a", "x": 1, "y": 2, "w": 3, "h": 4, "label": "the key", "choice": {"head": 3}, "row": 0, "col": 2},
            {"key": "b", "x": 0, "y": 0, "w": 9, "h": 9, "label": "handle", "drag": drag},
        ],
        "table": {"columns": ["token", "weight"], "rows": [["Lily", 0.5]], "caption": "Weights"},
        "buffers": [[2, 3], [5, 2, 4]],
    }  # fmt: skip
    assert scene.buffer_bytes() == [bytes(range(6)), bytes(range(40))]


def test_csv_quotes_text_and_never_starts_a_formula():
    table = Table(("token", "change"), (('say "hi", ok', -0.25), ("=1+1", 3), ("-", None)))
    assert table.to_csv() == 'token,change\n"say ""hi"", ok",-0.25\n\'=1+1,3\n\'-,\n'


def test_a_table_row_of_another_length_is_refused():
    with pytest.raises(ValueError, match="2 columns but a row is"):
        Table(("a", "b"), ((1, 2), (3,)))


def test_problems_finds_what_breaks_a_figure():
    good = Scene(100, 50, [rect("a", 0, 0, 100, 50)], [Hit("h", 0, 0, 9, 9, "here")], alt="A box.")
    assert problems(good) == []
    bad = Scene(
        100, 50,
        [rect("out", 90, 0, 20, 5), text("long", 60, 20, "far too long for this"), rect("w", 0, 0, 1, 1, when="gone"),
         image("i", 0, 0, 5, 5, 2), {**rect("odd", 0, 0, 5, 5), "color": "key"}, {"kind": "text", "key": "bare"}],
        [Hit("mute", 0, 0, 5, 5, " "), Hit("away", 200, 0, 5, 5, "away")],
    )  # fmt: skip
    found = " ".join(problems(bad))
    for part in (
        "'out' reaches",
        "'long' reaches",
        "'gone'",
        "buffer 2",
        "'odd' is none that could have been made: mark 'odd': a rect has no 'color'",
        "'bare' is none that could have been made",
        "'mute' has no label",
        "'away' lies",
    ):
        assert part in found


@given(st.text(max_size=40))
def test_any_text_can_be_drawn(string):
    drawn = text("a", 0, 0, string)["text"]
    drawn.encode("utf-8")
    assert not any(ord(character) < 32 or 0x202A <= ord(character) <= 0x202E for character in drawn)
