import numpy as np
import pytest
from lookback.measures import measure
from lookback.measures.prepared import GROUPS, common_tokens, prepare
from lookback.measures.reach import tokens_back
from lookback.stories import Story

from tests.reference.small_world import (
    COMMON,
    N_CTX,
    N_WINDOW,
    STORIES,
    VOCABULARY,
    models,
    prepared_stories,
    token_counts,
)

# Where the hero's name begins, counted by hand in the stories' tokens; token i is guessed at position i.
MENTIONS = {"one": [0, 14, 17], "two": [6, 14, 22], "three": [0, 15, 24], "four": [6], "long": [0, 9]}
RETURNS = {"one": [14], "two": [14, 22], "three": [15, 24], "four": [], "long": [9]}


def tokens_of(prepared):
    return [VOCABULARY[i] for i in prepared.targets]


def out_of_reach_in_loops(prepared):
    """The positions of a story whose target stood earlier, but not among the N_WINDOW tokens before it."""
    tokens, found = tokens_of(prepared), []
    for i, token in enumerate(tokens):
        earlier = tokens[:i]
        near = earlier[-N_WINDOW:]
        counts = token not in [*COMMON, "[BOUNDARY]", "[UNK]"] or i in MENTIONS[prepared.story.id]
        if counts and token in earlier and token not in near:
            found.append(i)
    return found


@pytest.mark.parametrize("prepared", prepared_stories(), ids=lambda prepared: prepared.story.id)
def test_out_of_reach_equals_a_version_in_loops(prepared):
    assert np.flatnonzero(prepared.out_of_reach).tolist() == out_of_reach_in_loops(prepared)
    assert prepared.mentions.tolist() == MENTIONS[prepared.story.id]
    assert np.flatnonzero(prepared.name).tolist() == RETURNS[prepared.story.id]


def test_inputs_start_with_the_boundary_and_targets_end_with_it():
    prepared = prepared_stories()[3]
    assert " ".join(VOCABULARY[i] for i in prepared.ids) == "[BOUNDARY] the cat sat and sat and mia ran ."
    assert " ".join(tokens_of(prepared)) == "the cat sat and sat and mia ran . [BOUNDARY]"
    assert prepared.ids.dtype == prepared.targets.dtype == np.int32


def test_a_long_story_is_cut_where_the_network_ends():
    long = prepared_stories()[-1]
    assert len(long.ids) == len(long.targets) == N_CTX
    assert "[BOUNDARY]" not in tokens_of(long)
    assert long.mentions.tolist() == [0, 9]  # the last two mentions are behind the cut


def test_the_rest_is_what_is_not_out_of_reach_and_names_are_part_of_what_is():
    for prepared in prepared_stories():
        groups = prepared.groups
        assert tuple(groups) == GROUPS
        assert (groups["out_of_reach"] ^ groups["rest"]).all()
        assert groups["all"].all()
        assert (groups["out_of_reach"] | ~groups["name"]).all()


def test_common_tokens_count_only_where_they_are_the_heros_name():
    story = Story("x", "Lily", "she", None, "Lily sat. The cat ran. Tom saw Lily. The lily sat.")
    prepared = prepared_stories([story])[0]
    assert " ".join(tokens_of(prepared)) == "lily sat . the cat ran . tom saw lily . the lily sat . [BOUNDARY]"
    found = np.flatnonzero(prepared.out_of_reach).tolist()
    assert found == [9, 13]  # her name; "sat". Not the flower at 12, nor "the" at 11


def test_the_same_unknown_sign_twice_is_no_word_out_of_reach():
    story = Story("x", "Tom", "he", None, "Tom % sat. The cat ran. % Tom")
    prepared = prepared_stories([story])[0]
    assert " ".join(tokens_of(prepared)) == "tom [UNK] sat . the cat ran . [UNK] tom [BOUNDARY]"
    assert np.flatnonzero(prepared.out_of_reach).tolist() == [9]


def test_an_exact_distance_of_the_window_is_in_reach_and_one_more_is_not():
    near = Story("near", "Tom", "he", None, "Tom saw a Tom")
    far = Story("far", "Tom", "he", None, "Tom saw a hat Tom")
    counts = [prepared.name.sum() for prepared in prepared_stories([near, far])]
    assert (N_WINDOW, counts) == (3, [0, 1])


def test_common_tokens_are_ordered_by_count_then_id():
    assert common_tokens(np.array([4, 9, 4, 0, 9, 5]), 5).tolist() == [1, 4, 5, 0, 2]
    assert [VOCABULARY[i] for i in common_tokens(token_counts(), len(COMMON))] == COMMON


def test_a_hundred_tokens_are_common_if_nothing_else_is_said():
    prepared = prepare(models(), STORIES[:1])[0]  # fewer than 100 tokens in all
    assert np.flatnonzero(prepared.out_of_reach).tolist() == np.flatnonzero(prepared.name).tolist() == [14]


def test_distances_count_from_the_token_just_read():
    story = Story("x", "Tom", "he", None, "Tom Tom saw a hat Tom a.")
    back = tokens_back(prepared_stories([story])[0])
    assert back.tolist() == [0, 1, 0, 0, 0, 4, 3, 0, 9]  # the boundary was read first of all


def test_reach_counts_positions_and_averages_distances():
    found = measure(models(), "reach", prepared_stories())
    far = {group: [] for group in ("out_of_reach", "name")}
    for prepared in prepared_stories():
        tokens = tokens_of(prepared)
        for group, positions in (
            ("out_of_reach", out_of_reach_in_loops(prepared)),
            ("name", RETURNS[prepared.story.id]),
        ):
            for i in positions:
                far[group].append(min(i - j for j in range(i) if tokens[j] == tokens[i]))
    n_all = sum(len(prepared.ids) for prepared in prepared_stories())
    assert found.n_stories == 5
    assert found.positions == {
        "all": n_all,
        "out_of_reach": len(far["out_of_reach"]),
        "name": 6,
        "rest": n_all - len(far["out_of_reach"]),
    }
    assert found.mean_distance == pytest.approx({group: sum(d) / len(d) for group, d in far.items()})
    assert found.furthest == max(far["out_of_reach"])
