import math
from functools import cache

import numpy as np
import pytest
from lookback.measures import measure
from lookback.measures.second_piece import couples, told_both_ways
from lookback.stories import Story
from lookback.tokenizer import BOUNDARY_ID

from tests.reference.plain_loops import attention_probabilities, window_probabilities
from tests.reference.small_world import N_WINDOW, VOCABULARY, models, networks, prepared_stories, tokenizer

# The small world cuts names into letters, so Ab goes a, ##b. Hero "_", friend "*".
TELLING = (
    "_ sat . the dog saw * . the red cat ran . _ ran . the dog sat . * saw the red tree and _ . the cat ran . * ran ."
)
TOLD = Story("t", "Tom", "he", "Ben", TELLING.replace("_", "Tom").replace("*", "Ben").replace(" .", "."))
NAMES = ("Ab", "Cd")


@cache
def probabilities(network, tokens):
    ids = [BOUNDARY_ID, *(VOCABULARY.index(token) for token in tokens)]
    if network == "attention":
        return attention_probabilities(networks()[network], ids)
    return window_probabilities(networks()[network], ids, N_WINDOW, BOUNDARY_ID)


def with_names(hero, friend):
    """The story's tokens by hand, and the places of either name in them."""
    tokens, at = [], {"hero": [], "friend": []}
    for word in TELLING.split(" "):
        who = {"_": "hero", "*": "friend"}.get(word)
        if who:
            at[who].append(len(tokens))
        tokens += {"hero": hero, "friend": friend}[who] if who else [word]
    return tuple(tokens), at


def spelled(name):
    return [name[0].lower(), *(f"##{letter}" for letter in name[1:])]


def mean(values):
    return sum(values) / len(values)


@pytest.fixture
def found(monkeypatch):
    monkeypatch.setattr("lookback.measures.second_piece.INVENTED", NAMES)
    return measure(models(), "second_piece", prepared_stories([TOLD]))


@pytest.mark.parametrize("network", ["attention", "window"])
def test_a_second_piece_told_and_untold_equals_plain_loops(monkeypatch, network):
    monkeypatch.setattr("lookback.measures.second_piece.INVENTED", ("Abe", "Cdo"))
    found, rows = measure(models(), "second_piece", prepared_stories([TOLD])), {}
    for row, name in (("told", "Abe"), ("double", "Ado")):
        tokens, at = with_names(spelled(name), ["ben"])
        guesses = probabilities(network, tokens)
        rows[row] = mean([guesses[place + 1][VOCABULARY.index("##b")] for place in at["hero"][1:]])
        if row == "told":
            rows["third_too_soon"] = mean([guesses[place + 1][VOCABULARY.index("##e")] for place in at["hero"][1:]])
    tokens, at = with_names(["tom"], ["ben"])
    alone = [probabilities(network, (*tokens[:place], "a"))[-1] for place in at["hero"][1:]]
    rows["second_by_chance"] = mean([p[VOCABULARY.index("##b")] for p in alone])
    rows["third_too_soon_by_chance"] = mean([p[VOCABULARY.index("##e")] for p in alone])
    assert found.places == 2
    assert rows.keys() | {"own", "other"} == found.probability[network].keys()
    for row, value in rows.items():
        assert found.probability[network][row] == pytest.approx(value, rel=1e-5)


@pytest.mark.parametrize("network", ["attention", "window"])
def test_the_pieces_of_two_names_equal_plain_loops(found, network):
    # Of the hero's three places the last two come after both names, of the friend's the same.
    own, other, above = {}, {}, {}
    for who in ("hero", "friend"):
        pairs = []
        for hero, friend in (("Ab", "Cd"), ("Ad", "Cb")):
            tokens, at = with_names(spelled(hero), spelled(friend))
            guesses = probabilities(network, tokens)
            right = spelled(hero if who == "hero" else friend)[1]
            wrong = "##d" if right == "##b" else "##b"
            pairs += [[guesses[i + 1][VOCABULARY.index(piece)] for piece in (right, wrong)] for i in at[who][1:]]
        own[who], other[who] = (mean([pair[i] for pair in pairs]) for i in (0, 1))
        above[who] = mean([float(a > b) for a, b in pairs])
    assert found.pair_places == 4
    assert found.probability[network]["own"] == pytest.approx(mean(own.values()), rel=1e-5)
    assert found.probability[network]["other"] == pytest.approx(mean(other.values()), rel=1e-5)
    assert found.prefers_own[network] == pytest.approx(mean(above.values()))


def test_a_network_that_reads_every_distance_alike_cannot_tell_which_piece_followed():
    # One hero and one friend before each place, told both ways: the same tokens have been read, in another order.
    text = "Tom saw Ben. The red cat ran and the dog sat. Tom ran and the cat sat. The dog ran and Ben sat."
    prepared = prepared_stories([Story("x", "Tom", "he", "Ben", text)])[0]
    (couple,) = couples(tokenizer(), NAMES)
    stories = told_both_ways(tokenizer(), prepared, couple, N_WINDOW)
    assert stories is not None
    params = dict(networks()["attention"])
    params["b_distance"] = np.zeros_like(params["b_distance"])
    at = stories[0].at["hero"]
    assert at.tolist() == stories[1].at["hero"].tolist()
    assert len(at) == 1
    ids = [story.ids[: at[0] + 1].tolist() for story in stories]
    assert ids[0] != ids[1]
    assert sorted(ids[0]) == sorted(ids[1])
    first, second = (attention_probabilities(params, tokens)[-1] for tokens in ids)
    assert first == pytest.approx(second, rel=1e-9)


def test_names_make_a_couple_if_their_later_pieces_can_be_exchanged():
    (couple,) = couples(tokenizer(), ["Abe", "Cdo", "Lily"])
    assert (couple.a, couple.b, couple.a_crossed, couple.b_crossed) == ("Abe", "Cdo", "Ado", "Cbe")
    assert [VOCABULARY[piece] for piece in couple.seconds] == ["##b", "##d"]
    assert couples(tokenizer(), ["Ab", "Ad"]) == []  # the same first piece
    assert couples(tokenizer(), ["Ab", "Cb"]) == []  # the same second piece
    assert couples(tokenizer(), ["Tx", "Aom"]) == []  # exchanged, "Tom" is one token
    names = [(couple.a, couple.b) for couple in couples(tokenizer(), ["Ab", "Cd", "Ef"])]
    assert names == [("Ab", "Cd"), ("Cd", "Ef"), ("Ab", "Ef")]


def test_without_places_or_a_friend_there_is_nothing_to_compare(monkeypatch):
    monkeypatch.setattr("lookback.measures.second_piece.INVENTED", NAMES)
    alone = Story("a", "Tom", "he", None, "Tom sat. The cat ran and the dog ran. Tom ran.")
    found = measure(models(), "second_piece", prepared_stories([alone]))
    assert (found.places, found.pair_places) == (1, 0)
    assert math.isnan(found.probability["attention"]["own"])
    assert math.isnan(found.prefers_own["window"])
    monkeypatch.setattr("lookback.measures.second_piece.INVENTED", ("Ab", "Lily"))
    nothing = measure(models(), "second_piece", prepared_stories([alone]))
    assert nothing.places == 0


def test_a_couple_with_a_name_of_the_story_gives_way_to_the_next(monkeypatch):
    monkeypatch.setattr("lookback.measures.second_piece.INVENTED", ("Ab", "Cd", "Ef"))
    story = Story("a", "Tom", "he", None, "Tom sat. Ad ran and the cat ran. Tom ran.")  # Ad: Ab and Cd exchanged
    found = measure(models(), "second_piece", prepared_stories([story]))
    tokens = ["c", "##d", "sat", ".", "a", "##d", "ran", "and", "the", "cat", "ran", ".", "c"]
    value = probabilities("attention", tuple(tokens))[-1][VOCABULARY.index("##d")]
    assert found.probability["attention"]["told"] == pytest.approx(value, rel=1e-5)
