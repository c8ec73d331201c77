"""What one layer cannot do: weights against plain loops, sentences at their borders, pictures of every state."""

from dataclasses import replace

import pytest
from lookback.measures.invented import INVENTED
from lookback.measures.pieces import Pieces
from lookback.measures.second_piece import SecondPiece
from lookback.tokenizer import BOUNDARY_ID
from scene import Frame
from scene.formats import probability
from scene.sentences import plain
from sections.one_layer.compute import PiecesData, read_circuit, read_heads, read_pieces
from sections.one_layer.looking import invented_names
from sections.one_layer.picture import draw_circuit, draw_heads, draw_pieces
from sections.one_layer.prose import numbers
from sections.one_layer.words import on_heads, say_heads, say_pieces
from sections.one_layer.words_pieces import QUESTIONS, beyond_a_coin, copied, order, verdict
from worker.catalog import find_sections

from tests.reference import small_world
from tests.reference.plain_loops import attention_probabilities, lists, lookups, window_probabilities
from tests.scene.problems import problems

TOM = 1  # the number of the story about him
# His story by hand, a blank where his name stands; the last two are out of reach.
TOMS = [
    "a", "tree", ",", "a", "hat", ".", "_", "saw", "the", "red", "cat", "and", "ran", ".", "_", "ran", ".",
    "the", "red", "dog", "sat", "and", "_", "saw", "a", "hat", ".",
]  # fmt: skip


@pytest.fixture(scope="module")
def world():
    return small_world.measured_models()


def heads(world, story=TOM, name="Zarko", place=-1, row=-1):
    name = invented_names(world).index(name)
    return read_heads(world, {"story": story, "name": name, "place": place, "row": row})


def test_what_each_head_puts_on_the_pieces_equals_plain_loops(world):
    looking = heads(world).looking
    tokens = [piece for token in TOMS for piece in (["z", "##a", "##r", "##k", "##o"] if token == "_" else [token])]
    ids = [BOUNDARY_ID, *(small_world.VOCABULARY.index(token) for token in tokens)]
    z, a, r = (small_world.VOCABULARY.index(token) for token in ("z", "##a", "##r"))
    at = [i for i, token in enumerate(ids) if token == z]
    assert looking.name == "Zarko"
    assert looking.reader == at[2]
    assert looking.readers == tuple(at[1:])
    assert looking.firsts == tuple(at[:2])
    assert looking.seconds == tuple(i + 1 for i in at[:2])
    assert looking.thirds == tuple(i + 2 for i in at[:2])
    network = lists(small_world.networks()["attention"])
    for head, sums in enumerate(looking.sums):
        weights = lookups(network, ids, head)[2][at[2]]
        assert sums.second == pytest.approx(sum(weights[i + 1] for i in at[:2]), abs=1e-5)
        assert sums.third == pytest.approx(sum(weights[i + 2] for i in at[:2]), abs=1e-5)
        assert sums.first == pytest.approx(sum(weights[i] for i in at[:2]), abs=1e-5)
        assert sums.itself == pytest.approx(weights[at[2]], abs=1e-5)
        assert sums.second + sums.third + sums.first + sums.itself + sums.rest == pytest.approx(1, abs=1e-5)
    guesses = attention_probabilities(small_world.networks()["attention"], ids)
    assert looking.probability["attention"] == pytest.approx(guesses[at[2]][a], rel=1e-4)
    assert looking.too_soon["attention"] == pytest.approx(guesses[at[2]][r], rel=1e-4)
    windows = window_probabilities(small_world.networks()["window"], ids, small_world.N_WINDOW, BOUNDARY_ID)
    assert looking.probability["window"] == pytest.approx(windows[at[2]][a], rel=1e-4)


def test_the_head_with_most_on_the_second_pieces_is_shown_until_another_is_chosen(world):
    looking = heads(world).looking
    seconds = [sums.second for sums in looking.sums]
    assert looking.look.head == seconds.index(max(seconds))
    assert heads(world, row=1).looking.look.head == 1
    assert heads(world, row=7).looking.look.head == looking.look.head  # this network has no head 7
    notice = plain(on_heads(looking))
    assert f"ead {looking.look.head} puts" in notice or "No head puts much" in notice


def test_a_place_that_there_is_none_of_is_the_last(world):
    readers = heads(world).looking.readers
    assert heads(world, place=0).looking.reader == readers[0]
    assert heads(world, place=5).looking.reader == readers[-1]


def test_a_story_in_which_nothing_comes_back_says_so(world):
    data = heads(world, story=3)
    assert plain(say_heads(data).notice).startswith("In this story no name comes back")
    assert problems(draw_heads(data, Frame(328))) == []


def test_the_pieces_of_the_name_are_marked_in_the_story_and_choosing_goes_by_mention_and_head(world):
    picture = draw_heads(heads(world), Frame(620))
    tags = {mark["key"]: mark["text"] for mark in picture.marks if mark["key"].startswith("tag.")}
    looking = heads(world).looking
    assert tags == {
        **{f"tag.{i}": "1" for i in looking.firsts},
        **{f"tag.{i}": "2" for i in looking.seconds},
        **{f"tag.{i}": "3" for i in looking.thirds},
        f"tag.{looking.reader}": "q",
    }
    assert [hit.choice for hit in picture.hits] == [{"place": 0}, {"place": 1}, {"row": 0}, {"row": 1}, {"row": 2}]


def test_the_figure_opens_with_the_name_of_the_text(models):
    section = next(section for section in find_sections() if section.name == "one_layer")
    control = section.figures["heads"].controls["name"]
    assert invented_names(models)[control.default] == numbers(models)["name"]
    assert control.max + 1 == len(invented_names(models)) == int(numbers(models)["n_names"])


def test_the_example_is_the_name_whose_third_piece_is_most_above_chance_in_the_place_of_the_second(models):
    pieces = {**models.measured["pieces"], "too_soon": {"attention": {"Kropa": 0.2, "Marwu": 0.3, "Fono": -0.1}}}
    names = invented_names(replace(models, measured={**models.measured, "pieces": pieces}))
    assert names[:2] == ("Marwu", "Lonte")
    assert names[-1] == "Mikto"
    assert sorted(names) == sorted(INVENTED)


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        (0.2, 0.3, "gets 0.300, more than the right one. "),
        (0.3, 0.2, "gets 0.200, less than the right one. "),
        (0.2004, 0.1996, "gets 0.200, as much as the right one. "),  # both are written 0.200
        (0.00004, 0.00001, "gets less than 0.0001, as much as the right one. "),
    ],
)
def test_the_piece_that_comes_too_soon_is_set_against_the_right_one(world, right, wrong, says):
    looking = replace(heads(world).looking, probability=both(right), too_soon=both(wrong))
    assert f"“r”, which should come only after that, {says}" in plain(on_heads(looking))


def both(probability):
    return {"attention": probability, "window": probability}


@pytest.mark.parametrize(
    ("second", "third", "says"),
    [
        (0.3, 0.05, "0.30 of its weight on “a” where it stood before and 0.05 on “r”: no key tells it"),
        (0.3, 0.049, "0.30 of its weight on “a” where it stood before. The same"),
        (0.049, 0.3, "No head puts much on “a” where it stood before: 0.05 at most, in head 0. The same"),
    ],
)
def test_a_head_that_finds_both_later_pieces_is_said_not_to_tell_them_apart(world, second, third, says):
    looking = heads(world).looking
    sums = replace(looking.sums[0], second=second, third=third)
    assert says in plain(on_heads(replace(looking, sums=(sums,))))


# --- what is measured


def measured(told=0.2, double=0.01, own=0.1, other=0.1, share=0.5, places=100):
    third = dict.fromkeys(("second_by_chance", "third_too_soon", "third_too_soon_by_chance"), 0.05)
    rows = {"told": told, "double": double, "own": own, "other": other, **third}
    found = SecondPiece(9, 30, places, {"attention": rows, "window": rows}, {"attention": share, "window": 0.5})
    chances = {f"{row}{by}": 0.05 for row in ("first", "whole") for by in ("", "_by_chance")}
    return PiecesData(Pieces(9, 60, 40, {"attention": chances, "window": chances}, {}), found)


@pytest.mark.parametrize(
    ("told", "double", "read", "says"),
    [
        (0.625, 0.0, "most", "most of it is read"),
        (0.625, 0.125, "most", "most of it is read"),
        (0.625, 0.126, "a part", "a part of it"),
        (0.625, 0.5, "a part", "a part of it"),
        (0.625, 0.501, "hardly any", "hardly any"),
        (0.01, 0.0, "most", "most of it is read"),
        (0.0099, 0.0, "hardly any", "hardly any"),  # a hundred times nothing is nothing
        (0.1, 0.4, "hardly any", "hardly any"),
    ],
)
def test_what_is_read_in_the_story_follows_from_what_a_double_leaves(told, double, read, says):
    found = measured(told=told, double=double)
    assert says in copied(found)
    assert verdict(found).startswith(f"So {read} of what it gives a second piece is read in the story, and it ")


# The heads among n tosses have the variance n / 4: of 16 come 8, give or take 2; of 64, 32 and 4; of 100, 50 and 5.
@pytest.mark.parametrize(
    ("places", "share", "beyond"),
    [
        (100, 0.6, 0), (100, 0.601, 1), (100, 0.4, 0), (100, 0.399, -1),
        (64, 0.625, 0), (64, 0.626, 1), (64, 0.374, -1), (16, 0.75, 0), (16, 0.76, 1), (16, 0.24, -1),
        (1, 1.0, 0), (0, float("nan"), 0),
    ],
)  # fmt: skip
def test_what_is_known_of_the_order_is_set_against_the_spread_of_a_coin(places, share, beyond):
    found = measured(share=share, places=places)
    assert beyond_a_coin(found) == beyond
    words = {0: ("which a coin could do", "no better than a coin"), 1: ("more often", "better than a coin at"),
             -1: ("less often", "something else more often than not")}[beyond]  # fmt: skip
    assert words[0] in order(found)
    assert words[1] in verdict(found)


def test_every_question_has_one_set_of_places_but_for_names_of_one_token(models):
    data = read_pieces(models, {})
    places = [{data.places(row) for row in rows} for rows in QUESTIONS.values()]
    recorded, pairs = models.measured["pieces"], models.measured["second_piece"]
    assert places == [{recorded["whole_places"], recorded["places"]}, {pairs["places"]}, {pairs["pair_places"]}]
    for n in (recorded["whole_places"], recorded["places"], pairs["places"], pairs["pair_places"]):
        assert f" {n:,}" in say_pieces(data).details[0]


def test_every_number_of_the_picture_is_the_recorded_one(models):
    data = read_pieces(models, {})
    shown = {row: {n: data.value(row, n) for n in models.networks} for of in QUESTIONS.values() for row in of}
    for key in ("told", "double", "own", "other", "second_by_chance", "third_too_soon"):
        assert shown[key]["attention"] == models.measured["second_piece"]["probability"]["attention"][key]
    for key in ("whole", "first", "first_by_chance"):
        assert shown[key]["window"] == models.measured["pieces"]["probability"]["window"][key]
    texts = {mark["key"]: mark.get("text") for mark in draw_pieces(data, Frame(620)).marks}
    assert texts["told.attention.p"] == probability(shown["told"]["attention"])
    assert probability(shown["double"]["attention"]) in say_pieces(data).notice


@pytest.mark.parametrize("width", [328, 620])
def test_bars_are_as_long_as_their_probabilities_and_nothing_is_cut(width):
    picture = draw_pieces(measured(told=0.4, other=0.2), Frame(width))
    assert problems(picture) == []
    marks = {mark["key"]: mark for mark in picture.marks}
    assert marks["told.attention"]["w"] == pytest.approx(2 * marks["other.attention"]["w"], rel=0.01)


@pytest.mark.parametrize("layers", ["one", "two"])
def test_only_with_two_layers_the_next_piece_is_found(world, layers):
    data = read_circuit(world, {"layers": layers})
    for width in (328, 620):
        picture = draw_circuit(data, Frame(width))
        assert problems(picture) == []
        words = [mark["text"] for mark in picture.marks if mark["kind"] == "text"]
        assert (f"next: {data.pieces[1]}" in words) == (layers == "two")
        assert (f"after {data.pieces[0]}" in words) == (layers == "two")
