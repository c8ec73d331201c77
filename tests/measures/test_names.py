import json
import math
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from lookback.measures import measure
from lookback.measures.invented import INVENTED, STRANGE, in_pieces
from lookback.measures.renaming import renamed
from lookback.measures.swaps import KINDS, kinds_of
from lookback.models import KnownName
from lookback.stories import Story
from lookback.tokenizer import BOUNDARY_ID, Tokenizer
from lookback.training.data import CODAS, ONSETS, VOWELS, made_up_names

from tests.reference.plain_loops import attention_probabilities, window_probabilities
from tests.reference.small_world import (
    N_CTX,
    N_WINDOW,
    STORIES,
    VOCABULARY,
    models,
    networks,
    prepared_stories,
    tokenizer,
)

WEIGHTS = Path(__file__).parents[2] / "weights"


@cache
def probabilities(network, tokens):
    """``[i][token]`` of the next token after each of the tokens, the boundary in front counted as the first."""
    ids = [BOUNDARY_ID, *(VOCABULARY.index(token) for token in tokens)]
    if network == "attention":
        return attention_probabilities(networks()[network], ids)
    return window_probabilities(networks()[network], ids, N_WINDOW, BOUNDARY_ID)


def spelled(name):
    """The tokens of a name: one, or its letters."""
    if name.lower() in VOCABULARY:
        return [name.lower()]
    return [name[0].lower(), *(f"##{letter}" for letter in name[1:])]


def with_name(story, name, tokens):
    """The tokens of a story by hand: its hero's name taken out where it stands and another put in; and the places."""
    old, at, found, i = spelled(story.name), [], [], 0
    while i < len(tokens):
        if tokens[i : i + len(old)] == old:
            at.append(len(found))
            found += spelled(name)
            i += len(old)
        else:
            found.append(tokens[i])
            i += 1
    return found, at


def mean(values):
    return sum(values) / len(values)


def tokens_of(story):
    return list(tokenizer().encode(story.text).tokens)


# --- renaming


def test_a_renamed_story_has_the_same_places_at_the_new_names_length():
    two = prepared_stories()[1]
    story = renamed(tokenizer(), two, "Quib")
    assert story is not None
    assert story.name == "Quib"
    # Tom stood at 6, 14, 22 and came back at the last two; each Quib takes three tokens more.
    assert story.at.tolist() == [14 + 3, 22 + 6]
    assert [VOCABULARY[story.targets[i]] for i in story.at] == ["q", "q"]
    assert VOCABULARY[story.first_token] == "q"
    assert [VOCABULARY[i] for i in story.targets[:-1]] == with_name(STORIES[1], "Quib", tokens_of(STORIES[1]))[0]


def test_a_name_that_stands_in_the_story_already_is_not_swapped_in():
    assert renamed(tokenizer(), prepared_stories()[0], "Ben") is None  # Lily's friend
    assert renamed(tokenizer(), prepared_stories()[0], "Lily") is None


def test_a_name_that_pushes_a_mention_out_of_what_is_read_is_not_swapped_in():
    text = "Tom fed the cat. " + "The dog ran. " * 6 + "Tom sat."
    prepared = prepared_stories([Story("x", "Tom", "he", None, text)])[0]
    assert prepared.returns.tolist() == [1]
    assert renamed(tokenizer(), prepared, "Quib") is not None
    assert renamed(tokenizer(), prepared, "Quibquibquibquibquib") is None


# --- the name's probability


def test_the_names_probability_equals_a_version_in_loops():
    found = measure(models(), "name_probability", prepared_stories())
    # The whole names of each pronoun, the most often seen first; story number n begins at the 2n-th.
    whole = {"she": ["Lily", "Anna", "Mia"], "he": ["Tom", "Ben"]}
    for network in ("attention", "window"):
        own, other = [], []
        for number, (story, prepared) in enumerate(zip(STORIES, prepared_stories(), strict=True)):
            tokens = tokens_of(story)[: N_CTX - 1]
            places = prepared.returns.tolist()
            if not places:
                continue
            first = VOCABULARY.index(spelled(story.name)[0])
            mine, at = with_name(story, story.name, tokens)
            guesses = probabilities(network, tuple(mine))
            own += [guesses[at[i]][first] for i in places]
            names = whole[story.pronoun]
            turn = [names[(2 * number + i) % len(names)] for i in range(len(names))]
            others = [name for name in turn if name not in (story.name, story.friend)][:2]
            for name in others:
                changed, at = with_name(story, name, tokens)
                guesses = probabilities(network, tuple(changed))
                other += [guesses[at[i]][first] for i in places]
        assert found.own_story[network] == pytest.approx(mean(own), rel=1e-5)
        assert found.other_story[network] == pytest.approx(mean(other), rel=1e-5)
        assert found.ratio[network] == pytest.approx(mean(own) / mean(other), rel=1e-5)
    assert found.places == 6
    assert found.n_stories == 5


def test_without_places_there_is_no_probability():
    found = measure(models(), "name_probability", prepared_stories([STORIES[3]]))
    assert found.places == 0
    assert math.isnan(found.own_story["attention"])
    assert math.isnan(found.ratio["window"])


def test_the_window_network_cannot_tell_a_swapped_name_that_is_out_of_its_reach():
    found = measure(models(), "name_probability", prepared_stories([STORIES[1]]))
    assert found.ratio["window"] == pytest.approx(1, abs=1e-6)
    assert found.ratio["attention"] != pytest.approx(1, abs=1e-3)


# --- swaps


def test_names_are_sorted_into_kinds_by_how_often_they_were_seen():
    names = [KnownName(name, "she", 10 * i, i) for i, name in enumerate(["Cat", "Dog", "Hat", "Lily", "Mia"])]
    names += [KnownName("Ivy", "she", 99, 9), KnownName("Tom", "he", 99, 9)]
    kinds = kinds_of(tokenizer(), names, "she")
    assert list(kinds) == list(KINDS)
    assert [name.name for name in kinds["common"]] == ["Mia"]
    assert [name.name for name in kinds["middle"]] == ["Lily", "Hat"]
    assert [name.name for name in kinds["rare"]] == ["Dog", "Cat"]
    assert [name.name for name in kinds["pieces"]] == ["Ivy"]
    assert [name.name for name in kinds["invented"]] == list(INVENTED)
    assert [name.name for name in kinds["strange"]] == list(STRANGE)


def test_swapped_in_names_equal_a_version_in_loops():
    found = measure(models(), "swaps", prepared_stories(STORIES[:3]))
    made_up = {"invented": INVENTED, "strange": STRANGE}
    kinds = {
        "she": {"common": ["Lily"], "middle": ["Anna"], "rare": ["Mia"], "pieces": ["Ivy"], **made_up},
        "he": {"common": [], "middle": ["Tom"], "rare": ["Ben"], "pieces": ["Zak"], **made_up},
    }
    sums = {}
    for number, story in enumerate(STORIES[:3]):
        tokens, returns = tokens_of(story), prepared_stories()[number].returns.tolist()
        for kind, names in kinds[story.pronoun].items():
            turn = [names[(number + i) % len(names)] for i in range(len(names))]
            usable = [name for name in turn if name not in (story.name, story.friend)][:1]
            for name in usable:
                first = VOCABULARY.index(spelled(name)[0])
                for network in ("attention", "window"):
                    changed, at = with_name(story, name, tokens)
                    after, before = sums.setdefault(kind, {}).setdefault(name, {}).setdefault(network, ([], []))
                    after += [probabilities(network, tuple(changed))[at[i]][first] for i in returns]
                    same, at = with_name(story, story.name, tokens)
                    before += [probabilities(network, tuple(same))[at[i]][first] for i in returns]
    assert list(found.kinds) == [kind for kind in KINDS if kind in sums]
    for kind, by_name in sums.items():
        for network in ("attention", "window"):
            after = [p for entry in by_name.values() for p in entry[network][0]]
            before = [p for entry in by_name.values() for p in entry[network][1]]
            assert found.kinds[kind].swapped[network] == pytest.approx(mean(after), rel=1e-5)
            assert found.kinds[kind].unswapped[network] == pytest.approx(mean(before), rel=1e-5)
            assert found.kinds[kind].places == len(after)
    by_name = {row.name: row for row in found.names}
    assert by_name.keys() == {name for names in sums.values() for name in names}
    assert by_name["Ben"].in_corpus == 60
    assert by_name["Ben"].drawn == 2
    assert by_name["Ben"].kind == "rare"
    assert by_name["Ben"].probability.swapped["attention"] == pytest.approx(mean(sums["rare"]["Ben"]["attention"][0]))


def test_an_invented_name_swapped_into_stories_of_both_pronouns_is_one_row():
    stories = [STORIES[1], *[STORIES[3]] * (len(INVENTED) - 1), STORIES[0]]  # the first name's turn comes twice
    found = measure(models(), "swaps", prepared_stories(stories))
    invented = [row for row in found.names if row.kind == "invented"]
    assert [(row.name, row.probability.places) for row in invented] == [(INVENTED[0], 3)]


# --- pieces


def test_pieces_of_invented_names_equal_a_version_in_loops():
    found = measure(models(), "pieces", prepared_stories(STORIES[:3]))
    for network in ("attention", "window"):
        chance = {of: f"{of}_by_chance" for of in ("first", "whole")}
        rows = {row: [] for row in (*chance, *chance.values())}
        above = {}
        for number, story in enumerate(STORIES[:3]):
            tokens, returns = tokens_of(story), prepared_stories()[number].returns.tolist()
            same, was = with_name(story, story.name, tokens)
            before = probabilities(network, tuple(same))
            for name in INVENTED[2 * number : 2 * number + 2]:
                first, _, third = (VOCABULARY.index(piece) for piece in spelled(name)[:3])
                changed, at = with_name(story, name, tokens)
                after = probabilities(network, tuple(changed))
                for i in returns:
                    rows["first"].append(after[at[i]][first])
                    rows["first_by_chance"].append(before[was[i]][first])
                    alone = probabilities(network, (*same[: was[i]], VOCABULARY[first]))
                    above.setdefault(name, []).append(after[at[i] + 1][third] - alone[-1][third])
                    if story.name != "Zak":
                        whole = VOCABULARY.index(story.name.lower())
                        rows["whole"].append(before[was[i]][whole])
                        rows["whole_by_chance"].append(after[at[i]][whole])
        assert found.probability[network] == pytest.approx({row: mean(p) for row, p in rows.items()}, rel=1e-5)
        assert found.too_soon[network] == pytest.approx({name: mean(p) for name, p in above.items()}, abs=1e-6)
        assert (found.places, found.whole_places) == (len(rows["first"]), len(rows["whole"])) == (10, 6)


def test_a_name_of_two_pieces_has_no_third(monkeypatch):
    monkeypatch.setattr("lookback.measures.pieces.INVENTED", ("Qu",))
    found = measure(models(), "pieces", prepared_stories([STORIES[1]]))
    assert found.too_soon["attention"] == {}
    assert 0 < found.probability["attention"]["first"] < 1


def test_what_the_window_network_makes_of_a_first_piece_is_chance():
    found = measure(models(), "pieces", prepared_stories([STORIES[1]]))
    rows = found.probability["window"]
    assert rows["first"] == pytest.approx(rows["first_by_chance"], rel=1e-5)


def test_no_invented_name_was_made_up_in_the_training_of_the_shipped_weights():
    shipped = Tokenizer.load(WEIGHTS / "tokenizer.json")
    record = json.loads((WEIGHTS / "record.json").read_text(encoding="utf-8"))
    for seed in {network["seed"] for network in record["networks"].values()}:
        read = {name for name, _ in made_up_names(shipped, np.random.default_rng(seed), 2000)}
        assert len(read) == 2000
        assert not read.intersection(INVENTED + STRANGE)


def test_invented_names_are_built_as_training_builds_names_and_strange_ones_are_not():
    either = {part: "|".join(parts) for part, parts in (("onset", ONSETS), ("vowel", VOWELS), ("coda", CODAS))}
    made_up = re.compile("(?:{onset})(?:{vowel})(?:{coda})(?:{onset})(?:{vowel})".format(**either))
    assert [name for name in INVENTED if not made_up.fullmatch(name.lower())] == []
    assert [name for name in STRANGE if made_up.fullmatch(name.lower())] == []
    assert len({*INVENTED, *STRANGE}) == len(INVENTED) + len(STRANGE) == 36


def test_names_that_are_one_token_are_left_out():
    assert in_pieces(tokenizer(), ["Quib", "Lily", "Zak"]) == ["Quib", "Zak"]
    assert in_pieces(Tokenizer.load(WEIGHTS / "tokenizer.json"), INVENTED + STRANGE) == list(INVENTED + STRANGE)
