import itertools
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lookback.training import corpus
from lookback.training.by_block import constant
from lookback.training.corpus import Corpus, NamePool, Pieces, Template

STEADY = settings(deadline=None, derandomize=True, max_examples=60)
# token ids tell what they are: 100s she, 200s he, 300s made up, 1,000s and 2,000s a story's number
SHE = (("Ann", (100,)), ("Bea", (101,)), ("Cleo", (102, 103)))
HE = (("Dan", (200,)), ("Ed", (201,)))
MADE_UP = (("Zarko", (300, 301)), ("Brimu", (302, 303)), ("Fola", (304, 305)), ("Tepi", (306, 307)))


def pool(she=(0.5, 0.25, 0.25), he=(0.5, 0.5), made_up=MADE_UP):
    return NamePool({"she": SHE, "he": HE}, {"she": np.array(she), "he": np.array(he)}, made_up)


def small_corpus(own_share=0.25, other_renamed=0.5, made_up_share=0.25):
    """Ten own stories, each about two people, and 45 others about one, all with a token of their own."""
    own = [Template((-1, 1000 + i, -2, *([5] * i), -1), ("she", "he")) for i in range(10)]
    other = [Template((2000 + i, *([6] * (i % 7)), -1), ("he",)) for i in range(45)]
    as_is = [(2000 + i, *([6] * (i % 7)), 299) for i in range(45)]
    return Corpus(own, other, as_is, pool(), constant(own_share), other_renamed, constant(made_up_share))


def rng(seed=0):
    return np.random.default_rng(seed)


# --- names


def test_names_follow_the_pronoun():
    for seed in range(50):
        she, he, other_she = corpus.draw_names(pool(), ("she", "he", "she"), 0.0, rng(seed))
        assert she in SHE
        assert he in HE
        assert other_she in SHE


@pytest.mark.parametrize("made_up_share", [0.0, 0.5, 1.0])
def test_people_of_one_story_have_different_names(made_up_share):
    for seed in range(50):
        assert len(set(corpus.draw_names(pool(), ("she", "she", "she"), made_up_share, rng(seed)))) == 3


@pytest.mark.parametrize(("share", "expected"), [(0.0, 0), (0.25, 500), (1.0, 2000)])
def test_the_share_of_made_up_names_is_kept(share, expected):
    draw = rng(1)
    drawn = [corpus.draw_names(pool(), ("he",), share, draw)[0] for _ in range(2000)]
    made_up = sum(name in MADE_UP for name in drawn)
    assert abs(made_up - expected) <= (60 if 0 < share < 1 else 0)


def test_real_names_are_drawn_by_their_chances():
    draw = rng(2)
    drawn = Counter(corpus.draw_names(pool(she=(0.7, 0.3, 0.0)), ("she",), 0.0, draw)[0][0] for _ in range(2000))
    assert abs(drawn["Ann"] - 1400) < 80
    assert drawn["Cleo"] == 0


def test_a_share_of_the_made_up_names_is_of_random_pieces_and_never_one_that_is_measured():
    pieces = Pieces(first=(400, 401), later=(500, 501), never=frozenset({(400, 500), (401, 501, 500)}))
    mixed, draw = replace(pool(), pieces=pieces, random_share=0.25), rng(3)
    drawn = [corpus.draw_made_up(mixed, draw) for _ in range(4000)]
    random = [ids for _, ids in drawn if ids[0] >= 400]
    assert set(drawn) > set(MADE_UP)
    assert 700 < len(random) < 1000  # a quarter, less those that were drawn again
    assert {len(ids) for ids in random} == {2, 3, 4}
    assert not pieces.never & set(random)
    assert len(set(random)) == 2 * (2 + 4 + 8) - 2


def test_nobody_needs_no_name():
    assert corpus.draw_names(pool(), (), 0.5, rng()) == []


class Limited(np.random.Generator):
    """A generator that gives up, so that a search without an end fails instead of hanging."""

    draws = 0

    def random(self, *args, **kwargs):
        self.draws += 1
        if self.draws > 10_000:
            raise AssertionError("still searching after 10,000 draws")
        return super().random(*args, **kwargs)


def test_more_people_than_names_are_refused():
    with pytest.raises(ValueError, match="more people than names of pronoun 'he'"):
        corpus.draw_names(pool(), ("he", "he", "he"), 0.0, Limited(np.random.PCG64(0)))


@pytest.mark.parametrize(
    ("few", "made_up_share"),
    [(pool(made_up=MADE_UP[:1]), 1.0), (pool(he=(1.0, 0.0)), 0.0)],
    ids=["one made-up name", "a name without a chance"],
)
def test_more_people_than_names_with_a_chance_are_refused(few, made_up_share):
    with pytest.raises(ValueError, match="names"):
        corpus.draw_names(few, ("he", "he"), made_up_share, Limited(np.random.PCG64(0)))


def test_names_fill_a_storys_open_places_by_hand():
    template = Template((7, -1, 8, -2, -2, 9, -1), ("she", "he"))
    assert corpus.fill(template, [(50, 51), (60,)]) == (7, 50, 51, 8, 60, 60, 9, 50, 51)
    assert corpus.fill(Template((7, 0, 8)), []) == (7, 0, 8)


# --- the endless stream


def test_shuffles_read_each_story_once_a_round():
    read = corpus.shuffled_rounds(7, 0, 21, seed=3)
    rounds = [read[:7], read[7:14], read[14:]]
    assert [sorted(one) for one in rounds] == [list(range(7))] * 3
    assert rounds[0] != rounds[1] != rounds[2]


@STEADY
@given(st.integers(1, 9), st.integers(0, 40), st.integers(0, 30), st.integers(0, 5))
def test_shuffles_go_on_from_any_place(n, start, count, seed):
    assert corpus.shuffled_rounds(n, start, count, seed) == corpus.shuffled_rounds(n, 0, start + count, seed)[start:]


def test_shuffles_differ_between_seeds():
    assert corpus.shuffled_rounds(50, 0, 50, seed=3) != corpus.shuffled_rounds(50, 0, 50, seed=4)


def test_a_block_is_the_same_for_its_seed_and_number_whatever_was_read_before():
    c = small_corpus()
    in_order = [corpus.block(c, 5, number) for number in range(4)]
    for number in (3, 1, 2, 0):
        assert corpus.block(c, 5, number) == in_order[number]
    assert len(set(in_order)) == 4
    assert corpus.block(c, 6, 0) != in_order[0]


@pytest.mark.parametrize(("own_share", "n_own"), [(0.0, 0), (0.25, 32), (0.5, 64), (1.0, 128)])
def test_a_block_holds_128_stories_and_the_share_of_own_ones(own_share, n_own):
    stories = corpus.block(small_corpus(own_share), 0, 2).stories
    assert len(stories) == 128
    assert sum(any(1000 <= token < 2000 for token in story) for story in stories) == n_own


def test_blocks_read_every_story_once_a_round():
    c = small_corpus(own_share=0.25)  # 32 own and 96 others a block: 15 blocks are 48 and 32 rounds
    stories = list(itertools.chain.from_iterable(corpus.block(c, 1, number).stories for number in range(15)))
    read = Counter(token for story in stories for token in story if token >= 1000)
    assert read == {1000 + i: 48 for i in range(10)} | {2000 + i: 32 for i in range(45)}


def test_late_blocks_hold_another_share_and_go_on_where_the_others_stopped():
    c = replace(small_corpus(), own_shares=((0, 0.25), (3, 0.75)))
    read = [Counter(min(story, key=own_first) for story in corpus.block(c, 0, number).stories) for number in range(5)]
    own = [{token: n for token, n in block.items() if 1000 <= token < 2000} for block in read]
    assert [sum(block.values()) for block in own] == [32, 32, 32, 96, 96]
    times = sum(map(Counter, own), Counter())
    assert set(times) == {1000 + i for i in range(10)}
    assert set(times.values()) == {28, 29}  # 288 own stories are 28 rounds of 10, and 8 more


def test_late_blocks_hold_another_share_of_made_up_names():
    c = replace(small_corpus(own_share=1.0), made_up_shares=((0, 1.0), (2, 0.0), (3, 0.5)))
    made_up = {name for name, _ in MADE_UP}
    shares = [sum(name in made_up for name in corpus.block(c, 1, number).drawn) / 256 for number in range(5)]
    assert shares[:3] == [1, 1, 0]
    assert shares[3:] == pytest.approx([0.5, 0.5], abs=0.1)


def own_first(token):
    """Sorts the token that tells an own story's number before all others."""
    return not 1000 <= token < 2000


def test_a_story_is_named_anew_each_time_and_the_same_all_through():
    names_of_story_3 = set()
    for number in range(10):
        for story in corpus.block(small_corpus(), 2, number).stories:
            if 1003 in story:
                at = story.index(1003)
                hero, rest = story[:at], story[at + 1 :]
                assert rest[-len(hero) :] == hero
                friend = rest[: rest.index(5)]
                assert friend != hero
                assert hero[0] >= 300 or hero[0] < 200
                assert friend[0] >= 200
                names_of_story_3.add((hero, friend))
    assert len(names_of_story_3) > 10


@pytest.mark.parametrize(("share", "expected"), [(0.0, 0), (0.5, 480), (1.0, 960)])
def test_the_other_stories_are_renamed_as_often_as_asked_and_else_stand_as_they_are(share, expected):
    c = small_corpus(other_renamed=share)
    others = [story for n in range(10) for story in corpus.block(c, 3, n).stories if story[0] >= 2000]
    as_is = sum(story in c.other_as_is for story in others)
    assert len(others) == 960
    assert abs((960 - as_is) - expected) <= (70 if share == 0.5 else 0)


def test_names_differ_from_block_to_block():
    c = small_corpus(own_share=1.0)
    assert corpus.block(c, 3, 0).drawn != corpus.block(c, 3, 1).drawn


def test_a_block_tells_every_name_it_drew():
    names = {name: ids for name, ids in (*SHE, *HE, *MADE_UP)}
    block = corpus.block(small_corpus(own_share=1.0), 4, 0)
    assert len(block.drawn) == 256
    drawn = iter(block.drawn)
    for story in block.stories:
        hero, friend = names[next(drawn)], names[next(drawn)]
        assert story[: len(hero)] == hero
        assert story[len(hero) + 1 : len(hero) + 1 + len(friend)] == friend
