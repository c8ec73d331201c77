"""The words of the page follow the weights: other weights in the file, other words in the HTML."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from lookback.checkpoint import read_safetensors, write_safetensors
from lookback.models import load_models
from worker.catalog import SECTIONS, find_sections
from worker.dispatch import Dispatcher

from build_scripts.site.page import render_page

WEIGHTS = Path(__file__).parents[2] / "weights"
FILES = {"style": "style.css", "page": "page.js", "licenses": "licenses.txt", "modules": []}


def page(weights):
    """Two sections of the page as HTML: one whose text tells what the heads are, and the words that it links to."""
    sections = [section for section in find_sections(SECTIONS) if section.name in ("where", "words")]
    return render_page(Dispatcher(load_models(weights), sections).settled(), FILES, {"bytes": 0}).decode()


@pytest.mark.slow
def test_text_and_picture_change_with_the_file_of_the_weights(tmp_path):
    changed = tmp_path / "weights"
    shutil.copytree(WEIGHTS, changed)
    params = read_safetensors(changed / "attention.safetensors")
    flat = {**params, "b_distance": np.zeros_like(params["b_distance"])}
    write_safetensors(changed / "attention.safetensors", flat)
    record = json.loads((changed / "record.json").read_text(encoding="utf-8"))
    del record["files_sha256"]
    (changed / "record.json").write_text(json.dumps(record), encoding="utf-8")
    before, after = page(WEIGHTS), page(changed)
    everyone = "heads 0, 1, 2, 3, 4, 5, 6 and 7 are"
    assert everyone not in before
    assert everyone in after
    assert "no head is" in after
    assert picture(before) != picture(after)


def picture(html):
    start = html.index("<svg", html.index('id="where-curves"'))
    return html[start : html.index("</svg>", start)]
