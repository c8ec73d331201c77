import numpy as np
import pytest
from lookback.measures import GROUPS, common_tokens, reach, read_for_measures, tokens_back
from lookback.stories import Story

from tests.reference.small_world import (
    COMMON,
    N_CTX,
    N_WINDOW,
    STORIES,
    VOCABULARY,
    readings,
    token_counts,
    tokenizer,
)

# Where the hero's name begins, counted by hand in the stories' tokens; token i is guessed at position i.
MENTIONS = {"one": [0, 14, 17], "two": [6, 14, 22], "three": [0, 15, 24], "four": [6], "long": [0, 9]}
RETURNS = {"one": [14], "two": [14, 22], "three": [15, 24], "four": [], "long": [9]}


def tokens_of(reading):
    return [VOCABULARY[i] for i in reading.targets]


def out_of_reach_in_loops(reading):
    """The positions of a story whose target stood earlier, but not among the N_WINDOW tokens before it."""
    tokens, found = tokens_of(reading), []
    for i, token in enumerate(tokens):
        earlier = tokens[:i]
        near = earlier[-N_WINDOW:]
        counts = token not in [*COMMON, "[BOUNDARY]", "[UNK]"] or i in MENTIONS[reading.story.id]
        if counts and token in earlier and token not in near:
            found.append(i)
    return found


@pytest.mark.parametrize("reading", readings(), ids=lambda reading: reading.story.id)
def test_out_of_reach_equals_a_version_in_loops(reading):
    assert np.flatnonzero(reading.out_of_reach).tolist() == out_of_reach_in_loops(reading)
    assert reading.mentions.tolist() == MENTIONS[reading.story.id]
    assert np.flatnonzero(reading.name).tolist() == RETURNS[reading.story.id]


def test_inputs_start_with_the_boundary_and_targets_end_with_it():
    reading = readings()[3]
    assert " ".join(VOCABULARY[i] for i in reading.ids) == "[BOUNDARY] the cat sat and sat and mia ran ."
    assert " ".join(tokens_of(reading)) == "the cat sat and sat and mia ran . [BOUNDARY]"
    assert reading.ids.dtype == reading.targets.dtype == np.int32


def test_a_long_story_is_cut_where_the_network_ends():
    long = readings()[-1]
    assert len(long.ids) == len(long.targets) == N_CTX
    assert "[BOUNDARY]" not in tokens_of(long)
    assert long.mentions.tolist() == [0, 9]  # the last two mentions are behind the cut


def test_the_rest_is_what_is_not_out_of_reach_and_names_are_part_of_what_is():
    for reading in readings():
        groups = reading.groups
        assert tuple(groups) == GROUPS
        assert (groups["out_of_reach"] ^ groups["rest"]).all()
        assert groups["all"].all()
        assert (groups["out_of_reach"] | ~groups["name"]).all()


def test_common_tokens_count_only_where_they_are_the_heros_name():
    story = Story("x", "Lily", "she", None, "Lily sat. The cat ran. Tom saw Lily. The lily sat.")
    reading = readings([story])[0]
    assert " ".join(tokens_of(reading)) == "lily sat . the cat ran . tom saw lily . the lily sat . [BOUNDARY]"
    found = np.flatnonzero(reading.out_of_reach).tolist()
    assert found == [9, 13]  # her name; "sat". Not the flower at 12, nor "the" at 11


def test_the_same_unknown_sign_twice_is_no_word_out_of_reach():
    story = Story("x", "Tom", "he", None, "Tom % sat. The cat ran. % Tom")
    reading = readings([story])[0]
    assert " ".join(tokens_of(reading)) == "tom [UNK] sat . the cat ran . [UNK] tom [BOUNDARY]"
    assert np.flatnonzero(reading.out_of_reach).tolist() == [9]


def test_an_exact_distance_of_the_window_is_in_reach_and_one_more_is_not():
    near = Story("near", "Tom", "he", None, "Tom saw a Tom")
    far = Story("far", "Tom", "he", None, "Tom saw a hat Tom")
    counts = [reading.name.sum() for reading in readings([near, far])]
    assert (N_WINDOW, counts) == (3, [0, 1])


def test_common_tokens_are_ordered_by_count_then_id():
    assert common_tokens(np.array([4, 9, 4, 0, 9, 5]), 5).tolist() == [1, 4, 5, 0, 2]
    assert [VOCABULARY[i] for i in common_tokens(token_counts(), len(COMMON))] == COMMON


def test_with_the_trained_sizes_a_hundred_tokens_are_common():
    reading = read_for_measures(tokenizer(), STORIES[:1], token_counts())[0]  # fewer than 100 tokens in all
    assert np.flatnonzero(reading.out_of_reach).tolist() == np.flatnonzero(reading.name).tolist() == [14]


def test_distances_count_from_the_token_just_read():
    story = Story("x", "Tom", "he", None, "Tom Tom saw a hat Tom a.")
    back = tokens_back(readings([story])[0])
    assert back.tolist() == [0, 1, 0, 0, 0, 4, 3, 0, 9]  # the boundary was read first of all


def test_reach_counts_positions_and_averages_distances():
    found = reach(readings())
    far = {group: [] for group in ("out_of_reach", "name")}
    for reading in readings():
        tokens = tokens_of(reading)
        for group, positions in (("out_of_reach", out_of_reach_in_loops(reading)), ("name", RETURNS[reading.story.id])):
            for i in positions:
                far[group].append(min(i - j for j in range(i) if tokens[j] == tokens[i]))
    n_all = sum(len(reading.ids) for reading in readings())
    assert found.n_stories == 5
    assert found.positions == {
        "all": n_all,
        "out_of_reach": len(far["out_of_reach"]),
        "name": 6,
        "rest": n_all - len(far["out_of_reach"]),
    }
    assert found.mean_distance == pytest.approx({group: sum(d) / len(d) for group, d in far.items()})
    assert found.furthest == max(far["out_of_reach"])
