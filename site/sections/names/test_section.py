"""Swapped names: small random networks against plain loops, rules at their borders, names that nobody would give."""

import statistics
from dataclasses import replace

import pytest
from lookback.measures.swaps import NameSwap, Swapped, Swaps
from lookback.tokenizer import BOUNDARY_ID
from scene import Frame
from scene.formats import probability
from scene.sentences import plain
from sections.names import compute, prose
from sections.names.known import Kind, KnownData, sorted_by_kind
from sections.names.picture import draw_known, draw_swap
from sections.names.words import say_known, say_swap
from sections.names.words_known import beginnings, frequency, on_known

from tests.reference import small_world
from tests.reference.plain_loops import attention_probabilities, window_probabilities
from tests.scene.problems import problems

LILY, TOM, ZAK = 0, 1, 2  # the numbers of the stories about them
N_WINDOW = small_world.N_WINDOW
# Tom's story by hand, a blank where his name stands: at tokens 6, 14 and 22, of which the last two are out of reach.
TOMS = [
    "a", "tree", ",", "a", "hat", ".", "_", "saw", "the", "red", "cat", "and", "ran", ".", "_", "ran", ".",
    "the", "red", "dog", "sat", "and", "_", "saw", "a", "hat", ".",
]  # fmt: skip


@pytest.fixture(scope="module")
def world():
    return small_world.models()


def read(world, story=TOM, kind="own", name="", place=-1):
    return compute.read_swap(world, {"story": story, "kind": kind, "name": name, "place": place})


def guesses(network, tokens):
    """``[i][token]`` by plain loops, of the token after each of the tokens, the boundary counted as the first."""
    ids = [BOUNDARY_ID, *(small_world.VOCABULARY.index(token) for token in tokens)]
    if network == "attention":
        return attention_probabilities(small_world.networks()[network], ids)
    return window_probabilities(small_world.networks()[network], ids, N_WINDOW, BOUNDARY_ID)


def filled(*pieces):
    """Tom's story with these tokens for his name, and where the name's first token stands."""
    tokens, at = [], []
    for token in TOMS:
        if token == "_":
            at.append(len(tokens))
        tokens += pieces if token == "_" else [token]
    return tokens, at


@pytest.mark.parametrize(("name", "pieces"), [("Ben", ["ben"]), ("Quo", ["q", "##u", "##o"])])
def test_each_place_equals_plain_loops_before_and_after(world, name, pieces):
    swap = read(world, name=name)
    (old, was), (new, at) = filled("tom"), filled(*pieces)
    first, tom = (small_world.VOCABULARY.index(token) for token in (pieces[0], "tom"))
    assert [place.token for place in swap.places] == at[1:]
    assert [place.back for place in swap.places] == [at[1] - at[0], at[2] - at[1]]
    for network in ("attention", "window"):
        before, now = guesses(network, old), guesses(network, new)
        for place, i, j in zip(swap.places, was[1:], at[1:], strict=True):
            found = place.guesses[network]
            assert found.now == pytest.approx(now[j][first], rel=1e-5)
            assert found.before == pytest.approx(before[i][first], rel=1e-5)
            assert found.old == pytest.approx(before[i][tom], rel=1e-5)
    assert swap.text.count(name) == 3
    assert "Tom" not in swap.text


def test_the_mean_of_a_network_is_that_of_its_places(world):
    swap = read(world, name="Ben")
    values = [place.guesses["attention"].now for place in swap.places]
    assert swap.mean("attention").now == pytest.approx(sum(values) / 2)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "Type a name, and it takes the place of Lily everywhere."),
        ("  \t", "Type a name, and it takes the place of Lily everywhere."),
        ("Lily", "Lily is what the hero is called already. Type another name."),
        (" Ben ", "“Ben” stands in this story already, so the story stays with Lily. Type another name."),
        ("\u0301", "There is nothing in that name that the networks could read, so the story stays with Lily."),
        ("x" * 20, "With “xxxxxxxxxxxxxxxxxxxx” the story has more than 45 tokens, so the story stays with Lily."),
    ],
)
def test_a_name_that_cannot_be_swapped_in_is_answered_with_a_sentence(world, name, says):
    swap = read(world, LILY, name=name)
    assert plain(say_swap(swap).notice).startswith(says)
    assert swap.name == "Lily"
    assert swap.places
    assert not any("before" in key for key in keys(draw_swap(swap, Frame(328))))


def keys(picture):
    return [mark["key"] for mark in picture.marks]


def test_a_story_in_which_nothing_comes_back_says_so(world):
    swap = read(world, story=3, kind="common")
    assert plain(say_swap(swap).notice).startswith("In this story no name comes back")
    assert not swap.places


@pytest.mark.parametrize("name", ["Ann Lee", "José", "🙂", "<b>", "O'Hara", "-", "שלום", "ZOE", "x. y", "\u202eabc"])
def test_any_name_is_swapped_in_and_drawn(world, name):
    swap = read(world, name=name)
    assert swap.swapped
    assert plain(say_swap(swap).notice).startswith("Now the story is about")
    for width in (328, 620):
        assert problems(draw_swap(swap, Frame(width))) == []


def test_what_else_could_be_read_for_the_name_is_told(world):
    def said(name):
        return " ".join(plain(part) for part in say_swap(read(world, name=name)).details)

    assert "Ben: 60 mentions in TinyStories, given to 2 people in training." in said("Ben")
    assert "Zarko is made up for this page. Training never met it." in said("Zarko")
    assert "z · a · r · k · o" not in said("Ben")
    assert "falls into 5 tokens: Z · a · r · k · o." in said("Zarko")
    assert "know no such sign as “🙂”" in said("🙂")
    assert "The token “CAT” stands in one more place of this story" in said("CAT")
    assert "The token “THE” stands in 2 other places of this story" in said("THE")


def test_the_window_network_reads_the_same_unless_a_part_of_the_name_stands_in_its_reach(world):
    def same(story, name):
        return read(world, story, name=name).same_window

    # "Zak saw the dog. The dog ran, and he ran and Zak sat. The red tree saw Zak.": 7 tokens between two of them
    assert same(ZAK, "Tom")
    assert same(TOM, "Quo")
    # "Lily, and Lily's": the last mention is within reach, the one before is not; nothing of it is in the 3 tokens
    assert same(LILY, "Quo")


def test_the_name_of_a_kind_is_the_one_that_the_measure_swaps_in(world):
    # Names of one token: she Lily, Anna, Mia; he Tom, Ben. Thirds of two are none, one and one.
    assert read(world, LILY, "rare").name == "Mia"
    assert read(world, TOM, "rare").name == "Ben"
    assert read(world, TOM, "pieces").name == "Zak"
    none = read(world, TOM, "common")
    assert plain(say_swap(none).notice) == (
        "No name of this kind fits here, so the story stays with Tom. Try another kind."
    )


def test_the_place_with_the_largest_gain_is_chosen_until_one_is_asked_for(world):
    swap = read(world, name="Ben")
    gains = [place.guesses["attention"].now - place.guesses["attention"].before for place in swap.places]
    assert swap.chosen == gains.index(max(gains))
    assert read(world, name="Ben", place=0).chosen == 0
    assert read(world, name="Ben", place=9).chosen == swap.chosen


def test_choosing_a_place_outlines_what_the_window_network_sees_there(world):
    picture = draw_swap(read(world, name="Ben", place=1), Frame(620))
    at_rest = [mark["key"] for mark in picture.marks if mark.get("when") == "rest"]
    assert at_rest
    assert all(key.startswith("window.1.") for key in at_rest)
    assert [hit.choice for hit in picture.hits] == [{"place": 0}, {"place": 1}] * 2


def test_bars_are_as_long_as_their_probabilities(world):
    swap = read(world, name="Ben")
    marks = {mark["key"]: mark for mark in draw_swap(swap, Frame(620)).marks}
    first, second = (place.guesses["attention"].now for place in swap.places)
    widths = [marks[f"row{i}.attention.now"]["w"] for i in (0, 1)]
    assert widths[0] / widths[1] == pytest.approx(first / second, rel=0.01)


# --- all names


def kind(name, seen, attention, window, before=0.001):
    found = Swapped(9, {"attention": attention, "window": window}, {"attention": before, "window": 0.1})
    return Kind(name, seen, found, (NameSwap(f"Only {name}", name, seen, 0, found),))


def of_names(*now, before=0.001):
    """A kind of several names, given what the attention network gives each."""
    found = [Swapped(9, {"attention": p, "window": 0.1}, {"attention": before, "window": 0.1}) for p in now]
    average = {"attention": sum(now) / len(now), "window": 0.1}
    mean = Swapped(9 * len(now), average, {"attention": before, "window": 0.1})
    return Kind("invented", 0, mean, tuple(NameSwap(f"N{i}", "invented", 0, 0, one) for i, one in enumerate(found)))


def known(before=0.001, **attention):
    kinds = {name: kind(name, 100, value, 0.01, before) for name, value in attention.items()}
    rows = tuple(NameSwap(f"N{i}", name, 50 * i, 0, kinds[name].probability) for i, name in enumerate(kinds))
    return KnownData(3, kinds, rows)


ALL = {"common": 0.5, "middle": 0.1, "rare": 0.1, "pieces": 0.1, "invented": 0.1, "strange": 0.1}


@pytest.mark.parametrize(
    ("rare", "says"),
    [
        (0.626, "a rare name comes back more surely than a common one"),
        (0.625, "how often it met a name hardly matters"),
        (0.4, "how often it met a name hardly matters"),
        (0.399, "a rare name comes back less surely than a common one"),
        (0.2, "a rare name comes back less surely than a common one"),
        (0.199, "a rare name comes back far less surely than a common one"),
    ],
)
def test_what_frequency_matters_follows_from_the_share_of_rare_names(rare, says):
    found = known(**{**ALL, "rare": rare})
    assert frequency(found) == says
    assert on_known(found).endswith(f": {says}.")


@pytest.mark.parametrize(
    ("common", "before", "copies"),
    [(0.01, 0.001, True), (0.0099, 0.0001, False), (0.5, 0.05, True), (0.5, 0.051, False), (0.01, 0.0, True)],
)
def test_a_name_is_copied_only_if_it_is_likely_and_was_far_less_so(common, before, copies):
    found = known(before, **{**ALL, "common": common, "rare": common})
    assert found.kinds["common"].mostly_copied == copies
    assert (frequency(found) == "it copies neither") != copies


@pytest.mark.parametrize(
    ("now", "before", "says"),
    [
        ((0.3, 0.2, 0.1), 0.001, "3 are copied (N0, N1 and N2): the median name gets 0.200 against 0.001, and N0 alone "
         "makes 50% of the mean, 0.200"),
        ((0.3, 0.0099, 0.005), 0.001, "1 is copied (N0): the median name gets 0.010 against 0.001, and N0 alone makes "
         "95% of the mean, 0.105"),
        ((0.3, 0.2, 0.1), 0.05, "none is copied: the median name gets 0.200 against 0.050"),
        ((0.0099, 0.001), 0.0, "none is copied: the median name gets 0.005 against less than 0.0001"),
        ((0.001, 0.001), 0.001, "none is copied: the median name gets 0.001 before and after"),
        ((0.02,) * 6, 0.002, "6 are copied: the median name gets 0.020 against 0.002"),
    ],
)  # fmt: skip
def test_what_is_said_of_a_kind_follows_its_names_and_not_their_mean(now, before, says):
    found = known(**ALL)
    told = beginnings(replace(found, kinds={**found.kinds, "invented": of_names(*now, before=before)}))
    sentence = told.split(". ")[2]
    assert sentence == (
        f"Of {len(now)} names that are invented, of the syllables of which training built its own, {says}"
    )


def test_ratios_of_any_size_are_written():
    found = known(**ALL)
    changed = {"common": kind("common", 90, 0.5, 0.0001), "rare": kind("rare", 100, 0.5, 0.01)}
    said = on_known(replace(found, kinds={**found.kinds, **changed}))
    assert "met a common name 0.9 times as often" in said
    assert "gives it less than 0.1 times as much, 0.0001 against 0.010" in said


def test_the_means_of_a_kind_are_the_measures_and_its_meetings_those_of_its_names():
    probability = Swapped(4, {"attention": 0.2, "window": 0.1}, {"attention": 0.05, "window": 0.1})
    rows = (NameSwap("A", "rare", 3, 5, probability), NameSwap("B", "rare", 10, 2, probability))
    found = sorted_by_kind(Swaps(2, {"rare": probability}, rows))
    assert found.kinds["rare"].seen == 10  # (8 + 12) / 2
    assert found.kinds["rare"].names == rows
    assert found.kinds["rare"].copied == ()
    assert found.kinds["rare"].share(rows[0]) == pytest.approx(1)  # each has as many places as the kind in this example


@pytest.mark.parametrize("width", [328, 620, 1000])
def test_every_name_stands_where_its_numbers_say(width):
    met = ("Ada", "common", 4000, 0.1), ("Bea", "rare", 40, 0.001)
    unmet = ("Cee", "strange", 0, 0.0), ("Dee", "invented", 0, 1.0)
    names = tuple(
        NameSwap(name, of, seen, 0, Swapped(2, {"attention": p, "window": 0.01}, {"attention": p, "window": 0.01}))
        for name, of, seen, p in (*met, *unmet)
    )
    found = KnownData(1, {name.kind: Kind(name.kind, 1, name.probability, (name,)) for name in names}, names)
    picture = draw_known(found, Frame(width))
    assert problems(picture) == []
    at = {hit.key: (hit.x + hit.w / 2, hit.y + hit.h / 2) for hit in picture.hits}
    ada, bea, cee, dee = (at[f"attention.{name}"] for name in ("Ada", "Bea", "Cee", "Dee"))
    assert cee[0] < dee[0] < bea[0] < ada[0]
    assert cee[1] > bea[1] > ada[1] > dee[1]
    # One and two powers of ten: 0.1 lies two above 0.001, and 1 one above 0.1.
    assert bea[1] - ada[1] == pytest.approx(2 * (ada[1] - dee[1]), abs=0.05)
    assert [row[0] for row in say_known(found).table.rows] == ["Ada", "Bea", "Cee", "Dee"]


def test_the_texts_numbers_are_those_of_the_recorded_measure(models):
    found, kinds = prose.numbers(models), models.measured["swaps"]["kinds"]
    assert found["places"] == f"{kinds['common']['places']:,}"
    for kind in ("pieces", "invented", "strange"):
        of_kind = [name for name in models.measured["swaps"]["names"] if name["kind"] == kind]
        middle = statistics.median([name["probability"]["swapped"]["attention"] for name in of_kind])
        assert f"median name gets {probability(middle).replace('<', 'less than ')}" in found["beginnings"]
