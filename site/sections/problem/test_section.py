import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from lookback.config import AttentionConfig, WindowConfig
from lookback.measures import measured_json
from lookback.models import Models
from lookback.params import attention_shapes, init, window_shapes
from lookback.stories import Story
from lookback.tokenizer import Tokenizer
from scene import Frame
from scene.sentences import plain
from sections.problem.compute import read_reach
from sections.problem.picture import draw_reach
from sections.problem.prose import numbers
from sections.problem.words import say_reach

from tests.scene.problems import problems

LETTERS = "abcdefghijklmnopqrstuvwxyz"
# Two stories made of words of one letter. The first: "a" comes back 9 tokens later, "b" 8 later, "Q" 10 later, and the
# hero's name is in two pieces, of which the first, "k", counts as common. The second: nothing comes back.
STORIES = (
    Story("one", "Ki", "she", None, "a b Ki c d e f b g a h Q i j l m n o p r Q Ki."),
    Story("two", "N", "he", None, "N a b c d e f g h i j."),
)


@pytest.fixture(scope="module")
def letters() -> Models:
    """The two stories, with 100 tokens more common than any of theirs but k."""
    fill = [f"##{first}{second}" for first in "abcde" for second in LETTERS][:99]
    tokens = ["[UNK]", "[BOUNDARY]", *LETTERS, *(f"##{letter}" for letter in LETTERS), ".", *fill]
    tokenizer = Tokenizer.from_vocabulary({token: i for i, token in enumerate(tokens)})
    counts = np.array([9 if token in (*fill, "k") else 1 for token in tokens], np.int64)
    rng = np.random.default_rng(0)
    attention = init(attention_shapes(AttentionConfig(len(tokens), 5, 2, 3, 4, 40, 6)), rng)
    window = init(window_shapes(WindowConfig(len(tokens), 5, 8, 6)), rng)
    ids = tuple(np.array(tokenizer.encode(story.text).ids, np.int32) for story in STORIES)
    models = Models(tokenizer, attention, window, pytest.fail, pytest.fail, STORIES, ids, counts, (), {}, {})
    return replace(models, measured=json.loads(measured_json(models, ["reach"])))


def read(models, story=0, word=-1):
    return read_reach(models, {"story": story, "word": word})


def test_a_story_number_beyond_the_last_story_shows_the_last(letters):
    assert (read(letters, story=99).number, read(letters, story=99).story.id) == (1, "two")


# a0 b1 k2 ##i3 c4 d5 e6 f7 b8 g9 a10 h11 q12 i13 j14 l15 m16 n17 o18 p19 r20 q21 k22 ##i23 .24
def test_words_count_as_out_of_reach_from_nine_tokens_back(letters):
    places = [(place.token, place.seen, place.back, place.is_name) for place in read(letters).places]
    assert places == [(10, 0, 10, False), (21, 12, 9, False), (22, 2, 20, True), (23, 3, 20, False)]


def test_all_pieces_of_the_name_are_marked_as_the_name(letters):
    assert read(letters).names == {2, 3, 22, 23}


def test_the_first_look_back_is_from_the_name_and_any_marked_word_can_be_chosen(letters):
    assert read(letters).chosen.token == 22
    assert read(letters, word=10).chosen.token == 10
    assert read(letters, word=11).chosen.token == 22


def test_shares_count_every_guess_and_the_end_of_each_story(letters):
    data = read(letters)
    here, everywhere = data.here.positions, data.everywhere.positions
    assert (here["all"], here["out_of_reach"], here["name"]) == (26, 4, 1)
    assert (everywhere["all"], everywhere["out_of_reach"], everywhere["name"]) == (39, 4, 1)  # the second has 12 tokens


def test_a_story_without_anything_to_find_says_so(letters):
    data = read(letters, story=1)
    assert data.places == ()
    assert plain(say_reach(data).notice) == "Every word of this story is new, or still within the window’s reach."
    scene = draw_reach(data, Frame(328))
    assert problems(scene) == []
    assert scene.hits == ()


def test_the_notice_says_what_the_picture_shows(letters):
    words = say_reach(read(letters))
    assert plain(words.notice) == (
        "Ki last stood 20 tokens back. When it comes, the window network sees the 8 dashed tokens and nothing else."
    )
    assert plain(words.details[0]) == (
        "In this story 4 of 26 tokens are out of reach (15%), 1 of them the name Ki. "
        "Over all 2 test stories it is 4 of 39 (10%), 1 of them a hero’s name."
    )


def test_each_marked_word_has_a_line_and_a_look_back_that_waits_for_it(letters):
    marks = {mark["key"]: mark for mark in draw_reach(read(letters), Frame(620)).marks}
    assert marks["t10.under"]["stroke"] == "text"
    assert marks["t22.under"]["stroke"] == "name"
    assert "t2.under" not in marks
    assert marks["t2"]["fill"] == "name"
    assert "t8.under" not in marks
    assert marks["look.t10.words"]["text"] == "10 tokens back"
    assert marks["look.t10.words"]["when"] == marks["look.t10.seen"]["when"] == "t10"
    assert marks["look.words"]["when"] == "rest"
    assert marks["look.words"]["text"] == "20 tokens back"
    assert marks["look.seen"]["x"] < marks["t2"]["x"] < marks["look.seen"]["x"] + marks["look.seen"]["w"]


def test_the_dashed_frames_hold_the_eight_tokens_before_the_word(letters):
    marks = {mark["key"]: mark for mark in draw_reach(read(letters), Frame(2000)).marks}
    frame = marks["look.window.0"]
    inside = [
        i for i in range(25) if frame["x"] <= marks[f"t{i}"]["x"] and marks[f"t{i}"]["x"] < frame["x"] + frame["w"]
    ]
    assert inside == list(range(14, 22))


def test_only_marked_words_can_be_pointed_at_and_say_how_far_back_they_were(letters):
    hits = {hit.key: hit for hit in draw_reach(read(letters), Frame(620)).hits}
    assert list(hits) == ["t10", "t21", "t22", "t23"]
    assert hits["t21"].label == "Q, last said 9 tokens back"
    assert hits["t21"].choice == {"word": 21}


def test_the_table_counts_tokens_from_one(letters):
    table = say_reach(read(letters)).table
    assert table.columns == ("Token", "Word", "Last stood at token", "Tokens back")
    assert table.rows[:2] == ((11, "a", 1, 10), (22, "Q", 13, 9))


def test_marks_in_the_test_stories_are_those_that_a_loop_over_the_words_finds(models):
    counts = models.token_counts.tolist()
    common = set(sorted(range(len(counts)), key=lambda i: (-counts[i], i))[:100])
    total = Counter()
    for number, (story, ids) in enumerate(zip(models.stories, models.story_ids, strict=True)):
        data = read(models, number)
        hero = {place.token for place in data.places if place.is_name}
        expected = []
        for i, token in enumerate(ids.tolist()):
            earlier = [j for j in range(i) if ids[j] == token]
            if earlier and i - earlier[-1] > 8 and (token not in common or i in hero) and token > 1:
                expected.append((i, earlier[-1]))
        assert [(place.token, place.seen) for place in data.places] == expected
        assert all(story.text[slice(*data.encoding.spans[i])].lower() in story.name.lower() for i in hero)
        total.update(all=len(ids) + 1, out_of_reach=len(expected), name=len(hero))
    positions = read(models).everywhere.positions
    assert {group: positions[group] for group in total} == dict(total)


def test_the_prose_counts_the_weights_of_a_longer_window(models):
    found = numbers(models)
    assert found["slot"] == "4,096"  # 32 x 128
    assert found["slots"] == "32,768"  # 8 of them
    assert found["all_slots"] == "1,048,576"  # 256 of them
    assert found["window_network"] == "354,896"  # 64,000 + 32,768 + 128 + 256,000 + 2,000
    assert max(map(len, models.story_ids)) < int(found["n_ctx"])


@pytest.mark.parametrize("width", [328, 620])
def test_nothing_leaves_the_frame_in_any_story(models, width):
    for number in range(0, 100, 7):
        assert problems(draw_reach(read(models, number), Frame(width))) == []
