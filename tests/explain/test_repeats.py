import math

import numpy as np
import pytest
from lookback.explain.repeats import repeated_share


def stories(*texts):
    """One token a letter."""
    return [np.array([ord(letter) for letter in text], np.int32) for text in texts]


def test_stretches_of_another_story_count_each_time_they_stand():
    # abab: ab ba ab; cab: ca ab; bd: bd. Of these 6, "ab" stands in two stories, 3 times in all.
    assert repeated_share(stories("abab", "cab", "bd"), 2) == pytest.approx(3 / 6)


def test_a_stretch_that_repeats_within_its_own_story_only_does_not_count():
    assert repeated_share(stories("xyxyxy", "abc"), 2) == 0


def test_stretches_do_not_run_from_one_story_into_the_next():
    # Joined up, "ab" would stand twice.
    assert repeated_share(stories("ca", "bd", "ab"), 2) == 0


def test_tokens_with_ids_above_255_are_compared_whole():
    far = [np.array([1, 256], np.int32), np.array([256, 1], np.int32), np.array([1, 256], np.int32)]
    assert repeated_share(far, 2) == pytest.approx(2 / 3)


def test_without_stories_of_that_length_there_is_no_share():
    assert math.isnan(repeated_share(stories("ab"), 3))
