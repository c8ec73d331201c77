import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from lookback.config import AttentionConfig
from lookback.models import load_models
from scene import Frame
from scene.sentences import plain
from sections.where import picture
from sections.where.charts import one_chart
from sections.where.compute import read_curves, read_groups, read_places, read_slopes, read_turns
from sections.where.picture_others import circle
from sections.where.picture_places import depth
from sections.where.prose import numbers
from sections.where.shapes import heads_of, shapes_of
from sections.where.words import favors, say_curves, say_slopes, say_turns

# Four heads over 16 distances. Alone, the scores give: head 0 three quarters to distance 1 (45 shares of 60), head 1 to
# all alike, head 2 five shares to each of the far half and one to the others, head 3 three shares to distances 4 to 7.
NEAR, FAR, WIDE = math.log(45), math.log(5), math.log(3)
SCORES = np.array(
    [
        [NEAR if d == 1 else 0.0 for d in range(16)],
        [0.5] * 16,
        [FAR if d >= 8 else 0.0 for d in range(16)],
        [WIDE if 4 <= d < 8 else 0.0 for d in range(16)],
    ],
    np.float32,
)
WEIGHTS = Path(__file__).parents[3] / "weights"
CHOSEN = {"network": "attention", "of_two": "1.3", "head": 0}
STATE = {**CHOSEN, "view": "apart", "spacing": "log", "rows": "learned", "distance": 6}


@pytest.fixture(scope="module")
def models():
    """The shipped networks; nothing here needs what was measured with them."""
    return load_models(WEIGHTS)


@pytest.fixture(scope="module")
def small():
    """Networks of which this section sees the distance scores, how wide a query is, and how wide the window."""
    return with_scores(SCORES, 6)


def with_scores(scores, d_head):
    n_head, n_ctx = scores.shape
    config = AttentionConfig(n_head=n_head, d_head=d_head, n_ctx=n_ctx)
    return SimpleNamespace(attention={"b_distance": scores, "W_Q": None}, config=config, n_ctx=n_ctx, n_window=4)


def marks_of(data, name, width=620):
    return {mark["key"]: mark for mark in getattr(picture, f"draw_{name}")(data, Frame(width)).marks}


def test_a_shape_is_what_the_scores_alone_would_do():
    near, even, far, wide = shapes_of([SCORES], 4)
    assert near.weights[1] == pytest.approx(45 / 60)
    assert near.near == pytest.approx(48 / 60)
    assert (near.top, even.spread) == (1, pytest.approx(16))
    assert wide.spread == pytest.approx(math.sqrt(8 * 24))  # half at 1/8 each, half at 1/24: e^(ln 8 / 2 + ln 24 / 2)
    assert (far.middle, even.middle) == (11, 7)  # 8/48 for the near half, then 5/48 each: 28/48 with the fourth
    assert [shape.kind for shape in (near, even, far, wide)] == ["near", "even", "far", "wide"]


def test_only_so_many_tokens_are_read(models):
    shapes = shapes_of([models.attention["b_distance"]], 8)
    assert {shape.n_read for shape in shapes} == {128}
    for shape in shapes:
        alone = [math.exp(float(score)) for score in shape.scores[:128]]
        assert shape.near == pytest.approx(sum(alone[:8]) / sum(alone), abs=1e-6)


ALONE = "If all q·k were equal, of 16 tokens"
WHERE_EVENLY = "of the weight, where evenly it would be 0.25"


@pytest.mark.parametrize(
    ("head", "said"),
    [
        (
            0,
            f"Head 0 keeps to the near. Its score is highest 1 token back, at 3.81. {ALONE} that one would get 0.75 of "
            "the weight, and the nearest 4 together 0.80.",
        ),
        (
            1,
            "Head 1 hardly cares about distance: up to 15 tokens back, its scores stay between 0.50 and 0.50. "
            f"{ALONE} the nearest 4 would get 0.25 of the weight; evenly it would be 0.25. So what it reads is decided "
            "by content.",
        ),
        (
            2,
            f"Head 2 prefers what is far back. Its score is highest 8 tokens back, at 1.61. {ALONE} the nearest 4 "
            f"would get 0.08 {WHERE_EVENLY}; half of it would lie within 11 tokens.",
        ),
        (
            3,
            "Head 3 reaches widely, but not everywhere alike. Its score is highest 4 tokens back, at 1.10. "
            f"{ALONE} the nearest 4 would get 0.17 {WHERE_EVENLY}; half of it would lie within 6 tokens.",
        ),
    ],
)
def test_the_notice_says_what_a_curve_favors(small, head, said):
    assert say_curves(read_curves(small, {**STATE, "head": head})).notice == said


def test_the_text_names_the_heads_of_each_kind(small):
    found = numbers(small)
    assert found["near"] == "head 0 is"
    assert found["even"] == "head 1 is"
    assert (found["n_scores"], found["gpt2_rows"]) == ("64", "786,432")
    assert (found["steepest"], found["flattest"]) == ("1/4", "1/256")
    flat = with_scores(np.zeros((3, 16), np.float32), 9)
    assert numbers(flat)["d_head"] == "9"
    assert numbers(flat)["near"] == "no head is"
    assert numbers(flat)["even"] == "heads 0, 1 and 2 are"


def test_a_far_head_whose_highest_score_is_near_says_both():
    shares = np.array([[6.0, *[1.0] * 7, *[5.0] * 8]])  # of 53, 40 in the far half
    (shape,) = shapes_of([np.log(shares)], 4)
    assert favors(shape).startswith(
        "Head 0 prefers what is far back, though its score is highest at the token itself, at 1.79. "
    )


def test_the_heads_named_in_the_text_are_those_of_the_curves(models):
    found = numbers(models)
    near = heads_of(shapes_of([models.attention["b_distance"]], 8), "near")
    assert all(str(head) in found["near"] for head in near)
    assert (found["n_groups"], found["last_group"]) == ("32", "113")


def test_the_current_head_stands_out_in_both_views(small):
    for view in ("apart", "together"):
        marks = marks_of(read_curves(small, {**STATE, "head": 2, "view": view}), "curves")
        strokes = {head: marks[f"head{head}.curve"]["stroke"] for head in range(4)}
        assert [head for head, stroke in strokes.items() if stroke == "query"] == [2]
        assert marks["head2.name"]["bold"]


def test_curves_stand_at_their_scores_and_distances(small):
    chart = one_chart(Frame(620), 200, 16, (0.0, 4.0), spacing="log")
    left, top, right, bottom = chart.area
    assert (chart.x(0), chart.x(15), chart.x(3)) == pytest.approx((left, right, (left + right) / 2))  # 1, 16, 4
    assert chart.up(1) == pytest.approx(bottom - (bottom - top) / 4)
    even = one_chart(Frame(620), 200, 16, (0.0, 4.0), spacing="even")
    assert even.x(5) == pytest.approx(left + (right - left) / 3)


@pytest.mark.parametrize("view", ["apart", "together"])
def test_a_curve_goes_on_faintly_from_where_its_nearest_tokens_end(models, view):
    marks = marks_of(read_curves(models, {**STATE, "view": view}), "curves")
    near, far = marks["head5.curve"]["d"], marks["head5.far"]["d"]
    assert near.rpartition("L")[2] == far.partition("L")[0].removeprefix("M")
    assert near.count("L") == 127  # distances 0 to 127
    assert far.count("L") == 128  # 127 to 255
    assert marks["head5.far"]["opacity"] < 1


def test_every_small_chart_picks_its_head_and_every_column_tells_a_score(small):
    apart = picture.draw_curves(read_curves(small, STATE), Frame(620))
    assert [hit.choice for hit in apart.hits] == [{"head": head} for head in range(4)]
    together = picture.draw_curves(read_curves(small, {**STATE, "view": "together"}), Frame(620))
    first, last = together.hits[0], together.hits[31]
    assert first.label == "0 back: head 0 adds 0.00"
    assert last.label == "14 back: head 0 adds 0.00"  # 16^(31.5 / 32) is 14.7: 14 and one
    assert "1 back: head 0 adds 3.81" in {hit.label for hit in together.hits}
    assert {tuple(hit.choice.items()) for hit in together.hits[32:]} == {(("head", head),) for head in range(4)}


def test_by_distance_the_same_score_stands_along_a_diagonal_and_later_tokens_have_none(small):
    data = read_places(small, STATE)
    assert np.isnan(data.by_distance[3, 4])
    assert np.diagonal(data.by_distance, -1) == pytest.approx([NEAR] * 15)
    assert np.nanmax(np.abs(data.by_place - np.eye(16))) < 0.3
    waves = read_places(small, {**STATE, "rows": "waves"}).by_place
    # the mean over 384 wavelengths of the cosine of two tokens' turn
    speeds = [10_000 ** (-2 * m / 768) for m in range(384)]
    expected = sum(math.cos(2 * speed) for speed in speeds) / 384
    assert np.diagonal(waves, -2) == pytest.approx([expected] * 14)


def test_depth_goes_from_faint_to_full_and_leaves_later_tokens_out():
    assert depth(np.array([[1.0, np.nan], [2.0, 3.0]])).tolist() == [[12, 0], [133, 255]]


def test_the_groups_of_a_head_share_their_mean(models):
    data = read_groups(models, {"head": 5})
    last = data.scores[113:]
    assert data.shared[113:] == pytest.approx([sum(last) / len(last)] * len(last))
    assert data.shared[:16] == pytest.approx(data.scores[:16])
    marks = marks_of(data, "groups")
    assert sum(key.startswith("band") for key in marks) == 16


def test_a_slope_is_told_by_how_fast_it_halves_a_weight(models):
    notice = say_slopes(read_slopes(models, {"head": 7})).notice
    assert notice == (
        "ALiBi’s head 7 takes off 0.0039 for each token. At equal q·k, a weight is halved every 177 tokens. "
        "Choose another line by its number."
    )
    assert "takes off 0.500 for each token. At equal q·k, a weight is halved every 1.4 tokens" in (
        say_slopes(read_slopes(models, {"head": 0})).notice
    )


def test_the_dials_show_how_far_each_pair_has_turned(models):
    data = read_turns(models, {"distance": 6})
    notice = plain(say_turns(data).notice)
    assert data.angles == pytest.approx([6, 0.6, 0.06, 0.006])
    cosines = [math.cos(angle) for angle in (6, 0.6, 0.06, 0.006)]
    assert data.few.shares[6] == pytest.approx(sum(cosines) / 4)
    assert notice.startswith("6 tokens back, the first pair has turned by 344°, the last by 0.3°.")
    assert f"With 8 numbers q·k is {sum(cosines) / 4:.2f} of what it is" in notice
    assert marks_of(data, "turns")["dial1.turned"]["text"] == "34°"


def test_the_handle_stands_at_the_distance_and_can_be_dragged_to_any(models):
    (hit,) = picture.draw_turns(read_turns(models, {"distance": 255}), Frame(620)).hits
    drag = hit.drag["x"]
    assert drag["value"] == [0, 255]
    assert hit.x + hit.w / 2 == pytest.approx(drag["px"][1])


def test_a_circle_of_four_cubics_is_round():
    numbers_ = [float(n) for n in circle(0, 0, 100).replace("M", "").replace("C", " ").replace("Z", "").split()]
    points = list(zip(numbers_[::2], numbers_[1::2], strict=True))
    for start in range(0, 12, 3):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = points[start : start + 4]
        middle = ((ax + 3 * bx + 3 * cx + dx) / 8, (ay + 3 * by + 3 * cy + dy) / 8)
        assert math.hypot(*middle) == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize("view", ["apart", "together"])
def test_the_network_with_two_layers_has_its_own_curves_and_choosing_one_sets_layer_and_head(models, view):
    data = read_curves(models, {**STATE, "network": "two_layers", "of_two": "0.2", "view": view})
    tables = [models.two_layers[f"layers.{layer}.b_distance"] for layer in (0, 1)]
    assert [shape.scores.tolist() for shape in data.shapes] == [row for table in tables for row in table.tolist()]
    words = say_curves(data)
    assert plain(words.notice).startswith("Head 2 of layer 1 ")
    assert words.table.columns[1:] == tuple(f"Head {head} of layer {layer}" for layer in (1, 2) for head in range(4))
    hits = [hit for hit in picture.draw_curves(data, Frame(620)).hits if hit.choice]
    assert sorted(hit.choice["of_two"] for hit in hits) == [f"{layer}.{head}" for layer in (0, 1) for head in range(4)]
    assert marks_of(data, "curves")["head2.curve"]["stroke"] == "query"
