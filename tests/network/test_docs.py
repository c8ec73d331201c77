"""docs/model.md says of each network's file what it holds."""

import ast
import math
import re
from pathlib import Path

import pytest
from lookback.checkpoint import read_safetensors

ROOT = Path(__file__).parents[2]
DOC = (ROOT / "docs" / "model.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([\w.]+)` \| (\([\d, ]+\)) \| ([\d,]+) \|", re.M)


@pytest.mark.parametrize("network", ["attention", "two_layers", "window"])
def test_the_table_of_a_network_is_its_file(network):
    [part] = re.findall(rf"^## `{network}`.*?(?=^## |\Z)", DOC, re.M | re.S)
    rows = ROW.findall(part)
    told = {name: (ast.literal_eval(shape), int(weights.replace(",", ""))) for name, shape, weights in rows}
    arrays = read_safetensors(ROOT / "weights" / f"{network}.safetensors")
    assert told == {name: (array.shape, math.prod(array.shape)) for name, array in arrays.items()}


def test_what_snapshots_hold_is_what_is_said():
    left_out = re.findall(r"`(\w+)`", DOC.split("attention weights need, without")[1].split("under the same names")[0])
    for network, file in (("attention", "snapshots"), ("two_layers", "two_layers_snapshots")):
        names = set(read_safetensors(ROOT / "weights" / f"{network}.safetensors"))
        kept = {name for name in names if name.split(".")[-1] not in left_out}
        kept |= {"layers.0.W_V"} & names
        assert set(read_safetensors(ROOT / "weights" / f"{file}.safetensors")) == kept | {"steps"}
