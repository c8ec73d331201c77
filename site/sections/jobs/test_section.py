"""The rules of the sentences at their borders, and that no sentence contradicts its picture on the shipped weights."""

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from lookback.measures import measure, measured
from lookback.measures.prepared import prepare
from scene import Frame
from scene.metrics import text_width
from sections.jobs.compute import HeadFacts, Point, around, curve_of, moved, read_heads
from sections.jobs.kinds import KindShare, kind_shares, kinds_of_tokens, preferred
from sections.jobs.picture import draw_heads
from sections.jobs.prose import numbers, restarts
from sections.jobs.words import EVEN, bands, clear_run, favors, job_in_words, loss_in_words, reach, say_heads

EVEN_READER = np.array([0.05, 0.05, 0.05, 0.15, 0.3, 0.4])
TOKENS = np.full(10, 0.1)


def facts(by_distance=EVEN_READER, read=TOKENS, kinds=()):
    return HeadFacts(np.array(by_distance), EVEN_READER, np.array(read), TOKENS, tuple(kinds))


def shifted(share, start, end):
    """An even reader with this share of the weight moved from one band to another."""
    moved_to = EVEN_READER.copy()
    moved_to[start] -= share
    moved_to[end] += share
    return moved_to


@pytest.fixture(scope="module")
def moments(models):
    """Every moment of the shipped training."""
    n_moments = len(models.snapshots)
    return [read_heads(models, {"moment": moment + 1, "head": 3}) for moment in range(n_moments)]


def test_a_head_is_nearly_alike_up_to_just_below_a_twentieth_of_its_weight():
    assert moved(EVEN_READER, shifted(0.04, 5, 1)) == pytest.approx(0.04)
    assert job_in_words(facts(shifted(0.0499, 5, 1))) == EVEN
    assert job_in_words(facts(shifted(0.0501, 5, 1))) != EVEN
    other_tokens = TOKENS + np.array([0.0501, *[-0.0501 / 9] * 9])
    assert job_in_words(facts(read=other_tokens)) == "Distance hardly matters to it. No kind of token stands out."


def test_distance_matters_from_a_tenth_of_the_weight_on():
    below, above = job_in_words(facts(shifted(0.0999, 5, 1))), job_in_words(facts(shifted(0.1001, 5, 1)))
    assert below.startswith("Distance hardly matters to it.")
    assert above == "Leans close by: 15% of its weight goes 1 token back."


@pytest.mark.parametrize(
    ("by_distance", "where"),
    [
        ([0.5, 0.3, 0.1, 0.1, 0, 0], "close by: 90% of its weight goes within 2 tokens, the most to the token itself."),
        ([0.01, 0.2, 0.3, 0.4, 0.05, 0.04], "close by: 90% of its weight goes 1 to 8 tokens back, the most 3 to 8"),
        ([0, 0, 0, 0.3, 0.6, 0.1], "some way back: 90% of its weight goes 3 to 32 tokens back, the most 9 to 32"),
        ([0, 0, 0, 0.1, 0.2, 0.7], "far back: 70% of its weight goes more than 32 tokens back."),
        ([0.9, 0.02, 0.02, 0.02, 0.02, 0.02], "close by: 90% of its weight goes to the token itself."),
    ],
)
def test_where_a_head_looks_is_the_run_of_bands_beyond_an_even_reader(by_distance, where):
    assert job_in_words(facts(by_distance)).startswith(f"Looks {where}")


def test_the_run_ends_where_the_weight_falls_below_an_even_readers():
    even = np.full(6, 1 / 6)
    assert clear_run(np.array([0.2, 0.1, 0.2, 0.3, 0.2, 0.0]), even) == (2, 4)
    assert clear_run(np.array([0.9, 0.0, 0.1, 0.0, 0.0, 0.0]), even) == (0, 0)
    assert clear_run(np.array([0, 0, 0, 0, 0.3, 0.7]), even) == (4, 5)


@pytest.mark.parametrize(
    ("near", "far", "words"),
    [(0, 0, "to the token itself"), (0, 1, "within 1 token"), (0, 8, "within 8 tokens"), (1, 1, "1 token back"),
     (2, 2, "2 tokens back"), (3, 32, "3 to 32 tokens back"), (33, None, "more than 32 tokens back"),
     (0, None, "to any distance")],
)  # fmt: skip
def test_a_reach_is_said_in_tokens(near, far, words):
    assert reach(near, far) == words


def test_a_preference_needs_both_a_multiple_and_enough_weight():
    cases = {(0.0301, 0.02): False, (0.0601, 0.04): True, (0.0599, 0.04): False}
    cases |= {(0.0399, 0.02): False, (0.0401, 0.02): True}
    for (share, even), clear in cases.items():
        assert bool(preferred([KindShare("names", share, even)])) is clear, (share, even)


def test_the_kinds_with_most_beyond_an_even_share_are_named_and_no_more_than_two():
    kinds = [KindShare("names", 0.2, 0.1), KindShare("commas", 0.3, 0.05), KindShare("pronouns", 0.5, 0.02)]
    assert favors(preferred(kinds)) == "Fond of pronouns (50%, 25.0 times an even share) and commas (30%, 6.0 times)."
    only = facts(shifted(0.2, 5, 1), kinds=kinds[:1])
    assert job_in_words(only).endswith("1 token back. Fond of names (20%, 2.0 times an even share).")


def test_kinds_are_sums_over_their_tokens(models):
    kinds, tokens = kinds_of_tokens(models), models.tokenizer.tokens
    assert {tokens[i] for i in kinds["ends"]} == {".", "!", "?"}
    assert {"lily", "tom", "mia"} <= {tokens[i] for i in kinds["names"]}
    assert not {"the", "dog", "##s"} & {tokens[i] for i in kinds["names"]}
    read = np.arange(len(tokens), dtype=float)
    found = {of.kind: of for of in kind_shares(kinds, read, read / 2)}
    assert found["commas"].share == tokens.index(",")
    assert found["ends"].even == sum(tokens.index(end) for end in ".!?") / 2
    assert found["commas"].times == 2


def test_before_training_every_head_is_said_to_read_alike(moments):
    assert {job_in_words(head) for head in moments[0].heads} == {EVEN}
    assert "heads read everything nearly alike: the tables are small random numbers" in say_heads(moments[0]).notice


def test_no_sentence_contradicts_the_bars_beside_it(moments):
    for data in moments:
        for head in data.heads:
            beyond, job = head.by_distance - data.even, job_in_words(head)
            if job == EVEN:
                assert np.abs(beyond).max() < 0.05
            if found := re.match(r"(Looks|Leans) (close by|some way back|far back): (\d+)% of its weight", job):
                verb, where, share = found.groups()
                assert (verb == "Looks") == (int(share) >= 50) or share == "50"
                tallest_beyond = int(np.argmax(beyond))
                far = {"close by": (0, 1, 2, 3), "some way back": (0, 1, 2, 3, 4), "far back": range(6)}[where]
                assert tallest_beyond in far
                assert float(share) / 100 > np.array(data.even)[tallest_beyond]
                assert beyond[tallest_beyond] > 0


def test_the_bars_of_each_head_add_up_to_one_and_are_the_measured_ones(moments, models):
    found = measured(models, "jobs")
    for moment, data in enumerate(moments):
        for number, head in enumerate(data.heads):
            assert sum(head.by_distance) == pytest.approx(1, abs=1e-4)
            assert head.by_distance[5] == pytest.approx(found.profile[moment, number, 33:].sum(), abs=1e-9)
            assert [item.weight for item in head.tokens] == sorted((item.weight for item in head.tokens), reverse=True)


def test_the_measured_weights_equal_pytorchs_on_three_stories(models):
    torch = pytest.importorskip("torch")
    chosen = prepare(models, models.stories[:3])
    found = measure(models, "jobs", chosen)
    for moment in (0, len(models.snapshots) - 1):
        p = {name: torch.tensor(array, dtype=torch.float64) for name, array in models.snapshots[moment].items()}
        far, total, positions = torch.zeros(8, dtype=torch.float64), torch.zeros(8, dtype=torch.float64), 0
        for prepared in chosen:
            x = p["W_E"][torch.tensor(prepared.ids, dtype=torch.long)]
            scores = (x @ p["W_Q"]) @ (x @ p["W_K"]).transpose(1, 2) / 8**0.5
            i, j = torch.tril_indices(len(x), len(x))
            full = torch.full_like(scores, -torch.inf)
            full[:, i, j] = scores[:, i, j] + p["b_distance"][:, i - j]
            weights = full.softmax(dim=-1)
            far += torch.tril(weights, -33).sum(dim=(1, 2))
            total += torch.diagonal(weights, dim1=1, dim2=2).sum(dim=1)
            positions += len(x)
        assert found.by_distance[moment, :, 5] == pytest.approx((far / positions).numpy(), abs=1e-5)
        assert found.by_distance[moment, :, 0] == pytest.approx((total / positions).numpy(), abs=1e-5)


CURVE = (Point(0, 7.5), Point(400, 3.8), Point(800, 3.4))


def test_the_loss_is_told_where_it_was_measured_and_else_between_which_two():
    assert loss_in_words(CURVE, 400) == "the loss on held-out TinyStories was 3.80 nats"
    assert loss_in_words(CURVE, 752) == (
        "the loss on held-out TinyStories was between 3.80 at step 400 and 3.40 at step 800"
    )
    assert loss_in_words(CURVE, 801) == loss_in_words((), 3) == ""
    assert around(CURVE, 0) == (CURVE[0], CURVE[0])


def test_a_curve_leaves_out_what_was_not_measured_and_may_be_missing():
    assert curve_of({"attention": {"step": [0, 5], "held_out": [None, 2.0]}}) == (Point(5, 2.0),)
    assert curve_of({}) == ()


def test_every_moment_is_drawn_at_the_same_height_so_that_a_film_does_not_jump(moments):
    for width in (328.0, 620.0, 1000.0):
        assert len({draw_heads(data, Frame(width)).height for data in moments}) == 1


@pytest.mark.parametrize("width", [328.0, 1000.0])
def test_the_loss_of_a_moment_is_written_above_the_curve_and_inside_the_picture(models, width):
    n_moments = len(models.snapshots.steps)
    for moment in (1, n_moments // 2, n_moments):
        marks = draw_heads(read_heads(models, {"moment": moment, "head": 0}), Frame(width)).marks
        written = next((mark for mark in marks if mark["key"] == "now.loss"), None)
        if written is None:  # training did not measure the loss just there
            continue
        wide = text_width(written["text"], 12.5, bold=True)
        reach = (-wide, 0) if written.get("anchor") == "end" else (0, wide)
        dots = [mark for mark in marks if mark["key"].startswith("measured")]
        below = [dot["y"] for dot in dots if reach[0] <= dot["x"] - written["x"] <= reach[1]]
        assert written["y"] <= min(below, default=written["y"])
        assert 0 <= written["x"] + reach[0] < written["x"] + reach[1] <= width


def test_without_a_curve_the_heads_are_drawn_alone(models):
    scene = draw_heads(read_heads(replace(models, curves={}), {"moment": 1, "head": 0}), Frame(328.0))
    assert not [hit for hit in scene.hits if hit.key.startswith("moment")]
    assert not [mark for mark in scene.marks if mark["key"] == "curve"]


@pytest.mark.parametrize("width", [328.0, 620.0, 1000.0])
def test_numbers_of_steps_stand_apart_and_the_moment_shown_has_its_own(moments, width):
    for data in moments:
        marks = draw_heads(data, Frame(width)).marks
        numbers = [mark for mark in marks if re.fullmatch(r"step\d+", mark["key"])]
        ends = sorted((mark["x"] - 3.3 * len(mark["text"]), mark["x"] + 3.3 * len(mark["text"])) for mark in numbers)
        assert f"step{data.now}" in {mark["key"] for mark in numbers}
        assert len(numbers) >= 4
        assert all(right < left for (_, right), (left, _) in pairwise(ends))  # a digit of 12 px is about 6.6 px wide


def test_a_moment_or_head_beyond_the_last_stands_for_the_last(models, moments):
    far = read_heads(models, {"moment": 10, "head": 7})
    assert far.now == len(moments) - 1
    assert bands() == ("self", "1", "2", "3–8", "9–32", "33+")


def test_the_prose_counts_by_the_same_rules(models, moments):
    found = numbers(models)
    alike = sum(job_in_words(head) == EVEN for head in moments[-1].heads)
    assert found["alike"] == {0: "none of them", 8: "all of them"}.get(alike, f"{alike} of the 8")


def test_training_restarts_where_the_record_says_that_its_rate_rose_again():
    told = {"steps": 900, "n_blocks": 30, "peaks": [[0, 0.02], [10, 0.01], [25, 0.008]]}
    assert restarts({"networks": {"attention": told}}) == (300, 750)
    assert restarts({"networks": {"attention": {**told, "peaks": [[0, 0.02]]}}}) == ()
    assert restarts({}) == ()
