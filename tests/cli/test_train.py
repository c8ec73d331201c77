import itertools
import json
import shutil
from pathlib import Path

import pytest
from lookback import cli
from lookback.checkpoint import WeightsError, read_safetensors
from lookback.config import AttentionConfig
from lookback.models import load_models
from lookback.params import attention_config


@pytest.fixture
def folders(tmp_path):
    """A folder of weights with the tokenizer alone, own stories, and a corpus of a few made-up stories."""
    weights, stories = tmp_path / "weights", tmp_path / "stories"
    weights.mkdir()
    stories.mkdir()
    for name in ("tokenizer.json", "token_counts.json"):
        shutil.copy(Path("weights") / name, weights)
    for name, count in (("train", 30), ("test", 4)):
        lines = Path(f"stories/{name}.jsonl").read_text(encoding="utf-8").splitlines()[:count]
        (stories / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    corpus = "<|endoftext|>".join(f"Lily saw {i} cats. Tim ran." for i in range(600))
    (tmp_path / "corpus.txt").write_text(corpus, encoding="utf-8")
    return tmp_path


def train(folders, network, *more):
    paths = {"corpus": "corpus.txt", "stories": "stories", "weights": "weights", "checkpoint": "checkpoint"}
    words = itertools.chain.from_iterable((f"--{name}", str(folders / path)) for name, path in paths.items())
    try:
        return cli.main(["train", network, *words, "--blocks", "1", "--learning-rate", "0.01", *more])
    except SystemExit as ended:  # argparse refuses by itself
        return ended.code


@pytest.mark.slow
def test_training_by_command_leaves_a_folder_that_loads(folders, capsys):
    assert train(folders, "attention", "--own-share", "0.1") == 0
    capsys.readouterr()
    assert train(folders, "window", "--own-share", "0.1", "--json") == 0
    printed = json.loads(capsys.readouterr().out)
    models = load_models(folders / "weights")
    assert len(models.stories) == len(models.story_ids) == 4
    assert models.record["networks"].keys() == models.curves.keys() == {"attention", "window"}
    told = models.record["networks"]["window"]
    assert printed == told
    assert told["positions"] == models.record["networks"]["attention"]["positions"]
    assert str(folders) not in json.dumps(models.record)
    assert told["own_shares"] == [[0, 0.1]]
    by_name = {name.name: name for name in models.names}
    assert by_name["Lily"].in_corpus == 600 - 512


@pytest.mark.slow
def test_the_two_layer_network_is_trained_by_command_and_read_when_asked_for(folders, capsys):
    assert train(folders, "attention") == train(folders, "window") == 0
    found = load_models(folders / "weights")
    with pytest.raises(WeightsError, match=r"two_layers\.safetensors"):
        _ = found.two_layers
    diet = ("--made-up-share", "0:0.9,1:0.3", "--random-share", "0.2", "--syllables", "3", "--made-up-names", "300")
    assert (
        train(folders, "two_layers", *diet, "--own-held-out", "8", "--held", "0.7", "--snapshots", "0,5", "--json") == 0
    )
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    weights = load_models(folders / "weights").two_layers
    assert attention_config(weights) == AttentionConfig(n_layer=2, n_head=4)
    kept = read_safetensors(folders / "weights" / "two_layers_snapshots.safetensors")
    assert kept["steps"].tolist() == [0, 5, 16]
    curve = load_models(folders / "weights").curves["two_layers"]
    assert curve.keys() == {"step", "positions", "loss", "held_out", "own_stories", "own", "other", "pieces"}
    assert told["command"] == (
        "lookback train two_layers --corpus corpus.txt --blocks 1 --learning-rate 0:0.01 --held 0.7 --snapshots 0,5 "
        "--made-up-share 0:0.9,1:0.3 --random-share 0.2 --made-up-names 300 --syllables 3 --own-held-out 8"
    )


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--learning-rate", "5"), "a learning rate between 0 and 1"),
        (("--learning-rate", "nan"), "a learning rate between 0 and 1"),
        (("--blocks", "0"), "at least 1 block"),
        (("--corpus", "nowhere.txt"), "nowhere.txt"),
    ],
)
def test_settings_that_cannot_be_used_are_refused_and_nothing_is_written(folders, capsys, more, message):
    assert train(folders, "attention", *more) == 2
    assert message in capsys.readouterr().err
    assert sorted(path.name for path in (folders / "weights").iterdir()) == ["token_counts.json", "tokenizer.json"]
    assert not (folders / "checkpoint").exists()


@pytest.mark.slow
def test_a_checkpoint_of_another_mix_or_tokenizer_is_refused(folders, capsys):
    assert train(folders, "attention") == 0
    assert train(folders, "attention", "--own-share", "0.2") == 2
    assert "remove the file" in capsys.readouterr().err
    with (folders / "weights" / "tokenizer.json").open("a", encoding="utf-8") as file:
        file.write("\n")
    assert train(folders, "attention") == 2


def test_a_file_that_is_no_checkpoint_is_refused(folders, capsys):
    (folders / "checkpoint").mkdir()
    shutil.copy("weights/window.safetensors", folders / "checkpoint" / "window.safetensors")
    assert train(folders, "window") == 2
    assert "not a checkpoint of a training: remove the file" in capsys.readouterr().err
