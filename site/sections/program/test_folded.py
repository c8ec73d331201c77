"""What is shown and what is folded away, put back into files: a program that needs nothing else of the package."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from lookback import attention, params
from lookback.adam import adam_init
from lookback.config import AttentionConfig
from lookback.training.steps import steps
from sections.program.folded import FOLDED, folded
from sections.program.parts import SHOWN, parts

FILE = re.compile(r"^# (lookback/\S+)\n", re.MULTILINE)
SMALL = AttentionConfig(n_vocab=13, d_model=5, n_head=3, d_head=2, d_value=4, n_ctx=9, d_hidden=7)
RUN = """
import numpy as np
from lookback import adam, attention, config, params
from lookback.training import steps

weights = params.init(params.attention_shapes(config.{config}), np.random.default_rng(4))
ids = np.array({ids}, np.int32)
batches = [(ids[:, :-1], ids[:, 1:])] * 3
for report in steps.steps(attention.loss_and_grads, weights, adam.adam_init(weights), batches, lambda step: 0.01):
    print(report.loss.hex())
np.savez("after.npz", **weights)
"""
IDS = [[3, 0, 12, 3, 7, 7], [5, 12, 1, 4, 5, 2]]


@pytest.fixture(scope="module")
def shown_alone(tmp_path_factory) -> Path:
    """A folder with the files that the page's lines make, in the order of the page, folded lines first."""
    folder = tmp_path_factory.mktemp("shown")
    for text in (*folded().values(), *(part.text for part in parts().values())):
        _, *pieces = FILE.split(text)
        for name, lines in zip(pieces[::2], pieces[1::2], strict=True):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            with (folder / name).open("a", encoding="utf-8") as file:
                file.write(lines)
    for name in {path.parent for path in folder.rglob("*.py")}:
        (name / "__init__.py").touch()  # so that no other lookback is looked into
    return folder


def test_every_name_is_defined_or_imported_in_what_is_shown(shown_alone):
    rules = ["--select", "F401,F811,F821"]  # unused imports, names defined twice, names that are nowhere
    checked = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--isolated", *rules, shown_alone],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize("config", [SMALL, AttentionConfig(**{**vars(SMALL), "n_layer": 2})])
def test_what_is_shown_trains_as_the_package_does_without_the_package(shown_alone, config):
    code = RUN.format(config=config, ids=IDS)
    ran = subprocess.run([sys.executable, "-c", code], cwd=shown_alone, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    weights, ids = params.init(params.attention_shapes(config), np.random.default_rng(4)), np.array(IDS, np.int32)
    batches = [(ids[:, :-1], ids[:, 1:])] * 3
    reports = steps(attention.loss_and_grads, weights, adam_init(weights), batches, lambda step: 0.01)
    assert [float.fromhex(line) for line in ran.stdout.split()] == pytest.approx([report.loss for report in reports])
    with np.load(shown_alone / "after.npz") as after:
        assert after.keys() == weights.keys()
        assert all(np.allclose(after[name], array, rtol=1e-5, atol=1e-7) for name, array in weights.items())


def test_nothing_is_shown_both_folded_and_unfolded():
    everything = [path for paths in (*SHOWN.values(), *FOLDED.values()) for path in paths]
    assert len(set(everything)) == len(everything)
    assert list(FOLDED) == list(SHOWN)
