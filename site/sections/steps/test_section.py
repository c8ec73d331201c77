"""The toy, against sums worked out by hand and against the package's own softmax."""

import json
import math
import re
from decimal import Decimal
from pathlib import Path

import lookback.explain.by_hand
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lookback import ops
from scene import Frame
from scene.sentences import plain
from sections.steps.compute import read_toy
from sections.steps.picture import draw_toy
from sections.steps.prose import numbers
from sections.steps.settings import ARROWS, AS_SET
from sections.steps.words import say_toy
from worker.catalog import find_sections

from tests.scene.problems import problems

HERE = Path(__file__).parent
CONTROLS = next(section for section in find_sections() if section.name == "steps").figures["toy"].controls
DEFAULT = {name: control.default for name, control in CONTROLS.items()}
MOVABLE = [name for name in DEFAULT if name not in ("setting", "reader")]
arrows = st.fixed_dictionaries({name: st.integers(-15, 15) for name in MOVABLE})


def read(**choice):
    return read_toy(None, {**DEFAULT, **choice})


def notice(data):
    return plain(say_toy(data).notice)


def decimals(*words):
    return tuple(map(Decimal, words))


def test_the_first_state_is_the_one_worked_out_by_hand():
    look = read().look
    # so: q = (1.0, 0.6); Lily: k = (1.2, 0.9), so 1.20 + 0.54 = 1.74
    assert look.products[0] == decimals("1.20", "0.54")
    assert look.scores == decimals("1.74", "0.00", "0.62", "-0.92", "-1.30")
    assert look.powers == decimals("5.697", "1.000", "1.859", "0.399", "0.273")
    assert look.total == Decimal("9.228")
    # 0.6174, 0.1084, 0.2015, 0.0432, 0.0296: down to 0.61, 0.10, 0.20, 0.04, 0.02, and 0.97 lacks three hundredths
    assert look.weights == decimals("0.62", "0.11", "0.20", "0.04", "0.03")
    # 0.62 x 3 + 0.11 x 0 + 0.20 x 2 - 0.04 = 2.22; 0.22 + 0.20 - 0.06 = 0.36; 0.62 - 0.11 + 0.12 = 0.63
    assert look.z == decimals("2.22", "0.36", "0.63")


@given(arrows, st.integers(0, 4))
def test_whatever_is_on_the_screen_adds_up_exactly(places, reader):
    look = read(reader=reader, **places).look
    assert sum(look.weights) == 1
    assert look.total == sum(look.powers)
    for products, score in zip(look.products, look.scores, strict=True):
        assert sum(products) == score
    for i, z in enumerate(look.z):
        assert z == sum(weight * value[i] for weight, value in zip(look.weights, look.v, strict=True))


@given(arrows, st.integers(0, 4))
def test_the_weights_are_softmax_to_within_a_hundredth(places, reader):
    look = read(reader=reader, **places).look
    exact = ops.softmax(np.array([float(score) for score in look.scores]))
    found = np.array([float(weight) for weight in look.weights])
    assert np.abs(found - exact).max() <= 0.0151  # a hundredth from mending, the rest from powers of three decimals


@settings(max_examples=40)
@given(arrows, st.integers(0, 4), st.sampled_from((328, 620, 1000)))
def test_any_arrows_make_a_whole_picture_and_a_sentence(places, reader, width):
    data = read(reader=reader, **places)
    scene = draw_toy(data, Frame(width))
    assert not problems(scene)
    assert len([hit for hit in scene.hits if hit.drag]) == reader + 2  # the readable keys and the query
    assert notice(data).endswith(".")
    assert "nan" not in notice(data)


@pytest.mark.parametrize("width", [328, 620, 1000])
def test_a_row_on_the_screen_can_be_recalculated(width):
    scene = draw_toy(read(setting="opposite"), Frame(width))
    for j in range(5):
        q1, k1, q2, k2, *_, score = sorted_by_place(scene, f"compare{j}.")
        assert q1 * k1 + q2 * k2 == score
        power, total, weight = sorted_by_place(scene, f"weigh{j}.")[-3:]
        assert abs(power / total - weight) < Decimal("0.01")
        weight, *values = sorted_by_place(scene, f"blend{j}.")
        assert [weight * value for value in values[:3]] == values[3:]


def sorted_by_place(scene, prefix):
    """The numbers of one row, from left to right."""
    cells = [mark for mark in scene.marks if mark["kind"] == "text" and mark["key"].startswith(prefix)]
    words = [mark["text"] for mark in sorted(cells, key=lambda mark: mark["x"])]
    return [Decimal(word.replace("−", "-")) for word in words if re.fullmatch(r"−?\d+(\.\d+)?", word)]


@pytest.mark.parametrize("width", [328, 620, 1000])
def test_the_sums_on_the_screen_are_the_sums_of_the_columns(width):
    scene = draw_toy(read(setting="long"), Frame(width))
    parts = [sorted_by_place(scene, f"blend{j}.")[-3:] for j in range(5)]
    assert sorted_by_place(scene, "blend.total") == [sum(column) for column in zip(*parts, strict=True)]
    shares = [sorted_by_place(scene, f"weigh{j}.") for j in range(5)]
    sums = [sum(row[-3] for row in shares), sum(row[-1] for row in shares)]
    assert sorted_by_place(scene, "weigh.total") == sums


@pytest.mark.parametrize("reader", range(5))
def test_a_token_reads_itself_and_those_before_it(reader):
    data = read(reader=reader)
    assert len(data.look.weights) == reader + 1
    later = {"k4x": 15, "k4y": 15, "q4x": -3, "k3y": 9} if reader < 3 else {"q0x": 3, "q1y": -3}
    assert read(reader=reader, **later).look.weights == data.look.weights


NOTICED = {
    "equal": "The keys are all equal: every score is 1.08, so all 5 tokens get the same share",
    "long": "The key of “Lily” points more nearly the way the query points, but that of “her” is longer",
    "opposite": "Turn the query round, and the two change places.",
    "sharp": "This query is long, which makes the choice sharp",
}


@pytest.mark.parametrize(("setting", "words"), NOTICED.items())
def test_each_setting_shows_what_it_is_there_for(setting, words):
    assert words in notice(read(setting=setting))


def test_every_setting_that_is_drawn_can_be_chosen():
    setting = CONTROLS["setting"]
    options, presets = [option for option, _ in setting.options], [preset.value for preset in setting.presets]
    assert options == [*ARROWS, "own"]
    assert presets == list(ARROWS)
    assert setting.also == {"reader": 4, **dict.fromkeys(MOVABLE, AS_SET)}


def test_equal_keys_give_the_plain_average_whatever_the_query():
    for x, y in ((15, -15), (0, 3), (-7, -2)):
        look = read(setting="equal", q4x=x, q4y=y).look
        assert set(look.weights) == {Decimal("0.20")}
        assert look.z == decimals("0.80", "0.20", "0.60")  # (3 + 0 + 2 - 1 + 0) / 5 and so on


def test_turning_the_query_round_swaps_opposite_keys():
    look = read(setting="opposite").look
    turned = read(setting="opposite", q4x=-12, q4y=-11).look
    assert (look.scores[0], look.scores[3]) == (turned.scores[3], turned.scores[0])


def test_keys_that_reach_equally_far_or_a_query_of_zero_choose_nothing():
    upright = {name: value for j in range(5) for name, value in ((f"k{j}x", 4), (f"k{j}y", j))}
    assert notice(read(q4x=5, q4y=0, **upright)).startswith("The keys all reach equally far")
    assert notice(read(q4x=0, q4y=0)).startswith("The query is zero")


def test_what_is_mended_is_said():
    # three equal shares: 0.333 each, and the missing hundredth goes to the first
    data = read(setting="equal", reader=2)
    assert data.look.weights == decimals("0.34", "0.33", "0.33")
    assert "“Lily” has 0.34, where plain rounding would give 0.33." in plain(say_toy(data).details[0])


def test_a_moved_arrow_makes_a_setting_of_its_own_with_every_place():
    sets = read(setting="long", k0x=0, k0y=15).sets
    assert sets["setting"] == "own"
    assert (sets["k0x"], sets["k0y"], sets["k2x"], sets["q4y"]) == (0, 15, 15, 6)
    assert AS_SET not in sets.values()
    assert read(**sets).look == read(setting="long", k0x=0, k0y=15).look
    assert read(setting="long").sets == {}


def test_handles_put_their_arrow_where_they_are():
    scene = draw_toy(read(), Frame(620))
    for hit in (hit for hit in scene.hits if hit.drag):
        shown = [float(word.replace("−", "-")) for word in hit.label.split(": ")[1].split(", ")]
        middle = {"x": hit.x + hit.w / 2, "y": hit.y + hit.h / 2}
        for axis, value in zip("xy", shown, strict=True):
            (a, b), (u, v) = hit.drag[axis]["px"], hit.drag[axis]["value"]
            assert u + (v - u) * (middle[axis] - a) / (b - a) == pytest.approx(10 * value)


def test_the_call_gives_the_same_look_back():
    data = read(setting="long", reader=3)
    make, call = say_toy(data).call.rsplit("\n", 1)
    names = {"lookback": lookback}
    exec(make, names)
    assert eval(call, names) == data.look


def test_the_text_takes_its_sizes_from_the_network(models):
    found = numbers(models)
    assert (found["d_head"], found["d_value"], found["n_head"], found["n_ctx"]) == ("8", "16", "8", "256")
    assert (found["n_tokens"], found["toy_head"], found["toy_value"]) == ("5", "2", "3")
    assert json.dumps(found)
    assert math.isclose(math.e, 2.718, abs_tol=5e-4)  # written in the text
