from dataclasses import replace

import pytest
import torch
from lookback.tokenizer import BOUNDARY_ID
from scene import Frame
from scene.sentences import plain
from sections.remembering.compute import Guesses, read_pointing
from sections.remembering.examples import EXAMPLES, read_marked
from sections.remembering.picture import draw_pointing
from sections.remembering.prose import numbers
from sections.remembering.words import say_pointing

from tests.reference import torch_networks


def read(models, example="story"):
    return read_pointing(models, {"example": example})


def with_guesses(models, attention, window):
    made = tuple(Guesses(*network) for network in (("attention", *attention), ("window", *window)))
    return plain(say_pointing(replace(read(models), guesses=made)).notice)


def test_the_markup_says_which_words_point_where():
    marked = read_marked("A [cat|cat] sat. [It>cat|it] ran, [it>it] did, said [?>cat]")
    assert marked.text == "A cat sat. It ran, it did, said ?"
    # A0 cat1 sat2 .3 It4 ran5 ,6 it7 did8 ,9 said10 ?11; commas and the period are no words
    found = [(pointer.piece, pointer.to, pointer.words_back) for pointer in marked.pointers]
    assert found == [(4, 1, 2), (7, 4, 2), (11, 1, 7)]
    assert (marked.blank, marked.asked.to, marked.word(4)) == (11, 1, "It")


def test_a_word_cannot_point_to_what_was_not_named():
    with pytest.raises(ValueError, match=r"\[it>cat\] points to 'cat', which no earlier word names"):
        read_marked("Then [it>cat] sat down. [?>cat]")


@pytest.mark.parametrize("kind", EXAMPLES)
def test_every_text_ends_where_a_word_is_missing_and_only_its_answer_is_not_given_away(models, kind):
    marked = read(models, kind).marked
    assert marked.word(marked.blank) == "?"
    assert marked.asked.words_back > 8
    assert {pointer.to for pointer in marked.pointers} <= set(range(marked.blank))


def test_the_story_has_three_sentences_before_its_hero_speaks_and_names_the_hero_once():
    text = read_marked(EXAMPLES["story"].marked).text
    assert text.split("“")[0].count(".") == 3
    assert text.count(EXAMPLES["story"].name) == 1


def test_the_guesses_are_those_of_pytorch(models):
    data = read(models)
    story = data.marked.text.removesuffix("?").rstrip()
    ids = torch.tensor([[BOUNDARY_ID, *models.tokenizer.encode(story).ids]])
    arrays = {name: {key: torch.from_numpy(a) for key, a in params.items()} for name, params in models.networks.items()}
    logits = {
        "attention": torch_networks.attention(arrays["attention"], ids)["logits"][0, -1],
        "window": torch_networks.window(arrays["window"], ids[:, -8:])[0],
    }
    for found in data.guesses:
        p = logits[found.network].softmax(-1)
        assert found.name == pytest.approx(float(p[models.tokenizer.ids["mia"]]), abs=1e-5)
        words, probabilities = zip(*found.first, strict=True)
        assert probabilities == pytest.approx(p.topk(3).values.tolist(), abs=1e-5)
        assert [word.lower() for word in words] == [models.tokenizer.tokens[i] for i in p.topk(3).indices.tolist()]


def test_the_dashed_frame_holds_the_words_of_the_last_eight_tokens(models):
    data = read(models)
    frame = [data.marked.word(piece) for piece in range(data.window, data.marked.blank)]
    shortest = next(n for n in range(1, 20) if len(models.tokenizer.encode(" ".join(frame[-n:]))) >= 8)
    assert len(frame) == shortest


def test_the_notice_follows_the_guesses(models):
    sure = (("Mia", 0.6), ("the", 0.1)), 0.6
    unsure = (("the", 0.3), ("Mia", 0.1)), 0.1
    blind = (("the", 0.2), ("Tom", 0.1)), 0.004
    lucky = (("Mia", 0.05), ("the", 0.04)), 0.05
    assert with_guesses(models, sure, blind) == (
        "The next word is Mia, and you knew it at once. So did the attention network: the name is its first guess, "
        "with a probability of 0.600. The window network, which sees only what the dashed frame holds, gives it 0.004 "
        "and puts “the” first. It can tell what kind of word fits here, but not who is meant."
    )
    assert "is less sure: it puts “the” first and gives the name 0.100." in with_guesses(models, unsure, blind)
    assert with_guesses(models, sure, lucky).endswith("0.050: its first guess too, but it cannot see who is meant.")
    assert with_guesses(models, blind, blind).endswith("gives it 0.004, no less.")


def test_only_the_story_is_given_to_the_networks(models):
    for kind in EXAMPLES:
        data = read(models, kind)
        assert bool(data.guesses) == (kind == "story")
        assert plain(say_pointing(data).notice)


def test_pointing_at_a_word_shows_what_it_means_and_how_far_back_that_is(models):
    scene = draw_pointing(read(models), Frame(620))
    marks = {mark["key"]: mark for mark in scene.marks}
    hits = {hit.key: hit.label for hit in scene.hits}
    she = next(key for key, label in hits.items() if label.startswith("“She”"))
    # Mia found a small blue egg in the grass: nine words from Mia to She.
    assert hits[she] == "“She” points to “Mia”, 9 words back"
    assert marks[f"back{she[1:]}.lit.words"]["when"] == she
    assert list(hits.values())[-1].startswith("the word to come points to “Mia”")



def test_the_prose_names_the_sizes_of_both_networks(models):
    assert numbers(models) == {"n_window": "8", "n_ctx": "256"}
