import itertools
from collections import Counter

import numpy as np
import pytest
from lookback.training import batches

B = 1  # the boundary
STORIES = [(2000 + i, *([6] * (i % 7)), 40 + i % 5) for i in range(128)]


def rng(seed=0):
    return np.random.default_rng(seed)


def test_a_story_is_framed_by_the_boundary_and_cut_to_the_longest_input_and_its_target():
    assert batches.frame((7, 8, 9), n_ctx=9) == (B, 7, 8, 9, B)
    assert batches.frame((7, 8, 9), n_ctx=4) == (B, 7, 8, 9, B)
    assert batches.frame((7, 8, 9), n_ctx=3) == (B, 7, 8, 9)
    assert batches.frame((7, 8, 9), n_ctx=2) == (B, 7, 8)


def test_stories_are_padded_by_hand_with_no_target_behind_short_ones():
    ids, targets = batches.pad([(7, 8, 9), (5,), (2, 3, 4, 5, 6, 7)], n_ctx=5)
    assert ids.tolist() == [[B, 7, 8, 9, B], [B, 5, B, B, B], [B, 2, 3, 4, 5]]
    assert targets.tolist() == [[7, 8, 9, B, -1], [5, B, -1, -1, -1], [2, 3, 4, 5, 6]]
    assert ids.dtype == targets.dtype == np.int32


def test_padding_is_as_short_as_the_longest_story_allows():
    ids, targets = batches.pad([(7, 8), (5,)], n_ctx=256)
    assert ids.tolist() == [[B, 7, 8], [B, 5, B]]
    assert targets.tolist() == [[7, 8, B], [5, B, -1]]


def stories_of(batch):
    """The stories of a batch of uncut stories, from its inputs and targets."""
    for ids, targets in zip(*batch, strict=True):
        n = int((targets >= 0).sum())
        assert ids[0] == targets[n - 1] == B
        assert np.array_equal(ids[1:n], targets[: n - 1])
        yield tuple(targets[: n - 1].tolist())


@pytest.mark.parametrize(("n_stories", "size", "expected"), [(128, 8, [8] * 16), (13, 5, [3, 5, 5])])
def test_batches_hold_every_story_once_whatever_their_size(n_stories, size, expected):
    stories = STORIES[:n_stories]
    found = batches.story_batches(stories, rng(), n_ctx=50, size=size)
    assert sorted(len(ids) for ids, _ in found) == expected
    assert Counter(story for batch in found for story in stories_of(batch)) == Counter(stories)


def test_stories_of_like_length_stand_together_and_batches_come_in_random_order():
    found = batches.story_batches(STORIES, rng(), n_ctx=50)
    lengths = [[len(story) for story in stories_of(batch)] for batch in found]
    assert lengths != sorted(lengths)
    assert list(itertools.chain.from_iterable(sorted(lengths))) == sorted(map(len, STORIES))


def test_batches_are_the_same_for_the_same_generator():

    def read(seed):
        story = batches.story_batches(STORIES, rng(seed), n_ctx=50)
        window = batches.window_batches(STORIES, rng(seed), n_ctx=50, n_window=3)
        return [[array.tolist() for array in batch] for batch in (*story, *window)]

    assert read(7) == read(7)
    assert read(7) != read(8)


def test_windows_of_one_story_by_hand():
    ((read, targets),) = batches.window_batches([(7, 8, 9)], rng(), n_ctx=9, n_window=3)
    found = sorted((target, window) for target, window in zip(targets.tolist(), read.tolist(), strict=True))
    assert found == [(B, [7, 8, 9]), (7, [B, B, B]), (8, [B, B, 7]), (9, [B, 7, 8])]
    assert read.dtype == targets.dtype == np.int32


def test_windows_are_cut_where_stories_are_cut():
    ((_, targets),) = batches.window_batches([(7, 8, 9), (5,)], rng(), n_ctx=2, n_window=3)
    assert sorted(targets.tolist()) == [B, 5, 7, 8]


def test_window_batches_hold_every_position_once_in_random_order():
    cut = batches.window_batches(STORIES, rng(), n_ctx=50, n_window=3, size=10)
    expected = []
    for story in STORIES:
        tokens = (B, B, B, *story, B)
        expected += [(*tokens[i : i + 3], tokens[i + 3]) for i in range(len(story) + 1)]
    found = [(*w, t) for read, targets in cut for w, t in zip(read.tolist(), targets.tolist(), strict=True)]
    assert Counter(found) == Counter(expected)
    assert found != expected
    assert [len(targets) for _, targets in cut[:-1]] == [10] * (len(expected) // 10)
    assert len(cut[-1][0]) == len(expected) % 10 != 0


def test_both_networks_guess_the_same_positions():
    attention = batches.story_batches(STORIES, rng(), n_ctx=5)
    window = batches.window_batches(STORIES, rng(), n_ctx=5, n_window=3)
    guessed = [sorted(np.concatenate([t[t >= 0] for _, t in cut]).tolist()) for cut in (attention, window)]
    assert guessed[0] == guessed[1]
