"""The reader's version: what it changes, what is refused, and the way back."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from lookback import adam, attention, ops
from lookback.models import load_models
from lookback.reader import read_text, trace_of
from lookback.training import steps as train
from sections.program import running, version
from sections.program.answers import LONGEST, answer_back, answer_lines, answer_run
from sections.program.parts import parts
from sections.program.suggestions import SUGGESTIONS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
STORY = {"source": "own", "own_text": "Lily had a red ball. Lily"}
LAST = "z = weights @ v"  # a line of attention.look_back
RETURN = 'return LayerTrace(x, q, k, v, weights, z, tables["b_distance"].copy())'


@pytest.fixture(scope="module")
def models():
    return load_models(ROOT / "weights")


@pytest.fixture(scope="module")
def ids(models):
    return read_text(models, STORY["own_text"]).ids


@pytest.fixture(autouse=True)
def the_packages_own_program(models):
    yield
    assert answer_back(models, {}) == {"same": True}


def changed(old, new, part="attention"):
    """The text of a part with one line of it changed."""
    text = parts()[part].text
    assert text.count(old) == 1, old
    return {part: text.replace(old, new)}


def ran(models, texts):
    return answer_run(models, {"texts": texts, **STORY})


@pytest.mark.parametrize("suggestion", SUGGESTIONS, ids=lambda suggestion: suggestion.name)
def test_a_suggestion_fits_the_source_and_changes_what_the_page_computes(models, ids, suggestion):
    before = trace_of(models, ids)
    before, own = before.layers[0].weights.copy(), before.logits.copy()
    found = ran(models, changed(suggestion.old, suggestion.new, suggestion.part))
    assert "problem" not in found
    after = trace_of(models, ids)
    assert not np.allclose(after.layers[0].weights, before)
    assert answer_back(models, {}) == {"same": True}
    assert np.array_equal(trace_of(models, ids).logits, own)


def test_without_the_division_the_weights_are_those_of_larger_products(models, ids):
    own = trace_of(models, ids)
    q, k = own.layers[0].q.astype(float), own.layers[0].k.astype(float)
    scores = q @ k.swapaxes(-1, -2)
    for i in range(len(ids)):
        for j in range(len(ids)):
            scores[0, :, i, j] += models.attention["b_distance"][:, i - j] if j <= i else -math.inf
    expected = np.exp(scores - scores.max(axis=-1, keepdims=True))
    expected /= expected.sum(axis=-1, keepdims=True)
    ran(models, changed(SUGGESTIONS[0].old, SUGGESTIONS[0].new))
    assert trace_of(models, ids).layers[0].weights == pytest.approx(expected, abs=1e-5)


def test_a_version_reports_the_loss_before_and_after(models, ids):
    before, _ = attention.loss_and_grads(models.attention, ids[None, :-1], ids[None, 1:])
    found = ran(models, changed(SUGGESTIONS[1].old, SUGGESTIONS[1].new))["loss"]
    after, _ = attention.loss_and_grads(models.attention, ids[None, :-1], ids[None, 1:])
    assert found == pytest.approx([before, after])
    assert abs(after - before) > 1e-3


def test_the_slope_of_the_loss_is_measured_beside_what_the_gradients_promise(models):
    measured, promised = ran(models, {"attention": parts()["attention"].text + "\nx = 1\n"})["slope"]
    assert measured == pytest.approx(promised, rel=1e-6)
    for suggestion, fits in zip(SUGGESTIONS, (False, False, True), strict=True):
        measured, promised = ran(models, changed(suggestion.old, suggestion.new))["slope"]
        assert (abs(measured / promised - 1) < 1e-5) == fits, suggestion.name


@pytest.mark.parametrize(
    ("texts", "words", "line"),
    [
        (changed("def dot_products(", "def dot_products(("), "SyntaxError", "def dot_products"),
        (changed(LAST, "z = weights @ values"), "NameError: name 'values' is not defined", LAST.split(" @")[0]),
        (changed(LAST, "z = 1 / 0"), "ZeroDivisionError: division by zero", "z = 1 / 0"),
        (changed(LAST, "raise SystemExit(3)"), "SystemExit: 3", "raise SystemExit"),
        (changed(LAST, "z = weights @ v; tables['W_Q'] *= 2"), "read-only", "tables['W_Q'] *= 2"),
        (changed(LAST, "z = look_back(tables, x)"), "RecursionError", "z = look_back"),
        (changed(LAST, "z = weights @ v * float('nan')"), "It ran, but what look_back gives as z holds NaN", None),
        (changed(LAST, "z = (weights @ v)[..., :4]"), "in tanh_layer, which uses what your version gives", None),
        (changed("return weights", "return weights[..., :2]"), "ValueError: matmul", LAST),
        (changed("q, k, v, weights, z", "q, k, v, weights[:, :2], z"), "has the shape (1, 2, ", None),
        (changed(RETURN, "return None"), "AttributeError: 'NoneType' object has no attribute 'z'", None),
        ({"step": "x = 1\ny = 1 / 0\n" + parts()["step"].text}, "ZeroDivisionError", 2),
        ({"attention": parts()["attention"].text + "x" * 9999}, "NameError", "x" * 9999),
        ({"attention": "\0"}, "source code string cannot contain null bytes", None),
    ],
)  # fmt: skip
def test_a_version_that_fails_says_where_and_changes_nothing(models, ids, texts, words, line):
    own = trace_of(models, ids).logits.copy()
    functions = dict(vars(ops)), dict(vars(attention)), dict(vars(train)), dict(vars(adam))
    problem = ran(models, texts)["problem"]
    assert words in problem["message"]
    (text,) = texts.values()
    expected = line if not isinstance(line, str) else [line in each for each in text.splitlines()].index(True) + 1
    if words != "RecursionError":  # the last frame may be a library's
        assert problem["line"] == expected
    assert (dict(vars(ops)), dict(vars(attention)), dict(vars(train)), dict(vars(adam))) == functions
    assert np.array_equal(trace_of(models, ids).logits, own)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", "look_back, dot_products, causal_softmax and distance_scores"),
        ("# def look_back(tables, x):\n#     ...\n\n", "look_back, dot_products, causal_softmax and distance_scores"),
        (changed("def dot_products(", "def dots(")["attention"], "dot_products"),
        ("def all_of_them():\n    dot_products = causal_softmax = distance_scores = look_back = 1\n",
         "look_back, dot_products, causal_softmax and distance_scores"),
    ],
    ids=["emptied", "only comments", "renamed", "inside a function"],
)  # fmt: skip
def test_a_text_without_what_the_page_needs_of_it_is_refused_and_names_it(models, ids, text, names):
    ran(models, changed(SUGGESTIONS[0].old, SUGGESTIONS[0].new))
    before = trace_of(models, ids).layers[0].weights.copy()
    problem = ran(models, {"step": parts()["step"].text + "\nx = 1\n", "attention": text})["problem"]
    assert f"Your text does not define {names}, which the page needs" in problem["message"]
    assert (problem["part"], problem["line"]) == ("attention", None)
    assert np.array_equal(trace_of(models, ids).layers[0].weights, before)
    assert not hasattr(train, "x")


@pytest.mark.parametrize(
    "definition",
    [
        "dot_products = lambda q, k: q @ k.swapaxes(-1, -2)",
        "if True:\n    def dot_products(q, k):\n        return q @ k.swapaxes(-1, -2)",
        "from lookback.attention import dot_products",
    ],
)
def test_a_function_may_be_defined_in_any_way(models, definition):
    text = parts()["attention"].text
    start, end = text.index("def dot_products("), text.index("# lookback/ops.py")
    assert "loss" in ran(models, {"attention": f"{text[:start]}{definition}\n\n\n{text[end:]}"})


def test_a_version_that_fails_leaves_the_one_before_running(models, ids):
    ran(models, changed(SUGGESTIONS[0].old, SUGGESTIONS[0].new))
    running_before = trace_of(models, ids).layers[0].weights.copy()
    assert "problem" in ran(models, changed(LAST, "z = 1 / 0"))
    assert np.array_equal(trace_of(models, ids).layers[0].weights, running_before)
    assert running.running_texts()


def test_a_new_function_and_an_import_of_the_readers_are_known_only_while_they_run(models):
    texts = {
        "attention": parts()["attention"].text.replace(LAST, "z = blend(weights, v)")
        + "\n\nimport operator\n\n\ndef blend(a, b):\n    return operator.matmul(a, b)\n"
    }
    assert "loss" in ran(models, texts)
    assert hasattr(attention, "blend")
    answer_back(models, {})
    assert not hasattr(attention, "blend")
    assert not hasattr(ops, "blend")
    assert not hasattr(attention, "operator")


def test_the_readers_functions_run_where_something_faster_had_taken_their_place(models, ids, monkeypatch):
    def fused(qk, b_distance):
        raise AssertionError("the kernel's version ran")

    fused.__module__ = "lookback.kernel.fused"
    own = attention.forward(models.attention, ids[None]).layers[0].weights
    version.forget_results()
    undo = version.install(changed(SUGGESTIONS[1].old, SUGGESTIONS[1].new))
    expected = attention.forward(models.attention, ids[None]).layers[0].weights
    undo()
    monkeypatch.setattr(ops, "causal_softmax", fused)
    undo = version.install(changed(SUGGESTIONS[1].old, SUGGESTIONS[1].new))
    assert np.array_equal(attention.forward(models.attention, ids[None]).layers[0].weights, expected)
    assert not np.allclose(expected, own)
    undo()
    assert ops.causal_softmax is fused


def test_names_that_other_modules_took_are_replaced_too(models):
    ran(models, changed("step = state.step + 1", "step = state.step + 2", "step"))
    assert steps_counted() == [2, 2]
    answer_back(models, {})
    assert steps_counted() == [1, 1]


def steps_counted():
    """What one step counts as, where it is written and where training took it from."""
    return [module.adam_step({}, {}, adam.AdamState(0, {}, {}), 0.1).step for module in (adam, train)]


def test_a_slope_that_is_no_number_is_a_problem_and_nothing_runs(models):
    text = parts()["loss"].text
    assert "return loss, backward(" in text
    no_number = "loss = loss if params['W_E'].dtype == np.float32 else math.nan"  # the slope is measured in float64
    wrong = text.replace("return loss, backward(", f"{no_number}\n    return loss, backward(")
    problem = answer_run(models, {"texts": {"loss": wrong}, **STORY})["problem"]
    assert "at a rate of nan" in problem["message"]
    assert not running.running_texts()


def test_answers_can_be_sent(models):
    assert json.loads(json.dumps(answer_lines(models, {"source": "story", "story": 3}), allow_nan=False))["lines"][
        "step"
    ]
    assert json.dumps(ran(models, changed(SUGGESTIONS[2].old, SUGGESTIONS[2].new)), allow_nan=False)


@pytest.mark.parametrize("texts", [None, [], {"nothing": "x"}, {"attention": 3}])
def test_what_is_no_version_is_refused(models, texts):
    with pytest.raises(ValueError, match="a version holds texts"):
        answer_run(models, {"texts": texts, **STORY})


def test_too_long_a_text_is_a_problem_of_its_part(models):
    found = answer_run(models, {"texts": {"attention": "", "loss": "x" * (LONGEST + 1)}, **STORY})["problem"]
    assert found["part"] == "loss"
    assert "20,000 characters" in found["message"]


def test_what_a_version_prints_comes_with_its_answer(models):
    shape = '    print("T is", x.shape[1])\n    q = x[:, None] @ tables["W_Q"]'
    old = '    q = x[:, None] @ tables["W_Q"]'
    answer = ran(models, changed(old, shape))
    assert "loss" in answer
    assert answer["printed"].startswith("T is 8\nT is 7\n")  # the boundary and 7 tokens; a step guesses 7
    answer_back(models, {})
    assert ran(models, changed(old, "    print(1 / 2)\n    1 / 0"))["printed"] == "0.5"
    endless = ran(models, changed(old, "    for n in range(10**5):\n        print(n)\n" + old))
    assert len(endless["printed"]) < 700
    assert endless["printed"].endswith("\n…")


def test_an_empty_text_of_ones_own_leaves_the_story(models):
    assert answer_lines(models, {"source": "own", "own_text": "  ", "story": 2}) == answer_lines(models, {"story": 2})
