from dataclasses import replace

import numpy as np
import pytest
from lookback.config import AttentionConfig, WindowConfig
from lookback.models import Models
from lookback.opening import clearest_look, opening_look, show
from lookback.params import attention_shapes, init, window_shapes
from lookback.reader import UnreadableText
from lookback.stories import Story
from lookback.tokenizer import Tokenizer

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORDS = ["lily", "tom", "sat", "ran", "."]
TOKENS = ["[UNK]", "[BOUNDARY]", *LETTERS, *(f"##{letter}" for letter in LETTERS), *WORDS]
VOCABULARY = {token: i for i, token in enumerate(TOKENS)}
N_HEAD, N_WINDOW, N_CTX = 3, 2, 30
# Lily stands at positions 1, 5 and 9 (0 is the boundary); 4 and 8 guess her coming back, out of a window of 2.
RETURNS = Story("a", "Lily", "she", None, "Lily sat ran. Lily sat ran. Lily.")
NO_RETURN = Story("b", "Tom", "he", None, "Tom sat ran sat ran sat.")


def models_with(stories, attend) -> Models:
    """Make a network all of whose scores are 0 but those that `attend`, {head: {distance: score}}, adds by distance."""
    attention = {
        name: np.zeros(shape, np.float32)
        for name, shape in attention_shapes(AttentionConfig(len(TOKENS), 5, N_HEAD, 4, 2, N_CTX, 6)).items()
    }
    for head, scores in attend.items():
        for distance, score in scores.items():
            attention["b_distance"][head, distance] = score
    window = init(window_shapes(WindowConfig(len(TOKENS), 5, N_WINDOW, 6)), np.random.default_rng(0))
    counts = np.zeros(len(TOKENS), np.int64)
    counts[:2] = 5
    tokenizer = Tokenizer.from_vocabulary(VOCABULARY)
    ids = tuple(np.array(tokenizer.encode(story.text).ids, np.int32) for story in stories)
    return Models(tokenizer, attention, window, pytest.fail, pytest.fail, tuple(stories), ids, counts, (), {}, {})


def test_the_head_and_place_with_most_weight_on_the_name_are_found():
    # From position 8, 3 and 7 back are the earlier mentions at 5 and 1.
    found = clearest_look(models_with([RETURNS], {1: {3: 20.0}, 2: {7: 2.0}}), 0)
    assert (found.story, found.head, found.position) == (0, 1, 8)
    assert found.weight == pytest.approx(1.0, abs=1e-6)


def test_weight_on_all_earlier_mentions_counts_together():
    # Head 0 gives 3 and 7 back e^2 each among nine keys, head 1 gives 3 back alone e^2.5.
    found = clearest_look(models_with([RETURNS], {0: {3: 2.0, 7: 2.0}, 1: {3: 2.5}}), 0)
    assert found.head == 0
    assert found.weight == pytest.approx(2 * np.exp(2) / (2 * np.exp(2) + 7), rel=1e-5)


def test_a_place_in_the_second_half_of_the_story_goes_first():
    # From position 4 the name is 3 back too, and among fewer keys it gets more weight.
    assert clearest_look(models_with([RETURNS], {1: {3: 1.0}}), 0).position == 8


def test_a_story_whose_name_does_not_come_back_is_read_where_most_weight_goes_far():
    # 4 back beats 1 back, which the window reaches; the first position with a key so far back has the fewest others.
    found = clearest_look(models_with([NO_RETURN], {2: {4: 3.0}, 0: {1: 9.0}}), 0)
    assert (found.head, found.position) == (2, 4)
    assert found.weight == pytest.approx(np.exp(3) / (np.exp(3) + 4), rel=1e-5)


def test_the_page_opens_on_the_story_that_tells_most():
    other = replace(RETURNS, id="c", text="Lily sat ran . sat ran . Lily.")
    models = models_with([NO_RETURN, other, RETURNS], {1: {3: 20.0}})
    found = opening_look(models)
    assert (found.story, found.head, found.position) == (2, 1, 8)
    assert opening_look(models) is found


@pytest.fixture(scope="module")
def two():
    return models_with([RETURNS, NO_RETURN], {1: {7: 20.0}})


@pytest.mark.parametrize(("story", "head", "position"), [(0, 2, 3), (5, 9, 3)])
def test_what_is_asked_for_is_shown_as_far_as_it_is_there(two, story, head, position):
    shown = show(two, story, head, position)
    assert (shown.story, shown.look.head, shown.look.position) == (min(story, 1), 2, 3)
    assert f"models.stories[{min(story, 1)}].text" in shown.call
    assert shown.call.endswith("head=2, position=3)")


@pytest.mark.parametrize("position", [-1, 11, 99])
def test_a_position_that_is_not_there_is_the_telling_one_of_a_story_and_the_last_one_of_a_text(two, position):
    assert show(two, 0, 0, position).look.position == clearest_look(two, 0).position == 8
    text = show(two, "Lily sat ran.", 0, position)
    assert (text.story, text.look.position, text.names) == (None, 4, frozenset())
    assert "read_text(models, text)" in text.call


def test_places_of_the_same_token_count_together(two):
    # Lily sat ran. Lily sat ran. Lily.: from position 8, the second ".", head 1 gives 7 back, the first "lily", most.
    shown = show(two, 0, 1, 8)
    assert shown.same(9) == [1, 5]  # the third "lily" is what comes next
    assert shown.together(5) == pytest.approx((np.exp(20) + 1) / (np.exp(20) + 8), rel=1e-5)
    assert shown.by_token() == [[1, 5], [2, 6], [3, 7], [4, 8], [0]]


def test_the_heros_name_is_known_in_a_story(two):
    assert show(two, 0, 0, 0).names == {1, 5, 9}


@pytest.mark.parametrize("text", ["", "  \n"])
def test_a_text_without_tokens_shows_nothing(two, text):
    with pytest.raises(UnreadableText, match="nothing to read yet"):
        show(two, text, 0, 0)
