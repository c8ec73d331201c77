"""Generated inputs are the same in every run, and never timed: a busy machine must not fail a test."""

import shutil
from pathlib import Path

import pytest
from hypothesis import settings

SECTIONS = Path(__file__).parent / "browser" / "fixtures" / "sections"

settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")


@pytest.fixture
def sections(tmp_path):
    """A copy of the test sections that a test may spoil: a way to change one section's TOML, which gives the folder."""
    folder = tmp_path / "sections"
    shutil.copytree(SECTIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))

    def change(section, old, new, name="section.toml"):
        path = folder / section / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        return folder

    return change
