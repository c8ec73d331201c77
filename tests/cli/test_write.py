import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lookback import cli
from lookback.checkpoint import read_safetensors, write_safetensors
from lookback.cli.write import settled
from lookback.tokenizer import join_pieces
from lookback.words import set_words

from tests.reference.small_world import VOCABULARY, write_folder

TEXT = "Lily saw the cat. She ran"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_folder(tmp_path_factory.mktemp("world"))


@pytest.fixture
def write(folder, capsys):
    def write(*words):
        assert cli.main(["write", *words, "--weights", str(folder)]) == 0
        return capsys.readouterr().out

    return write


def test_the_same_seed_writes_the_same_and_another_seed_something_else(write):
    texts = [write(TEXT, "--tokens", "20", "--seed", seed) for seed in ("4", "4", "5")]
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.parametrize("network", ["attention", "window"])
def test_what_is_streamed_is_the_text_of_the_json(write, network):
    words = (TEXT, "--tokens", "30", "--seed", "1", "--network", network)
    told = json.loads(write(*words, "--json"))
    assert told["seed"] == 1
    assert told["temperature"] == 0.8
    assert write(*words) == told["text"] + "\n"
    assert told["text"].startswith("lily saw the cat. she ran")
    assert told["tokens"]
    assert "[UNK]" not in told["tokens"]


def test_temperature_0_takes_the_likeliest_token_each_time(write, folder, capsys):
    told = json.loads(write(TEXT, "--tokens", "3", "--temperature", "0", "--json"))
    text = TEXT
    for token in told["tokens"]:
        cli.main(["guess", text, "--top", "2", "--json", "--weights", str(folder)])
        guesses = json.loads(capsys.readouterr().out)["guesses"]
        assert token == next(guess["token"] for guess in guesses if guess["token"] != "[UNK]")
        text += token.removeprefix("##") if token.startswith("##") else f" {token}"


def test_without_a_seed_the_one_that_was_used_is_told(write):
    told = json.loads(write(TEXT, "--tokens", "8", "--json"))
    again = json.loads(write(TEXT, "--tokens", "8", "--json", "--seed", str(told["seed"])))
    assert again["tokens"] == told["tokens"]


def test_writing_ends_with_the_story(tmp_path, capsys):
    folder = write_folder(tmp_path)
    path = folder / "attention.safetensors"
    arrays = read_safetensors(path)
    arrays["b_out"][VOCABULARY.index("[BOUNDARY]")] = 1000.0
    write_safetensors(path, arrays)
    assert cli.main(["write", TEXT, "--weights", str(folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["tokens"] == []
    assert told["text"] == "lily saw the cat. she ran"


def test_text_longer_than_the_network_reads_is_written_on_from_its_end(write):
    told = json.loads(write("The dog ran. " * 30 + TEXT, "--tokens", "5", "--seed", "0", "--json"))
    assert len(told["tokens"]) == 5


PIECES = ['"', "'", "s", "t", ".", ",", "-", "7", "she", "cat", "##s", "##he", "[UNK]", "re", "(", ")"]


@settings(derandomize=True)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=25))
def test_settled_text_only_grows_and_is_never_taken_back(tokens):
    whole = set_words(join_pieces(tokens))
    before = ""
    for n in range(1, len(tokens) + 1):
        now = settled(tokens[:n])
        assert now.startswith(before)
        assert whole.startswith(now)
        before = now


def test_all_but_the_last_two_words_are_settled():
    assert settled(["the", "cat", "s", "##at", "."]) == "the cat"
    assert settled(["the", "cat"]) == ""
    assert settled(["z", "##a", "##k", "ran", "."]) == "zak"
