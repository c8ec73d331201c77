"""What each line makes of a story."""

import ast

import numpy as np
import pytest
from lookback import adam, attention, ops
from lookback.config import AttentionConfig
from lookback.training import steps as train
from sections.program.answers import answer_lines
from sections.program.lines import statements
from sections.program.parts import parts
from sections.program.test_version import LAST, STORY, changed, ids, models, ran, the_packages_own_program
from sections.program.values import label, value_of

__all__ = ["ids", "models", "the_packages_own_program"]  # fixtures


def line_of(part, words):
    (line,) = [n for n, text in enumerate(parts()[part].text.splitlines(), 1) if words in text]
    return line


def test_a_line_says_what_it_has_just_made(models, ids):
    lines = answer_lines(models, STORY)["lines"]
    n_tokens = len(ids) - 1  # the last token is only a target
    (own,) = attention.forward(models.attention, ids[None, :-1]).layers
    made = lines["attention"][line_of("attention", 'v = x[:, None] @ tables["W_V"]')]["v"]
    assert made["shape"] == f"1 × 8 × {n_tokens} × 16"
    assert made["kind"] == "float32"
    low, high = made["facts"][0].removeprefix("smallest ").split(", largest ")
    assert float(low.replace("−", "-")) == pytest.approx(own.v.min(), rel=0.01)
    assert float(high.replace("−", "-")) == pytest.approx(own.v.max(), rel=0.01)
    shown = made["facts"][1].removeprefix("the last row: ").removesuffix(" …").split()
    assert [float(text.replace("−", "-")) for text in shown] == pytest.approx(own.v[0, -1, -1, :6], rel=0.01)


def test_every_function_is_reached_and_results_in_place_are_seen_between_the_lines(models):
    lines = answer_lines(models, STORY)["lines"]
    for name, part in parts().items():
        for node in ast.parse(part.text).body:
            if isinstance(node, ast.FunctionDef):
                assert lines[name].keys() & set(range(node.lineno, node.end_lineno + 1)), node.name
    scores = [
        lines["attention"][line_of("attention", words)]["scores"]["facts"][0] for words in ("scores = qk", "scores -=")
    ]
    assert scores[0] != scores[1]
    assert scores[1].endswith("largest 0")


def test_entries_of_a_dictionary_are_named_and_loops_counted(models):
    lines = answer_lines(models, STORY)["lines"]
    assert "g['W_out']" in lines["loss"][line_of("loss", 'g["W_out"], g["b_out"]')]
    made = lines["step"][line_of("step", "params[name] -=")]
    assert made["params[name]"]["times"] == 9
    assert lines["step"][line_of("step", "for name, g in grads.items()")]["g"]["times"] == 1


def test_the_loss_that_a_line_makes_is_the_packages(models, ids):
    made = answer_lines(models, STORY)["lines"]["step"][line_of("step", "loss, grads = loss_and_grads")]["loss"]
    loss, _ = attention.loss_and_grads(models.attention, ids[None, :-1], ids[None, 1:])
    assert float(made["shape"]) == pytest.approx(loss, abs=0.006)


def test_watching_leaves_no_trace(models):
    before = {name: array.copy() for name, array in models.attention.items()}
    functions = dict(vars(ops)), dict(vars(attention)), dict(vars(train)), dict(vars(adam))
    answer_lines(models, STORY)
    assert (dict(vars(ops)), dict(vars(attention)), dict(vars(train)), dict(vars(adam))) == functions
    assert all(np.array_equal(before[name], array) for name, array in models.attention.items())


def test_statements_cover_their_lines_and_name_what_they_change():
    lines = ["x, (y, *z) = (", "    a,", "    1)", "z[:, 0] += 1", "for i in a:", "    d['k'] = i", "return x"]
    source = "\n    ".join(["def f(a):", *lines])
    found = statements(ast.parse(source).body[0], "<f>")
    assert [target.name for target in found[2].targets] == ["x", "y", "z"]
    assert found[2] is found[3] is found[4]
    assert [target.holder.name for target in found[5].targets] == ["z"]
    assert [target.name for target in found[6].targets] == ["i"]
    assert [target.name for target in found[7].targets] == ["d['k']"]
    assert found[8].returns


@pytest.mark.parametrize(
    ("value", "shape", "fact"),
    [
        (np.array([[1.5, -2.25], [0, 1e-7]], np.float32), "2 × 2", "smallest −2.25, largest 1.5"),
        (np.array([np.nan, 1.0]), "2", "NaN in 1 of 2 places"),
        (np.array([-np.inf, 1.0]), "2", "smallest −∞, largest 1"),
        (np.zeros((0, 3)), "0 × 3", "no numbers"),
        (np.arange(3), "3", "smallest 0, largest 2"),
    ],
)
def test_an_array_is_described_by_its_shape_and_numbers(value, shape, fact):
    described = value_of(value)
    assert (described.shape, described.facts[0]) == (shape, fact)


def test_other_values_are_described_too():
    assert value_of(8).shape == "8"
    assert value_of(np.float32(0.25)).shape == "0.25"
    assert value_of({"W_E": np.zeros((3, 2))}).facts == ("W_E 3 × 2",)
    assert value_of((np.zeros(2), 1)).facts == ("2", "1")
    assert value_of(AttentionConfig()).shape == "AttentionConfig"
    assert len(value_of("x" * 10_000).shape) <= 80
    assert label({"a": value_of(1), "b": value_of(2)}) == "2 values"


def test_lines_are_those_of_the_version_that_runs(models):
    texts = changed(LAST, "half = 0.5\n    z = weights @ v * half")
    ran(models, texts)
    made = answer_lines(models, STORY)["lines"]["attention"]
    assert made[line_of("attention", LAST)] == {"half": {"shape": "0.5", "kind": "number", "facts": (), "times": 1}}
