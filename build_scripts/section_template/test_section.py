"""The section's own tests; what holds for every figure is tested by itself."""

import pytest
from scene import Frame
from sections.template.compute import GuessesData, read_guesses
from sections.template.picture import draw_guesses
from sections.template.words import say_guesses


def test_as_many_guesses_as_were_asked_for_the_likeliest_first(models):
    guesses = read_guesses(models, {"count": 5}).guesses
    assert len(guesses) == 5
    assert [p for _, p in guesses] == sorted((p for _, p in guesses), reverse=True)


def test_bars_are_as_long_as_their_probabilities_which_the_words_add_up():
    data = GuessesData((("mitten", 0.5), ("hat", 0.25)))
    bars = [mark["w"] for mark in draw_guesses(data, Frame(620)).marks if mark["key"].endswith(".bar")]
    assert bars[0] == pytest.approx(2 * bars[1], abs=0.02)  # marks are rounded to 0.01 px
    assert "what is shown here has a probability of 0.75" in say_guesses(data).notice
