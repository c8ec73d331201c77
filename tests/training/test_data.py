import numpy as np
import pytest
from lookback.stories import Story
from lookback.tokenizer import Tokenizer
from lookback.training import data as training_data
from lookback.training.corpus import Template
from lookback.training.data import Mix

from tests.reference.small_world import STORIES, VOCABULARY, tokenizer

PRONOUNS = {"Lily": "she", "Ben": "he", "Rose": "she"}


@pytest.fixture(scope="module")
def real_tokenizer():
    return Tokenizer.load("weights/tokenizer.json")


def ids(words):
    return tuple(VOCABULARY.index(word) for word in words.split())


def test_people_leave_open_places_in_the_order_of_their_first_mention():
    found = training_data.template(tokenizer(), "Ben saw Lily. Lily ran, and Ben's cat.", PRONOUNS)
    expected = (-1, *ids("saw"), -2, *ids(". "), -2, *ids("ran , and"), -1, 0, *ids("s cat ."))
    assert found == Template(expected, ("he", "she"))


def test_a_word_that_is_no_person_keeps_its_tokens():
    found = training_data.template(tokenizer(), "The rose saw lily", {"Rose": "she", "Lily": "she"})
    assert found == Template(ids("the r ##o ##s ##e saw lily"), ())


def test_only_the_storys_own_people_are_renamed():
    assert training_data.people(STORIES[0], {"Lily": "she", "Ben": "he", "Tom": "he"}) == {"Lily": "she", "Ben": "he"}
    assert training_data.people(STORIES[0], {"Lily": "she"}) == {"Lily": "she"}
    assert training_data.people(STORIES[1], {"Tom": "he", "Ben": "he"}) == {"Tom": "he"}


def test_names_are_drawn_by_the_root_of_how_many_stories_they_lead(real_tokenizer):
    leads = [*["Lily"] * 9, *["Mia"] * 4, "Anna"]
    own = [Story(str(i), name, "she", None, name) for i, name in enumerate(leads)]
    pool = training_data.name_pool(real_tokenizer, own, (("Zarko", (7, 8)),), 0.0)
    assert [name for name, _ in pool.real["she"]] == ["Anna", "Lily", "Mia"]
    np.testing.assert_allclose(pool.chances["she"], [1 / 6, 3 / 6, 2 / 6])
    assert (pool.made_up, pool.pieces) == ((("Zarko", (7, 8)),), None)


def test_made_up_names_differ_and_fall_into_two_or_three_pieces(real_tokenizer):
    names = training_data.made_up_names(real_tokenizer, np.random.default_rng(0), 300)
    assert len({name for name, _ in names}) == 300
    assert {len(ids) for _, ids in names} == {2, 3}
    assert all(real_tokenizer.encode(name).ids == ids for name, ids in names)
    assert names == training_data.made_up_names(real_tokenizer, np.random.default_rng(0), 300)


@pytest.mark.parametrize("syllables", [2, 3])
def test_names_that_are_measured_are_never_drawn(real_tokenizer, monkeypatch, syllables):
    plain = training_data.made_up_names(real_tokenizer, np.random.default_rng(0), 50, syllables)
    monkeypatch.setattr(training_data, "INVENTED", (plain[3][0], "Zarko"))
    monkeypatch.setattr(training_data, "STRANGE", (plain[40][0],))
    found = training_data.made_up_names(real_tokenizer, np.random.default_rng(0), 50, syllables)
    assert found[:-2] == (*plain[:3], *plain[4:40], *plain[41:])
    never = training_data.random_pieces(real_tokenizer, found).never
    assert never == {plain[3][1], plain[40][1], real_tokenizer.encode("Zarko").ids}


def test_longer_made_up_names_have_up_to_four_pieces(real_tokenizer):
    names = training_data.made_up_names(real_tokenizer, np.random.default_rng(0), 300, 3)
    assert {len(ids) for _, ids in names} == {2, 3, 4}
    assert {sum(letter in "aeiou" for letter in name.lower()) for name, _ in names} == {2, 3}


def test_random_names_begin_as_made_up_ones_do_and_go_on_with_any_later_piece(real_tokenizer):
    made_up = training_data.made_up_names(real_tokenizer, np.random.default_rng(0), 300)
    pieces = training_data.random_pieces(real_tokenizer, made_up)
    assert set(pieces.first) == {ids[0] for _, ids in made_up}
    later = [token for token in real_tokenizer.tokens if token.startswith("##")]
    assert [real_tokenizer.tokens[piece] for piece in pieces.later] == later


def test_a_tokenizer_without_pieces_is_refused_instead_of_searched_for_ever():
    with pytest.raises(ValueError, match="train the tokenizer again"):
        training_data.made_up_names(tokenizer(), np.random.default_rng(0), 3)


def test_stories_are_held_out_evenly_and_never_read(real_tokenizer):
    others = [f"Lily saw {i} cats." for i in range(11)]
    data = training_data.prepare(real_tokenizer, STORIES[:1], others, Mix(held_out=3), np.random.default_rng(0))
    spread = [real_tokenizer.encode(others[i]).ids for i in (0, 5, 10)]
    assert list(data.kept_out.others) == spread
    assert (data.kept_out.own, data.kept_out.tellings) == ([], [])
    assert list(data.corpus.other_as_is) == [
        real_tokenizer.encode(text).ids for i, text in enumerate(others) if i not in (0, 5, 10)
    ]
    assert len(data.corpus.other) == 8
    assert data.in_other == {"Lily": 8}


def test_a_corpus_that_would_all_be_held_out_is_refused(real_tokenizer):
    few = ["One.", "Two."]
    with pytest.raises(ValueError, match="2 stories in the corpus: give more than the 2 held out"):
        training_data.prepare(real_tokenizer, STORIES[:1], few, Mix(held_out=2), np.random.default_rng(0))


def test_mentions_are_counted_as_whole_words_with_their_capital():
    texts = ["Lily and Lilyan saw lily. Lily's cat.", "Ben, Ben and Ann"]
    expected = {"Lily": 2, "Ben": 2, "Ann": 1, "Zak": 0}
    assert training_data.count_mentions(texts, ["Lily", "Ben", "Ann", "Zak"]) == expected


def test_own_stories_are_kept_out_and_those_of_two_people_told_about_names_that_are_not_read(real_tokenizer):
    two = Story("two", "Lily", "she", "Tom", "Lily saw Tom. Tom ran. Lily sat and Tom saw Lily.")
    own, others = [two, *STORIES], [f"Lily saw {i} cats." for i in range(9)]
    mix = Mix(held_out=2, own_held_out=2, made_up_names=20)
    data = training_data.prepare(real_tokenizer, own, others, mix, np.random.default_rng(0))
    kept, read = data.kept_out, data.corpus.names.made_up
    assert len(data.corpus.own) == len(own) - 2
    assert list(kept.own) == [real_tokenizer.encode(story.text).ids for story in own[:2]]
    assert len(read) == 20
    assert read == training_data.made_up_names(real_tokenizer, np.random.default_rng(0), 28)[8:]
    assert len(kept.tellings) == 2  # of the first story, both ways; the other is about one person
    for told in kept.tellings:
        text = real_tokenizer.decode(told.ids[0, 1:].tolist())
        assert "Lily" not in text
        assert not any(name in text for name, _ in read)
