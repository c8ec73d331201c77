"""What the command line cannot do: one line that says what is wrong, and how it ends."""

import sys
from io import BytesIO, TextIOWrapper

import pytest
from lookback import cli

from tests.reference.small_world import STORIES, write_folder, write_stories

TEXT = "Lily saw the cat. She ran"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_folder(tmp_path_factory.mktemp("world"))


HOPELESS = [
    (["guess", ""], "the text is empty: write at least one word"),
    (["guess", " \n\t\u00a0 "], "the text is empty"),
    (["tokens", ""], "the text is empty"),
    (["trace", ""], "the text is empty"),
    (["write", ""], "the text is empty"),
    (["guess", TEXT, "--top", "0"], "--top 0: give a number from 1 to 73"),
    (["guess", TEXT, "--top", "74"], "--top 74"),
    (["guess", TEXT, "--off", "3"], "no head 3: the heads are 0 to 2"),
    (["guess", TEXT, "--network", "window", "--off", "1"], "the window network has no heads"),
    (["trace", TEXT, "--head", "3"], "--head 3: the heads are 0 to 2"),
    (["trace", TEXT, "--head", "-1"], "--head -1: the heads are 0 to 2"),
    (["trace", TEXT, "--layer", "1"], "--layer 1: the layers are 0 alone; the network two_layers has two"),
    (["trace", TEXT, "--network", "two_layers", "--layer", "2"], "--layer 2: the layers are 0 to 1"),
    (["trace", TEXT, "--position", "8"], "--position 8: the text has the positions 0 (the boundary) to 7"),
    (["trace", TEXT, "--position", "-1"], "--position -1"),
    (["write", TEXT, "--temperature", "nan"], "--temperature nan: give a number from 0 up"),
    (["write", TEXT, "--temperature", "-1"], "--temperature -1.0"),
    (["write", TEXT, "--tokens", "0"], "--tokens 0: give at least 1"),
    (["write", TEXT, "--seed", "-2"], "--seed -2: give a whole number"),
    (["measure", "--stories", "none.jsonl"], "none.jsonl: No such file or directory"),
]


@pytest.mark.parametrize(("words", "message"), HOPELESS, ids=[" ".join(words) for words, _ in HOPELESS])
@pytest.mark.parametrize("as_json", [False, True])
def test_what_cannot_be_done_ends_with_2_and_one_line_on_stderr(folder, capsys, words, message, as_json):
    assert cli.main([*words, "--weights", str(folder), *["--json"][: int(as_json)]]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"lookback {words[0]}: error: ")
    assert message in err
    assert err.count("\n") == 1


def test_a_bad_line_in_a_story_file_is_named(folder, tmp_path, capsys):
    path = write_stories(tmp_path / "mine.jsonl", STORIES[:2])
    path.write_text(path.read_text() + '{"id": "<img src=x>\n')
    assert cli.main(["measure", "--stories", str(path), "--weights", str(folder)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"{path}:3: not JSON" in err


@pytest.mark.parametrize("command", [["params"], ["guess", TEXT], ["trace", TEXT], ["write", TEXT], ["measure"]])
def test_damaged_weights_are_named(tmp_path, capsys, command):
    folder = write_folder(tmp_path)
    path = folder / "attention.safetensors"
    path.write_bytes(path.read_bytes()[:-2])
    assert cli.main([*command, "--weights", str(folder)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "attention.safetensors: " in err
    assert "make weights" in err


def test_a_folder_without_weights_is_named(tmp_path, capsys):
    assert cli.main(["guess", TEXT, "--weights", str(tmp_path / "none")]) == 2
    assert "none" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["sing"], ["guess"], ["guess", TEXT, "--top", "x"], ["measure", "--only", "x"]])
def test_wrong_usage_ends_with_2(words, capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(words)
    assert stopped.value.code == 2
    assert "usage: lookback" in capsys.readouterr().err


def test_standard_input_in_another_encoding_is_refused(folder, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"caf\xe9")))
    assert cli.main(["tokens", "-", "--weights", str(folder)]) == 2
    assert "standard input is not UTF-8" in capsys.readouterr().err
