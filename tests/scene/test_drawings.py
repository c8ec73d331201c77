import math

import pytest
from scene import Scene
from scene.arrows import arc, arrow
from scene.axes import bottom_axis, left_axis, series
from scene.legend import weight_legend
from scene.picker import NEAR, profile_points
from scene.scales import Linear
from scene.vector import draw_vector, largest

from tests.scene.problems import problems


def by_key(marks):
    return {mark["key"]: mark for mark in marks}


def test_bars_grow_from_zero_on_one_shared_scale():
    q, k = [1.0, -2.0], [0.5, 4.0, 0.0]
    most = largest(q, k)
    assert most == 4
    marks, hits = draw_vector("q", q, (10, 20, 100, 110), role="query", most=most, letter="q")
    found = by_key(marks)
    # The tallest bar takes 110 / 2 - 15 = 40 px for 4.0, so 10 px a unit; zero is at 20 + 55 = 75.
    assert (found["q.0"]["y"], found["q.0"]["h"]) == (65, 10)
    assert (found["q.1"]["y"], found["q.1"]["h"]) == (75, 20)
    assert [hit.label for hit in hits] == ["q 1: 1.00", "q 2: −2.00"]
    assert (hits[1].x, hits[1].w) == (60, 50)
    assert found["q.1.value"]["when"] == "q.1"


def test_vectors_of_zeros_and_of_nothing_draw_their_zero_line():
    assert largest([0, 0]) == largest() == 1
    assert len(draw_vector("v", [], (0, 0, 80, 80), role="value", most=1)[0]) == 1


def test_values_at_the_edges_stay_inside_the_area():
    marks, hits = draw_vector("v", [-3.14159] * 16, (0, 0, 200, 80), role="value", most=3.14159)
    assert problems(Scene(200, 80, marks, hits, alt="A vector.")) == []


def test_an_axis_labels_its_ticks_where_they_are():
    marks = by_key(bottom_axis("x", Linear((0, 255), (40, 550)), 200, name="tokens back"))
    assert [marks[f"x.label{i}"]["text"] for i in range(6)] == ["0", "50", "100", "150", "200", "250"]
    assert marks["x.label3"]["x"] == 40 + 150 * 2
    assert marks["x.name"]["text"] == "tokens back"


def test_a_vertical_axis_has_a_light_rule_a_tick_with_one_count_of_decimals():
    marks = by_key(left_axis("y", Linear((3, 4.5), (100, 0)), 40, rules_to=300, ticks=(3, 3.5, 4)))
    assert [marks[f"y.label{i}"]["text"] for i in range(3)] == ["3.0", "3.5", "4.0"]
    assert (marks["y.tick1"]["x1"], marks["y.tick1"]["x2"]) == (40, 300)
    assert marks["y.tick1"]["y1"] == pytest.approx(66.67)


def test_a_series_runs_through_its_points():
    mark = series("s", (0, 1), (0, 2), Linear((0, 1), (0, 10)), Linear((0, 2), (50, 0)), stroke="query")
    assert (mark["d"], mark["stroke"], mark["line_width"]) == ("M0 50L10 0", "query", 2)


def test_an_arrow_ends_at_its_tip_and_survives_no_length():
    shaft, head = arrow("a", (0, 0), (30, 40), role="query")
    assert head["d"].startswith("M30 40L")
    assert shaft["d"].startswith("M0 0L")
    assert all(math.isfinite(mark.get("opacity", 1)) for mark in arrow("b", (5, 5), (5, 5), role="key"))


def test_an_arc_rises_above_both_of_its_ends():
    # A cubic with both handles at h above reaches 3/4 h: handles at 50 - 30 * 4/3 = 10.
    assert arc("a", (0, 50), (100, 60), rise=30)["d"] == "M0 50C0 10 100 10 100 60"


def test_the_legend_shows_the_shading_of_its_numbers():
    marks, width = weight_legend("w", 0, 0, steps=(0, 0.25, 1))
    found = by_key(marks)
    assert [found[f"w.step{i}"].get("opacity", 1) for i in range(3)] == [0, 0.5, 1]
    assert [found[f"w.number{i}"]["text"] for i in range(3)] == ["0", "0.25", "1"]
    assert width == 52 + 3 * 34


def test_head_profiles_share_one_scale():
    # the first score is the token's own, which is not drawn
    flat, peaked = profile_points([[9.0, 0.0, 0.0, 0.0], [9.0, 0.0, 2.0, 1.0]], width=20, height=12)
    assert flat.tolist() == [[0, 11], [10, 11], [20, 11]]
    assert peaked.tolist() == [[0, 11], [10, 1], [20, 6]]
    assert profile_points([[0.0, 3.0, 3.0]], 10, 10).tolist() == [[[0, 9], [10, 9]]]


def test_a_profile_ends_where_the_heads_are_flat():
    scores = [[0.0] * (NEAR + 1) + [5.0] * 20]
    assert (profile_points(scores, 10, 10)[..., 1] == 9).all()
