"""The film, against what plain loops make of the same arrays and against steps counted by hand."""

import itertools
import math
import re
from decimal import Decimal
from types import SimpleNamespace

import numpy as np
import pytest
from lookback import ops
from lookback.reader import UnreadableText
from scene import Frame
from scene.flow import Piece, flow
from scene.sentences import plain
from sections.film.compute import read_look, score_parts
from sections.film.folding import FOLD, fold
from sections.film.moments import KINDS, moment
from sections.film.picture import draw_look
from sections.film.words import guess_name, say_look
from worker.catalog import find_sections

from tests.reference import small_world, unmasked
from tests.scene.problems import problems

STORY = 2  # Zak saw the dog. The dog ran, and he ran and Zak sat. The red tree saw Zak.
READER = 12  # the first "and"; the boundary is position 0, and "Zak" is three tokens
STEPS = range(1, len(KINDS) + 1)
WIDTHS = (328, 620, 1000)


@pytest.fixture(scope="module")
def models():
    return small_world.models()


def state(**changes):
    return {"step": 17, "head": 1, "token": READER, "story": STORY, "source": "story", "own_text": "", **changes}


def said(models, **changes):
    return plain(say_look(read_look(models, state(**changes))).notice)


def by_loops(models, ids, head, reader, *, later=False):
    """Scores, weights and z of one look back, in float64, number by number."""
    p = {name: array.astype(float) for name, array in models.attention.items()}

    def through(table, token):
        return [sum(x * w for x, w in zip(p["W_E"][token], column, strict=True)) for column in p[table][head].T]

    q = through("W_Q", ids[reader])
    scores = []
    keys = range(len(ids) if later else reader + 1)
    for j in keys:
        dot = sum(a * b for a, b in zip(q, through("W_K", ids[j]), strict=True))
        scores.append(dot / math.sqrt(len(q)) + (p["b_distance"][head][reader - j] if j <= reader else 0))
    powers = [math.exp(score) for score in scores]
    weights = [power / sum(powers) for power in powers]
    values = [through("W_V", ids[j]) for j in keys]
    z = [sum(w * v[i] for w, v in zip(weights, values, strict=True)) for i in range(len(values[0]))]
    return scores, weights, z


@pytest.mark.parametrize(
    ("n_keys", "met"), [(1, [1] * 8), (8, [1, 2, 3, 4, 5, 6, 7, 8]), (20, [3, 5, 8, 10, 13, 15, 18, 20])]
)
def test_eight_steps_meet_every_key_once(n_keys, met):
    steps = [moment(step, n_keys) for step in range(3, 11)]
    assert [step.kind for step in steps] == ["meet"] * 8
    assert [step.met for step in steps] == met
    assert sum(step.new for step in steps) == n_keys
    assert [moment(step, n_keys).met for step in (1, 2, 11, 17)] == [0, 0, n_keys, n_keys]


def test_the_steps_are_as_many_as_the_control_plays():
    section = next(section for section in find_sections() if section.name == "film")
    param = section.figures["look"].film
    assert (param.min, param.max, param.default, param.unit) == (1, len(KINDS), len(KINDS), f"of {len(KINDS)}")


def test_the_words_under_the_film_name_what_loops_find(models):
    ids = read_look(models, state()).shown.read.ids.tolist()
    scores, weights, _ = by_loops(models, ids, 1, READER)
    best = max(range(READER + 1), key=lambda j: scores[j])
    notices = {step: said(models, step=step) for step in STEPS}
    assert "as far as “and”" in notices[1]
    assert notices[11].startswith(
        f"All {READER + 1} keys have a score. The highest, {scores[best]:.2f}".replace("-", "−")
    )
    together = {token: sum(w for w, t in zip(weights, ids, strict=False) if t == token) for token in ids}
    assert f"gets {max(together.values()):.2f}" in notices[12]
    for step in range(3, 11):  # the last met among 13 keys: ceil(13 s / 8) after s steps
        first, last = READER - math.ceil(13 * (step - 2) / 8) + 1, READER - math.ceil(13 * (step - 3) / 8)
        score = max(scores[j] for j in range(first, last + 1))
        assert notices[step].startswith(f"The query has met {READER - first + 1} keys of 13. ")
        assert notices[step].endswith(f"score {score:.2f}.".replace("-", "−"))


def test_the_shares_that_are_drawn_add_up_to_z(models):
    data = read_look(models, state())
    ids = data.shown.read.ids.tolist()
    _, weights, z = by_loops(models, ids, 1, READER)
    bars = bars_of(models, 15)  # each value times its weight
    rows = sorted({key.rsplit(".", 1)[0] for key in bars if key.startswith(("v", "rest"))})
    assert len(rows) == 4
    added = [sum(bars[f"{row}.{i}"] for row in rows) for i in range(4)]
    drawn = [bars_of(models, 16)[f"z.{i}"] for i in range(4)]
    assert added == pytest.approx(drawn, abs=0.05)  # px
    scale = max(map(abs, drawn)) / max(map(abs, z))
    assert drawn == pytest.approx([value * scale for value in z], abs=0.02)
    names = [
        mark["text"] for mark in draw_look(read_look(models, state()), Frame(620)).marks if ".weight" in mark["key"]
    ]
    assert sum(map(float, names)) == pytest.approx(1, abs=0.021)
    together = {token: sum(w for w, t in zip(weights, ids, strict=False) if t == token) for token in ids}
    assert names[:3] == [f"{w:.2f}" for w in sorted(together.values(), reverse=True)[:3]]


def bars_of(models, step):
    """Signed heights of the bars, in px: up is positive."""
    marks = draw_look(read_look(models, state(step=step)), Frame(620)).marks
    zeros = {mark["key"].removesuffix(".zero"): mark["y1"] for mark in marks if mark["key"].endswith(".zero")}
    found = {}
    for mark in marks:
        row = mark["key"].rsplit(".", 1)[0]
        if mark["kind"] == "rect" and row in zeros:
            found[mark["key"]] = mark["h"] if mark["y"] < zeros[row] - 0.01 else -mark["h"]
    return found


def test_bars_under_the_words_stand_for_the_scores(models):
    data = read_look(models, state())
    scores, _, _ = by_loops(models, data.shown.read.ids, 1, READER)
    marks = {mark["key"]: mark for mark in draw_look(read_look(models, state(step=11)), Frame(620)).marks}
    heights = []
    for j in range(READER + 1):
        bar, zero = marks[f"s{j}"], marks[f"s{j}.zero"]["y1"]
        heights.append(bar["h"] if bar["y"] + bar["h"] <= zero + 0.02 else -bar["h"])
    scale = max(map(abs, heights)) / max(map(abs, scores))
    assert heights == pytest.approx([score * scale for score in scores], abs=0.02)
    assert f"s{READER + 1}" not in marks


@pytest.mark.parametrize(
    ("scaled", "distance", "parts"),
    [(7.33, 0.13, ("7.33", "0.13", "7.46")), (1.004, 1.004, ("1.004", "1.004", "2.008"))],
)  # to two decimals the second would read 1.00 + 1.00 = 2.01
def test_a_score_is_written_with_as_many_decimals_as_make_it_add_up(scaled, distance, parts):
    look = SimpleNamespace(scaled=np.array([scaled]), distance_scores=np.array([distance]))
    assert score_parts(look, 0) == tuple(map(Decimal, parts))


def test_what_is_drawn_keeps_its_name_from_one_moment_to_the_next(models):
    scenes = [draw_look(read_look(models, state(step=step)), Frame(1000)) for step in STEPS]
    for before, after in itertools.pairwise(scenes):
        assert (before.width, before.height) == (after.width, after.height)
        words = {mark["key"]: mark for mark in before.marks if re.fullmatch(r"t\d+", mark["key"])}
        assert all(words[mark["key"]]["x"] == mark["x"] for mark in after.marks if mark["key"] in words)
    offered, brought = ({mark["key"]: mark for mark in scenes[step - 1].marks} for step in (13, 14))
    flying = [key for key in offered if re.fullmatch(r"v\d+\.0", key)]
    assert len(flying) == 3
    assert all(
        brought[key]["kind"] == offered[key]["kind"] and brought[key]["y"] != offered[key]["y"] for key in flying
    )


def test_only_the_last_moment_guesses_and_it_guesses_what_the_network_does(models):
    assert read_look(models, state(step=16)).guesses == ()
    data = read_look(models, state())
    p, ids = models.attention, data.shown.read.ids
    results = [value for head in range(3) for value in by_loops(models, ids, head, READER)[2]]
    inputs = np.array([*p["W_E"][ids[READER]], *results])
    logits = np.tanh(inputs @ p["W_hidden"] + p["b_hidden"]) @ p["W_out"] + p["b_out"]
    powers = np.exp(logits - logits.max())
    best = int(powers.argmax())
    guess = data.guesses[0]
    assert guess_name(guess).lower().removeprefix("…") == small_world.VOCABULARY[best].removeprefix("##")
    assert guess.p == pytest.approx(powers[best] / powers.sum(), rel=1e-4)


def test_a_program_that_reads_the_future_meets_every_token_of_the_story(models, monkeypatch):
    monkeypatch.setattr(ops, "distance_scores", unmasked.distance_scores)
    models, early = small_world.models(), state(token=2)
    data = read_look(models, early)
    ids = data.shown.read.ids.tolist()
    scores, weights, z = by_loops(models, ids, 1, 2, later=True)
    assert data.look.scores.tolist() == pytest.approx(scores, abs=1e-4)
    assert data.look.z.tolist() == pytest.approx(z, abs=1e-4)
    last = said(models, token=2, step=10)
    assert last.startswith(f"The query has met {len(ids)} keys of {len(ids)}. ")
    picture = draw_look(data, Frame(620))
    shaded = {mark["key"] for mark in picture.marks if mark["key"].endswith(".shade")}
    assert {f"t{j}.shade" for j in range(3, len(ids)) if weights[j] > 0.01} <= shaded
    hits = {hit.key: hit.label for hit in picture.hits}
    assert hits["t4"].endswith(f", 2 tokens later, weight {weights[4]:.2f}")
    assert [row[1] for row in say_look(data).table.rows] == [2 - j for j in reversed(range(len(ids)))]
    for step in STEPS:
        assert problems(draw_look(read_look(models, {**early, "step": step}), Frame(328))) == []


def test_lines_are_folded_where_two_or_more_stand_together():
    laid = flow([Piece(word, "\n", i) for i, word in enumerate("abcdefgh")], 100, size=10, row=2)  # a line each
    folded, folds = fold(laid, {0, 2, 6})
    assert [box.text for box in folded.boxes] == ["a", "b", "c", "g", "h"]
    assert [(found.lines, found.pieces) for found in folds] == [(3, (3, 5))]
    assert [piece in folds[0] for piece in (2, 3, 5, 6)] == [False, True, True, False]
    assert folded.height == 5 * 20 + FOLD
    assert folded.of(2).y < folds[0].y < folded.of(6).y
    assert folded.of(6).y - folded.of(2).y == pytest.approx(20 + FOLD)


def test_on_a_phone_the_film_folds_lines_and_says_what_they_weigh(models):
    text = "Zak saw the dog and the red tree sat . he ran".replace(" ", "\n")
    own = {"source": "own", "own_text": text, "token": -1}
    data = read_look(models, state(**own))
    reader = data.reader
    _, weights, _ = by_loops(models, data.shown.read.ids, 1, reader)
    picture = draw_look(data, Frame(328))
    drawn = {int(mark["key"][1:]) for mark in picture.marks if re.fullmatch(r"t\d+", mark["key"])}
    assert {reader - 2, reader - 1, reader} <= drawn
    assert {f"t{j}" for j in range(reader + 1)} <= {mark["key"] for mark in draw_look(data, Frame(620)).marks}
    folded = [mark for mark in picture.marks if mark["key"].startswith("fold")]
    assert folded
    for mark, hit in zip(folded, (hit for hit in picture.hits if hit.key.startswith("fold")), strict=True):
        first, last = int(mark["key"].removeprefix("fold")), hit.choice["token"]
        assert drawn.isdisjoint(range(first, last + 1))
        assert mark["text"].endswith(f", weight {sum(weights[first : last + 1]):.2f} in all")
    for step in STEPS:
        assert problems(draw_look(read_look(models, state(step=step, **own)), Frame(328))) == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "changes",
    [{}, {"token": 0}, {"token": 1}, {"source": "own", "own_text": "x" * 300, "token": -1},
     {"source": "own", "own_text": "שלום <b> \u202e“Zoë”", "token": -1}, {"story": 99, "head": 7, "token": 255}],
    ids=["default", "boundary", "first", "long word", "hostile", "beyond"],
)  # fmt: skip
def test_every_moment_stays_inside_its_frame(models, width, changes):
    for step in STEPS:
        data = read_look(models, state(step=step, **changes))
        assert problems(draw_look(data, Frame(width))) == []
        assert plain(say_look(data).notice).endswith((".", "?"))
        assert "\n" not in plain(say_look(data).notice)


def test_a_text_without_tokens_is_refused_in_a_sentence(models):
    with pytest.raises(UnreadableText, match="nothing to read yet"):
        read_look(models, state(source="own", own_text="  "))
