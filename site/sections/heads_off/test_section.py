"""Heads switched off, against PyTorch and whole passes; the rules of the sentences at their borders."""

import numpy as np
import pytest
from lookback import attention, ops
from lookback.measures import measured
from lookback.measures.prepared import prepare
from lookback.measures.switched_off import HeadOff
from lookback.opening import clearest_look, opening_look
from scene import Frame
from scene.sentences import plain
from sections.heads_off.compute import HitToken, PairsData, read_groups, read_pairs, read_story
from sections.heads_off.covering import deepest_pair, overlap, standing_pairs, told_pair
from sections.heads_off.guessing import Guess, Spot
from sections.heads_off.picture import draw_groups, draw_pairs, draw_story
from sections.heads_off.picture_changes import DEEPEST, arrow, depth, role_of
from sections.heads_off.words import on_spot, on_story, say_pairs, say_story, switched
from sections.heads_off.words import token_name as name_in_story
from sections.heads_off.words_groups import on_groups, token_name
from sections.heads_off.words_pairs import last_word, on_pairs


def story(models, mask, number=0, spot=-1):
    return read_story(models, {"story": number, "mask": mask, "spot": spot})


@pytest.mark.parametrize("mask", [0b1000, 0b101, 0b11111111])
def test_losses_and_guesses_before_and_after_equal_pytorchs_with_zeros_for_these_heads(models, mask):
    torch = pytest.importorskip("torch")
    found = story(models, mask, 3, spot=50)
    prepared = prepare(models, models.stories[3:4])[0]
    p = {name: torch.tensor(array, dtype=torch.float64) for name, array in models.attention.items()}
    x = p["W_E"][torch.tensor(prepared.ids, dtype=torch.long)]
    i, j = torch.tril_indices(len(x), len(x))
    scores = torch.full((8, len(x), len(x)), -torch.inf, dtype=torch.float64)
    products = (x @ p["W_Q"]) @ (x @ p["W_K"]).transpose(1, 2) / p["W_Q"].shape[2] ** 0.5
    scores[:, i, j] = products[:, i, j] + p["b_distance"][:, i - j]
    z = scores.softmax(dim=-1) @ (x @ p["W_V"])
    targets = torch.tensor(prepared.targets, dtype=torch.long)
    states = ((found.before, found.spot.before, []), (found.after, found.spot.after, list(found.off)))
    assert found.off == tuple(head for head in range(8) if mask >> head & 1)
    for losses, guesses, off in states:
        left = z.clone()
        left[off] = 0
        hidden = torch.tanh(torch.cat([x, *left], dim=1) @ p["W_hidden"] + p["b_hidden"])
        logits = hidden @ p["W_out"] + p["b_out"]
        expected = torch.nn.functional.cross_entropy(logits, targets, reduction="none")
        assert losses == pytest.approx(expected.numpy(), abs=1e-5)
        likely = logits[50].softmax(dim=0)
        for guess in guesses:
            assert guess.probability == pytest.approx(float(likely[guess.token]), abs=1e-6)
            assert guess.rank == 1 + int((likely > likely[guess.token]).sum())
            assert guess.right == (guess.token == int(targets[50]))
        assert {1, 2, 3, 4} <= {guess.rank for guess in guesses}


def test_one_head_that_reads_names_is_off_at_first(models):
    assert story(models, -1, opening_look(models).story).off == (opening_look(models).head,)
    assert story(models, -1, 3).off == (clearest_look(models, 3).head,)


def test_with_all_heads_on_nothing_changes_and_the_notice_says_what_to_do(models):
    found = story(models, 0)
    assert not found.change.any()
    assert plain(say_story(found).notice).startswith("All 8 heads are on")
    assert not [mark for mark in draw_story(found, Frame(620.0)).marks if mark["key"].startswith("change")]


@pytest.mark.parametrize("width", [328, 620])
def test_every_switch_has_the_profile_of_its_heads_distances(models, width):
    found = story(models, 0b100)
    scene = draw_story(found, Frame(width))
    marks = {mark["key"]: mark for mark in scene.marks}
    learned = models.attention["b_distance"][:, 1:65].tolist()
    low, high = min(map(min, learned)), max(map(max, learned))
    for head in range(8):
        switch, profile = marks[f"switch{head}"], marks[f"switch{head}.profile"]
        points = [tuple(map(float, point.split())) for point in profile["d"].removeprefix("M").split("L")]
        assert switch["x"] < points[0][0] < points[-1][0] < switch["x"] + switch["w"]
        for (_, y), score in zip(points, learned[head], strict=True):  # 12 px from the lowest of all to the highest
            assert y == pytest.approx(20 - 12 * (score - low) / (high - low), abs=0.02)
        assert profile["stroke"] == ("muted" if head == 2 else "query")


def test_each_word_is_the_target_of_the_position_before_it(models):
    found = story(models, 0b10, 5)
    prepared = prepare(models, models.stories[5:6])[0]
    tokens = [models.tokenizer.tokens[target].removeprefix("##") for target in prepared.targets[:40]]
    assert [piece.text.lower() for piece in found.pieces[:40]] == tokens
    assert name_in_story(found, len(found.before) - 1) == "the end"
    alone = attention.forward(models.attention, prepared.ids[None], off=[(0, 1)])
    assert found.after == pytest.approx(ops.token_losses(alone.logits, prepared.targets), abs=1e-5)


def test_the_place_hit_hardest_is_looked_at_until_another_is_asked_for(models):
    found = story(models, 0b1000)
    assert found.spot.token == int(found.change.argmax())
    name = max(found.names)
    assert story(models, 0).spot.token in found.names  # with all heads on, where the name comes back last
    assert story(models, 0b1000, spot=name).spot.token == name
    assert story(models, 0b1000, spot=255).spot.token == found.spot.token  # no token of this story
    end = len(found.before) - 1
    last = story(models, 0b1000, spot=end)
    assert name_in_story(last, last.spot.token) == "the end"
    assert not [mark for mark in draw_story(last, Frame(328.0)).marks if mark["key"].startswith("spot")]


def test_a_place_quotes_what_leads_up_to_it_and_its_word_is_outlined(models):
    found = story(models, 0b1000, spot=40)
    text = models.stories[0].text
    start = models.tokenizer.encode(text).spans[40][0]
    assert " ".join(text[:start].split()).endswith(found.spot.led_up.removeprefix("…").rstrip())
    assert f" {found.spot.led_up.removeprefix('…').rstrip()}" in f" {' '.join(text.split())}"  # from a word's start
    scene = draw_story(found, Frame(620.0))
    assert [mark["key"] for mark in scene.marks if mark["key"].startswith("spot")] == ["spot40"]
    assert {hit.key: hit.choice for hit in scene.hits}["t40"] == {"spot": 40}
    lists = [mark["text"] for mark in scene.marks if mark["key"].endswith(".title")]
    assert lists == ["All heads on", "Head 3 off"]
    alone = [mark["text"] for mark in draw_story(story(models, 0), Frame(620.0)).marks if mark["key"] == "list1.title"]
    assert alone == []


def guess(rank, probability, shown="Mia", right=True):
    return Guess(7, probability, rank, shown, right)


def test_what_becomes_of_a_guess_is_said_with_its_rank():
    first, other = guess(1, 0.25), guess(1, 0.5, "she", right=False)
    spot = Spot(3, "…", (first,), (other, guess(1200, 0.00001)))
    assert plain(on_spot([2], 8, "“Mia”", spot)) == (
        "At the outlined place comes “Mia”. With all heads on it is the first guess, with 0.250; without head 2 it is "
        "guess number 1,200, with less than 0.0001, and “she” comes first."
    )
    same = Spot(3, "…", (first,), (first,))
    assert plain(on_spot(range(8), 8, "“Mia”", same)).endswith("without any head it is the first guess, with 0.250.")
    assert plain(on_spot([], 8, "“Mia”", same)).endswith(
        "it is the first guess, with 0.250. Choose another word to see what was expected there."
    )


@pytest.mark.parametrize(
    ("off", "title"),
    [([3], "Head 3 off"), ([0, 3], "Heads 0 and 3 off"), ([0, 1, 2, 3, 4], "5 heads off"), (range(8), "All heads off")],
)
def test_a_list_says_which_heads_are_off(off, title):
    assert switched(off, 8) == title


def test_choosing_a_switch_turns_that_head_over_and_no_other(models):
    hits = {hit.key: hit for hit in draw_story(story(models, 0b1001), Frame(328.0)).hits}
    assert hits["switch0"].choice == {"mask": 0b1000}
    assert hits["switch1"].choice == {"mask": 0b1011}
    assert hits["switch3"].label == "head 3 is off: switch it on"
    assert min(hits[f"switch{head}"].w for head in range(8)) >= 24


def test_a_change_has_a_color_an_arrow_and_a_sign():
    assert (role_of(0.3), role_of(-0.3)) == ("worse", "better")
    up, down = (arrow("a", 0, 0, change)["d"] for change in (1, -1))
    assert (up.split("L")[-1], down.split("L")[-1]) == ("0 -3Z", "0 3Z")  # the tip: up where the loss rises
    assert depth(2.0, 2.0) == depth(9.0, 2.0) == DEEPEST
    assert depth(0.5, 2.0) == pytest.approx(DEEPEST / 2)


def test_tokens_count_as_harder_or_easier_from_four_tenths_of_a_nat_on():
    before = np.array([1.0, 1.0, 1.0, 1.0])
    told = plain(on_story([2], 8, ["a", "b", "c", "d"], before, before + np.array([0.41, 0.39, -0.41, 2.0])))
    assert told == (
        "Without head 2 the loss goes from 1.00 to 1.60 nats a token. 2 of 4 tokens are harder to guess by 0.4 or "
        "more, 1 easier. Hardest hit is d, at one place its loss goes from 1.00 to 3.00 nats."
    )
    quiet = plain(on_story(range(8), 8, ["a"], before[:1], before[:1] - 0.5))
    assert quiet == (
        "Without any head the loss goes from 1.00 to 0.500 nats a token. 0 of 1 token are harder to guess by 0.4 or "
        "more, 1 easier."
    )


def head_off(out_of_reach, name, rest):
    return HeadOff(4, {"all": 0.1, "out_of_reach": out_of_reach, "name": name, "rest": rest}, (), ())


def test_a_head_is_of_use_where_a_group_loses_two_hundredths_without_it():
    little = "Head 4 is worth little by itself: no group of tokens loses 0.02 nats without it."
    assert plain(on_groups(head_off(0.019, -0.019, 0.019), ())) == little
    assert plain(on_groups(head_off(-0.02, -0.3, 0.019), ())) == (
        f"{little} Better off without it: out-of-reach tokens and the hero’s name where it comes back."
    )
    useful = plain(on_groups(head_off(0.021, -0.5, 0.02), [HitToken("Lily", 73, 4.07)]))
    assert useful == (
        "Without head 4, the loss on out-of-reach tokens rises most: by +0.02 nats. The tokens that lose most in all "
        "are Lily (+4.07 at each of 73 places). Better off without it: the hero’s name where it comes back."
    )


def test_two_heads_stand_in_for_each_other_from_half_of_the_lessers_worth_on():
    alone = np.array([0.1, 0.2, 0.001])
    for beyond, stand_in in ((0.051, True), (0.049, False)):
        grid = np.array([[np.nan, beyond, 0.01], [beyond, np.nan, 0], [0.01, 0, np.nan]])
        told = plain(on_pairs(grid, alone, 2000))
        assert ("no two heads stand in" not in told) is stand_in, told
        assert "heads 0 and 1" in told
    assert overlap(0.04, 0.049, 0.9) == 0.0
    assert overlap(0.04, 0.05, 0.9) == pytest.approx(0.8)


def test_the_pair_that_is_told_of_is_the_one_that_covers_most_of_its_lesser_head():
    alone = np.array([0.1, 0.4, 0.6])
    # The first two cover most of what the lesser is worth, the last two most in nats.
    grid = np.array([[np.nan, 0.06, 0.0], [0.06, np.nan, 0.1], [0.0, 0.1, np.nan]])
    assert standing_pairs(grid, alone) == [(0, 1)]
    assert told_pair(grid, alone) == (0, 1)
    assert standing_pairs(grid * 0.5, alone) == []
    assert deepest_pair(grid, alone) == (1, 2)
    assert told_pair(grid * 0.5, alone) == (1, 2)


def test_the_outlined_cell_is_that_of_the_heads_in_the_sentence(models):
    for group in ("rest", "out_of_reach", "name"):
        data = read_pairs(models, {"group": group})
        scene = draw_pairs(data, Frame(620.0))
        told = next(mark for mark in scene.marks if mark["key"] == "told")
        a, b = data.told
        cell = next(hit for hit in scene.hits if hit.key == f"pair{b}.{a}")
        assert (told["x"], told["y"]) == (cell.x, cell.y)
        notice = plain(say_pairs(data).notice)
        assert "No pair costs more" in notice or f"heads {a} and {b}" in notice


def grid_of(group, alone, **beyond):
    """Three heads; what each pair costs beyond its two, by name: p01, p02, p12."""
    grid = np.zeros((3, 3))
    for name, value in beyond.items():
        a, b = int(name[1]), int(name[2])
        grid[a, b] = grid[b, a] = value
    return PairsData(group, 100, grid + np.diag(alone), grid)


def test_the_last_word_gives_the_rule_all_pairs_that_it_finds_and_the_deepest_that_it_leaves_out():
    name = grid_of("name", [0.1, 0.2, 0.3], p01=0.06, p02=0.09, p12=0.05)
    rest = grid_of("rest", [0.01, 0.2, 0.3], p01=0.3, p12=0.09)
    told = last_word([rest, name])
    assert "each is worth 0.05 nats or more by itself" in told
    assert "50% or more of what the lesser is worth. In this network do so: on the hero’s name, heads 0 with 2" in told
    assert "and 0 with 1. The rule leaves out heads 0 and 1 on tokens within reach or new" in told
    assert "both off cost +0.300 beyond the sum, since head 0 is worth +0.010 there by itself" in told


def test_the_last_word_says_so_where_no_two_heads_stand_in_and_nothing_is_left_out():
    told = last_word([grid_of("name", [0.1, 0.2, 0.3], p01=-0.01)])
    assert "In this network no two heads do. No pair that the rule leaves out costs more than those" in told


def test_pairs_that_cost_less_than_their_heads_are_told_so():
    grid = np.full((2, 2), -0.1)
    assert plain(on_pairs(grid, np.array([0.5, 0.5]), 9, 8)).startswith("Over 9 places, one of every 8 to save time: ")
    assert "No pair costs more than its two heads do one by one" in plain(on_pairs(grid, np.array([0.5, 0.5]), 9))


def test_the_grid_is_the_recorded_one_and_its_parts_add_up(models):
    found = measured(models, "pairs")
    for group in ("rest", "out_of_reach", "name"):
        data = read_pairs(models, {"group": group})
        assert len(draw_pairs(data, Frame(328.0)).hits) == 36
        for heads, first, second, both, beyond in say_pairs(data).table.rows:
            a, b = map(int, str(heads).split(" and "))
            assert both == pytest.approx(found.change[group][a, b], abs=1e-9)
            assert beyond == pytest.approx(both - first - second, abs=1e-9)


def test_the_places_quote_their_story_and_open_it(models):
    for head in range(8):
        data = read_groups(models, {"head": head})
        for place, worst in zip(data.places, data.head.places, strict=True):
            text = models.stories[place.story].text
            assert models.stories[place.story].id == worst.story
            assert place.token == "(the end)" or place.token in text
            assert " ".join(text.split()).find(place.before.removeprefix("…").strip()) >= 0
        hits = [hit for hit in draw_groups(data, Frame(620.0)).hits if hit.key.startswith("place")]
        opened = [(hit.choice["story"], hit.choice["spot"]) for hit in hits]
        assert opened == [(place.story, place.position) for place in data.places[: len(hits)]]
        there = story(models, 1 << head, *opened[0])
        assert there.spot.led_up == data.places[0].before
        assert there.change[there.spot.token] == pytest.approx(data.places[0].change, abs=1e-4)


def test_the_chosen_head_is_told_more_of(models):
    listed = read_groups(models, {"head": 2}).tokens
    found = measured(models, "switched_off").heads[2].tokens
    assert [(item.places, item.change) for item in listed] == [(item.places, item.change) for item in found]
    vocabulary = models.tokenizer.tokens
    assert [(item.token or vocabulary[0]).lower() for item in listed] == [vocabulary[item.token] for item in found]


def test_tokens_are_named_as_in_a_sentence():
    names = [token_name(HitToken(token, 1, 0.5)) for token in (None, "Lily", ".", "and", "##ra")]
    assert names == ["the end", "Lily", "period", "“and”", "…ra"]
