"""Files of weights that are not those that the record tells of: one bit, two ids, another training's file."""

import json
import shutil
from pathlib import Path

import pytest
from lookback.checkpoint import SHA256, WeightsError, files_of, sha256_of
from lookback.models import load_models, read_network, read_tokenizer

WEIGHTS = Path(__file__).parents[2] / "weights"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(WEIGHTS, tmp_path / "weights")
    return tmp_path / "weights"


def read_everything(folder: Path) -> None:
    models = load_models(folder)
    assert models.snapshots
    assert models.two_layers_snapshots


def test_the_record_names_every_file_that_was_made(folder: Path):
    recorded = json.loads((folder / "record.json").read_text())[SHA256]
    assert recorded == sha256_of(files_of(folder))
    assert {"attention.safetensors", "tokenizer.json", "two_layers_snapshots.safetensors"} <= recorded.keys()


@pytest.mark.parametrize("name", sorted(path.name for path in files_of(WEIGHTS)))
def test_one_flipped_bit_is_told(folder: Path, name: str):
    content = bytearray((folder / name).read_bytes())
    content[-9] ^= 1
    (folder / name).write_bytes(content)
    with pytest.raises(WeightsError, match=r"damaged, or not the file that record\.json tells of: fetch"):
        read_everything(folder)


def test_two_exchanged_ids_of_the_tokenizer_are_told(folder: Path):
    path = folder / "tokenizer.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    vocab = content["model"]["vocab"]
    vocab["cat"], vocab["dog"] = vocab["dog"], vocab["cat"]
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(WeightsError, match=r"tokenizer\.json: damaged"):
        read_tokenizer(folder)


def test_a_file_that_the_record_does_not_name_passes_and_a_damaged_record_is_told_as_such(folder: Path):
    record = json.loads((folder / "record.json").read_text())
    del record[SHA256]["window.safetensors"]
    (folder / "record.json").write_text(json.dumps(record))
    shutil.copy(folder / "attention.safetensors", folder / "window.safetensors")
    with pytest.raises(WeightsError, match=r"W_Q|W_hidden"):
        read_network(folder, "window")
    for text in ("{", "[]", '{"files_sha256": 3}'):
        (folder / "record.json").write_text(text)
        with pytest.raises(WeightsError, match=r"record\.json"):
            load_models(folder)
