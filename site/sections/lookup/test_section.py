"""The lookup, against values worked out by hand.

The network of these tests knows one thing: in head 0, "said" asks for "lily". Rows: lily is (1, 0, 0), said (0, 1, 0),
every other token zeros. q of said is (2, 0, 0, 0), k of lily (3, 0, 0, 0), so q.k is 6 and 6 / sqrt(4) = 3; three
back adds 0.25. In "Lily sat, said Lily." the reader "said" stands at position 4, three tokens behind lily at 1, which
scores 3.25; everything else scores 0.
"""

import json
import math
from dataclasses import replace
from decimal import ROUND_HALF_EVEN, Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lookback import attention, ops
from lookback.config import AttentionConfig, WindowConfig
from lookback.lookup import LookBack
from lookback.measures import measured_json
from lookback.models import Models
from lookback.params import attention_shapes, init, window_shapes
from lookback.stories import Story
from lookback.tokenizer import Tokenizer
from scene import Frame
from scene.sentences import plain
from sections.lookup import compute, picture, words
from sections.lookup.prose import numbers, table_facts
from sections.lookup.worked import work_out

from tests.reference import unmasked

LETTERS = "abcdefghijklmnopqrstuvwxyz"
TOKENS = [
    "[UNK]", "[BOUNDARY]", *LETTERS, *(f"##{letter}" for letter in LETTERS),
    "lily", "sat", "said", ",", "<", ">", "=", '"',
]  # fmt: skip
IDS = {token: i for i, token in enumerate(TOKENS)}
STORY = Story("a", "Lily", "she", None, "Lily sat, said Lily.")
N_CTX = 40
LILY = math.exp(3.25) / (math.exp(3.25) + 4)  # from "said": q.k / 2 + 0.25 for three back, against four scores of 0


@pytest.fixture(scope="module")
def models() -> Models:
    zeros = init(attention_shapes(AttentionConfig(len(TOKENS), 3, 2, 4, 2, N_CTX, 5)), np.random.default_rng(0))
    attention = {name: np.zeros_like(array) for name, array in zeros.items()}
    attention["W_E"][IDS["lily"]] = (1, 0, 0)
    attention["W_E"][IDS["said"]] = (0, 1, 0)
    attention["W_Q"][0, 1] = (2, 0, 0, 0)
    attention["W_K"][0, 0] = (3, 0, 0, 0)
    attention["W_V"][0, 0] = (0.5, -4)
    attention["b_distance"][0, 3] = 0.25
    window = init(window_shapes(WindowConfig(len(TOKENS), 3, 2, 5)), np.random.default_rng(0))
    tokenizer = Tokenizer.from_vocabulary(IDS)
    counts = np.zeros(len(TOKENS), np.int64)
    ids = np.array(tokenizer.encode(STORY.text).ids, np.int32)
    made = Models(tokenizer, attention, window, pytest.fail, pytest.fail, (STORY,), (ids,), counts, (), {}, {})
    return replace(made, measured=json.loads(measured_json(made, ["directions"])))


def state(**changes):
    shown = {"network": "attention", "of_two": "1.3", "head": 0, "token": -1, "story": 0}
    return {**shown, "source": "story", "own_text": "", "rank": 0, **changes}


def own(text, **changes):
    return state(source="own", own_text=text, **changes)


def drawn(models, choice, name="weights", width=620):
    return getattr(picture, f"draw_{name}")(getattr(compute, f"read_{name}")(models, choice), Frame(width))


def said(models, choice, name="weights"):
    return getattr(words, f"say_{name}")(getattr(compute, f"read_{name}")(models, choice))


def notice(models, choice, name="weights"):
    return plain(said(models, choice, name).notice)


def test_the_reader_starts_where_the_name_is_about_to_come_back(models):
    told = said(models, state())
    assert compute.read_weights(models, state()).reader == 4
    assert plain(told.notice) == (
        f"Head 0, at “said”, reads “Lily”, 3 tokens back, with {LILY:.2f} of its weight. The next token is “Lily”."
    )
    assert told.notice[3] == ("“Lily”", "name")
    assert "models.stories[0].text" in told.call
    assert told.call.endswith("head=0, position=4).weights")


def test_the_table_holds_every_step_sorted_by_weight(models):
    table = said(models, state(), "scores").table
    rows = table.rows
    assert table.columns[5] == "q·k ÷ √4"
    assert [row[:2] for row in rows] == [("Lily", 3), ("said", 0), (",", 1), ("sat", 2), ("¶ (boundary)", 4)]
    rest = (1 - LILY) / 4
    #       weight, score, q.k, q.k / 2, distance score, cosine
    expected = [(LILY, 3.25, 6, 3, 0.25, 0), (rest, 0, 0, 0, 0, 1), *[(rest, 0, 0, 0, 0, 0)] * 3]
    np.testing.assert_allclose([row[2:] for row in rows], expected, atol=1e-6)


def test_one_weight_is_worked_out_step_by_step(models):
    worked = compute.read_scores(models, state(rank=0)).worked
    assert list(map(float, worked.products)) == [6, 0, 0, 0]
    steps = (worked.dot, worked.scaled, worked.distance_score, worked.score, worked.highest, worked.below, worked.power)
    assert list(map(float, steps)) == [6, 3, 0.25, 3.25, 3.25, 0, 1]
    assert float(worked.total) == pytest.approx(1 + 4 * math.exp(-3.25), abs=5e-4)
    assert float(worked.weight) == pytest.approx(LILY, abs=5e-4)
    alt = said(models, state(), "scores").alt
    assert "2.000 times 3.000 is 6.000" in alt
    assert "divided by √4: 3.000, plus the distance score, 3 back: 0.250, the score: 3.250" in alt


def test_choosing_a_row_works_out_that_row(models):
    data = compute.read_scores(models, state(rank=1))
    assert data.key == 4
    assert float(data.worked.below) == -3.25
    assert float(data.worked.power) == pytest.approx(math.exp(-3.25), abs=5e-4)


def test_the_blend_is_made_of_the_values_in_proportion_to_their_weights(models):
    np.testing.assert_allclose(compute.read_vectors(models, state()).look.z, [0.5 * LILY, -4 * LILY], rtol=1e-5)
    assert notice(models, state(), "vectors").startswith(f"z is a blend: {LILY:.2f} of the value of “Lily”, ")
    rows = said(models, state(), "vectors").table.rows
    assert rows[0] == (1, 2.0, 3.0, 0.5, pytest.approx(0.5 * LILY, rel=1e-5))
    assert rows[3] == (4, 0.0, 0.0, None, None)


def test_bars_share_a_scale_and_reach_as_far_as_their_numbers_say(models):
    marks = {mark["key"]: mark for mark in drawn(models, state(), "vectors").marks}
    assert marks["q.0"]["h"] / marks["k.0"]["h"] == pytest.approx(2 / 3, abs=0.01)
    assert marks["z.1"]["h"] / marks["v.1"]["h"] == pytest.approx(LILY, abs=0.01)
    assert marks["q.0"]["fill"] == "query"
    assert marks["k.0"]["fill"] == "key"
    assert marks["v.1"]["y"] == marks["v.zero"]["y1"]  # -4 hangs below the line, 0.5 stands on it
    assert marks["v.0"]["y"] + marks["v.0"]["h"] == pytest.approx(marks["v.zero"]["y1"], abs=0.02)


def test_the_text_is_shaded_by_the_root_of_the_weight_and_what_comes_later_is_faded(models):
    marks = {mark["key"]: mark for mark in drawn(models, state()).marks}
    assert marks["t1.shade"]["opacity"] == pytest.approx(math.sqrt(LILY), abs=0.01)
    assert marks["t3.shade"]["opacity"] == pytest.approx(math.sqrt((1 - LILY) / 4), abs=0.01)
    assert "t5.shade" not in marks
    assert (marks["t6"]["text"], marks["t6"]["fill"]) == (".", "muted")
    assert (marks["t5"]["fill"], marks["t5.under"]["stroke"]) == ("name", "name")
    assert marks["t4.reader"]["stroke"] == "query"
    assert (marks["chosen"]["x"], marks["chosen"]["stroke"]) == (marks["t1.shade"]["x"], "key")


def test_labels_say_from_where_to_where_and_how_much(models):
    hits = {hit.key: hit for hit in drawn(models, state()).hits}
    assert hits["t1"].label == f"reading from said, to Lily, weight {LILY:.2f}, 3 tokens back"
    assert hits["t3"].label == "reading from said, to comma, weight 0.03, 1 token back"
    assert hits["t4"].label == "reading from said, to said, weight 0.03, itself"
    assert hits["t0"].label == "reading from said, to the boundary, weight 0.03, 4 tokens back"
    assert hits["t6"].label == "period, which comes after said and can’t be read from there"
    assert hits["t2"].choice == {"token": 2}


def test_a_program_that_reads_the_future_shows_what_comes_later_like_the_rest(models, monkeypatch):
    monkeypatch.setattr(ops, "distance_scores", unmasked.distance_scores)
    models = replace(models)  # no pass of the own program is kept for these
    # From "said", at 4, the "Lily" behind it scores 3 too: no distance score, where three back has 0.25.
    total = math.exp(3.25) + math.exp(3) + 5
    scene = drawn(models, state(token=4))
    marks, hits = {mark["key"]: mark for mark in scene.marks}, {hit.key: hit for hit in scene.hits}
    later = (math.exp(3) + 1) / total
    assert f" What comes after it gets {later:.2f} of the weight: " in notice(models, state(token=4))
    assert marks["t5.shade"]["opacity"] == pytest.approx(math.sqrt(math.exp(3) / total), abs=0.01)
    assert marks["t6"].get("fill") != "muted"
    assert hits["t5"].label == f"reading from said, to Lily, weight {math.exp(3) / total:.2f}, 1 token later"
    assert [row[1] for row in said(models, state(token=4)).table.rows] == [4, 3, 2, 1, 0, -1, -2]
    worked = said(models, state(token=4, rank=1), "scores")
    assert "plus the distance score, 1 later: 0.000" in worked.alt
    assert [row[:2] for row in worked.table.rows[:2]] == [("Lily", 3), ("Lily", -1)]
    assert "so the boundary" not in notice(models, state(token=0))


def test_a_program_that_does_not_divide_is_worked_out_as_it_is(models, monkeypatch):
    monkeypatch.setattr(attention, "dot_products", lambda q, k: np.einsum("bhid,bhjd->bhij", q, k))
    models = replace(models)  # no pass of the own program is kept for these
    scores = said(models, state(token=4), "scores")
    lily = math.exp(6.25) / (math.exp(6.25) + 4)  # q.k is 6, and three back adds 0.25
    assert "as this version scales it: 6.000, plus the distance score, 3 back: 0.250, the score: 6.250" in scores.alt
    assert f"the weight: {lily:.3f}" in scores.alt
    assert scores.table.columns[5] == "q·k, scaled"
    np.testing.assert_allclose(scores.table.rows[0][2:6], (lily, 6.25, 6, 6), rtol=1e-5)


def test_a_head_without_preference_spreads_its_weight_evenly(models):
    data = compute.read_weights(models, state(head=1))
    np.testing.assert_allclose(data.look.weights, 1 / 5, rtol=1e-6)
    assert data.key == 4  # equal weights: the nearest


def test_the_boundary_can_read_only_itself(models):
    assert compute.read_weights(models, state(token=0)).look.weights.tolist() == [1]
    assert "its weight is 1" in notice(models, state(token=0))
    assert notice(models, state(token=0), "scores").startswith("There is nothing to choose between:")
    assert notice(models, state(token=0), "vectors").startswith("With one thing to read")


def test_the_largest_weight_is_set_against_the_most_similar_row(models):
    row = {"said": (0, 1, 0), "sat": (0, 3, 4), "lily": (1, 0, 0)}
    params = {name: array.copy() for name, array in models.attention.items()}
    for token, values in row.items():
        params["W_E"][IDS[token]] = values
    similar = replace(models, attention=params)
    # Row sat (0, 3, 4) has a cosine of 3 / 5 with said (0, 1, 0), and a key of zeros.
    assert notice(similar, state(), "scores") == (
        "Itself left out, the row most like that of “said” is that of “sat”, with a cosine of 0.60. Its q·k is 0.00, "
        f"and it gets 0.03 of the weight. “Lily”, at a cosine of 0.00, has a q·k of 6.00 and gets {LILY:.2f}."
    )


def test_a_weight_that_is_owed_to_the_distance_is_said_to_be(models):
    params = {name: array.copy() for name, array in models.attention.items()}
    params["b_distance"][0, 1] = 9
    told = notice(replace(models, attention=params), state(), "scores")
    assert told.startswith("The comma gets the largest weight, 1.00, and its row is also the most like that of “said”")
    assert told.endswith(" That q·k is not the largest; a distance score of 9.00 makes up for it.")


def test_a_token_that_reads_itself_is_no_proof_of_likeness(models):
    told = notice(models, state(head=1), "scores")
    assert told.startswith("Here “said” gives itself the largest weight, 0.20. With a token’s own row the cosine")


def test_a_head_that_reads_no_single_token_is_said_to_spread(models):
    text = "Lily sat , said , sat , said , sat , said , Lily"
    told = notice(models, own(text, token=4, head=1))
    assert "reads itself most, with 0.20" in told
    told = notice(models, own(text, token=13))
    # 14 keys with score 0, all but "three back" with 0.25: e^0.25 / (e^0.25 + 13) = 0.09
    assert told.startswith(
        "Head 0, at the comma, spreads its weight widely: the most, 0.09, goes to “sat”, 3 tokens back."
    )


def test_the_numbers_in_the_text_are_those_of_the_tables_of_weights(models):
    found = numbers(models)
    # W_Q W_K^T of head 0 has 6 in row said, column lily, and nothing else: rank 1, half of it changes its sign.
    assert (found["d_model"], found["d_head"], found["d_value"], found["n_head"]) == ("3", "4", "2", "2")
    assert (found["rank"], found["every_head"], found["blind"]) == ("0 to 1", "the heads", "at least 2")
    assert found["one_way"] == "0% to 50%"
    assert (found["reader"], found["top"], found["head"]) == ("“said”", "“Lily”", "0")
    assert (found["dot"], found["dot_back"]) == ("6.00", "0.00")
    assert found["weight"] == f"{LILY:.2f}"
    nudged = math.exp(3.35) / (math.exp(3.35) + 4)
    assert found["nudged"] == f"{nudged:.2f}"
    assert found["self_weight"] == f"{(1 - LILY) / 4:.3f}"


def test_a_table_that_only_turns_is_not_symmetric_at_all_and_one_that_only_stretches_is():
    turn = {"W_Q": np.array([[[0.0, 2.0], [-2.0, 0.0]]]), "W_K": np.eye(2)[None]}
    stretch = {"W_Q": np.array([[[3.0, 0.0], [0.0, 1.0]]]), "W_K": np.eye(2)[None]}
    assert table_facts(turn)["one_way"] == "100% to 100%"
    assert table_facts(stretch)["one_way"] == "0% to 0%"
    assert (table_facts(turn)["rank"], table_facts(turn)["blind"]) == ("2", "0")


NUMBERS = st.floats(-6, 6, width=32)


@given(
    st.lists(NUMBERS, min_size=8, max_size=8),
    st.lists(st.lists(NUMBERS, min_size=9, max_size=9), min_size=1, max_size=5),
)
def test_every_line_of_the_arithmetic_is_true_of_the_numbers_as_written(q, rows):
    query, keys = np.array(q, np.float32), np.array([row[:8] for row in rows], np.float32)
    scaled = (keys @ query) / np.float32(math.sqrt(8))
    distance_scores = np.array([row[8] for row in rows], np.float32)
    scores = scaled + distance_scores
    exps = np.exp(scores - scores.max())
    none = np.zeros((len(rows), 1), np.float32)
    look = LookBack(
        0, len(rows) - 1, query, keys, none, keys @ query, scaled, distance_scores, scores, exps / exps.sum(),
        none[0], none[:, 0],
    )  # fmt: skip
    for key in range(len(rows)):
        worked = work_out(look, key)
        check_lines(worked)
        assert float(worked.dot) == pytest.approx(float(look.dots[key]), abs=0.02)
        assert float(worked.weight) == pytest.approx(float(look.weights[key]), abs=0.01)


def check_lines(worked):
    """Recalculate each line from the written numbers alone."""

    def same(result, exact):
        assert result == exact.quantize(result, rounding=ROUND_HALF_EVEN)

    for q, k, product in zip(worked.q, worked.k, worked.products, strict=True):
        same(product, q * k)
    assert sum(worked.products) == worked.dot
    same(worked.scaled, worked.dot / Decimal(len(worked.q)).sqrt())
    assert worked.scaled + worked.distance_score == worked.score
    assert worked.score - worked.highest == worked.below
    same(worked.power, worked.below.exp())
    same(worked.weight, worked.power / worked.total)
