import json
import math
import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import numpy as np
import pytest
from lookback import cli, params
from lookback.checkpoint import read_safetensors, write_safetensors
from lookback.measures import MEASURES, measure
from lookback.models import load_models
from lookback.networks import NETWORKS
from lookback.tokenizer import BOUNDARY_ID

from tests.reference.plain_loops import attention_probabilities, dot, lists, lookups, window_probabilities
from tests.reference.small_world import N_CTX, N_WINDOW, STORIES, VOCABULARY, write_folder, write_stories

ROOT = Path(__file__).parents[2]
TEXT = "Lily saw the cat. She ran"
TOKENS = ["[BOUNDARY]", "lily", "saw", "the", "cat", ".", "she", "ran"]
IDS = [VOCABULARY.index(token) for token in TOKENS]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_folder(tmp_path_factory.mktemp("world"))


@pytest.fixture
def run(folder, capsys):
    """Run a command that must succeed: what it printed."""

    def run(*words):
        assert cli.main([*words, "--weights", str(folder)]) == 0
        return capsys.readouterr().out

    return run


@pytest.fixture
def run_json(run):
    def run_json(*words):
        return json.loads(run(*words, "--json"), parse_constant=pytest.fail)  # nan and infinity are no JSON

    return run_json


def shipped(folder, network):
    """The arrays as the file has them: rounded to float16."""
    return read_safetensors(folder / f"{network}.safetensors")


# --- params


def test_params_counts_every_array_of_the_file(run, run_json, folder):
    found = run_json("params")
    for network, told in found.items():
        arrays = shipped(folder, network)
        assert told["arrays"] == {
            name: {"shape": list(array.shape), "weights": math.prod(array.shape)} for name, array in arrays.items()
        }
        assert told["weights"] == sum(math.prod(array.shape) for array in arrays.values())
    lines = run("params").splitlines()
    assert lines[0] == "attention network"
    assert lines[1].split() == ["array", "shape", "weights"]
    assert lines[2].split() == ["W_E", "73", "x", "5", "365"]
    assert len({len(line) for line in lines[1:11]}) == 1


def test_the_trained_sizes_count_352848_354896_and_361040(tmp_path, capsys):
    folder = write_folder(tmp_path)
    for name in NETWORKS:
        write_safetensors(folder / f"{name}.safetensors", params.init(NETWORKS[name].shapes, np.random.default_rng(0)))
    assert cli.main(["params", "--weights", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[-1] for line in lines if line.startswith("all")] == ["352,848", "354,896", "361,040"]


# --- tokens


def test_tokens_keep_what_was_typed(run, run_json):
    found = run_json("tokens", "Lily  SAW Zak.")
    assert found["tokens"] == ["lily", "saw", "z", "##a", "##k", "."]
    assert found["ids"] == [VOCABULARY.index(token) for token in found["tokens"]]
    assert ["Lily  SAW Zak."[a:b] for a, b in found["spans"]] == ["Lily", "SAW", "Z", "a", "k", "."]
    assert found["words"] == [0, 1, 2, 2, 2, 3]
    assert found["unknown"] == []
    assert run("tokens", "Lily  SAW").splitlines() == ["token  id  typed", "lily   54  Lily", "saw    61  SAW"]


def test_unknown_characters_are_told_on_the_side(run_json, capsys, folder):
    assert run_json("tokens", "Lily 😀 saw % 😀")["unknown"] == ["😀", "%"]
    assert cli.main(["guess", "Lily 😀 ran %", "--weights", str(folder)]) == 0
    out, err = capsys.readouterr()
    assert err == (
        "note: not among the characters of the tokenizer, read as [UNK]: "
        "'😀' (U+1F600 grinning face), '%' (U+0025 percent sign)\n"
    )
    assert "UNK]:" not in out


def test_signs_that_steer_a_terminal_are_shown_as_numbers(run, capsys):
    text = run("tokens", "Lily \x1b[31m ran\u202e")
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\\x1b" in text


# --- guess


@pytest.mark.parametrize(("network", "off"), [("attention", []), ("attention", [2, 0]), ("window", [])])
def test_guesses_equal_a_version_in_loops(run_json, folder, network, off):
    words = ["--off", *map(str, off)] if off else []
    found = run_json("guess", TEXT, "--network", network, "--top", "4", *words)
    arrays = shipped(folder, network)
    if network == "attention":
        expected = attention_probabilities(arrays, IDS, off)[-1]
    else:
        expected = window_probabilities(arrays, IDS, N_WINDOW, BOUNDARY_ID)[-1]
    order = sorted(range(len(VOCABULARY)), key=lambda i: -expected[i])[:4]
    assert found["tokens"] == TOKENS
    assert [guess["token"] for guess in found["guesses"]] == [VOCABULARY[i] for i in order]
    assert [guess["probability"] for guess in found["guesses"]] == pytest.approx([expected[i] for i in order], rel=1e-4)


def test_ten_guesses_are_printed_the_likeliest_first(run):
    lines = run("guess", TEXT).splitlines()
    numbers = [float(line.split()[1]) for line in lines[1:]]
    assert lines[0].split() == ["token", "probability"]
    assert len(numbers) == 10
    assert numbers == sorted(numbers, reverse=True)


def test_a_text_can_come_from_standard_input(run_json, monkeypatch):
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(TEXT.encode())))
    assert run_json("guess", "-")["tokens"] == TOKENS


def test_of_a_long_text_the_end_is_read_and_that_is_said(run_json, capsys, folder):
    text = "Mia sat. " + f"{TEXT} " * 12
    found = run_json("guess", text)
    assert found["tokens"][0] == "[BOUNDARY]"
    assert len(found["tokens"]) == N_CTX
    assert found["tokens"][-7:] == TOKENS[1:]
    cli.main(["guess", text, "--weights", str(folder)])
    assert capsys.readouterr().err == f"note: the text has 87 tokens; the network reads the last {N_CTX - 1}\n"


# --- trace


@pytest.mark.parametrize(("head", "position"), [(0, 7), (2, 3), (1, 0)])
def test_a_trace_equals_a_version_in_loops(run_json, folder, head, position):
    found = run_json("trace", TEXT, "--head", str(head), "--position", str(position))
    p = lists(shipped(folder, "attention"))
    queries, keys, weights = lookups(p, IDS, head)
    values = [[dot(p["W_E"][i], column) for column in zip(*p["W_V"][head], strict=True)] for i in IDS[: position + 1]]
    scores = [
        dot(queries[position], keys[j]) / math.sqrt(2) + p["b_distance"][head][position - j]
        for j in range(position + 1)
    ]
    z = [sum(w * v[c] for w, v in zip(weights[position], values, strict=True)) for c in range(4)]
    assert found["tokens"] == TOKENS[: position + 1]
    assert found["q"] == pytest.approx(queries[position], rel=1e-4)
    assert np.array(found["k"]) == pytest.approx(np.array(keys[: position + 1]), rel=1e-4, abs=1e-5)
    assert np.array(found["v"]) == pytest.approx(np.array(values), rel=1e-4, abs=1e-5)
    assert found["scores"] == pytest.approx(scores, rel=1e-4, abs=1e-5)
    assert found["weights"] == pytest.approx(weights[position], rel=1e-4)
    assert found["z"] == pytest.approx(z, rel=1e-4, abs=1e-5)


def beside(p, head):
    """What one head of one layer adds to each token of ``IDS``, in loops."""
    weights = lookups(p, range(len(IDS)), head)[2]
    values = [[dot(row, column) for column in zip(*p["W_V"][head], strict=True)] for row in p["W_E"]]
    columns = list(zip(*values, strict=True))
    return [[dot(given, column[: len(given)]) for column in columns] for given in weights]


def test_a_trace_of_the_second_layer_reads_what_the_first_laid_beside(run_json, folder):
    p = lists(shipped(folder, "two_layers"))
    first, second = ({name: p[f"layers.{n}.{name}"] for name in ("W_Q", "W_K", "W_V", "b_distance")} for n in (0, 1))
    first["W_E"] = [p["W_E"][token] for token in IDS]
    results = [beside(first, head) for head in range(len(first["W_Q"]))]
    second["W_E"] = [sum((result[i] for result in results), start=row) for i, row in enumerate(first["W_E"])]
    queries, keys, weights = lookups(second, range(len(IDS)), 1)
    found = run_json("trace", TEXT, "--network", "two_layers", "--layer", "1", "--head", "1", "--position", "6")
    assert found["q"] == pytest.approx(queries[6], rel=1e-4, abs=1e-5)
    assert np.array(found["k"]) == pytest.approx(np.array(keys[:7]), rel=1e-4, abs=1e-5)
    assert found["weights"] == pytest.approx(weights[6], rel=1e-4)
    assert found["z"] == pytest.approx(beside(second, 1)[6], rel=1e-4, abs=1e-5)


def test_the_last_position_and_head_0_are_traced_by_default(run, run_json):
    assert run_json("trace", TEXT) == run_json("trace", TEXT, "--head", "0", "--position", "7")
    lines = run("trace", TEXT).splitlines()
    assert [line.split()[1] for line in lines[1:9]] == TOKENS
    assert sum(float(line.split()[-1]) for line in lines[1:9]) == pytest.approx(1, abs=5e-4)
    assert [line[0] for line in lines[-2:]] == ["q", "z"]


# --- measure


def test_measure_gives_one_object_for_each_measure(run_json, folder):
    found = run_json("measure")
    models = load_models(folder)
    assert found.keys() == {"stories", *MEASURES}
    assert found["stories"] == 5
    expected = measure(models, "loss").loss
    assert found["loss"]["loss"]["attention"]["all"] == pytest.approx(expected["attention"]["all"])
    assert found["loss"]["loss"]["window"].keys() == {"all", "out_of_reach", "name", "rest"}
    assert len(found["directions"]["correlation"]) == 3
    assert len(found["jobs"]["profile"][1][0]) == N_CTX
    assert found["jobs"]["most_read"][1][0][0].keys() == {"token", "weight", "evenly"}
    assert found["pairs"]["beyond"]["rest"][0][0] is None


def test_measure_reads_any_file_of_stories_and_writes_null_where_there_is_nothing(run_json, tmp_path):
    path = write_stories(tmp_path / "mine.jsonl", [STORIES[3]])
    found = run_json("measure", "--stories", str(path))
    assert found["stories"] == 1
    assert found["loss"]["loss"]["window"]["name"] is None
    assert found["name_probability"]["own_story"]["attention"] is None
    assert found["pieces"]["places"] == 0


def test_measure_runs_only_what_is_asked_for(run, run_json):
    assert run_json("measure", "--only", "reach", "directions").keys() == {"stories", "reach", "directions"}
    lines = run("measure", "--only", "loss").splitlines()
    assert lines[:4] == ["5 stories", "", "Loss, nats a token", lines[3]]
    assert lines[3].split() == ["network", "all", "out_of_reach", "name", "rest"]
    assert [line.split()[0] for line in lines[4:]] == ["attention", "window"]


def test_every_measure_has_a_table(run):
    text = run("measure")
    for name in ("tokens back", "nats a token", "somebody else's", "closest is not largest", "reads most", "by chance"):
        assert name in text
    assert "nan" not in text


def test_measure_says_which_stories_are_cut(folder, capsys):
    assert cli.main(["measure", "--only", "reach", "--weights", str(folder)]) == 0
    assert "note: 1 of 5 stories are cut after 44 tokens, the first is long\n" in capsys.readouterr().err


# --- as a program


def program(*words, **kwargs):
    env = {**os.environ, "PYTHONPATH": str(ROOT / "pysrc")}
    return subprocess.Popen(
        [sys.executable, "-m", "lookback", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, **kwargs
    )


def test_the_module_runs_as_a_program(folder):
    with program("tokens", "Lily ran", "--json", "--weights", str(folder)) as running:
        out, err = running.communicate()
    assert json.loads(out)["tokens"] == ["lily", "ran"]
    assert (running.returncode, err) == (0, b"")


def test_a_reader_who_leaves_early_is_no_error(folder):
    with program("write", "Lily ran", "--tokens", "2000", "--weights", str(folder)) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        err = running.stderr.read()
    assert err == b""


def test_words_that_are_not_utf8_still_get_an_answer(folder):
    with program("tokens", b"Lily \xff ran", "--json", "--weights", str(folder)) as running:
        out, _ = running.communicate()
    assert json.loads(out)["tokens"] == ["lily", "[UNK]", "ran"]


def test_weights_are_found_in_the_current_folder(folder, tmp_path):
    code = "import lookback.models as m; m.__file__ = '/nowhere/a/b/c.py'; print(m.find_folder())"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "pysrc")}
    found = subprocess.run([sys.executable, "-c", code], cwd=folder.parent, env=env, capture_output=True, text=True)
    assert found.stdout.strip() == str(folder)


def test_a_missing_file_of_stories_is_told_as_the_readers_own(folder, capsys):
    assert cli.main(["measure", "--stories", "nothing.jsonl", "--weights", str(folder)]) == 2
    said = capsys.readouterr().err
    assert "nothing.jsonl: No such file or directory: name a file of stories that is there" in said
    assert "fetch" not in said
